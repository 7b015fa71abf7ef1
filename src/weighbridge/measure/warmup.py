"""Warm-up: whether a cell's batches have reached a steady level."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from weighbridge.measure.robust import Floats

WINDOW = 10
"""How many of the latest batches are looked at."""
LEAST_SEGMENT = 2
CRITICAL = 2.1
"""Of the statistic in `has_change`: exceeded by some 12 % of windows without a change (simulated).

A false alarm costs a few more batches; an overlooked change costs a wrong number.
"""
PATIENCE = 5
"""After a change, so many windows in a row must be without one."""
NEGLIGIBLE = 0.01
"""A step smaller than this is not waited for."""


def has_change(windows: Floats) -> NDArray[np.bool_]:
    """Whether the level changes somewhere within each window (…, `WINDOW`).

    The test splits the window at every point, compares both parts by ranks, and takes the clearest split. Ranks make it
    indifferent to a preempted batch. A change counts if it is also worth more than `NEGLIGIBLE`.

    Source: A. N. Pettitt, A non-parametric approach to the change-point problem, Applied Statistics 28 (1979), with
    each split's statistic divided by its standard deviation so that early and late changes weigh the same. That warm-up
    needs change points rather than a fixed number of iterations: E. Barrett and others, Virtual machine warmup blows
    hot and cold, OOPSLA 2017.
    """
    length = windows.shape[-1]
    later_is_slower = np.sign(windows[..., None, :] - windows[..., :, None])
    splits = range(LEAST_SEGMENT, length - LEAST_SEGMENT + 1)
    clarity = np.stack(
        [
            later_is_slower[..., :at, at:].sum(axis=(-2, -1)) / np.sqrt(at * (length - at) * (length + 1) / 3)
            for at in splits
        ],
        axis=-1,
    )
    with np.errstate(divide="ignore", invalid="ignore"):  # a coarse clock may have seen nothing
        before_after = np.stack(
            [
                np.abs(np.log(np.median(windows[..., at:], axis=-1) / np.median(windows[..., :at], axis=-1)))
                for at in splits
            ],
            axis=-1,
        )
    clearest = np.argmax(np.abs(clarity), axis=-1)[..., None]
    step = np.take_along_axis(before_after, clearest, axis=-1)[..., 0]
    changed: NDArray[np.bool_] = (np.abs(clarity).max(axis=-1) > CRITICAL) & (step > NEGLIGIBLE)
    return changed


def is_steady(times: Sequence[float]) -> bool:
    """Whether the series of warm-up batches of one cell in one process has reached its level.

    Warm-up batches may be shorter than timed ones: a quarter is enough for the test. How long to wait at least, and
    at most, is for the caller to say: a runtime may idle in an interpreter before it compiles, and a series may never
    settle.

    Args:
        times: time per iteration of each batch so far, in order, in any unit; the first call is not among them.
    """
    if len(times) < WINDOW:
        return False
    latest = np.asarray(times[1 - WINDOW - PATIENCE :], dtype=np.float64)
    return not has_change(np.lib.stride_tricks.sliding_window_view(latest, WINDOW)).any()
