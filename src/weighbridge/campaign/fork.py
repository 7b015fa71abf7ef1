"""The tuning fork: a fixed piece of work, timed beside every batch, that tells the state of the machine."""

from __future__ import annotations

import json
import time

from weighbridge.measure.pitch import QUIET_REACH
from weighbridge.runners.processor import held_on, usable_processors

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

VERSION = 1
"""Of the work: the pitch of another work is no pitch to compare with."""


def strike() -> int:
    """Do the work on the processor that this thread is on, and return the CPU time that it took, in nanoseconds."""
    began = time.thread_time_ns()
    for _ in range(_STROKES):
        json.loads(_WORK)
    return max(time.thread_time_ns() - began, 1)


def pitch() -> int:
    """Return the pitch of this moment: the median of a few strokes, in nanoseconds."""
    return sorted(strike() for _ in range(_PROBES))[_PROBES // 2]


def quietest_processor() -> int | None:
    """Return the processor whose pitch is lowest now: they are shared with others, each with its own.

    None where threads cannot be held on one: the fork would tell of another processor than the runner's.
    """
    found: dict[int, int] = {}
    for processor in usable_processors():
        with held_on(processor):
            found[processor] = pitch()
    return min(found, key=lambda processor: found[processor]) if found else None


def wait_for_quiet(quiet_ns: float, most_s: float) -> float:
    """Wait until the fork is as high as on a quiet machine, but not longer than told; return the seconds waited."""
    began = time.monotonic()
    while pitch() > quiet_ns * (1 + QUIET_REACH) and time.monotonic() - began < most_s:
        time.sleep(min(_PAUSE_S, most_s))
    return time.monotonic() - began
