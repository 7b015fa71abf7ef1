"""Net weight: gross minus tare, process by process, with the errors of both."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weighbridge.measure.estimators import CONFIDENCE, Estimates, over_processes
from weighbridge.measure.robust import Floats

UNKNOWN_PROCESS_EFFECT = 0.1
"""With a single process, how much of the gross time the error of a net may be: processes differ by a few per cent."""
NO_TARE = -1


@dataclass(frozen=True, slots=True)
class Net:
    """Net times of the cells of one group.

    Attributes:
        processes_ns: per cell and wave: gross minus tare. They share the rounds, so the common effects are out of both.
        linear: estimates of the net itself, not of its logarithm, which a net near zero does not have.
        clear: whether the net is clearly above zero.
        at_most_ns: what it is at most.
    """

    processes_ns: Floats
    linear: Estimates
    clear: NDArray[np.bool_]
    at_most_ns: Floats


def net_of(levels: Floats, tares: NDArray[np.int64]) -> Net:
    """Subtract the tares.

    Args:
        levels: log gross time per cell and wave (cells, waves), from the rounds they shared; NaN where missing.
        tares: per cell, the row of its tare, or `NO_TARE`.
    """
    gross = np.exp(levels)
    has_tare = tares != NO_TARE
    processes = gross - np.where(has_tare[:, None], gross[tares], 0.0)
    linear = over_processes(processes)
    typical = over_processes(gross).centre
    reach = linear.reach(1 - CONFIDENCE)
    reach = np.where(np.isfinite(reach), reach, np.where(has_tare, UNKNOWN_PROCESS_EFFECT * typical, 0.0))
    with np.errstate(invalid="ignore"):
        always = ~np.any(processes <= 0, axis=1) & (linear.processes > 0)
        clear = always & (~has_tare | (linear.centre - reach > 0))
    # a tare that was never timed leaves the gross as all that is known
    at_most = np.where(linear.processes > 0, np.maximum(linear.centre, 0.0) + reach, typical)
    return Net(processes, linear, clear, at_most)
