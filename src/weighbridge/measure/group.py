"""One group: its cells compared and ranked, in each runner and over all."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from weighbridge.measure.cells import CellSpec
from weighbridge.measure.estimators import Contrast, Estimates, join
from weighbridge.measure.intervals import Interval, from_log
from weighbridge.measure.ranking import Verdict, far_apart, judge_pairs, ranks, undecided_neighbours
from weighbridge.measure.studentised import range_probability
from weighbridge.measure.weighing import Weighing

SHARP = 0.01
"""Half a 95 % interval of a time within its runner: who asks "by how much" has an answer then."""
FAR_BEHIND = 10.0
"""Whoever is so many times slower than the leader needs no more of the budget than to be placed."""
PLACED = 0.05


class Group:
    """The contenders of one group (all its cells but the tares), and what is known of each against each.

    Attributes:
        contenders: their ids.
        verdicts: a square table: each row's cell against each column's.
        undecided: ids of ranked cells that more samples may still decide: those with an undecided neighbour in the
            ranking of their runner, and those that are not yet `SHARP`; but not those that surely stand far behind.
        rank: of the ranked cells, by id, in their runner.
        overall_rank: the same among all.
        tied_with: the ids of the ranked cells that a ranked cell is not resolved from, by its id.
    """

    def __init__(self, group: int, weighings: Sequence[Weighing], *, margin: float, spend: float) -> None:
        """Compare a group.

        Args:
            group: its number.
            weighings: of all runners that have cells of it.
            margin: see `judge_pairs`.
            spend: see `judge_pairs`.
        """
        self._cells: list[CellSpec] = []
        of_runner: list[int] = []
        places: list[NDArray[np.int64]] = []
        for number, weighing in enumerate(weighings):
            rows = weighing.sections[group].rows
            rows = rows[[not weighing.cells[row].is_tare for row in rows]]
            self._cells += [weighing.cells[row] for row in rows]
            of_runner += [number] * len(rows)
            places.append(rows)
        self.contenders = [cell.id for cell in self._cells]
        self._place = {cell: place for place, cell in enumerate(self.contenders)}
        self._runner = np.array(of_runner, dtype=np.int64)

        def gather(column: str) -> Contrast:
            parts: list[Estimates] = [getattr(weighing, column) for weighing in weighings]
            return join([part[rows].contrast for part, rows in zip(parts, places, strict=True)])

        # A net is compared with a net. Where either is not clear both are by their gross times.
        self._gross, self._net = gather("gross"), gather("net")
        self._clear = np.concatenate([w.clear[rows] for w, rows in zip(weighings, places, strict=True)])
        self._met = np.zeros((len(self._cells), len(self._cells)), dtype=np.bool_)
        for number, (weighing, rows) in enumerate(zip(weighings, places, strict=True)):
            took_part = (weighing.batches.counts[rows] > 0).astype(np.int64)
            own = np.flatnonzero(self._runner == number)
            self._met[np.ix_(own, own)] = took_part @ took_part.T > 0
        self._order = np.concatenate([w.order[rows] for w, rows in zip(weighings, places, strict=True)])
        self._common = np.concatenate([w.common[rows] for w, rows in zip(weighings, places, strict=True)])
        self.verdicts = self._judge(margin, spend)
        self._rank()

    def ratio(self, first: int, second: int) -> Interval | None:
        """Time of one contender ÷ time of another, by their ids; None where one was never timed."""
        if first == second:
            known = not np.isnan(self._gross.centre[self._place[first]])
            return Interval(1.0, 1.0, 1.0) if known else None
        found = self.contrast(first, second)
        return from_log(float(found.centre[0]), float(found.reach()[0]))

    def contrast(self, first: int, second: int) -> Contrast:
        """One contender against another, by their ids."""
        return self._pairs(np.array([self._place[first]]), np.array([self._place[second]]))

    @property
    def twins(self) -> list[int]:
        """The ids of the A/A twins whose codec is there."""
        return [cell.id for cell in self._cells if cell.twin_of is not None and cell.twin_of in self._place]

    def against_codec(self, twin: int) -> Contrast:
        """A twin against the codec that it repeats."""
        original = self._cells[self._place[twin]].twin_of
        assert original is not None
        return self.contrast(twin, original)

    def _pairs(self, first: NDArray[np.int64], second: NDArray[np.int64]) -> Contrast:
        """Pairs of contenders. What a runner's cells have in common counts between runners only.

        Two of one runner that were never in the same process are not compared: what they have in common is unknown.
        """
        clear = self._clear[first] & self._clear[second]
        between = self._runner[first] != self._runner[second]
        apart = ~between & ~self._met[first, second]

        def side(chosen: NDArray[np.int64]) -> Contrast:
            own = Contrast(
                np.where(clear, self._net.centre[chosen], self._gross.centre[chosen]),
                np.where(clear, self._net.error[chosen], self._gross.error[chosen]),
                np.where(clear, self._net.freedom[chosen], self._gross.freedom[chosen]),
            )
            return own.sharing(np.where(between[:, None], self._common[chosen], 0.0))

        pairs = side(first).minus(side(second))
        return Contrast(np.where(apart, np.nan, pairs.centre), pairs.error, np.where(apart, 0.0, pairs.freedom))

    def _judge(self, margin: float, spend: float) -> NDArray[np.int8]:
        count = len(self.contenders)
        first, second = np.triu_indices(count, 1)
        pairs = self._pairs(first, second)
        within = self._runner[first] == self._runner[second]
        corrected = np.ones(len(first))
        # Nobody asks which codec is unlike a floor: those are no comparisons to correct for.
        floors = np.array([cell.is_floor for cell in self._cells], dtype=np.bool_)
        distance = pairs.distance()
        for runner in np.unique(self._runner):
            own = within & (self._runner[first] == runner)
            members = int(np.count_nonzero(~floors & (self._runner == runner)))
            corrected[own] = range_probability(distance[own], pairs.freedom[own], members)
        corrected[~within] = range_probability(
            distance[~within], pairs.freedom[~within], int(np.count_nonzero(~floors))
        )
        corrected[pairs.freedom <= 0] = 1.0
        judged = judge_pairs(pairs, corrected, margin=margin, spend=spend)
        verdicts = np.full((count, count), np.int8(Verdict.EQUIVALENT))
        verdicts[first, second] = judged
        verdicts[second, first] = np.where(judged == Verdict.EQUIVALENT, judged, -judged)
        reach = self._net.reach()
        apart = far_apart(*(np.exp(np.where(self._clear, self._net.centre, np.nan) + sign * reach) for sign in (-1, 1)))
        comparable = self._met | (self._runner[:, None] != self._runner)
        return np.where((verdicts == Verdict.UNRESOLVED) & comparable & (apart != 0), apart, verdicts)

    def _rank(self) -> None:
        """Rank the cells that compete and were timed: overall, and in each runner."""
        ranked = np.array(
            [
                place
                for place, cell in enumerate(self._cells)
                if cell.is_ranked and not np.isnan(self._gross.centre[place])
            ],
            dtype=np.int64,
        )
        self.undecided: set[int] = set()
        self.overall_rank, _ = self._rank_among(ranked)
        self.rank: dict[int, int] = {}
        for runner in np.unique(self._runner[ranked]):
            found, still = self._rank_among(ranked[self._runner[ranked] == runner])
            self.rank |= found
            self.undecided |= still
        ties = np.isin(self.verdicts[np.ix_(ranked, ranked)], (Verdict.UNRESOLVED, Verdict.EQUIVALENT))
        np.fill_diagonal(ties, val=False)
        ids = np.array(self.contenders, dtype=np.int64)[ranked]
        self.tied_with = {int(own): tuple(ids[tied].tolist()) for own, tied in zip(ids, ties, strict=True)}

    def _rank_among(self, places: NDArray[np.int64]) -> tuple[dict[int, int], set[int]]:
        verdicts = self.verdicts[np.ix_(places, places)]
        times = self._order[places]
        ids = [self.contenders[place] for place in places]
        reach = self._gross.reach()[places]
        behind = times - times.min(initial=np.inf) > np.log(FAR_BEHIND) + reach
        is_open = (undecided_neighbours(times, verdicts) | (reach > SHARP)) & ~(behind & (reach < PLACED))
        still = {cell for cell, more in zip(ids, is_open, strict=True) if more}
        return dict(zip(ids, ranks(times, verdicts).tolist(), strict=True)), still
