"""Net weight: gross minus tare, process by process, with the errors of both."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weighbridge.measure.estimators import CONFIDENCE, over_processes
from weighbridge.measure.robust import Floats, nan_midmean

LARGE_TARE = 0.5
"""From this share of the gross on, a net must be shown to be above zero before it is believed."""
UNKNOWN_ERROR = 0.1
"""With a single process, how much of the gross time the error of a net may be: processes differ by a few per cent."""
NO_TARE = -1


@dataclass(frozen=True, slots=True)
class Net:
    """Net times of the cells of one runner in one group.

    Attributes:
        logs: per cell and process, the log of gross minus tare; NaN where that is not above zero.
        clear: whether the net may be given as an estimate.
        at_most_ns: what it is at most.
    """

    logs: Floats
    clear: NDArray[np.bool_]
    at_most_ns: Floats


def net_of(levels: Floats, tares: NDArray[np.int64]) -> Net:
    """Subtract the tares.

    A net is gross minus tare, with its interval. Only where the tare is a large share of the gross, so that a small
    error of either is a large one of the net, and the net is not clearly above zero, all that can be said is "at most".

    Args:
        levels: log gross time per cell and process, without what the cells of a process have in common; NaN where
            missing.
        tares: per cell, the row of its tare, or `NO_TARE`.
    """
    gross = np.exp(levels)
    has_tare = tares != NO_TARE
    # A process that has no time of the tare has the other processes' one.
    typical = nan_midmean(gross)
    tare = np.where(np.isnan(gross[tares]), typical[tares][:, None], gross[tares])
    processes = gross - np.where(has_tare[:, None], tare, 0.0)
    linear = over_processes(processes)
    reach = linear.contrast.reach(1 - CONFIDENCE)
    with np.errstate(invalid="ignore", divide="ignore"):
        share = np.where(has_tare, typical[tares] / typical, 0.0)
        positive = ~np.any(processes <= 0, axis=1) & (linear.processes > 0)
        shown = np.isfinite(reach) & (linear.centre - reach > 0)
        clear = positive & ((share <= LARGE_TARE) | shown)
        logs = np.log(np.where(processes > 0, processes, np.nan))
    reach = np.where(np.isfinite(reach), reach, UNKNOWN_ERROR * typical)
    # A tare that was never timed leaves the gross as all that is known.
    return Net(logs, clear, np.where(linear.processes > 0, np.maximum(linear.centre, 0.0) + reach, typical))
