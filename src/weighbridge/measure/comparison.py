"""All pairs of one group."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weighbridge.measure.estimators import Estimates, over_processes
from weighbridge.measure.robust import Floats
from weighbridge.measure.tare import Net


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs of rows, each compared within the processes and rounds that both were in.

    Attributes:
        first, second: the rows.
        clear: whether both nets are clearly above zero, so that they have a ratio.
        ratio: estimates of log(first ÷ second), of the nets where both are clear, otherwise of the gross times.
        difference: for the pairs that are not clear, estimates of the difference of their nets in shares of the smaller
            gross time.
    """

    first: NDArray[np.int64]
    second: NDArray[np.int64]
    clear: NDArray[np.bool_]
    ratio: Estimates
    difference: Estimates


def compare(rows: NDArray[np.int64], logs: Floats, net: Net) -> Pairs:
    """Compare every two of the rows.

    Args:
        rows: which rows, rising.
        logs: log gross time per row and wave.
        net: the rows' nets.
    """
    upper_first, upper_second = np.triu_indices(len(rows), 1)
    first, second = rows[upper_first], rows[upper_second]
    clear = net.clear[first] & net.clear[second]
    with np.errstate(invalid="ignore", divide="ignore"):
        net_logs = np.where(net.clear[:, None], np.log(net.processes_ns), logs)
    ratios = np.where(clear[:, None], net_logs[first] - net_logs[second], logs[first] - logs[second])
    smaller = np.exp(np.minimum(logs[first], logs[second]))
    differences = (net.processes_ns[first] - net.processes_ns[second]) / smaller
    return Pairs(first, second, clear, over_processes(ratios), over_processes(differences))


def pair_index(count: int, first: int, second: int) -> int:
    """Where `compare` puts the pair of the first-th and second-th of its ``count`` rows, first below second."""
    return first * count - first * (first + 1) // 2 + second - first - 1
