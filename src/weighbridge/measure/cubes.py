"""From samples to arrays by cell, wave and round."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from weighbridge.measure.cells import CellSpec
from weighbridge.measure.robust import Floats, nan_median
from weighbridge.measure.samples import Phase, Samples


class Cubes:
    """The samples of the given cells, in arrays with a row per cell (in the order given) and a column per wave.

    Attributes:
        times: timed batches: time per iteration on the cell's clock (cells, waves, rounds).
        counts: timed batches (cells, waves).
    """

    times: Floats
    counts: NDArray[np.int64]

    def __init__(self, cells: Sequence[CellSpec], samples: Samples) -> None:
        ids = np.array([cell.id for cell in cells], dtype=np.int64)
        order = np.argsort(ids)
        known = samples.where(np.isin(samples.cell, ids))
        self._samples = known
        self._row = order[np.searchsorted(ids, known.cell, sorter=order)]
        waves, self._wave = np.unique(known.wave, return_inverse=True)
        self._shape = (len(ids), len(waves))

        on_wall = np.array([cell.clock == "wall" for cell in cells], dtype=np.bool_)
        has_cpu = np.zeros(len(ids), dtype=np.bool_)
        has_cpu[self._row[~np.isnan(known.cpu_ns)]] = True
        use_wall = (on_wall | ~has_cpu)[self._row]
        self._time = np.where(use_wall, known.time_ns("wall"), known.time_ns("cpu"))
        self._timed = (known.phase == Phase.TIMED) & ~np.isnan(self._time)
        self.times = self._cube(self._time)
        self.counts = np.count_nonzero(~np.isnan(self.times), axis=2)

    def per_cell(self, values: Floats) -> Floats:
        """The median over a cell's timed batches of a value per sample; NaN where there is none."""
        return nan_median(self._cube(values).reshape(self._shape[0], -1))

    @property
    def allocated_bytes(self) -> Floats:
        """Per cell: median of the bytes allocated per iteration."""
        return self.per_cell(self._samples.allocated_bytes / self._samples.iterations)

    @property
    def allocated_objects(self) -> Floats:
        """Per cell: median of the objects allocated per iteration."""
        return self.per_cell(self._samples.allocated_objects / self._samples.iterations)

    @property
    def peak_bytes(self) -> Floats:
        """Per cell: median of the most bytes that one iteration held at once."""
        return self.per_cell(self._samples.peak_bytes)

    @property
    def preempted(self) -> Floats:
        """Per cell: the share of timed batches that lost the processor; NaN without a CPU clock."""
        marks = self._cube(self._samples.preempted).reshape(self._shape[0], -1)
        count = np.count_nonzero(~np.isnan(marks), axis=1)
        return np.where(count > 0, np.nansum(marks, axis=1) / np.maximum(count, 1), np.nan)

    @property
    def first_call_ns(self) -> Floats:
        """Per cell: median over the waves of the first call's wall time."""
        first = self._samples.phase == Phase.FIRST
        calls = np.full(self._shape, np.nan)
        calls[self._row[first], self._wave[first]] = self._samples.time_ns("wall")[first]
        return nan_median(calls)

    @property
    def settled(self) -> list[bool | None]:
        """Per cell: whether warm-up reached a steady level in most processes; None where none was warmed up."""
        warmed = self._processes_with(Phase.WARMUP, Phase.GIVEN_UP)
        given_up = self._processes_with(Phase.GIVEN_UP)
        return [bool(2 * bad <= total) if total else None for bad, total in zip(given_up, warmed, strict=True)]

    def _processes_with(self, *phases: Phase) -> NDArray[np.int64]:
        """Per cell: in how many waves it has a sample of these phases."""
        found = np.zeros(self._shape, dtype=bool)
        chosen = np.isin(self._samples.phase, phases)
        found[self._row[chosen], self._wave[chosen]] = True
        waves: NDArray[np.int64] = np.count_nonzero(found, axis=1)
        return waves

    def _cube(self, values: Floats) -> Floats:
        """Timed values by cell, wave and round."""
        rounds, number = np.unique(self._samples.round[self._timed], return_inverse=True)
        cube = np.full((*self._shape, len(rounds)), np.nan)
        cube[self._row[self._timed], self._wave[self._timed], number] = values[self._timed]
        return cube
