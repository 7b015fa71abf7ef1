"""One group: its cells weighed, compared and ranked."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from weighbridge.measure.cells import CellSpec
from weighbridge.measure.comparison import compare, pair_index
from weighbridge.measure.cubes import Cubes
from weighbridge.measure.estimators import Estimates, choose, over_processes
from weighbridge.measure.intervals import Interval, from_log, known
from weighbridge.measure.levels import levels_of
from weighbridge.measure.ranking import Verdict, judge_pairs, ranks, undecided_neighbours
from weighbridge.measure.results import CellResult
from weighbridge.measure.samples import Samples
from weighbridge.measure.tare import NO_TARE, net_of


class Weighing:
    """The estimates of one group, each from its own samples alone.

    Attributes:
        cells: the group's cells; what follows has a row for each, in this order.
        row: the row of each cell id.
        contenders: the rows that are compared with each other: all but the tares.
        cubes: the samples.
        levels: levels per cell and wave.
        net: the nets.
        gross: estimates of the log gross times.
        net_logs: estimates of the log net times; meaningful where the net is clear.
        pairs: every two contenders.
    """

    def __init__(self, cells: Sequence[CellSpec], samples: Samples) -> None:
        self.cells = cells
        self.row = {cell.id: row for row, cell in enumerate(cells)}
        self._check_names()
        self.contenders = np.array([row for row, cell in enumerate(cells) if not cell.is_tare], dtype=np.int64)
        self.cubes = Cubes(cells, samples)
        self.levels = levels_of(self.cubes.times)
        self.tares = np.array([NO_TARE if cell.tare is None else self.row[cell.tare] for cell in cells], dtype=np.int64)
        self.net = net_of(self.levels.logs, self.tares)
        self.gross = over_processes(self.levels.logs)
        with np.errstate(invalid="ignore", divide="ignore"):
            self.net_logs = over_processes(np.where(self.net.clear[:, None], np.log(self.net.processes_ns), np.nan))
        self.pairs = compare(self.contenders, self.levels.logs, self.net)

    @property
    def order(self) -> NDArray[np.float64]:
        """What puts the cells in order: the net times of an average wave, in nanoseconds."""
        times = np.exp(self.levels.scores)
        ordered: NDArray[np.float64] = times - np.where(self.tares == NO_TARE, 0.0, np.nan_to_num(times[self.tares]))
        return ordered

    def _check_names(self) -> None:
        for cell in self.cells:
            for other in (cell.tare, cell.twin_of, cell.baseline, cell.overall_baseline):
                if other is not None and other not in self.row:
                    raise ValueError(f"cell {cell.id} refers to cell {other}, which is not of its group {cell.group}")


class Group:
    """What the estimates of one group say, once they are judged in the light of the whole run.

    Attributes:
        contenders: the ids of the cells that are compared with each other.
        verdicts: a square table over the contenders: each row's cell against each column's.
        undecided: ids of ranked cells with an undecided neighbour in a ranking.
    """

    def __init__(
        self, weighing: Weighing, gross: Estimates, net: Estimates, ratios: Estimates, *, margin: float, spend: float
    ) -> None:
        """Judge a group.

        Args:
            weighing: its estimates.
            gross: `Weighing.gross`, moderated.
            net: `Weighing.net_logs`, moderated.
            ratios: the ratios of `Weighing.pairs`, moderated.
            margin: see `judge_pairs`.
            spend: see `judge_pairs`.
        """
        self._weighing = weighing
        self._gross, self._net = (times.sharing(weighing.levels.moments) for times in (gross, net))
        self._ratios = ratios
        self._reach = ratios.reach()
        self._rows: list[int] = weighing.contenders.tolist()
        self.contenders = [weighing.cells[row].id for row in self._rows]
        self._place = {row: place for place, row in enumerate(self._rows)}
        count = len(self.contenders)
        self.comparable = choose(weighing.pairs.clear, ratios, weighing.pairs.difference)
        judged = judge_pairs(self.comparable, margin=margin, spend=spend)
        self.verdicts = np.full((count, count), np.int8(Verdict.EQUIVALENT))
        first, second = np.triu_indices(count, 1)
        self.verdicts[first, second] = judged
        self.verdicts[second, first] = np.where(judged == Verdict.EQUIVALENT, judged, -judged)
        self._rank()

    def ratio(self, first: int, second: int) -> Interval | None:
        """Time of one contender ÷ time of another, by their places among the contenders."""
        if first == second:
            return Interval(1.0, 1.0, 1.0) if self._is_timed(self._rows[first]) else None
        low, high = min(first, second), max(first, second)
        number = pair_index(len(self.contenders), low, high)
        sign = 1.0 if first < second else -1.0
        return from_log(sign * self._ratios.centre[number], self._reach[number])

    def twin_pair(self, twin: int) -> int:
        """The number of the pair that a twin and its codec make, by the twin's id."""
        cells, row = self._weighing.cells, self._weighing.row
        original = cells[row[twin]].twin_of
        assert original is not None
        places = sorted((self._place[row[twin]], self._place[row[original]]))
        return pair_index(len(self.contenders), *places)

    @property
    def twins(self) -> list[int]:
        """The ids of the A/A twins."""
        return [cell.id for cell in self._weighing.cells if cell.twin_of is not None]

    def results(self) -> dict[int, CellResult]:
        """What is known of each cell."""
        cubes, net = self._weighing.cubes, self._weighing.net
        gross_reach, net_reach = self._gross.reach(), self._net.reach()
        preempted, first_call, settled = cubes.preempted, cubes.first_call_ns, cubes.settled
        allocated_bytes, allocated_objects = cubes.allocated_bytes, cubes.allocated_objects
        peak_bytes = cubes.peak_bytes
        # No net is more than its gross.
        with np.errstate(over="ignore"):
            most = np.exp(self._gross.centre + gross_reach)
        samples, processes = cubes.counts.sum(axis=1), np.count_nonzero(cubes.counts, axis=1)
        results = {}
        for row, cell in enumerate(self._weighing.cells):
            clear = bool(net.clear[row])
            results[cell.id] = CellResult(
                id=cell.id,
                gross=from_log(self._gross.centre[row], gross_reach[row]),
                net=from_log(self._net.centre[row], net_reach[row]) if clear else None,
                net_at_most=None if clear else known(min(net.at_most_ns[row], most[row])),
                relative=self._relative(row, cell.baseline),
                relative_overall=self._relative(row, cell.overall_baseline),
                rank=self._runner_rank.get(row),
                overall_rank=self._overall_rank.get(row),
                tied_with=self._tied_with.get(row, ()),
                samples=int(samples[row]),
                processes=int(processes[row]),
                first_call_ns=known(first_call[row]),
                settled=settled[row],
                preempted=known(preempted[row]),
                allocated_bytes=known(allocated_bytes[row]),
                allocated_objects=known(allocated_objects[row]),
                peak_bytes=known(peak_bytes[row]),
            )
        return results

    def _is_timed(self, row: int) -> bool:
        return bool(self._gross.processes[row] > 0)

    def _relative(self, row: int, baseline: int | None) -> Interval | None:
        if baseline is None or row not in self._place:
            return None
        return self.ratio(self._place[row], self._place[self._weighing.row[baseline]])

    def _rank(self) -> None:
        """Rank the cells that compete and were timed: overall, and in each runner."""
        cells = self._weighing.cells
        ranked = [row for row in self._rows if cells[row].is_ranked and self._is_timed(row)]
        self.undecided: set[int] = set()
        self._overall_rank = self._rank_among(ranked)
        self._runner_rank: dict[int, int] = {}
        for runner in sorted({cells[row].runner for row in ranked}):
            self._runner_rank |= self._rank_among([row for row in ranked if cells[row].runner == runner])

        places = np.array([self._place[row] for row in ranked], dtype=np.int64)
        ids = np.array([cells[row].id for row in ranked], dtype=np.int64)
        ties = np.isin(self.verdicts[np.ix_(places, places)], (Verdict.UNRESOLVED, Verdict.EQUIVALENT))
        np.fill_diagonal(ties, val=False)
        self._tied_with = {row: tuple(ids[tied].tolist()) for row, tied in zip(ranked, ties, strict=True)}

    def _rank_among(self, rows: list[int]) -> dict[int, int]:
        places = np.array([self._place[row] for row in rows], dtype=np.int64)
        verdicts = self.verdicts[np.ix_(places, places)]
        times = self._weighing.order[rows]
        is_open = undecided_neighbours(times, verdicts)
        self.undecided |= {self._weighing.cells[row].id for row, still in zip(rows, is_open, strict=True) if still}
        return dict(zip(rows, ranks(times, verdicts).tolist(), strict=True))
