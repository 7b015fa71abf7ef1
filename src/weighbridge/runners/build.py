"""Building a runner, when something that it is made from has changed."""

from __future__ import annotations

import errno
import os
import pwd
import shutil
import subprocess
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO

from weighbridge.runners import build_record, in_use
from weighbridge.runners.build_record import Record
from weighbridge.runners.confinement import (
    Reach,
    temporary_files,
    tool_chain,
    with_scratch,
    within,
    without_network,
)
from weighbridge.runners.halt import Halt, kill_group
from weighbridge.runners.launch import fill_in
from weighbridge.runners.manifest import Manifest
from weighbridge_kit.transport import describe_status

Progress = Callable[[str], None]

_TAIL_LINES = 15
_ANOTHER_BUILD = "another command that builds it"


class BuildError(Exception):
    """A build that failed.

    Attributes:
        runner: the runner's name.
        reason: what went wrong, as the end of a sentence about the build.
        last_lines: the end of its output.
        log: the file with all of it; None where nothing was started.
    """

    def __init__(self, runner: str, reason: str, log: Path | None, last_lines: tuple[str, ...] = ()) -> None:
        self.runner = runner
        self.reason = reason
        self.last_lines = last_lines
        self.log = log
        super().__init__(runner, reason)

    def __str__(self) -> str:
        sentences = [f"Runner {self.runner} could not be built: {self.reason}."]
        if self.last_lines:
            sentences += ["Its last words were:", *(f"  {line}" for line in self.last_lines)]
        if self.log is not None:
            sentences.append(f"All of the build's output is in {self.log}.")
        return "\n".join(sentences)


class _Ended(BuildError):
    """A build that was ended from outside, so that files may be half written."""


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


def build(
    manifest: Manifest,
    *,
    progress: Progress | None = None,
    notice: Progress | None = None,
    force: bool = False,
    halt: Halt | None = None,
) -> Built:
    """Build a runner unless it is up to date.

    Output goes to ``build/log.txt`` in the runner's folder. Two builds in one folder wait for each other, those of
    different runners do not; and whoever uses what is built (`in_use.held`) is waited for before it is replaced. To
    find a runner up to date nothing is written.

    Args:
        manifest: the runner's.
        progress: called with the last line of output, as it comes.
        notice: called with what it waits for, once.
        force: whether to build it even if it is up to date.
        halt: by which another thread may end it.

    Raises:
        BuildError: a tool is not here, a command failed, took longer than the manifest allows, or was ended.
    """
    log = log_of(manifest)
    tell, halt = progress or (lambda _: None), halt or Halt()
    begin = halt.clock()
    waiting = partial(_Waiting, notice or tell, halt, manifest.title)
    if manifest.rests_on is not None:
        build(manifest.rests_on, progress=tell, notice=notice, halt=halt)
    if not force and _is_ready(manifest, waiting):
        return Built(fresh=True, seconds=halt.clock() - begin, log=log)
    _require_tools(manifest)
    try:
        log.parent.mkdir(exist_ok=True)
        with (
            in_use.alone(_lock_of(manifest), waiting("another command that uses it, to build it anew")),
            in_use.alone(log.parent / "lock", waiting(_ANOTHER_BUILD)),
        ):
            fresh = not force and is_built(manifest)
            if not fresh:
                _build(manifest, begin, log, tell, halt)
    except in_use.GaveUp:
        raise BuildError(manifest.name, "it was stopped while it waited for another command", None) from None
    except OSError as error:
        raise BuildError(manifest.name, _why_refused(manifest, error), None) from error
    in_use.use(_lock_of(manifest), waiting(_ANOTHER_BUILD))
    return Built(fresh=fresh, seconds=halt.clock() - begin, log=log)


def is_built(manifest: Manifest) -> bool:
    """Whether a runner is built and up to date."""
    return build_record.standing(manifest) == "current"


def log_of(manifest: Manifest) -> Path:
    """Return the file with the output of a runner's last build."""
    return manifest.folder / "build" / f"log{manifest.own_files}.txt"


def is_being_built(manifest: Manifest) -> bool:
    """Whether somebody builds a runner at this moment; if nobody does, nobody will while it is held."""
    return not in_use.use(_lock_of(manifest), lambda: False)


def remove(manifest: Manifest, place: Path) -> bool:
    """Remove the folder that a runner was built in, and what is known of that; whether nobody uses it at this moment.

    Its lock stays, for which somebody may be waiting.

    Raises:
        OSError: it cannot be removed.
    """
    lock = _lock_of(manifest)
    if in_use.is_ours(lock):
        return False
    try:
        with in_use.alone(lock, lambda: False):
            build_record.forget(manifest)
            log_of(manifest).unlink(missing_ok=True)
            shutil.rmtree(place)
    except in_use.GaveUp:
        return False
    return True


def _is_ready(manifest: Manifest, waiting: Callable[[str], _Waiting]) -> bool:
    """Whether a runner is up to date, and stays so while it is held."""
    if not build_record.steps(manifest):
        return True
    if not in_use.use(_lock_of(manifest), waiting(_ANOTHER_BUILD)):
        raise BuildError(manifest.name, "it was stopped while another command built it", None)
    return is_built(manifest)


def _require_tools(manifest: Manifest) -> None:
    """Check that what builds a runner is here. What only starts it, such as a board's emulator, need not be.

    Raises:
        BuildError: a program is not on PATH.
    """
    only_starts = set(manifest.start.command).difference(*build_record.steps(manifest))
    lacking = [name for name in manifest.made_with.programs if name not in only_starts and shutil.which(name) is None]
    if lacking:
        raise BuildError(manifest.name, f"what builds it is not on PATH: {', '.join(lacking)}", None)


def _lock_of(manifest: Manifest) -> Path:
    return manifest.folder / "build" / f"in-use{manifest.own_files}.lock"


class _Waiting:
    """Says once what is waited for, and then whether to go on with that."""

    def __init__(self, notice: Progress, halt: Halt, title: str, whom: str) -> None:
        self._notice: Progress | None = notice
        self._halt = halt
        self._words = f"{title}: waiting for {whom}"

    def __call__(self) -> bool:
        if self._notice is not None:
            self._notice(self._words)
            self._notice = None
        return not self._halt.called


def _build(manifest: Manifest, begin: float, log: Path, tell: Progress, halt: Halt) -> None:
    """Run the commands of a build, and keep what it was made from."""
    before, now = build_record.read(manifest), build_record.origin(manifest)
    anew = not build_record.goes_on(before, now)
    record = Record(origin=now, state="begun", anew=anew)
    build_record.write(manifest, record)
    log.unlink(missing_ok=True)  # it may be another user's
    with log.open("wb") as output:
        if anew:
            _clear(manifest, output)
        commands = build_record.steps(manifest)
        done = 0
        try:
            for done, command in enumerate(map(fill_in, commands)):
                confined = done >= len(manifest.build.commands)
                _run(manifest, command, output, begin + manifest.build.timeout_s, tell, halt, confined=confined)
        except _Ended:
            raise
        except BuildError:
            build_record.write(manifest, record.model_copy(update={"state": "failed"}))
            if done + 1 < len(commands):  # half a configuration outlives no build; what compilers made does
                _clear(manifest, output)
            raise
    build_record.write(manifest, record.model_copy(update={"state": "complete"}))


def _clear(manifest: Manifest, log: IO[bytes]) -> None:
    """Remove what an earlier build left and a later one could stumble over."""
    for found in {path for pattern in manifest.build.leftovers for path in manifest.folder.glob(pattern)}:
        log.write(f"removing {found}, which a build could stumble over\n".encode())
        if found.is_dir() and not found.is_symlink():
            shutil.rmtree(found)
        else:
            found.unlink(missing_ok=True)


def _why_refused(manifest: Manifest, error: OSError) -> str:
    """Say why the system does not let it be built, and what to do about it."""
    if error.errno not in {errno.EACCES, errno.EPERM, errno.EROFS}:
        return str(error)
    place = Path(error.filename or manifest.folder)
    while not os.path.lexists(place):
        place = place.parent
    return (
        f"{place} belongs to {_user(place.lstat().st_uid)}, and {_user(os.geteuid())} may not write there. "
        f"Have {_user(manifest.folder.stat().st_uid)} type: weighbridge setup {manifest.name}; "
        "or work in a checkout of your own"
    )


def _user(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return f"user {number}"


def _run(
    manifest: Manifest,
    command: list[str],
    log: IO[bytes],
    deadline: float,
    tell: Progress,
    halt: Halt,
    *,
    confined: bool = False,
) -> None:
    """Run one command to its end, passing its output on."""
    log.write(f"$ {' '.join(command)}\n".encode())
    log.flush()
    path = Path(log.name)
    try:
        process = (_started_confined if confined else _started)(manifest, command)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the command
        log.write(f"{error}\n".encode())
        words = error.strerror if isinstance(error, OSError) else error
        raise BuildError(manifest.name, f"{command[0]} could not be started: {words}", path) from error
    done, late = threading.Event(), threading.Event()

    def stop_when_late() -> None:
        while (left := deadline - halt.clock()) > 0:
            if done.wait(left):
                return
        late.set()
        kill_group(process.pid)

    watch = threading.Thread(target=stop_when_late, daemon=True)
    last_lines: deque[str] = deque(maxlen=_TAIL_LINES)
    watch.start()
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
        done.set()
        watch.join()
        kill_group(process.pid)
        process.wait()
    if halt.called:
        raise _Ended(manifest.name, f"{command[0]} was stopped", path)
    if late.is_set():
        reason = f"{command[0]} was not done after {manifest.build.timeout_s:g} s"
        raise _Ended(manifest.name, reason, path, tuple(last_lines))
    if status:
        raise BuildError(manifest.name, f"{command[0]} {describe_status(status)}", path, tuple(last_lines))


def _started(manifest: Manifest, command: list[str], **variables: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # noqa: S603  (the manifest is there to say what to run)
        command,
        cwd=manifest.folder,
        env={**os.environ, **variables},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        pass_fds=in_use.descriptors(manifest.folder / "build"),
    )


def _started_confined(manifest: Manifest, command: list[str]) -> subprocess.Popen[bytes]:
    """Start a command that works on what was made of documents."""
    tools = tool_chain(dict.fromkeys((command[0], *manifest.made_with.programs)), manifest.folder)
    reach = Reach(
        reads=(manifest.folder.parent, *tools, *manifest.places(manifest.build.reads)),
        writes=manifest.places(manifest.build.writes),
    )
    command = without_network(with_scratch(command), manifest.folder)
    return within(reach, lambda: _started(manifest, command, **temporary_files()))
