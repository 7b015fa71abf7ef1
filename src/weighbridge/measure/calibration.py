"""Calibration: how many iterations make a batch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

TARGET_NS = 2_000_000.0


@dataclass(frozen=True, slots=True)
class Probe:
    """A timed trial: so many iterations took so long on the cell's clock."""

    iterations: int
    elapsed_ns: float


def next_probe(probes: Sequence[Probe], *, resolution_ns: float = 1.0, target_ns: float = TARGET_NS) -> int | None:
    """The size of the next probe, or None when the probes suffice to choose. Without probes: 1."""
    raise NotImplementedError


def choose_iterations(probes: Sequence[Probe], *, resolution_ns: float = 1.0, target_ns: float = TARGET_NS) -> int:
    """The iterations of a batch of about ``target_ns``, at least 1000 times the clock's resolution.

    A call that is slower than that is a batch of 1.

    Raises:
        ValueError: there are no probes.
    """
    raise NotImplementedError
