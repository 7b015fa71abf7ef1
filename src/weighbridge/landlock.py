"""Landlock, by which Linux keeps a program from files and from TCP, for whoever asks: no privilege, nothing to install.

The kernel's interface is https://docs.kernel.org/userspace-api/landlock.html. There is no function of the C library for
it, and the binding on PyPI is an early one that knows neither TCP nor scopes.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import functools
import os
import platform
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

Made = TypeVar("Made")

SWITCH = "WEIGHBRIDGE_CONFINE"
"""The environment variable that lets programs reach all files that the user can, where it is ``off``."""

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
"""Numbers of the calls, which are the same on every processor."""
_VERSION = 1
_BENEATH_A_PATH = 1
_NO_NEW_PRIVILEGES = 38

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_FOLDER = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_TRUNCATE, _IOCTL_DEVICE = 1 << 14, 1 << 15
_READ = _EXECUTE | _READ_FILE | _READ_FOLDER
_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEVICE
_FILE_RIGHTS = {1: (1 << 13) - 1, 2: 1 << 13, 3: _TRUNCATE, 5: _IOCTL_DEVICE}
"""What may be done to files, by the version that knows of it first."""
_TCP_RIGHTS = 0b11
_SOCKETS, _SIGNALS = 0b01, 0b10
"""What is kept within: sockets without a file, and signals."""


class _Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scopes", ctypes.c_uint64))


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"  # what Python 3.14 wants to be told where things are packed
    _fields_ = (("rights", ctypes.c_uint64), ("folder", ctypes.c_int32))


_libc = ctypes.CDLL(None, use_errno=True)


def _call(number: int, *arguments: object) -> int:
    result: int = _libc.syscall(ctypes.c_long(number), *arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


@functools.cache
def version() -> int:
    """Return the version of Landlock that the kernel has; 0 where it has none or does not let us use it."""
    if platform.system() != "Linux":
        return 0
    try:
        return _call(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(_VERSION))
    except (OSError, AttributeError):  # AttributeError: a C library without `syscall`
        return 0


class Rules:
    """What a program may reach; all else it may not. Files that are open already are not concerned."""

    def __init__(self, *, network: bool = False, signals: bool = False) -> None:
        """Begin with nothing that may be reached.

        Args:
            network: whether TCP is allowed, and sockets of programs outside.
            signals: whether programs outside may be sent some.

        Raises:
            OSError: the kernel does not want to.
        """
        has = version()
        self._known = sum(rights for since, rights in _FILE_RIGHTS.items() if since <= has)
        rules = _Ruleset(
            files=self._known,
            network=_TCP_RIGHTS if has >= 4 and not network else 0,
            scopes=(0 if network else _SOCKETS) | (0 if signals else _SIGNALS) if has >= 6 else 0,
        )
        # Kernels refuse members that they do not know, unless they are zero.
        self._rules = _call(
            _CREATE_RULESET, ctypes.byref(rules), ctypes.c_size_t(ctypes.sizeof(rules)), ctypes.c_uint32(0)
        )

    def allow(self, paths: Iterable[Path], *, writing: bool = False) -> None:
        """Let files and folders with all that is in them be read and run, and on demand written.

        What is not there, or is no file of a file system, such as a pipe, is passed over: it stays as it was.
        """
        for path in paths:
            with contextlib.suppress(OSError):
                self._allow(path, (self._known if writing else _READ) & (-1 if path.is_dir() else _OF_FILES))

    def _allow(self, path: Path, rights: int) -> None:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
        try:
            rule = _Beneath(rights=rights & self._known, folder=opened)
            _call(
                _ADD_RULE,
                ctypes.c_int(self._rules),
                ctypes.c_int(_BENEATH_A_PATH),
                ctypes.byref(rule),
                ctypes.c_uint32(0),
            )
        finally:
            os.close(opened)

    def keep_this_thread(self) -> None:
        """Hold this thread, and every program that it starts from now on, to the rules; there is no way back.

        Raises:
            OSError: the kernel does not want to.
        """
        if _libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0):
            raise OSError(ctypes.get_errno(), "privileges cannot be given up")
        _call(_RESTRICT_SELF, ctypes.c_int(self._rules), ctypes.c_uint32(0))

    def __del__(self) -> None:
        """Give back what the kernel holds."""
        if hasattr(self, "_rules"):
            os.close(self._rules)


def under(rules: Rules, start: Callable[[], Made]) -> Made:
    """Return what a function makes in a thread of its own that is held to rules: so is each program that it starts.

    Rules hold a thread and not its process, so that nothing stands between the two programs and costs no time.

    Raises:
        OSError: the kernel does not want to; else what the function raises.
    """
    made: list[Made] = []
    failures: list[BaseException] = []

    def work() -> None:
        try:
            rules.keep_this_thread()
            made.append(start())
        except BaseException as error:  # noqa: BLE001 (it is raised where it is awaited)
            failures.append(error)

    thread = threading.Thread(target=work, name="confined")
    thread.start()
    thread.join()
    if failures:
        raise failures[0]
    return made[0]


def keep_to_reading(*folders: Path) -> None:
    """Let this thread, and what it starts, write only in folders and make no TCP connection, where the system can.

    It is for what reads bytes of unknown origin by a library: a mistake of the library's then does no harm.
    """
    if why_not() is None:
        rules = Rules()
        rules.allow([Path("/")])
        rules.allow(folders, writing=True)
        rules.keep_this_thread()


def why_not() -> str | None:
    """Say why no program can be kept from files here; None if it can."""
    if os.environ.get(SWITCH) == "off":
        return f"{SWITCH} is off"
    if version():
        return None
    if platform.system() != "Linux":
        return f"{platform.system()} has no Landlock"
    try:
        _call(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(_VERSION))
    except OSError as error:
        if error.errno == errno.EOPNOTSUPP:
            return "Landlock is switched off: add it to the kernel's parameter lsm="
    return f"this kernel, {platform.release()}, has no Landlock (Linux 5.13 has it first), or it is blocked"
