"""The schedule: whose process comes next, with which cells, in which blocks."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from weighbridge.measure.cells import CellSpec

WANTED_PROCESSES = 3
"""Everybody gets so many processes before anybody gets more."""
FEWEST_ROUNDS = 4
MOST_ROUNDS = 30
FIRST_ROUNDS = 5
"""In a first process: everybody is to have a number soon."""
DEFAULT_NOISE_RATIO = 3.0
MOST_NOISE_RATIO = 4.0
"""Processes that look alike may still differ: there are only a few of them yet."""
DEFAULT_SPREAD = 0.02
SETUP_SHARE = 0.2
"""Where there is time for many processes, no more of it goes into preparing them."""
LEAST_TIMED_SHARE = 0.2
"""At least so much of the time that a process takes to prepare is spent on timing it."""
MANY_PROCESSES = 12
FEWEST_MORE = 3
ENOUGH_PROCESSES = 5
"""Rounds are given up before processes, as long as there are fewer of those than this."""
BLOCK_NS = 50e6
"""The batches of a block are to be this close in time."""
FEWEST_IN_BLOCK = 4
"""Even where batches are long: with fewer, most of the time would go to the baseline."""
MOST_IN_BLOCK = 6
LONG = 5.0
"""A batch that takes so many times as long as a typical one of its lot is taken less often."""
OWN_EVERY = 3
"""What the harness itself costs differs little between batches: a tare or a floor is in every third round."""


@dataclass(frozen=True, slots=True)
class Costs:
    """What sampling costs in wall time, orchestration included; a cell or runner that is absent gets the default.

    Attributes:
        batch_ns: per cell, one timed batch with the forks beside it.
        setup_ns: per cell and process, all but the batches: first call, calibration, warm-up, recheck.
        start_ns: per runner and process: starting it, loading the payload, and ending it.
    """

    batch_ns: Mapping[int, float] = field(default_factory=dict)
    setup_ns: Mapping[int, float] = field(default_factory=dict)
    start_ns: Mapping[str, float] = field(default_factory=dict)
    default_batch_ns: float = 3e6
    default_setup_ns: float = 30e6
    default_start_ns: float = 300e6

    def of_setup(self, cells: Sequence[CellSpec]) -> float:
        """What a process with these cells, all of one runner, costs before its first batch and after its last."""
        start = self.start_ns.get(cells[0].runner, self.default_start_ns)
        return start + sum(self.setup_ns.get(cell.id, self.default_setup_ns) for cell in cells)

    def of_batch(self, cell: CellSpec) -> float:
        """One batch of a cell."""
        return self.batch_ns.get(cell.id, self.default_batch_ns)


class Lot(NamedTuple):
    """What a process is for: one runner, and one payload, lest what it compiles for one payload serve another."""

    runner: str
    payload: int


class Block(NamedTuple):
    """Cells of one group that are timed one right after the other, in this order; numbered within their process."""

    number: int
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sitting:
    """One fresh process: what it times, in which order.

    Attributes:
        process: its number in the run.
        lot: what it is for.
        cells: every cell that takes part, in the order in which to prepare them.
        blocks: in the order in which to time them. Groups take turns, so that a run that is killed has some of each.
    """

    process: int
    lot: Lot
    cells: tuple[int, ...]
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """What the run has learned so far.

    Attributes:
        processes: how many each lot has had.
        noise_ratios: per runner, sd between batches ÷ sd between processes.
        spreads: per runner, the sd between processes.
    """

    processes: Mapping[Lot, int] = field(default_factory=dict)
    noise_ratios: Mapping[str, float] = field(default_factory=dict)
    spreads: Mapping[str, float] = field(default_factory=dict)


def lot_of(cell: CellSpec) -> Lot:
    """Return the lot that a cell belongs to."""
    return Lot(cell.runner, cell.payload)


def plan_sitting(
    cells: Sequence[CellSpec],
    undecided: Collection[int] | None,
    *,
    costs: Costs,
    known: Known,
    remaining_ns: float,
    process: int,
    seed: int,
) -> Sitting | None:
    """Plan the next process.

    Each runner has its own schedule, by its own costs and its own spread. Who has no process yet comes first, the
    cheapest before others, so that there is soon a table; then who has fewer than `WANTED_PROCESSES`. After that the
    next process goes where it gains most a second: what it takes off the standard errors of the cells that are still
    undecided, over what it costs. (To allocate by costs and spreads: J. Neyman, 1934; W. G. Cochran, Sampling
    Techniques, 1977, section 5.5. Errors and not their squares are added up, or the noisiest runner would take all.)

    Args:
        cells: the cells that can be timed now (without those that failed or whose runner died for good).
        undecided: the cells that more samples may still decide (`stop.still_open`); None: all of them.
            The tare, the baseline and the twins of each are added.
        costs: what sampling costs, as measured so far.
        known: what else has been learned.
        remaining_ns: what is left of the budget.
        process: the number of the process in the run.
        seed: the run's seed; the same arguments give the same plan.

    Returns:
        The plan; None when nothing is undecided, or what remains does not pay for a process. A first process of every
        lot is always given.
    """
    lots: dict[Lot, list[CellSpec]] = {}
    for cell in companions(cells, undecided):
        lots.setdefault(lot_of(cell), []).append(cell)
    affordable: dict[Lot, tuple[int, float]] = {}
    for lot, own in lots.items():
        had = known.processes.get(lot, 0)
        first = had == 0
        rounds = _rounds(own, costs, known.noise_ratios.get(lot.runner), remaining_ns, had, len(lots))
        cost = costs.of_setup(own) + _timing_ns(own, costs, rounds)
        if first or (rounds >= FEWEST_ROUNDS and cost <= remaining_ns):
            affordable[lot] = (max(rounds, 1), cost)
    if not affordable:
        return None

    def urgency(lot: Lot) -> tuple[float, float]:
        count, cost = known.processes.get(lot, 0), affordable[lot][1]
        if count < WANTED_PROCESSES:
            return (WANTED_PROCESSES - count, -cost)
        open_cells = sum(undecided is None or cell.id in undecided for cell in lots[lot])
        spread = known.spreads.get(lot.runner, DEFAULT_SPREAD)
        return (0, open_cells * spread * (count**-0.5 - (count + 1) ** -0.5) / cost)

    lot = max(affordable, key=urgency)
    rounds, _ = affordable[lot]
    generator = np.random.default_rng([seed, process])
    own = lots[lot]
    order = tuple(int(number) for number in generator.permutation([cell.id for cell in own]))
    return Sitting(process, lot, order, tuple(_blocks(own, costs, rounds, generator)))


def companions(cells: Sequence[CellSpec], undecided: Collection[int] | None) -> list[CellSpec]:
    """The undecided cells, and those that are needed to make sense of them."""
    if undecided is None:
        return list(cells)
    wanted = set(undecided)
    wanted |= {cell.baseline for cell in cells if cell.id in undecided and cell.baseline is not None}
    wanted |= {cell.id for cell in cells if cell.twin_of in undecided}
    # A twin without its codec says nothing.
    wanted |= {cell.twin_of for cell in cells if cell.id in wanted and cell.twin_of is not None}
    wanted |= {cell.tare for cell in cells if cell.id in wanted and cell.tare is not None}
    return [cell for cell in cells if cell.id in wanted]


def _rounds(
    cells: Sequence[CellSpec], costs: Costs, noise_ratio: float | None, remaining_ns: float, had: int, lots: int
) -> int:
    """How many rounds tell most for the time, given what the process costs to prepare and how much processes differ.

    Source: W. G. Cochran, Sampling Techniques, 1977, section 10.6; for benchmarks: T. Kalibera and R. Jones, Rigorous
    benchmarking in reasonable time, ISMM 2013.

    Args:
        cells: of the process.
        costs: what sampling costs.
        noise_ratio: sd between batches ÷ sd between processes; None while unknown.
        remaining_ns: what is left of the budget.
        had: how many processes the lot has had.
        lots: how many lots share what is left.
    """
    setup = costs.of_setup(cells)
    once = max(_timing_ns(cells, costs, MOST_ROUNDS) / MOST_ROUNDS, 1.0)

    def fitting(processes: int) -> float:
        """Rounds of each of so many processes of every lot that use up what is left."""
        return (remaining_ns / lots / processes - setup) / once

    # What took long to prepare is timed long enough to be worth it.
    worth = LEAST_TIMED_SHARE * setup / once
    wanted = max(FIRST_ROUNDS, worth)
    if had > 0:
        best = math.sqrt(setup / once) * min(noise_ratio or DEFAULT_NOISE_RATIO, MOST_NOISE_RATIO)
        longer = min((1 / SETUP_SHARE - 1) * setup / once, fitting(max(MANY_PROCESSES - had, FEWEST_MORE)))
        wanted = max(best, longer)
        if had < ENOUGH_PROCESSES:
            wanted = min(wanted, fitting(ENOUGH_PROCESSES - had))
        wanted = max(wanted, worth, FEWEST_ROUNDS)
    return int(min(wanted, MOST_ROUNDS, max((remaining_ns - setup) / once, 0.0)))


def _pace(cells: Sequence[CellSpec], costs: Costs) -> dict[int, int]:
    """In which rounds a cell takes part: every first, every second, … A slow codec needs no more than to be placed."""
    typical = float(np.median([costs.of_batch(cell) for cell in cells]))
    return {
        cell.id: max(OWN_EVERY if cell.is_of_harness else 1, round(costs.of_batch(cell) / (LONG * typical)))
        for cell in cells
    }


def _timing_ns(cells: Sequence[CellSpec], costs: Costs, rounds: int) -> float:
    """What so many rounds cost, the anchor's extra batches included."""
    pace = _pace(cells, costs)
    plain = sum(costs.of_batch(cell) * math.ceil(rounds / pace[cell.id]) for cell in cells)
    compared = Counter(cell.baseline for cell in cells)
    blocks = {cell.id: compared[cell.id] / _others_in_block(cell, costs) for cell in cells}
    return plain + sum(costs.of_batch(cell) * rounds * blocks[cell.id] for cell in cells)


def _others_in_block(anchor: CellSpec, costs: Costs) -> int:
    """How many cells share a block with an anchor."""
    return int(np.clip(BLOCK_NS / costs.of_batch(anchor), FEWEST_IN_BLOCK, MOST_IN_BLOCK)) - 1


def _blocks(cells: Sequence[CellSpec], costs: Costs, rounds: int, generator: np.random.Generator) -> Iterator[Block]:
    """Randomised incomplete blocks: in every round each cell once, some at a time, and the baseline with each few.

    What is compared is then measured close in time, and the baseline, to which all are compared, most often.
    """
    groups: dict[int, list[CellSpec]] = {}
    for cell in cells:
        groups.setdefault(cell.group, []).append(cell)
    pace = _pace(cells, costs)
    number = 0
    for turn in range(rounds):
        for group in generator.permutation(sorted(groups)):
            own = groups[int(group)]
            present = {cell.id: cell for cell in own}
            anchors = {cell.baseline for cell in own if cell.baseline in present}
            anchor = present[min(anchors)] if len(anchors) == 1 else None
            # Those that are not in every round start in the first, so that a short process has some of each.
            due = [cell.id for cell in own if cell is not anchor and turn % pace[cell.id] == 0]
            shuffled = [int(cell) for cell in generator.permutation(due)]
            size = _others_in_block(anchor, costs) if anchor else MOST_IN_BLOCK
            pieces = math.ceil(len(shuffled) / size) or 1
            for piece in np.array_split(np.array(shuffled, dtype=np.int64), pieces):
                members = [int(cell) for cell in piece]
                if anchor is not None:
                    members.insert(int(generator.integers(len(members) + 1)), anchor.id)
                if members:
                    yield Block(number, tuple(members))
                    number += 1
