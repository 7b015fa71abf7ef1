"""Samples: what came back from the runners, in columns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from weighbridge.measure.cells import Clock
from weighbridge.measure.robust import Floats

Integers = NDArray[np.int64]
HALF_TICK_NS = 0.5
PREEMPTED_FACTOR = 1.1
PREEMPTED_NS = 20_000.0


class Phase(IntEnum):
    """Why a batch was timed. Only `TIMED` batches enter the estimates; the others are kept.

    `GIVEN_UP` is the last batch of a warm-up whose time was up before the level was steady.
    """

    FIRST = 0
    WARMUP = 1
    TIMED = 2
    CALIBRATION = 3
    GIVEN_UP = 4


@dataclass(frozen=True, slots=True)
class Sample:
    """One batch of one cell.

    Attributes:
        cell: the cell's id.
        wave: the generation of fresh processes it was timed in, from 0.
        round: the round within the wave, from 0; for first calls and warm-up batches, the batch's number.
        phase: see `Phase`.
        iterations: how many iterations were timed as one, at least 1.
        wall_ns, cpu_ns: for all iterations together; ``cpu_ns`` is None where the runner has no such clock.
        allocated_bytes, allocated_objects: for all iterations together; None where the runtime cannot tell.
        peak_bytes: the most that one iteration held at once; None where the runtime cannot tell.
    """

    cell: int
    wave: int
    round: int
    phase: Phase
    iterations: int
    wall_ns: int
    cpu_ns: int | None = None
    allocated_bytes: int | None = None
    allocated_objects: int | None = None
    peak_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class Samples:
    """Many samples as columns of one length; NaN stands for None. Made by `from_rows`, or from a store's columns."""

    cell: Integers
    wave: Integers
    round: Integers
    phase: Integers
    iterations: Floats
    wall_ns: Floats
    cpu_ns: Floats
    allocated_bytes: Floats
    allocated_objects: Floats
    peak_bytes: Floats

    @classmethod
    def from_rows(cls, rows: Iterable[Sample]) -> Samples:
        """Gather samples, in any order."""
        listed = list(rows)

        def whole(name: str) -> Integers:
            return np.fromiter((getattr(row, name) for row in listed), np.int64, len(listed))

        def real(name: str) -> Floats:
            return np.array([getattr(row, name) for row in listed], dtype=np.float64)  # None becomes NaN

        return cls(
            cell=whole("cell"),
            wave=whole("wave"),
            round=whole("round"),
            phase=whole("phase"),
            iterations=real("iterations"),
            wall_ns=real("wall_ns"),
            cpu_ns=real("cpu_ns"),
            allocated_bytes=real("allocated_bytes"),
            allocated_objects=real("allocated_objects"),
            peak_bytes=real("peak_bytes"),
        )

    def __len__(self) -> int:
        return len(self.cell)

    def where(self, mask: NDArray[np.bool_]) -> Samples:
        """The samples that a mask selects."""
        return Samples(
            self.cell[mask],
            self.wave[mask],
            self.round[mask],
            self.phase[mask],
            self.iterations[mask],
            self.wall_ns[mask],
            self.cpu_ns[mask],
            self.allocated_bytes[mask],
            self.allocated_objects[mask],
            self.peak_bytes[mask],
        )

    def time_ns(self, clock: Clock) -> Floats:
        """Time per iteration on a clock. What a coarse clock did not see took less than a tick, not nothing."""
        elapsed = self.cpu_ns if clock == "cpu" else self.wall_ns
        return np.where(elapsed > 0, elapsed, np.where(np.isnan(elapsed), np.nan, HALF_TICK_NS)) / self.iterations

    @property
    def preempted(self) -> Floats:
        """1 where the thread lost the processor during the batch (wall ≫ CPU), else 0; NaN without a CPU clock."""
        lost = self.wall_ns > PREEMPTED_FACTOR * self.cpu_ns + PREEMPTED_NS
        return np.where(np.isnan(self.cpu_ns), np.nan, lost.astype(np.float64))
