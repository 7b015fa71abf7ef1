"""Samples: what came back from the runners, in columns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray


class Phase(IntEnum):
    """Why a batch was timed. Only `TIMED` batches enter the estimates; the others are kept."""

    FIRST = 0
    WARMUP = 1
    TIMED = 2


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
        allocated_bytes, allocated_objects: for all iterations together; None where the language cannot tell.
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


@dataclass(frozen=True, slots=True)
class Samples:
    """Many samples as columns of one length; NaN stands for None. Build it with `from_rows` or from a store's columns."""

    cell: NDArray[np.int64]
    wave: NDArray[np.int64]
    round: NDArray[np.int64]
    phase: NDArray[np.int64]
    iterations: NDArray[np.float64]
    wall_ns: NDArray[np.float64]
    cpu_ns: NDArray[np.float64]
    allocated_bytes: NDArray[np.float64]
    allocated_objects: NDArray[np.float64]

    @classmethod
    def from_rows(cls, rows: Iterable[Sample]) -> Samples:
        """Gather samples, in any order."""
        raise NotImplementedError

    def __len__(self) -> int:
        return len(self.cell)
