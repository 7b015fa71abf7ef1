"""Building a runner, when something that it is made from has changed."""

from __future__ import annotations

import contextlib
import fcntl
import fnmatch
import hashlib
import os
import shutil
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from weighbridge.runners.debian import installed_versions
from weighbridge.runners.launch import fill_in
from weighbridge.runners.manifest import Manifest
from weighbridge_kit.transport import describe_status

Progress = Callable[[str], None]

_OUTPUT_FOLDERS = {"build", "node_modules", "target", "__pycache__"}
_TAIL_LINES = 15


class BuildError(Exception):
    """A build that failed.

    Attributes:
        runner: the runner's name.
        reason: what went wrong, as the end of a sentence about the build.
        last_lines: the end of its output.
        log: the file with all of it.
    """

    def __init__(self, runner: str, reason: str, log: Path, last_lines: tuple[str, ...] = ()) -> None:
        self.runner = runner
        self.reason = reason
        self.last_lines = last_lines
        self.log = log
        super().__init__(runner, reason)

    def __str__(self) -> str:
        sentences = [f"Runner {self.runner} could not be built: {self.reason}."]
        if self.last_lines:
            sentences += ["Its last words were:", *(f"  {line}" for line in self.last_lines)]
        return "\n".join([*sentences, f"All of the build's output is in {self.log}."])


@dataclass(frozen=True, slots=True)
class Built:
    """A runner that is ready to start.

    Attributes:
        fresh: whether it was up to date already, so that nothing was done.
        seconds: how long it took.
        log: the build's output.
    """

    fresh: bool
    seconds: float
    log: Path


class Halt:
    """Ends builds from another thread: they run in sessions of their own, where no Ctrl-C reaches them."""

    def __init__(self) -> None:
        """Prepare to end builds; none is ended yet."""
        self._lock = threading.Lock()
        self._groups: set[int] = set()
        self.called = False

    def call(self) -> None:
        """End what runs now, and let nothing begin."""
        with self._lock:
            self.called = True
            for group in self._groups:
                _kill_group(group)

    @contextlib.contextmanager
    def covers(self, group: int) -> Iterator[None]:
        """Make a process group one of those to end, for as long as this context lasts."""
        with self._lock:
            self._groups.add(group)
            if self.called:
                _kill_group(group)
        try:
            yield
        finally:
            with self._lock:
                self._groups.remove(group)


def build(
    manifest: Manifest, *, progress: Progress | None = None, force: bool = False, halt: Halt | None = None
) -> Built:
    """Build a runner unless it is up to date.

    Output goes to ``build/log.txt`` in the runner's folder. Two builds of one runner wait for each other, those of
    different runners do not.

    Args:
        manifest: the runner's.
        progress: called with the last line of output, as it comes.
        force: whether to build it even if it is up to date.
        halt: by which another thread may end it.

    Raises:
        BuildError: a command failed, took longer than the manifest allows, or was ended.
    """
    begin = time.monotonic()
    folder = manifest.folder / "build"
    log, stamp = folder / f"log{manifest.own_files}.txt", _stamp(manifest)
    if not manifest.build.commands:
        return Built(fresh=True, seconds=0.0, log=log)
    tell = progress or (lambda _: None)
    try:
        folder.mkdir(exist_ok=True)
        with _lock(folder / "lock", tell):
            if not force and is_built(manifest):
                return Built(fresh=True, seconds=time.monotonic() - begin, log=log)
            made_from = fingerprint(manifest)
            stamp.unlink(missing_ok=True)
            with log.open("wb") as output:
                for command in manifest.build.commands:
                    deadline = begin + manifest.build.timeout_s
                    _run(manifest, fill_in(command), output, deadline, tell, halt or Halt())
            stamp.write_text(made_from)
    except OSError as error:
        raise BuildError(manifest.name, str(error), log) from error
    return Built(fresh=False, seconds=time.monotonic() - begin, log=log)


def is_built(manifest: Manifest) -> bool:
    """Whether a runner is built and up to date."""
    if not manifest.build.commands:
        return True
    stamp = _stamp(manifest)
    return _program_exists(manifest) and stamp.exists() and stamp.read_text() == fingerprint(manifest)


def _stamp(manifest: Manifest) -> Path:
    return manifest.folder / "build" / f"stamp{manifest.own_files}.txt"


def fingerprint(manifest: Manifest) -> str:
    """Return a digest of all that a build is made from.

    That is the commands, the contents of the inputs, the environment variables, the programs that the manifest names
    (by their place, size and time), and the versions of its Debian packages, so that a library that is installed later
    is noticed.
    """
    digest = hashlib.sha256()

    def add(*parts: object) -> None:
        digest.update("\0".join(map(str, parts)).encode() + b"\0\0")

    for command in manifest.build.commands:
        add("command", *fill_in(command))
    for file in _inputs(manifest):
        add("input", file.relative_to(manifest.folder), hashlib.sha256(file.read_bytes()).hexdigest())
    for name, text in sorted(os.environ.items()):
        if any(fnmatch.fnmatchcase(name, pattern) for pattern in manifest.build.variables):
            add("variable", name, text)
    for name in manifest.made_with.programs:
        program = shutil.which(name)
        if program is not None:
            status = Path(program).stat()
            add("program", Path(program).resolve(), status.st_size, status.st_mtime_ns)
    for package, version in sorted(installed_versions(manifest.made_with.apt).items()):
        add("package", package, version)
    return digest.hexdigest()


def _inputs(manifest: Manifest) -> list[Path]:
    matched = {path for pattern in manifest.build.inputs for path in manifest.folder.glob(pattern)}
    # A folder stands for all that is in it: before Python 3.13, ``harness/**`` matches folders only.
    found = matched | {file for path in matched if path.is_dir() for file in path.rglob("*")}

    def is_source(file: Path) -> bool:
        folders = file.relative_to(manifest.folder).parts[:-1]
        hidden = (name.startswith(".") and name != ".." for name in folders)  # a neighbour's sources may be inputs too
        return file.is_file() and not any(hidden) and _OUTPUT_FOLDERS.isdisjoint(folders)

    return sorted(filter(is_source, found))


def _program_exists(manifest: Manifest) -> bool:
    """Whether what is started is still there, if it is a file of the runner's own."""
    program = manifest.start.command[0]
    return "/" not in program or "{" in program or (manifest.folder / program).exists()


@contextlib.contextmanager
def _lock(file: Path, tell: Progress) -> Iterator[None]:
    with file.open("wb") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            tell("waiting for another build of it")
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _run(manifest: Manifest, command: list[str], log: IO[bytes], deadline: float, tell: Progress, halt: Halt) -> None:
    """Run one command to its end, passing its output on."""
    log.write(f"$ {' '.join(command)}\n".encode())
    log.flush()
    path = Path(log.name)
    try:
        process = subprocess.Popen(  # noqa: S603  (the manifest is there to say what to run)
            command,
            cwd=manifest.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:  # ValueError: a NUL in the command
        log.write(f"{error}\n".encode())
        words = error.strerror if isinstance(error, OSError) else error
        raise BuildError(manifest.name, f"{command[0]} could not be started: {words}", path) from error
    late = threading.Event()

    def stop() -> None:
        late.set()
        _kill_group(process.pid)

    timer = threading.Timer(max(0.0, deadline - time.monotonic()), stop)
    last_lines: deque[str] = deque(maxlen=_TAIL_LINES)
    timer.start()
    try:
        assert process.stdout is not None
        with halt.covers(process.pid):
            for line in process.stdout:
                log.write(line)
                text = line.decode(errors="replace").rstrip()
                if text:
                    last_lines.append(text)
                    tell(text)
            status = process.wait()
    finally:
        timer.cancel()
        _kill_group(process.pid)
        process.wait()
    if halt.called:
        raise BuildError(manifest.name, f"{command[0]} was stopped", path)
    if late.is_set():
        reason = f"{command[0]} was not done after {manifest.build.timeout_s:g} s"
        raise BuildError(manifest.name, reason, path, tuple(last_lines))
    if status:
        raise BuildError(manifest.name, f"{command[0]} {describe_status(status)}", path, tuple(last_lines))


def _kill_group(group: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)
