"""From cells and samples to everything that a table shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from weighbridge.measure.cells import CellSpec
from weighbridge.measure.intervals import Interval
from weighbridge.measure.ranking import Verdict
from weighbridge.measure.samples import Samples
from weighbridge.measure.selfcheck import SelfCheck


@dataclass(frozen=True, slots=True)
class CellResult:
    """What is known of one cell. Times are nanoseconds per iteration on the cell's clock.

    Attributes:
        id: the cell.
        gross: what was timed; None without a timed sample.
        net: gross minus tare (gross where the cell has no tare); None where it is not clearly above zero, or unknown.
        net_at_most: where net is not clearly above zero: what it is at most.
        relative: time ÷ that of its language's baseline (net, where both nets are known; otherwise gross).
        relative_overall: the same to the overall baseline.
        rank: rank within its language (1 is fastest; 1 + how many are resolved to be faster); None for tares and twins.
        overall_rank: rank within the group.
        tied_with: cells of the group not resolved from this one: equivalent within the margin, or undecided.
        samples: timed batches.
        processes: waves with at least one timed batch.
        first_call_ns: median over the processes of the first call's wall time.
        settled: whether warm-up reached a steady level in every process; None without warm-up batches.
        preempted: share of timed batches in which the thread lost the processor (wall ≫ CPU); None without a CPU clock.
        allocated_bytes, allocated_objects: median per iteration; None where the language cannot tell.
    """

    id: int
    gross: Interval | None
    net: Interval | None
    net_at_most: float | None
    relative: Interval | None
    relative_overall: Interval | None
    rank: int | None
    overall_rank: int | None
    tied_with: tuple[int, ...]
    samples: int
    processes: int
    first_call_ns: float | None
    settled: bool | None
    preempted: float | None
    allocated_bytes: float | None
    allocated_objects: float | None


@dataclass(frozen=True, slots=True)
class Analysis:
    """Everything that the samples so far say.

    Attributes:
        cells: results by cell id.
        undecided: ranked cells with a neighbour in a ranking that is neither resolved nor shown equivalent.
        self_check: how the A/A twins came out.
        precision: median half-width of the cells' relative intervals (0.01 is ±1 %); None while there is none.
        noise_ratio: sd between batches ÷ sd between processes, over all cells; None while unknown.
    """

    cells: Mapping[int, CellResult]
    undecided: frozenset[int]
    self_check: SelfCheck
    precision: float | None
    noise_ratio: float | None

    def verdict(self, a: int, b: int) -> Verdict:
        """What is known of cell ``a`` against cell ``b`` of the same group.

        Raises:
            KeyError: they do not share a group, or one of them is a tare.
        """
        raise NotImplementedError

    def ratio(self, a: int, b: int) -> Interval | None:
        """Time of ``a`` ÷ time of ``b``, two cells of the same group; None without a common process."""
        raise NotImplementedError


def analyse(
    cells: Sequence[CellSpec],
    samples: Samples,
    *,
    margin: float = 0.01,
    looks: Sequence[float] = (1.0,),
) -> Analysis:
    """Estimate, compare and rank every cell.

    Args:
        cells: every cell of the run, tares and twins included.
        samples: every sample so far, of all phases. Cells, waves and rounds may be missing.
        margin: differences up to this are equivalent (``--precision``).
        looks: the shares of the budget (0…1, rising) at which a decision was or is now taken on these samples, the present
            look last: see `stop`. The default is one look at the end.
    """
    raise NotImplementedError
