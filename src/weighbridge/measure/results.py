"""What is known of a cell."""

from __future__ import annotations

from dataclasses import dataclass

from weighbridge.measure.intervals import Interval


@dataclass(frozen=True, slots=True)
class CellResult:
    """What is known of one cell. Times are nanoseconds per iteration on the cell's clock.

    Attributes:
        id: the cell.
        gross: what was timed; None without a timed sample.
        net: gross minus tare (gross where the cell has no tare); None where it is not clearly above zero, or unknown.
        net_at_most: where net is not clearly above zero: what it is at most.
        relative: time ÷ that of its runner's baseline (net, where both nets are known; otherwise gross).
        rank: rank within its runner (1 is fastest; 1 + how many are resolved to be faster); None for tares and twins.
        overall_rank: rank within the group.
        tied_with: cells of the group not resolved from this one: equivalent within the margin, or undecided.
        samples: timed batches.
        processes: waves with at least one timed batch.
        wall_ns: median over the batches of the wall time of an iteration, gross.
        first_call_ns: median over the processes of the first call's wall time.
        settled: whether warm-up reached a steady level in most processes; None without warm-up batches.
        preempted: share of timed batches in which the thread lost the processor (wall ≫ CPU); None without a CPU clock.
        allocated_bytes, allocated_objects: median per iteration; None where the runtime cannot tell.
        peak_bytes: median of the most that one iteration held at once; None where the runtime cannot tell.
    """

    id: int
    gross: Interval | None
    net: Interval | None
    net_at_most: float | None
    relative: Interval | None
    rank: int | None
    overall_rank: int | None
    tied_with: tuple[int, ...]
    samples: int
    processes: int
    wall_ns: float | None
    first_call_ns: float | None
    settled: bool | None
    preempted: float | None
    allocated_bytes: float | None
    allocated_objects: float | None
    peak_bytes: float | None
