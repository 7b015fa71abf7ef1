"""What runners may not do: they hold users' documents, and run libraries that nobody here has read.

The same holds for what generates and compiles types, since keys of documents stand in the sources.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import os
import pwd
import resource
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from weighbridge import landlock

_CUT_OFF = ("unshare", "--net", "--")
_CUT_OFF_BY_ANYBODY = ("unshare", "--user", "--map-current-user", "--net", "--")
"""Linux's own way to start a program without a network; only root needs no namespace of users for it."""
_FIRST_TO_GO = "500"
"""Where memory runs out, the kernel ends a program with a higher score first: a runner, and not the one that asks."""


_PRIVATE = ("/home", "/root", "/tmp", "/var/tmp", "/run/user", "/media", "/mnt")  # noqa: S108 (nothing is put there)
"""Where people keep what is theirs, besides their home."""
_DEVICES = tuple(map(Path, ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty")))
_SHARED = (".local", ".cargo")
"""Folders of a home that have a ``bin``, and much besides that is nobody's business."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Which files a program may open, besides the system's, and whether it has a network.

    Attributes:
        reads: files and folders that it may read.
        writes: those that it may write, too; a folder for temporary files is always among them.
        network: whether it may call others.
        signals: whether it may send signals to programs that are not confined with it.
    """

    reads: tuple[Path, ...] = ()
    writes: tuple[Path, ...] = ()
    network: bool = False
    signals: bool = False


def warning() -> str | None:
    """Return what to tell of a system that keeps programs from nothing; None where it does."""
    reason = landlock.why_not()
    if reason is None:
        return None
    return f"Runners are not kept from your files: {reason}. Weigh strangers' documents as another user."


def within(reach: Reach, start: Callable[[], landlock.Made]) -> landlock.Made:
    """Return what a function makes, which starts programs that open no files beyond a reach where the system can."""
    return start() if landlock.why_not() else landlock.under(_rules(reach), start)


@functools.cache
def scratch() -> Path:
    """Return the folder for temporary files of confined programs, which goes when this process ends."""
    folder = Path(tempfile.mkdtemp(prefix="weighbridge-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def temporary_files() -> dict[str, str]:
    """Return the variables that send programs there with their temporary files."""
    return {"TMPDIR": str(scratch())}


def with_scratch(command: Iterable[str]) -> list[str]:
    """Put that folder in the place of ``{scratch}`` in an argument vector: not every runtime heeds a variable."""
    return [part.replace("{scratch}", str(scratch())) for part in command]


def tool_chain(programs: Iterable[str], folder: Path) -> Iterator[Path]:
    """Yield the folders that programs are installed in, which may be in the user's home.

    Args:
        programs: by name, or by path relative to a folder.
        folder: that folder.
    """
    homes = _homes()
    for name in programs:
        found = shutil.which(name if "/" not in name else folder / name)
        for program in {Path(found).absolute(), Path(found).resolve()} if found else ():
            place = program.parent
            above = place.parent
            shares = above in homes or (above.parent in homes and above.name in _SHARED)
            yield above if place.name in ("bin", "shims") and not shares else place


@functools.lru_cache(maxsize=64)
def _rules(reach: Reach) -> landlock.Rules:
    rules = landlock.Rules(network=reach.network, signals=reach.signals)
    rules.allow(_public())
    rules.allow(reach.reads)
    rules.allow((*_DEVICES, scratch(), *reach.writes), writing=True)
    if os.geteuid():
        # `unshare` writes the map of users there. What is another process's is beyond Landlock's reach all the same.
        rules.allow([Path("/proc")], writing=True)
    return rules


def forget() -> None:
    """Find out anew whose files are whose."""
    _public.cache_clear()
    _rules.cache_clear()


def _homes() -> set[Path]:
    homes = {Path.home()}
    with contextlib.suppress(KeyError):  # a user without a name
        homes.add(Path(pwd.getpwuid(os.getuid()).pw_dir))
    return {home.resolve() for home in homes} - {Path("/")}


@functools.cache
def _public() -> tuple[Path, ...]:
    """Return the folders that hold nobody's own files: all but homes and places for temporary files."""
    private = {*map(Path, _PRIVATE), Path(tempfile.gettempdir()).resolve(), *_homes()}

    def below(folder: Path) -> Iterator[Path]:
        with contextlib.suppress(OSError):  # what we may not look into, they may not either
            for child in folder.iterdir():
                place = child.resolve()
                if any(place.is_relative_to(one) for one in private):
                    continue
                if place.is_dir() and any(one.is_relative_to(place) for one in private):
                    yield from below(child)
                else:
                    yield child

    return tuple(below(Path("/")))


def without_network(command: Sequence[str], folder: Path) -> list[str]:
    """Return a command that runs the same program, in the same process, without a network where the system can.

    A program that is not there is left to be missed under its own name.
    """
    there = shutil.which(command[0] if "/" not in command[0] else folder / command[0])
    return [*(_cutter() if there else ()), *command]


@functools.cache
def _cutter() -> tuple[str, ...]:
    """Return what cuts a program off from the network here; nothing where the system does not let us."""
    for cutter in (_CUT_OFF, _CUT_OFF_BY_ANYBODY):
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            subprocess.run([*cutter, "true"], check=True, capture_output=True, timeout=10)  # noqa: S603 (constants)
            return cutter
    return ()


def limit(process: int) -> None:
    """Limit what a process and those that it starts may take, as far as the system lets us.

    A crash leaves no image of the memory behind, which holds documents; no process takes more memory than the machine
    has; and where it runs out, they are ended before this one.
    """
    with contextlib.suppress(OSError, ValueError, AttributeError):  # AttributeError: no Linux
        resource.prlimit(process, resource.RLIMIT_CORE, (0, 0))
        memory = os.sysconf("SC_PHYS_PAGES") * resource.getpagesize()
        _, most = resource.prlimit(process, resource.RLIMIT_DATA)
        if most == resource.RLIM_INFINITY or most > memory:
            resource.prlimit(process, resource.RLIMIT_DATA, (memory, memory))
    with contextlib.suppress(OSError):
        Path(f"/proc/{process}/oom_score_adj").write_text(_FIRST_TO_GO)


def limit_growth(process: int, more: int) -> None:
    """Let a process take so many bytes more than it has, as far as the system lets us."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        has = _status(process, "VmData")
        if has is not None:
            resource.prlimit(process, resource.RLIMIT_DATA, (has + more, has + more))


def peak_memory(process: int) -> int | None:
    """Return the most memory that a process ever held, in bytes; None where the system does not tell."""
    return _status(process, "VmHWM")


def _status(process: int, member: str) -> int | None:
    with contextlib.suppress(OSError, ValueError):
        for line in Path(f"/proc/{process}/status").read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith(f"{member}:"):
                return int(line.split()[1]) * 1024
    return None
