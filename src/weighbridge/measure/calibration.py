"""Calibration: how many iterations make a batch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

TARGET_NS = 2_000_000.0
"""Long enough to drown the clock's overhead, short enough to share its moment with its neighbours in the round."""
RESOLUTIONS = 1000
"""A batch is at least so many ticks of its clock."""
LONG_ENOUGH = 0.25
"""A probe of this share of a batch tells the time per iteration well enough."""
GROWTH = 10
MOST_ITERATIONS = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Probe:
    """A timed trial: so many iterations took so long on the cell's clock."""

    iterations: int
    elapsed_ns: float


def next_probe(probes: Sequence[Probe], *, resolution_ns: float = 1.0, target_ns: float = TARGET_NS) -> int | None:
    """The size of the next probe, or None when the probes suffice to choose. Without probes: 1."""
    if not probes:
        return 1
    wanted = batch_ns(resolution_ns, target_ns)
    last = max(probes, key=lambda probe: probe.iterations)
    if last.elapsed_ns >= LONG_ENOUGH * wanted or last.iterations >= MOST_ITERATIONS:
        return None
    growth = min(GROWTH, wanted / last.elapsed_ns) if last.elapsed_ns > 0 else GROWTH
    return min(MOST_ITERATIONS, max(last.iterations + 1, round(last.iterations * growth)))


def choose_iterations(probes: Sequence[Probe], *, resolution_ns: float = 1.0, target_ns: float = TARGET_NS) -> int:
    """The iterations of a batch of about ``target_ns``, at least 1000 times the clock's resolution.

    A call that is slower than that is a batch of 1. The probes may be warm-up batches: the latest five of the larger
    ones decide, so call it again after warm-up, when a compiler may have made the code faster.

    Raises:
        ValueError: there are no probes.
    """
    if not probes:
        raise ValueError("no probe to choose the iterations from")
    largest = max(probe.iterations for probe in probes)
    telling = [probe for probe in probes if probe.iterations * 2 >= largest][-5:]
    per_iteration = median(probe.elapsed_ns / probe.iterations for probe in telling)
    if per_iteration <= 0:
        return largest
    return min(MOST_ITERATIONS, max(1, round(batch_ns(resolution_ns, target_ns) / per_iteration)))


def batch_ns(resolution_ns: float, target_ns: float) -> float:
    """How long a batch is meant to take."""
    return max(target_ns, RESOLUTIONS * resolution_ns)
