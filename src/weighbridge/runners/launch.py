"""Finding the runners, and starting one."""

from __future__ import annotations

import contextlib
import ctypes.util
import functools
import itertools
import os
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import platformdirs

from weighbridge.runners import errors, prebuilt, shipped
from weighbridge.runners.client import RunnerClient, Timeouts
from weighbridge.runners.confinement import (
    Reach,
    limit,
    temporary_files,
    tool_chain,
    with_scratch,
    within,
    without_network,
)
from weighbridge.runners.manifest import Manifest, ManifestError
from weighbridge.runners.transport import CannotStart, StdioTransport

RUNNERS_VARIABLE = "WEIGHBRIDGE_RUNNERS"
"""The environment variable that names the folder of runners."""

_RAISED_NICENESS = -20
_STEADY_MALLOC = {"MALLOC_MMAP_THRESHOLD_": "33554432", "MALLOC_TRIM_THRESHOLD_": "67108864"}
"""glibc moves these two as large blocks are freed, up to these values, which a program that runs for long reaches.

Where they stand decides whether a block of some 100 KB is asked of the kernel for each document: left to move, what ran
before in the same process would change a result up to sixfold.
"""
_numbers = itertools.count(1)


def runners_root() -> Path:
    """Return the folder that holds a folder for each runner.

    It is what ``WEIGHBRIDGE_RUNNERS`` names; or else ``runners`` in the checkout that this package lies in, or in the
    user's cache where it is installed.

    Raises:
        ManifestError: there is no such folder.
    """
    named = os.environ.get(RUNNERS_VARIABLE)
    if named:
        root = Path(named).expanduser().resolve()
        if root.is_dir():
            return root
        raise ManifestError(f"{RUNNERS_VARIABLE} names {root}, which is not a folder")
    if shipped.is_installed():
        try:
            return _unfolded()
        except OSError as error:
            raise ManifestError(f"the runners' sources cannot be unfolded: {error}") from error
    return Path(__file__).resolve().parents[3] / "runners"


@functools.cache
def _unfolded() -> Path:
    prebuilt.offer_runtimes()
    root = shipped.unfold()
    prebuilt.lay(root, shipped.digest())
    return root


def fill_in(command: Sequence[str]) -> list[str]:
    """Put this Python in the place of ``{python}`` in an argument vector."""
    return [part.replace("{python}", sys.executable) for part in command]


def program_of(manifest: Manifest) -> Path:
    """Return the file of the program that a runner's command starts, as the system knows it: without links."""
    return (manifest.folder / fill_in(manifest.start.command)[0]).resolve()


def start(
    manifest: Manifest,
    *,
    under: Sequence[str] = (),
    writes: Sequence[Path] = (),
    timed: bool = True,
    environment: Mapping[str, str] | None = None,
    log: Path | None = None,
    timeouts: Timeouts | None = None,
    patience_s: float | None = None,
) -> RunnerClient:
    """Start a runner that has been built.

    The process runs in a session of its own, so that Ctrl-C at the terminal reaches only this one, and at raised
    priority where the system grants it and the process is to be timed.

    Args:
        manifest: the runner's.
        under: the program, with its arguments, that watches the runner; nothing is timed then.
        writes: the folders that this program writes to.
        timed: whether anything else is.
        environment: variables of its environment besides those of the manifest.
        log: the file for its standard error, made when it writes some; in the user's state folder if None.
        timeouts: how long it may take; what suits its line if None.
        patience_s: how long it may take to start, where it may not take as long as anything unknown.

    Raises:
        errors.CannotStart: its program is not there or may not be run.
    """
    if log is None:
        log = (
            platformdirs.user_state_path("weighbridge") / "logs" / f"{manifest.name}-{os.getpid()}-{next(_numbers)}.log"
        )
    command = [*under, *with_scratch(fill_in(manifest.start.command))]
    if not manifest.start.inherits:  # nor the PATH
        command[0] = shutil.which(command[0]) or command[0]
    try:
        told = manifest.start.environment
        variables = {
            **_STEADY_MALLOC,
            **(temporary_files() if manifest.start.inherits else {}),
            **(environment or {}),
            **dict(zip(told, with_scratch(told.values()), strict=True)),
            **_preloading(manifest.start.preload),
        }
        transport = within(
            _reach(manifest, command, writes, is_watched=bool(under)),
            lambda: StdioTransport(
                command if manifest.start.network else without_network(command, manifest.folder),
                folder=manifest.folder,
                environment=variables,
                inherits=manifest.start.inherits,
                log=log,
            ),
        )
    except CannotStart as error:
        raise errors.CannotStart(manifest.name, "start", str(error)) from error
    limit(transport.pid)
    raised_priority = timed and not under and _raise_priority(transport.pid)
    timeouts = timeouts or Timeouts(bytes_per_s=manifest.start.bytes_per_s)
    if patience_s is not None:
        timeouts = replace(timeouts, start=min(timeouts.start, patience_s))
    return RunnerClient(manifest.name, transport, raised_priority=raised_priority, timeouts=timeouts)


def _reach(manifest: Manifest, command: Sequence[str], writes: Sequence[Path], *, is_watched: bool) -> Reach:
    """Return which files a runner may open: all runners', for one may use another's, and its tool chain's."""
    programs = (command[0], *fill_in(manifest.start.command)[:1], *manifest.made_with.programs)
    return Reach(
        reads=(
            manifest.folder.parent,
            *tool_chain(dict.fromkeys(programs), manifest.folder),
            *manifest.places(manifest.start.reads),
        ),
        writes=(*writes, *manifest.places(manifest.start.writes)),
        network=manifest.start.network,
        signals=is_watched,  # valgrind finds out by one whether somebody still reads its counter
    )


def _preloading(library: str) -> dict[str, str]:
    """Return the variables that have the loader take a library first, if one is named.

    Raises:
        CannotStart: it is not installed: the loader would only warn of that, and go on without it.
    """
    if not library:
        return {}
    file = ctypes.util.find_library(library)
    if file is None:
        raise CannotStart(f"the shared library {library} is not installed")
    return {"LD_PRELOAD": file}


@contextlib.contextmanager
def raised_priority() -> Iterator[None]:
    """Run this process at raised priority too, where the system grants it.

    While runners work it waits, but between two batches they wait for it.
    """
    before = os.getpriority(os.PRIO_PROCESS, 0)
    _raise_priority(0)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, 0, before)


def _raise_priority(pid: int) -> bool:
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, pid, _RAISED_NICENESS)
        return True
    return False
