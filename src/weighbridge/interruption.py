"""Somebody ends the command: Ctrl-C, SIGTERM as a system that shuts down sends it, SIGHUP of a terminal that is closed.

While the command is loaded, nothing has begun, and it ends at once. Later it stops in order, once: what it keeps is
kept, and no process that it started stays behind.
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

_Handler = Callable[[int, FrameType | None], None]
_NUMBERS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
_STANDARD_STREAMS = (0, 1, 2)

_struck: int | None = None
_terminals: tuple[int, ...] = ()


class RunInterrupted(KeyboardInterrupt):
    """A run was interrupted that is in the database already; ``run`` is its name."""

    def __init__(self, run: str) -> None:
        super().__init__(run)
        self.run = run


@contextmanager
def of_run(run: str) -> Iterator[None]:
    """Say of an interruption that this run is kept."""
    try:
        yield
    except RunInterrupted:
        raise
    except KeyboardInterrupt as error:
        raise RunInterrupted(run) from error


def leave_at_once() -> None:
    """From now on, end the process where a signal asks for it: there is nothing to keep, and nobody to end."""
    global _struck  # noqa: PLW0603 (signals are the process's)
    _struck = None
    _handle(_leave)


def stop_in_order() -> None:
    """From now on, raise `KeyboardInterrupt` where a signal asks the process to end; of further ones take no notice.

    A second Ctrl-C must not tear apart what keeps the samples and ends the runners.
    """
    global _terminals  # noqa: PLW0603 (signals are the process's)
    _terminals = tuple(stream for stream in _STANDARD_STREAMS if os.isatty(stream))
    _handle(_stop)


def finish() -> None:
    """All is done that has to be: end what is left of the processes that were started, if a signal asked for it."""
    _handle(_ignore)
    if _struck is not None:
        end_children()
    _handle(_leave)


def has_come() -> bool:
    """Tell whether a signal has asked the process to end."""
    return _struck is not None


def status() -> int:
    """Return the exit status that tells which signal asked the process to end: 130 for Ctrl-C.

    It is what shells make of a program that the signal ends.
    """
    return 128 + (signal.SIGINT if _struck is None else _struck)


def end_children() -> None:
    """End the processes that this one has started, each with its session, where the system tells of them."""
    for child in _children():
        with contextlib.suppress(ProcessLookupError, PermissionError):
            (os.killpg if os.getpgid(child) == child else os.kill)(child, signal.SIGKILL)


def _children() -> Iterator[int]:
    with contextlib.suppress(OSError):  # no Linux
        for thread in os.listdir("/proc/self/task"):  # noqa: PTH208 (what this module needs is loaded before it listens)
            with (
                contextlib.suppress(OSError),  # the thread is gone meanwhile
                open(f"/proc/self/task/{thread}/children", encoding="ascii") as listed,  # noqa: PTH123
            ):
                yield from map(int, listed.read().split())


def _handle(handler: _Handler) -> None:
    for number in _NUMBERS:
        if signal.getsignal(number) is not signal.SIG_IGN:  # as nohup has it, or a shell's background job
            signal.signal(number, handler)


def _leave(number: int, _frame: FrameType | None) -> None:
    os._exit(128 + (number if _struck is None else _struck))


def _stop(number: int, _frame: FrameType | None) -> None:
    global _struck  # noqa: PLW0603 (signals are the process's)
    _struck = number
    _handle(_ignore)
    _forget_terminals()
    raise KeyboardInterrupt


def _ignore(_number: int, _frame: FrameType | None) -> None:
    """Do nothing: unlike what is ignored by the system, this is not inherited by processes that are started."""


def _forget_terminals() -> None:
    """Let what is printed lead nowhere where a terminal was that is gone: to print would fail, and keep nothing."""
    for stream in _terminals:
        if not os.isatty(stream):
            with contextlib.suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_RDWR), stream)
