"""The one-by-one protocol, for comparison.

One codec after the other; each is run 7 times, each time in a fresh process that first warms up for a quarter of the
time that it then measures by the wall clock. The best and the worst run are dropped, and the rest is averaged; what the
harness costs is measured likewise and subtracted. Starting and loading processes is not counted against its time.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import stats

from weighbridge.campaign.participants import Participants
from weighbridge.campaign.reference import Reference
from weighbridge.measure.calibration import GROWTH
from weighbridge.runners.client import RunnerClient
from weighbridge.runners.launch import start
from weighbridge.store.records import CellRecord

RUNS = 7
WARM_SHARE = 0.2
"""A quarter of the time measured, so a fifth of all of it."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One measurement of every cell: per cell id, its seven times per iteration, in nanoseconds."""

    times_ns: Mapping[int, Sequence[float]]

    def net_ns(self, cell: CellRecord) -> float:
        """The reported time of a cell."""
        gross = trimmed_mean(self.times_ns[cell.cell])
        return gross if cell.tare is None else gross - trimmed_mean(self.times_ns[cell.tare])

    def tells_apart(self, a: int, b: int) -> bool:
        """Whether Welch's t test at 95 % of the runs that were kept calls two cells different."""
        kept = [_kept(self.times_ns[cell]) for cell in (a, b)]
        return bool(stats.ttest_ind(*kept, equal_var=False).pvalue < 0.05)


def trimmed_mean(times: Sequence[float]) -> float:
    """The mean without the best and the worst."""
    return float(np.mean(_kept(times)))


def _kept(times: Sequence[float]) -> list[float]:
    return sorted(times)[1:-1]


def take_slot(
    cells: Mapping[int, CellRecord], participants: Participants, references: Mapping[str, Reference], budget_s: float
) -> Slot:
    """Measure every cell. Twins follow their codecs at once, which favours the protocol: their moments are alike."""
    order = sorted(cells.values(), key=lambda cell: (cell.operation, cell.twin_of or cell.cell, cell.cell))
    run_s = budget_s / len(order) / RUNS
    times: dict[int, list[float]] = {}
    for cell in order:
        reference = references[cell.payload]
        for _ in range(RUNS):
            with start(participants.runners[cell.runner].manifest) as client:
                client.describe()
                client.load(reference.load_for([cell.format] if cell.format else []))
                times.setdefault(cell.cell, []).append(_run(client, cell, run_s))
    return Slot(times)


def _run(client: RunnerClient, cell: CellRecord, seconds: float) -> float:
    iterations, spent_ns = 1, 0
    warm_until = time.monotonic() + WARM_SHARE * seconds
    while True:
        spent_ns = client.time(cell.name, cell.operation, cell.payload, iterations).wall_ns
        left_ns = (warm_until - time.monotonic()) * 1e9
        if left_ns <= 0:
            break
        fitting = left_ns * iterations / max(spent_ns, 1)
        iterations = max(1, min(round(fitting), GROWTH * iterations))
    count = max(1, round((1 - WARM_SHARE) * seconds * 1e9 * iterations / max(spent_ns, 1)))
    return client.time(cell.name, cell.operation, cell.payload, count, expected_s=seconds).wall_ns / count
