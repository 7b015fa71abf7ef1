"""Locks on what is built: whoever uses a build shares its lock, and whoever replaces it has the lock alone.

A process that dies frees its locks, and a reader needs no right to write: `flock` takes any file that can be opened.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

_PAUSE_S = 0.1

_mutex = threading.Lock()
_scopes = 0
_shared: dict[Path, int] = {}
_exclusive: dict[Path, int] = {}
_claimed: set[Path] = set()  # by the one thread of this process that has it alone, or waits for that


class GaveUp(Exception):
    """A lock that was no longer waited for, because whoever waited was to end."""


@contextlib.contextmanager
def held() -> Iterator[None]:
    """Keep whatever is used until this context ends, so that no other process builds it anew meanwhile."""
    global _scopes  # noqa: PLW0603 (a process has one set of locks, whichever thread takes them)
    with _mutex:
        _scopes += 1
    try:
        yield
    finally:
        with _mutex:
            _scopes -= 1
            for file in () if _scopes else tuple(_shared):
                os.close(_shared.pop(file))


def use(file: Path, wait: Callable[[], bool]) -> bool:
    """Share a lock until `held` ends; for no longer than this call outside of it.

    Args:
        file: the lock. Where there is none, or none that can be read, there is nothing to share.
        wait: called every moment while somebody else has it alone; says whether to go on waiting.

    Returns:
        Whether it is shared now, or there is nothing to share.
    """
    while not _share(file):
        if not wait():
            return False
        time.sleep(_PAUSE_S)
    return True


def _share(file: Path) -> bool:
    with _mutex:
        if file in _shared:
            return True
        if file in _claimed:  # a share of ours would keep our own thread waiting for ever
            return False
        try:
            handle = os.open(file, os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            return True
        shared = _locked(handle, fcntl.LOCK_SH)
        if shared and _scopes:
            _shared[file] = handle
        else:
            os.close(handle)
        return shared


def is_ours(file: Path) -> bool:
    """Whether this process shares a lock, or has it alone, or waits for that."""
    with _mutex:
        return file in _shared or file in _claimed


@contextlib.contextmanager
def alone(file: Path, wait: Callable[[], bool]) -> Iterator[None]:
    """Have a lock alone, which is made if need be; this process no longer shares it.

    What is started meanwhile and takes it over (`descriptors`) keeps it, should this process die: a compiler that
    nobody awaits any more still writes.

    Args:
        file: the lock.
        wait: as for `use`.

    Raises:
        GaveUp: it was not waited for.
        OSError: it cannot be made.
    """
    with _claim(file, wait):
        handle = os.open(file, os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            while not _locked(handle, fcntl.LOCK_EX):
                _go_on(wait)
            with _mutex:
                _exclusive[file] = handle
            try:
                yield
            finally:
                with _mutex:
                    del _exclusive[file]
                fcntl.flock(handle, fcntl.LOCK_UN)  # whoever took it over has it no longer, either
        finally:
            os.close(handle)


@contextlib.contextmanager
def _claim(file: Path, wait: Callable[[], bool]) -> Iterator[None]:
    """Keep the other threads of this process from a lock: its share is the process's, and ends here."""
    while not _claimed_now(file):
        _go_on(wait)
    try:
        yield
    finally:
        with _mutex:
            _claimed.remove(file)


def _claimed_now(file: Path) -> bool:
    with _mutex:
        if file in _claimed:
            return False
        _claimed.add(file)
        if file in _shared:
            os.close(_shared.pop(file))
        return True


def _go_on(wait: Callable[[], bool]) -> None:
    if not wait():
        raise GaveUp
    time.sleep(_PAUSE_S)


def descriptors(folder: Path) -> tuple[int, ...]:
    """Return the descriptors of the locks in a folder that this process has alone."""
    with _mutex:
        return tuple(handle for file, handle in _exclusive.items() if file.parent == folder)


def _locked(handle: int, how: int) -> bool:
    try:
        fcntl.flock(handle, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
