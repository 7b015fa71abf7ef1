"""Lines to and from a program, over its standard input and output."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

LINE_LIMIT = 64 << 20
"""The longest answer, in bytes, that is read where nobody asked for a longer one."""

_CHUNK = 1 << 16
_LARGE_CHUNK = 1 << 20
_LOG_LIMIT = 16 << 20
_TAIL_LIMIT = 1 << 14
_READS_AT_ONCE = 64


class TransportError(Exception):
    """The conversation cannot go on; the message says why, as the end of a sentence about the program."""


class CannotStart(TransportError):
    """The program was not started."""


class Ended(TransportError):
    """The program ended, or closed its standard output, where an answer was due.

    Attributes:
        status: its exit status, negative for a signal's number, None if it still runs.
    """

    def __init__(self, status: int | None) -> None:
        self.status = status
        super().__init__(describe_status(status))


class TimedOut(TransportError):
    """No whole answer came in time."""


class TooLong(TransportError):
    """The answer's line goes on beyond the limit."""


class Unasked(TransportError):
    """The program wrote more than the one line that was due."""


def describe_status(status: int | None) -> str:
    """Say in words how a program ended."""
    if status is None:
        return "closed its standard output but still runs"
    if status >= 0:
        return f"ended with exit status {status}"
    try:
        return f"was killed by {signal.Signals(-status).name}"
    except ValueError:
        return f"was killed by signal {-status}"


def excerpt(data: bytes, length: int = 80) -> str:
    """Quote the start of some bytes, on one line."""
    text = repr(data[:length].decode(errors="replace"))
    return f"{text}…" if len(data) > length else text


class StdioTransport:
    """A program in a session of its own, spoken to line by line.

    Its pipes never block: a large request and the standard error are moved while an answer is awaited, so neither side
    can wait for the other for ever. In a session of its own it does not see the terminal's Ctrl-C.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        folder: Path | None = None,
        environment: Mapping[str, str] | None = None,
        inherits: bool = True,
        log: Path | None = None,
    ) -> None:
        """Start the program.

        Args:
            command: its argument vector.
            folder: where it runs; here if None.
            environment: variables of its environment.
            inherits: whether it has this process's, too.
            log: the file that its standard error goes to, made when there is some.

        Raises:
            CannotStart: there is no such program or folder, or it may not be run.
        """
        try:
            self._process = subprocess.Popen(  # noqa: S603  (running it is what the caller asked for)
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=folder,
                env={**(os.environ if inherits else {}), **(environment or {})},
                start_new_session=True,
            )
        except (OSError, ValueError) as error:  # ValueError: a NUL in the command
            raise CannotStart(f"could not be started: {error}") from error
        self.pid = self._process.pid
        self.log = log
        self._log_file: IO[bytes] | None = None
        self._log_size = 0
        self._tail = b""
        self._closed = False
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._stdin, self._stdout, self._stderr = (pipe.fileno() for pipe in pipes if pipe is not None)
        self._reading, self._writing = select.poll(), select.poll()
        for descriptor in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(descriptor, False)
        for poller in (self._reading, self._writing):
            poller.register(self._stdout, select.POLLIN)
            poller.register(self._stderr, select.POLLIN)
        self._writing.register(self._stdin, select.POLLOUT)

    def exchange(self, line: bytes, timeout: float, limit: int = LINE_LIMIT) -> bytes:
        """Send one line and return the line that answers it, without its line feed.

        Args:
            line: the request, with its line feed.
            timeout: how long the whole exchange may take, in seconds.
            limit: the longest answer that is read, in bytes.

        Raises:
            TransportError: what its subclasses say.
        """
        deadline = time.monotonic() + timeout
        self.expect_silence()
        self._send(line, deadline, timeout)
        return self._receive(deadline, timeout, limit)

    def send(self, data: bytes, timeout: float) -> None:
        """Send bytes, which need not be a whole line."""
        self._send(data, time.monotonic() + timeout, timeout)

    def receive(self, timeout: float) -> bytes:
        """Return the line that comes, without its line feed."""
        return self._receive(time.monotonic() + timeout, timeout, LINE_LIMIT)

    def expect_silence(self, seconds: float = 0) -> None:
        """Make sure that the program writes nothing, now or for some seconds.

        Raises:
            Unasked: it did.
        """
        deadline = time.monotonic() + seconds
        while True:
            left = deadline - time.monotonic()
            events = self._reading.poll(max(0.0, left) * 1000)
            self._drain_errors(events)
            if self._output_ready(events):
                chunk = self._read(_CHUNK)
                if chunk:
                    raise Unasked(f"wrote more than the one line that was due: {excerpt(chunk)}")
                return
            if not events or left <= 0:
                return

    def end_input(self) -> None:
        """Close the program's standard input: it reads the end of its input."""
        if self._process.stdin is not None and not self._process.stdin.closed:
            self._writing.unregister(self._stdin)
            self._process.stdin.close()

    def wait(self, timeout: float) -> int | None:
        """Wait for the program to end by itself; return its status (negative: a signal), or None if it did not."""
        deadline = time.monotonic() + timeout
        while self._process.poll() is None:
            left = deadline - time.monotonic()
            if left <= 0:
                return None
            events = self._reading.poll(min(left, 0.001) * 1000)
            self._drain_errors(events)
            if not self._output_ready(events) or not self._read(_LARGE_CHUNK):
                time.sleep(min(left, 0.001))
        return self._process.returncode

    def last_errors(self, lines: int = 8) -> str:
        """Return the last lines of the program's standard error."""
        if not self._closed:
            self._drain_errors(None)
        return "\n".join(self._tail.decode(errors="replace").splitlines()[-lines:])

    def kill(self) -> None:
        """End the program and whatever it started, at once, from any thread: who awaits an answer hears of it."""
        if not self._closed:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)
            self._process.wait()

    def close(self) -> None:
        """End the program and whatever it started, at once, and forget it. Does nothing the second time."""
        if self._closed:
            return
        self.kill()
        self._drain_errors(None)
        self._closed = True
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()
        if self._log_file is not None:
            self._log_file.close()

    def __enter__(self) -> StdioTransport:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _send(self, data: bytes, deadline: float, timeout: float) -> None:
        rest = memoryview(data)
        while rest:
            try:
                rest = rest[os.write(self._stdin, rest) :]
            except BlockingIOError:
                if self._output_ready(self._wait(self._writing, deadline, timeout)):
                    self._stop_early()
            except BrokenPipeError:
                raise self._ended() from None

    def _stop_early(self) -> None:
        chunk = self._read(_CHUNK)
        if chunk == b"":
            raise self._ended()
        if chunk:
            raise Unasked(f"answered before the request was complete: {excerpt(chunk)}")

    def _receive(self, deadline: float, timeout: float, limit: int) -> bytes:
        chunks: list[bytes] = []
        size = 0
        while True:
            if not self._output_ready(self._wait(self._reading, deadline, timeout)):
                continue
            chunk = self._read(_LARGE_CHUNK if chunks else _CHUNK)
            if chunk is None:
                continue
            if not chunk:
                raise self._ended()
            end = chunk.find(b"\n")
            if end >= 0:
                if end + 1 < len(chunk):
                    raise Unasked(f"wrote more than the one line that was due: {excerpt(chunk[end + 1 :])}")
                return b"".join((*chunks, chunk[:end]))
            chunks.append(chunk)
            size += len(chunk)
            if size > limit:
                raise TooLong(f"wrote a line of more than {limit} bytes: {excerpt(chunks[0])}")

    def _wait(self, poller: select.poll, deadline: float, timeout: float) -> list[tuple[int, int]]:
        left = deadline - time.monotonic()
        events = poller.poll(left * 1000) if left > 0 else []
        if not events:
            raise TimedOut(f"did not answer within {timeout:.3g} s")
        self._drain_errors(events)
        return events

    def _output_ready(self, events: list[tuple[int, int]]) -> bool:
        return any(descriptor == self._stdout for descriptor, _ in events)

    def _read(self, size: int) -> bytes | None:
        try:
            return os.read(self._stdout, size)
        except BlockingIOError:
            return None

    def _ended(self) -> Ended:
        return Ended(self.wait(2.0))

    def _drain_errors(self, events: list[tuple[int, int]] | None) -> None:
        """Move what standard error holds to the log, if there was an event for it."""
        if events is not None and not any(descriptor == self._stderr for descriptor, _ in events):
            return
        with contextlib.suppress(BlockingIOError):
            for _ in range(_READS_AT_ONCE):
                chunk = os.read(self._stderr, _CHUNK)
                if not chunk:
                    for poller in (self._reading, self._writing):
                        with contextlib.suppress(KeyError):
                            poller.unregister(self._stderr)
                    break
                self._keep(chunk)
                if len(chunk) < _CHUNK:
                    break

    def _keep(self, chunk: bytes) -> None:
        self._tail = (self._tail + chunk)[-_TAIL_LIMIT:]
        if self.log is None or self._log_size >= _LOG_LIMIT:
            return
        try:
            if self._log_file is None:
                self.log.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                # For its owner alone: programs may say what documents hold.
                log = os.open(self.log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
                self._log_file = os.fdopen(log, "wb", buffering=0)
            self._log_file.write(chunk)
            self._log_size += len(chunk)
        except OSError:
            self.log = None  # the end of it is in the tail, and nothing else depends on it
