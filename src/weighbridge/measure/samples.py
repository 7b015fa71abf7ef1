"""Samples: what came back from the runners, in columns."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, fields
from enum import IntEnum
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from weighbridge.measure.cells import Clock
from weighbridge.measure.robust import Floats

Integers = NDArray[np.int64]
HALF_TICK_NS = 0.5
PREEMPTED_FACTOR = 1.1
PREEMPTED_NS = 20_000.0


class Phase(IntEnum):
    """Why a batch was timed. Only `TIMED` batches enter the estimates; the others are kept."""

    meaning: str

    def __new__(cls, number: int, meaning: str) -> Self:
        phase = int.__new__(cls, number)
        phase._value_ = number
        phase.meaning = meaning
        return phase

    FIRST = 0, "first calls"
    WARMUP = 1, "warm-up"
    TIMED = 2, "timed batches"
    CALIBRATION = 3, "calibration"
    GIVEN_UP = 4, "the last batch of a warm-up that never became steady"


@dataclass(frozen=True, slots=True)
class Sample:
    """One batch of one cell.

    Attributes:
        cell: the cell's id.
        wave: which of its runner's fresh processes it was timed in, from 0.
        round: the block of the process in which it was timed; for first calls and warm-up batches, the batch's number.
        phase: see `Phase`.
        iterations: how many iterations were timed as one, at least 1.
        wall_ns, cpu_ns: for all iterations together; ``cpu_ns`` is None where the runner has no such clock.
        allocated_bytes, allocated_objects: for all iterations together; None where the runtime cannot tell.
        peak_bytes: the most that one iteration held at once; None where the runtime cannot tell.
        pitch_ns: what the tuning fork beside the batch took, before and after it on average; None without a fork.
        at_ns: when the batch ended, since the campaign began to measure.
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
    pitch_ns: int | None = None
    at_ns: int | None = None


WHOLE = frozenset({"cell", "wave", "round", "phase"})
"""The columns that number something; the others are quantities."""


@dataclass(frozen=True, slots=True)
class Samples:
    """Many samples as columns of one length, one for each member of `Sample`; NaN stands for None.

    Made by `from_rows`, or from a store's columns.
    """

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
    pitch_ns: Floats
    at_ns: Floats

    @classmethod
    def from_rows(cls, rows: Iterable[Sample]) -> Samples:
        """Gather samples, in any order."""
        listed = list(rows)

        def column(name: str) -> Any:
            values = [getattr(row, name) for row in listed]  # None becomes NaN
            return np.array(values, dtype=np.int64 if name in WHOLE else np.float64)

        return cls(**{name: column(name) for name in COLUMNS})

    def __len__(self) -> int:
        return len(self.cell)

    def where(self, mask: NDArray[np.bool_] | Integers) -> Samples:
        """The samples that a mask selects."""
        return Samples(**{name: getattr(self, name)[mask] for name in COLUMNS})

    def rows(self, name: str) -> list[int | None]:
        """A column as whole numbers, with None in the place of NaN."""
        return [None if math.isnan(value) else int(value) for value in getattr(self, name).tolist()]

    def time_ns(self, clock: Clock) -> Floats:
        """Time per iteration on a clock. What a coarse clock did not see took less than a tick, not nothing."""
        elapsed = self.cpu_ns if clock == "cpu" else self.wall_ns
        return np.where(elapsed > 0, elapsed, np.where(np.isnan(elapsed), np.nan, HALF_TICK_NS)) / self.iterations

    @property
    def preempted(self) -> Floats:
        """1 where the thread lost the processor during the batch (wall ≫ CPU), else 0; NaN without a CPU clock."""
        lost = self.wall_ns > PREEMPTED_FACTOR * self.cpu_ns + PREEMPTED_NS
        return np.where(np.isnan(self.cpu_ns), np.nan, lost.astype(np.float64))


COLUMNS = tuple(column.name for column in fields(Sample))
"""The names of all columns: what the store, exports and the page derive theirs from."""
