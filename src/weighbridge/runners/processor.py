"""Which processor threads run on, where the system lets us choose (Linux); elsewhere nothing here does anything."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path


def usable_processors() -> tuple[int, ...]:
    """The processors that this process may use; empty where the system does not let threads be held on one."""
    return tuple(sorted(os.sched_getaffinity(0))) if hasattr(os, "sched_setaffinity") else ()


@contextlib.contextmanager
def held_on(processor: int | None) -> Iterator[None]:
    """Hold the calling thread on a processor; None is no hold. Processes started meanwhile would be held there too."""
    if processor is None:
        yield
        return
    before = os.sched_getaffinity(0)
    move_here(processor)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def move_here(processor: int) -> None:
    """Move the calling thread to a processor."""
    os.sched_setaffinity(0, {processor})


def hold_thread(thread: int, processor: int) -> None:
    """Hold a thread of another process on one processor; nothing happens if it has ended."""
    with contextlib.suppress(OSError):
        os.sched_setaffinity(thread, {processor})


def busiest_thread(process: int) -> int | None:
    """Return the thread of a process and those it started that has had most of a processor: the one that works."""
    used: dict[int, int] = {}
    waiting = [process]
    while waiting:
        tasks: list[Path] = []
        with contextlib.suppress(OSError):  # it may end while we look
            tasks += Path(f"/proc/{waiting.pop()}/task").iterdir()
        for task in tasks:
            with contextlib.suppress(OSError):  # so may any of its threads
                # Behind the name, which may hold anything, stand the ticks in user mode and in the kernel.
                ticks = (task / "stat").read_text().rpartition(")")[2].split()
                used[int(task.name)] = int(ticks[11]) + int(ticks[12])
                waiting += map(int, (task / "children").read_text().split())
    return max(used, key=lambda thread: used[thread]) if used else None
