"""From cells and samples to everything that a table shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

import numpy as np
from numpy.typing import NDArray

from weighbridge.measure.cells import CellSpec
from weighbridge.measure.estimators import join
from weighbridge.measure.group import Group
from weighbridge.measure.intervals import Interval, from_log, known
from weighbridge.measure.pitch import quiet_now, quiet_pitch
from weighbridge.measure.ranking import Verdict, holm, judge_pairs
from weighbridge.measure.results import CellResult
from weighbridge.measure.samples import Samples
from weighbridge.measure.selfcheck import SelfCheck, check_twins
from weighbridge.measure.stop import spend
from weighbridge.measure.weighing import Weighing


@dataclass(frozen=True, slots=True)
class Compared:
    """Two cells: the time of the first ÷ that of the second, None if one was never timed, and what is known of it."""

    ratio: Interval | None
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Analysis:
    """Everything that the samples so far say.

    Attributes:
        cells: results by cell id.
        undecided: ranked cells with a neighbour in their runner's ranking that is neither resolved nor equivalent.
        self_check: how the A/A twins came out.
        precision: median half-width of the cells' relative intervals (0.01 is ±1 %), of the gross intervals where no
            cell has a baseline; None while there is none.
        noise_ratios: per runner, sd between batches ÷ sd between processes, median over its cells; only where known.
        spreads: per runner, the sd between processes, median over its cells; only where known.
        quiet_ns: the quiet pitch of the machine, to which times refer; None where no fork told.
        present_ns: what it was in this run: the machine drifts a little as a whole.
        contention: how far above it the batches were on average, by their weights in the estimates, as a share: what
            had to be corrected; None where no fork told.
    """

    cells: Mapping[int, CellResult]
    undecided: frozenset[int]
    self_check: SelfCheck
    precision: float | None
    noise_ratios: Mapping[str, float]
    spreads: Mapping[str, float]
    quiet_ns: float | None
    present_ns: float | None
    contention: float | None
    _group_of: Mapping[int, Group] = field(repr=False)
    _margin: float
    _spend: float

    def verdict(self, a: int, b: int) -> Verdict:
        """What is known of cell ``a`` against cell ``b`` of the same group, twins included.

        Raises:
            KeyError: they do not share a group, or one of them is a tare.
        """
        group = self._shared(a, b)
        return Verdict(int(group.verdicts[group.contenders.index(a), group.contenders.index(b)]))

    def ratio(self, a: int, b: int) -> Interval | None:
        """Time of ``a`` ÷ time of ``b``: of the nets where both are clearly above zero, otherwise of the gross times.

        None where one was never timed.

        Raises:
            KeyError: they do not share a group, or one of them is a tare.
        """
        return self._shared(a, b).ratio(a, b)

    def compare(self, pairs: Sequence[tuple[int, int]]) -> list[Compared]:
        """What is known of each pair's first cell against its second, as a family of comparisons of its own.

        It is sharper than `verdict`, which is corrected for all pairs of a group: only these were asked for.

        Raises:
            KeyError: two of a pair do not share a group, or one of them is a tare.
        """
        if not pairs:
            return []
        found = join([self._shared(a, b).contrast(a, b) for a, b in pairs])
        verdicts = judge_pairs(found, holm(found.probability()), margin=self._margin, spend=self._spend)
        return [
            Compared(from_log(float(centre), float(reach)), Verdict(int(verdict)))
            for centre, reach, verdict in zip(found.centre, found.reach(), verdicts, strict=True)
        ]

    def _shared(self, a: int, b: int) -> Group:
        if self._group_of[a] is not self._group_of[b]:
            raise KeyError(f"cells {a} and {b} are not of one group")
        return self._group_of[a]


def analyse(
    cells: Sequence[CellSpec],
    samples: Samples,
    *,
    margin: float = 0.01,
    looks: Sequence[float] = (1.0,),
    quiet_ns: float | None = None,
) -> Analysis:
    """Estimate, compare and rank every cell.

    Args:
        cells: every cell of the run, tares and twins included.
        samples: every sample so far, of all phases. Cells, processes and batches may be missing.
        margin: differences up to this are equivalent (``--precision``).
        looks: the shares of the budget (0…1, rising) at which a decision was or is now taken on these samples, the
            present look last: see `stop`. The default is one look at the end.
        quiet_ns: the quiet pitch of this machine, where it is remembered of earlier runs.

    Raises:
        ValueError: a cell names a tare, twin or baseline that is no cell of its group.
    """
    _check_names(cells)
    quiet_ns = quiet_pitch(samples.pitch_ns, quiet_ns)
    present_ns = quiet_now(samples.pitch_ns, quiet_ns)
    # All codecs alike are slower by this; what is above it is a neighbour's doing, which each takes in its own way.
    drifted = 0.0 if quiet_ns is None or present_ns is None else float(np.log(present_ns / quiet_ns))
    runners = {
        runner: [cell for cell in cells if cell.runner == runner] for runner in sorted({c.runner for c in cells})
    }
    weighings = {runner: Weighing(own, samples, quiet_ns, drifted) for runner, own in runners.items()}
    share = spend(looks)
    groups = {
        number: Group(
            number,
            [weighing for weighing in weighings.values() if number in weighing.sections],
            margin=margin,
            spend=share,
        )
        for number in dict.fromkeys(cell.group for cell in cells)
    }
    results: dict[int, CellResult] = {}
    for weighing in weighings.values():
        results |= _results(weighing, groups)
    return Analysis(
        cells={cell.id: results[cell.id] for cell in cells},
        undecided=frozenset().union(*(group.undecided for group in groups.values())),
        self_check=_self_check(groups.values(), margin=margin, spend=share),
        precision=_precision(cells, results),
        noise_ratios=_typical({runner: weighing.levels.noise_ratio for runner, weighing in weighings.items()}),
        spreads=_typical({runner: np.sqrt(weighing.gross.variance) for runner, weighing in weighings.items()}),
        quiet_ns=quiet_ns,
        present_ns=present_ns,
        contention=_contention(weighings.values(), quiet_ns),
        _group_of={cell: group for group in groups.values() for cell in group.contenders},
        _margin=margin,
        _spend=share,
    )


def _check_names(cells: Sequence[CellSpec]) -> None:
    groups = {cell.id: cell.group for cell in cells}
    for cell in cells:
        for other in (cell.tare, cell.twin_of, cell.baseline):
            if other is not None and groups.get(other) != cell.group:
                raise ValueError(f"cell {cell.id} refers to cell {other}, which is not of its group {cell.group}")


def _results(weighing: Weighing, groups: Mapping[int, Group]) -> dict[int, CellResult]:
    """What is known of each cell of a runner."""
    batches = weighing.batches
    gross = weighing.gross.contrast.sharing(weighing.common)
    net = weighing.net.contrast.sharing(weighing.common)
    gross_reach, net_reach = gross.reach(), net.reach()
    wall_ns, preempted, first_call, settled = batches.wall_ns, batches.preempted, batches.first_call_ns, batches.settled
    allocated_bytes, allocated_objects = batches.allocated_bytes, batches.allocated_objects
    peak_bytes = batches.peak_bytes
    # No net is more than its gross.
    with np.errstate(over="ignore"):
        most = np.exp(gross.centre + gross_reach)
    samples, processes = batches.counts.sum(axis=1), np.count_nonzero(batches.counts, axis=1)
    results = {}
    for row, cell in enumerate(weighing.cells):
        group = groups[cell.group]
        clear = bool(weighing.clear[row])
        results[cell.id] = CellResult(
            id=cell.id,
            gross=from_log(gross.centre[row], gross_reach[row]),
            net=from_log(net.centre[row], net_reach[row]) if clear else None,
            net_at_most=None if clear else known(min(weighing.at_most_ns[row], most[row])),
            relative=None if cell.baseline is None or cell.is_tare else group.ratio(cell.id, cell.baseline),
            rank=group.rank.get(cell.id),
            overall_rank=group.overall_rank.get(cell.id),
            tied_with=group.tied_with.get(cell.id, ()),
            samples=int(samples[row]),
            processes=int(processes[row]),
            wall_ns=known(wall_ns[row]),
            first_call_ns=known(first_call[row]),
            settled=settled[row],
            preempted=known(preempted[row]),
            allocated_bytes=known(allocated_bytes[row]),
            allocated_objects=known(allocated_objects[row]),
            peak_bytes=known(peak_bytes[row]),
        )
    return results


def _self_check(groups: Iterable[Group], *, margin: float, spend: float) -> SelfCheck:
    pairs = [(twin, group.against_codec(twin)) for group in groups for twin in group.twins]
    if not pairs:
        return SelfCheck(0, (), None)
    joined = join([pair for _, pair in pairs])
    return check_twins([twin for twin, _ in pairs], joined, margin=margin, spend=spend)


def _contention(weighings: Iterable[Weighing], quiet_ns: float | None) -> float | None:
    per_cell = np.concatenate([weighing.levels.contention for weighing in weighings] or [np.empty(0)])
    known = per_cell[np.isfinite(per_cell)]
    return None if quiet_ns is None or len(known) == 0 else float(np.expm1(np.median(known)))


def _precision(cells: Sequence[CellSpec], results: Mapping[int, CellResult]) -> float | None:
    compared = [
        results[cell.id].relative or results[cell.id].gross
        for cell in cells
        if cell.is_ranked and cell.id != cell.baseline
    ]
    widths = [interval.half_width for interval in compared if interval is not None]
    wide = [width for width in widths if width is not None]
    return median(wide) if wide else None


def _typical(per_runner: Mapping[str, NDArray[np.float64]]) -> dict[str, float]:
    known_values = {runner: values[np.isfinite(values)] for runner, values in per_runner.items()}
    return {runner: float(np.median(values)) for runner, values in known_values.items() if len(values)}
