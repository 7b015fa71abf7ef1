"""The samples of one runner, by cell and process."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from weighbridge.measure.cells import CellSpec
from weighbridge.measure.levels import Levels, levels_of, medians
from weighbridge.measure.pitch import contention
from weighbridge.measure.robust import Floats
from weighbridge.measure.samples import Phase, Samples


class Batches:
    """The samples of the given cells, which follow their order.

    Attributes:
        shape: the number of cells, and of the processes that they were in.
        counts: timed batches (cells, processes).
    """

    def __init__(self, cells: Sequence[CellSpec], samples: Samples) -> None:
        ids = np.array([cell.id for cell in cells], dtype=np.int64)
        order = np.argsort(ids)
        known = samples.where(np.isin(samples.cell, ids))
        # In time: what is near in a list is near in time.
        known = known.where(np.lexsort((known.round, known.wave)))
        self._row = order[np.searchsorted(ids, known.cell, sorter=order)]
        processes, self._process = np.unique(known.wave, return_inverse=True)
        self.shape = (len(ids), len(processes))

        on_wall = np.array([cell.clock == "wall" for cell in cells], dtype=np.bool_)
        has_cpu = np.zeros(len(ids), dtype=np.bool_)
        has_cpu[self._row[~np.isnan(known.cpu_ns)]] = True
        use_wall = (on_wall | ~has_cpu)[self._row]
        time = np.where(use_wall, known.time_ns("wall"), known.time_ns("cpu"))
        timed = (known.phase == Phase.TIMED) & ~np.isnan(time)
        self._samples = known
        self._timed = known.where(timed)
        self._time = time[timed]
        self._timed_row, self._timed_process = self._row[timed], self._process[timed]
        self._group = np.array([cell.group for cell in cells], dtype=np.int64)[self._timed_row]
        pair = self._timed_row * self.shape[1] + self._timed_process
        self.counts: NDArray[np.int64] = np.bincount(pair, minlength=self.shape[0] * self.shape[1]).reshape(self.shape)

    def levels(self, quiet_ns: float | None) -> Levels:
        """A level per cell and process, as on a quiet machine."""
        keys = np.stack([self._timed_process, self._timed.round, self._group])
        _, block = np.unique(keys, axis=1, return_inverse=True)
        state = contention(self._timed.pitch_ns, quiet_ns)
        return levels_of(self._time, state, self._timed_row, self._timed_process, block.reshape(-1), self.shape)

    def _per_cell(self, values: Floats) -> Floats:
        """The median over a cell's timed batches of a value per sample; NaN where there is none."""
        known = ~np.isnan(values)
        return medians(values[known], self._timed_row[known], self.shape[0])

    @property
    def allocated_bytes(self) -> Floats:
        """Per cell: median of the bytes allocated per iteration."""
        return self._per_cell(self._timed.allocated_bytes / self._timed.iterations)

    @property
    def allocated_objects(self) -> Floats:
        """Per cell: median of the objects allocated per iteration."""
        return self._per_cell(self._timed.allocated_objects / self._timed.iterations)

    @property
    def peak_bytes(self) -> Floats:
        """Per cell: median of the most bytes that one iteration held at once."""
        return self._per_cell(self._timed.peak_bytes)

    @property
    def wall_ns(self) -> Floats:
        """Per cell: median of the wall time of an iteration."""
        return self._per_cell(self._timed.time_ns("wall"))

    @property
    def preempted(self) -> Floats:
        """Per cell: the share of timed batches that lost the processor; NaN without a CPU clock."""
        marks = self._timed.preempted
        known = ~np.isnan(marks)
        count = np.bincount(self._timed_row[known], minlength=self.shape[0])
        lost = np.bincount(self._timed_row[known], marks[known], self.shape[0])
        return np.where(count > 0, lost / np.maximum(count, 1), np.nan)

    @property
    def first_call_ns(self) -> Floats:
        """Per cell: median over the processes of the first call's wall time."""
        first = self._samples.phase == Phase.FIRST
        return medians(self._samples.time_ns("wall")[first], self._row[first], self.shape[0])

    @property
    def settled(self) -> list[bool | None]:
        """Per cell: whether warm-up reached a steady level in most processes; None where none was warmed up."""
        warmed = self._processes_with(Phase.WARMUP, Phase.GIVEN_UP)
        given_up = self._processes_with(Phase.GIVEN_UP)
        return [bool(2 * bad <= total) if total else None for bad, total in zip(given_up, warmed, strict=True)]

    def _processes_with(self, *phases: Phase) -> NDArray[np.int64]:
        """Per cell: in how many processes it has a sample of these phases."""
        found = np.zeros(self.shape, dtype=bool)
        chosen = np.isin(self._samples.phase, phases)
        found[self._row[chosen], self._process[chosen]] = True
        processes: NDArray[np.int64] = np.count_nonzero(found, axis=1)
        return processes
