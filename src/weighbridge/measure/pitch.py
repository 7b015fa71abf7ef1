"""The tuning fork: what it tells of the machine's state beside a batch.

A fixed piece of work is timed before and after every batch, by the core on the runner's own processor. What it takes is
its pitch. On a shared machine the pitch has a low level, where the core is ours alone, and higher ones, where somebody
shares the core with us; the CPU clock ticks on in both.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from weighbridge.measure.robust import Floats

QUIET_SHARE = 0.1
"""The quiet pitch of a run is what the fastest tenth of its forks do not exceed."""
LEAST_FORKS = 20
"""Fewer forks than this tell nothing of the machine."""
MOST_DRIFT = 1.25
"""A whole run that is slower than others by more than this factor did not drift: it had neighbours."""
QUIET_REACH = 0.06
"""A batch whose fork is within so much of the quiet pitch was timed on a quiet core."""


def quiet_pitch(pitch_ns: Floats, remembered_ns: float | None = None) -> float | None:
    """What the fork takes on this machine when it is quiet, in nanoseconds.

    A run that was taken wholly on a contended machine cannot know it: what is remembered of earlier runs does.

    Args:
        pitch_ns: of every batch, NaN where there is no fork.
        remembered_ns: the quiet pitch of earlier runs on this machine.

    Returns:
        The lower of both; None where neither is known.
    """
    known = pitch_ns[np.isfinite(pitch_ns) & (pitch_ns > 0)]
    own = float(np.quantile(known, QUIET_SHARE)) if len(known) >= LEAST_FORKS else None
    found = [value for value in (own, remembered_ns) if value is not None]
    return min(found) if found else None


def contention(pitch_ns: Floats, quiet_ns: float | None) -> Floats:
    """How much higher than quiet the pitch is beside each batch, as a log ratio; 0 where that is not known."""
    if quiet_ns is None:
        return np.zeros(len(pitch_ns))
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.nan_to_num(np.log(pitch_ns / quiet_ns), nan=0.0, posinf=0.0, neginf=0.0)


def quiet_now(pitch_ns: Floats, remembered_ns: float | None) -> float | None:
    """What a quiet pitch is at present: a processor's own frequency wanders by some per cent from hour to hour.

    The lowest of these forks, unless they are so far above what is remembered that it can be no drift: then nothing
    here was quiet, and what is remembered stands. None where neither is known.
    """
    own = quiet_pitch(pitch_ns)
    if own is None:
        return remembered_ns
    return own if remembered_ns is None or own <= remembered_ns * MOST_DRIFT else remembered_ns


def quiet_share(pitch_ns: Floats, quiet_ns: float | None) -> float | None:
    """The share of batches that were timed on a quiet core; None where no fork told."""
    known = pitch_ns[np.isfinite(pitch_ns)]
    if quiet_ns is None or len(known) == 0:
        return None
    return float(np.mean(known < quiet_ns * (1 + QUIET_REACH)))


def remembered(pitches_ns: Sequence[float]) -> float | None:
    """What is remembered of the quiet pitches of several runs: the median of the lowest three, lest a fluke rule."""
    lowest = sorted(pitches_ns)[:3]
    return float(np.median(lowest)) if lowest else None
