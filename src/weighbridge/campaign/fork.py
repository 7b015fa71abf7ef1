"""The tuning fork: a fixed piece of work, timed beside every batch, that tells the state of the machine."""

from __future__ import annotations

import json
import time
from collections import deque

import numpy as np

from weighbridge.measure.pitch import QUIET_REACH, quiet_now
from weighbridge.runners.processor import busiest_thread, held_on, hold_thread, move_here, usable_processors

_WORK = json.dumps(
    {
        "numbers": [number * 1.5 for number in range(60)],
        "strings": [f"string {number}" for number in range(60)],
        "map": {str(number): number for number in range(60)},
    }
)
"""Reading JSON is work like codecs': it branches, allocates, and touches memory. A change needs a new `VERSION`."""
_STROKES = 3
_PROBES = 15
_PAUSE_S = 0.05
_LEARN_EVERY = 200
"""After so many strokes it is learned what a quiet pitch is at present."""
_LEARN_FROM = 4000
_CLEARLY = 1.15
"""To move costs warm caches: another processor must be quieter by this factor."""

VERSION = 2
"""Of the work: the pitch of another work is no pitch to compare with."""


def strike() -> int:
    """Do the work on the processor that this thread is on, and return the CPU time that it took, in nanoseconds.

    A first stroke is not timed: it would tell what the batch before it left of the caches, which is no state of the
    machine but a property of the codec.
    """
    json.loads(_WORK)
    began = time.thread_time_ns()
    for _ in range(_STROKES):
        json.loads(_WORK)
    return max(time.thread_time_ns() - began, 1)


def pitch() -> int:
    """Return the pitch of this moment: the median of a few strokes, in nanoseconds."""
    return sorted(strike() for _ in range(_PROBES))[_PROBES // 2]


def lowest_pitch() -> int | None:
    """Return the pitch of this moment on the quietest processor; None where threads cannot be held on one."""
    found: list[int] = []
    for processor in usable_processors():
        with held_on(processor):
            found.append(pitch())
    return min(found, default=None)


class Lookout:
    """Looks for the processor that is quiet now: on a shared machine each is shared with others, and at other times."""

    def __init__(self, quiet_ns: float | None) -> None:
        """Look out; what a quiet pitch is may be known of earlier runs, and is learned from what is heard."""
        self._processors = usable_processors()
        self._remembered_ns = quiet_ns
        self.quiet_ns = quiet_ns
        self._heard: deque[int] = deque(maxlen=_LEARN_FROM)
        self._strokes = 0

    @property
    def first(self) -> int | None:
        """The processor to begin with; None where threads cannot be held on one: no fork can tell anything then."""
        return self._processors[0] if self._processors else None

    def heard(self, pitch_ns: int) -> None:
        """Learn from a stroke."""
        self._heard.append(pitch_ns)
        self._strokes += 1
        if self._strokes % _LEARN_EVERY == 0:
            self.quiet_ns = quiet_now(np.array(self._heard, dtype=np.float64), self._remembered_ns)

    def is_quiet(self, pitch_ns: int) -> bool:
        """Whether a pitch is that of a quiet machine, as far as is known."""
        return self.quiet_ns is None or pitch_ns <= self.quiet_ns * (1 + QUIET_REACH)

    def better_than(self, processor: int, pitch_ns: int) -> int | None:
        """Return a processor that is clearly quieter than this one; the calling thread is on it then. None if none is.

        Args:
            processor: where the calling thread is held.
            pitch_ns: what the fork took there just now.
        """
        for other in self._processors:
            if other != processor:
                move_here(other)
                if strike() * _CLEARLY < pitch_ns:
                    return other
        move_here(processor)
        return None


class ForkBeside:
    """The fork beside the batches of one process: on the runner's processor, and moving with it to a quieter one."""

    def __init__(self, lookout: Lookout, process: int | None) -> None:
        """Hold the thread of a runner that works on the lookout's first processor, where this thread is to be, too.

        Args:
            lookout: knows the processors.
            process: the runner's; None where it is not known.
        """
        self._lookout = lookout
        self._processor = lookout.first
        self._worker = None if process is None or self._processor is None else busiest_thread(process)
        self._before_ns = 0
        self._hold()

    def begin_block(self) -> None:
        """Strike before the first batch of a block; move to another processor, if one is clearly quieter."""
        if self._processor is None:
            return
        self._before_ns = strike()
        if self._lookout.is_quiet(self._before_ns):
            return
        quieter = self._lookout.better_than(self._processor, self._before_ns)
        if quieter is not None:
            self._processor, self._before_ns = quieter, strike()
            self._hold()

    def beside_batch_ns(self) -> int | None:
        """Strike after a batch; return the pitch beside it, from before and after it. None where there is no fork."""
        if self._processor is None:
            return None
        before_ns, self._before_ns = self._before_ns, strike()
        self._lookout.heard(self._before_ns)
        return (before_ns + self._before_ns) // 2

    def _hold(self) -> None:
        if self._worker is not None and self._processor is not None:
            hold_thread(self._worker, self._processor)


def wait_for_quiet(lookout: Lookout, most_s: float) -> float:
    """Wait until the fork is as high as on a quiet machine, but not longer than told; return the seconds waited."""
    began = time.monotonic()
    while not lookout.is_quiet(pitch()) and (left := most_s - (time.monotonic() - began)) > 0:
        time.sleep(min(_PAUSE_S, left))
    return time.monotonic() - began
