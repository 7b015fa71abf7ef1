"""Counting the instructions of a runner's program: it runs under valgrind, whose counter is read between requests."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from weighbridge.runners.client import Timeouts
from weighbridge.runners.launch import start
from weighbridge.runners.manifest import Manifest
from weighbridge.runners.profile import Profile, ProfileError, read_profile
from weighbridge.runners.two_batches import two_batches

_PROGRAMS = ("valgrind", "vgdb")
_OPTIONS = ("--tool=callgrind", "--quiet")
_ENVIRONMENT = {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-ERMS"}
"""glibc copies large blocks with one instruction, which callgrind counts once for every byte: let it use a loop."""
_TIMEOUTS = Timeouts(request=120.0, bytes_per_s=1e5, patience=5.0)
_READING_S = 30.0
"""How long to wait for the counter: it takes a tenth of a second, but on a machine that is overloaded."""


class CounterError(Exception):
    """The counter cannot be read; the message says why."""


def why_not() -> str | None:
    """Say why nothing can be counted on this machine, and what to do about it; None if something can."""
    missing = [program for program in _PROGRAMS if shutil.which(program) is None]
    if not missing:
        return None
    return f"no {' and no '.join(missing)} on PATH; install valgrind, on Debian by: apt install valgrind"


def version() -> str | None:
    """Return what valgrind says of itself, such as ``valgrind-3.19.0``; None if it is not here."""
    if why_not() is not None:
        return None
    command = ["valgrind", "--version"]
    asked = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)  # noqa: S603 (constants)
    return asked.stdout.strip() or None


class CountedRunner:
    """A runner whose program runs under callgrind, much slower. A context manager: leaving it ends the process.

    Attributes:
        client: for requests to the runner.
    """

    def __init__(self, manifest: Manifest, *, profiled: bool = False) -> None:
        """Start the runner.

        Args:
            manifest: the runner's.
            profiled: whether `profile` is to be asked.

        Raises:
            errors.CannotStart: valgrind is not there or may not be run.
        """
        # In a folder of its own, vgdb finds the process without its number, and nothing is left when it is killed.
        self._folder = tempfile.TemporaryDirectory(prefix="weighbridge-")
        self._prefix = f"--vgdb-prefix={self._folder.name}/vgdb"
        self._profiles = Path(self._folder.name) / "profile"
        self._asked = 0
        self._reader: subprocess.Popen[str] | None = None
        written = f"--callgrind-out-file={self._profiles if profiled else '/dev/null'}"
        try:
            self.client = start(
                manifest,
                under=["valgrind", *_OPTIONS, written, self._prefix],
                writes=[Path(self._folder.name)],
                environment=_ENVIRONMENT,
                timeouts=_TIMEOUTS,
            )
        except BaseException:
            self._folder.cleanup()
            raise

    def instructions(self) -> int:
        """Return how many instructions the program has executed so far, outside of the kernel, in all of its threads.

        Raises:
            CounterError: valgrind did not tell.
        """
        return read_status(self._ask("status internal"))

    def profile(self) -> Profile:
        """Return what the program has executed since it was last asked, by where the code comes from.

        Raises:
            CounterError: valgrind did not tell.
        """
        self._ask("dump")
        self._asked += 1
        file = self._profiles.with_name(f"{self._profiles.name}.{self._asked}")
        try:
            with file.open(encoding="utf-8", errors="replace") as lines:
                profile = read_profile(lines)
            file.unlink()
        except (OSError, ProfileError) as error:
            raise CounterError(f"valgrind's profile cannot be read: {error}") from error
        return profile

    def _ask(self, words: str) -> str:
        """Return what valgrind answers to a command.

        Raises:
            CounterError: it does not answer.
        """
        # Where the program waits for a request, vgdb wakes it after that time; if it worked, it would look by itself.
        command = ["vgdb", self._prefix, "--max-invoke-ms=1", words]
        try:
            # In a session of its own, because Ctrl-C is for this process.
            with subprocess.Popen(  # noqa: S603  (constants, and a name of ours)
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                errors="replace",
                start_new_session=True,
            ) as self._reader:
                try:
                    answer, complaint = self._reader.communicate(timeout=_READING_S)
                finally:
                    self._reader.kill()
        except (OSError, subprocess.TimeoutExpired) as error:
            raise CounterError(f"valgrind could not be asked for its counter: {error}") from error
        if self._reader.returncode:
            raise CounterError(f"valgrind could not be asked for its counter: {complaint.strip()}")
        return answer

    def kill(self) -> None:
        """End the process at once, from any thread: whoever awaits something of it is told that it died."""
        self.client.kill()
        if self._reader is not None:
            self._reader.kill()  # it would wait on

    def __enter__(self) -> CountedRunner:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the process."""
        self.client.close()
        self._folder.cleanup()


def read_status(status: str) -> int:
    """Read the number of instructions, of all threads together, out of callgrind's answer to ``status internal``.

    Raises:
        CounterError: it is not there.
    """
    events = re.search(r"^events: *Ir\b", status, re.MULTILINE)
    threads = re.findall(r"^events-\d+: *(\d+)", status, re.MULTILINE)
    if events is None or not threads:
        raise CounterError(f"callgrind answered no number of instructions, but: {status.strip()[:200]!r}")
    return sum(map(int, threads))


def instructions_per_pass(instructions: Callable[[], int], work: Callable[[int], object], passes: int) -> float:
    """Return how many instructions a pass takes: the difference between a long batch and a short one.

    Args:
        instructions: reads the counter.
        work: asks for so many passes.
        passes: how many make the long batch, at least 2.
    """
    seen = two_batches(instructions, work, passes)
    return ((seen.after - seen.between) - (seen.between - seen.before)) / seen.more_passes
