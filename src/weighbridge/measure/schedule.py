"""The schedule: which cells are sampled in a wave, in which rounds, in which order."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from weighbridge.measure.cells import CellSpec
from weighbridge.measure.levels import MEDIAN_ERROR

WANTED_WAVES = 5
"""Fewer processes than this leave intervals wide, so rounds are given up before waves."""
FEWEST_ROUNDS = 3
MOST_ROUNDS = 30
DEFAULT_NOISE_RATIO = 3.5


@dataclass(frozen=True, slots=True)
class Costs:
    """What sampling costs in wall time, orchestration included; a cell or runner that is absent gets the default.

    Attributes:
        batch_ns: per cell, one timed batch.
        setup_ns: per cell and wave, all but the rounds: its share of loading, first call, calibration, warm-up,
            recheck.
        start_ns: per runner and wave: starting its process and ending it.
    """

    batch_ns: Mapping[int, float] = field(default_factory=dict)
    setup_ns: Mapping[int, float] = field(default_factory=dict)
    start_ns: Mapping[str, float] = field(default_factory=dict)
    default_batch_ns: float = 3e6
    default_setup_ns: float = 30e6
    default_start_ns: float = 300e6

    def of_setup(self, cells: Sequence[CellSpec]) -> float:
        """A wave's cost before its first round."""
        runners = {cell.runner for cell in cells}
        return sum(self.setup_ns.get(cell.id, self.default_setup_ns) for cell in cells) + sum(
            self.start_ns.get(runner, self.default_start_ns) for runner in runners
        )

    def of_round(self, cells: Sequence[CellSpec]) -> float:
        """The cost of one batch of every cell."""
        return sum(self.batch_ns.get(cell.id, self.default_batch_ns) for cell in cells)


class Round(NamedTuple):
    """One round of one group: every cell of the group that takes part in the wave, once, in the order to time them."""

    group: int
    number: int
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WavePlan:
    """One wave.

    Attributes:
        wave: its number, from 0.
        cells: the cells that take part, group by group, in the order in which to prepare them.
        rounds: in the order to run them. Groups take turns, so that a run that is killed has something of each.
        expected_ns: what it should cost.
    """

    wave: int
    cells: tuple[int, ...]
    rounds: tuple[Round, ...]
    expected_ns: float


def plan_wave(
    cells: Sequence[CellSpec],
    undecided: Collection[int] | None,
    *,
    costs: Costs,
    remaining_ns: float,
    wave: int,
    seed: int,
    noise_ratio: float | None = None,
) -> WavePlan | None:
    """Plan the next wave.

    The number of rounds is what makes an hour of sampling tell most, given what a process costs to start and how much
    processes differ (W. G. Cochran, Sampling Techniques, 1977, section 10.6; for benchmarks: T. Kalibera and R. Jones,
    Rigorous benchmarking in reasonable time, ISMM 2013), then adjusted so that whole waves use up the budget, at least
    `WANTED_WAVES` of them where it allows.

    Args:
        cells: every cell that can still be timed (without those that failed or whose runner died for good).
        undecided: the cells that more samples may still decide (`stop.Decision.undecided`); None: all of them.
            The tare, the baselines and the twins of each are added.
        costs: what sampling costs, as measured so far.
        remaining_ns: what is left of the budget.
        wave: the wave's number, from 0.
        seed: the run's seed; the same arguments give the same plan.
        noise_ratio: sd between batches ÷ sd between processes (`Analysis.noise_ratio`); None while unknown.

    Returns:
        The plan; None when nothing is undecided, or what remains does not pay for a wave. The first wave is always
        given.
    """
    chosen = _companions(cells, undecided)
    if not chosen:
        return None
    generator = np.random.default_rng([seed, wave])
    setup, once = costs.of_setup(chosen), costs.of_round(chosen)
    if wave > 0 and setup + FEWEST_ROUNDS * once > remaining_ns:
        chosen = _affordable(chosen, costs, remaining_ns, generator)
        if not chosen:
            return None
        setup, once = costs.of_setup(chosen), costs.of_round(chosen)
    rounds = _rounds(setup, once, remaining_ns, max(WANTED_WAVES - wave, 1), noise_ratio or DEFAULT_NOISE_RATIO)
    rounds = max(rounds, 1 if wave == 0 else FEWEST_ROUNDS)

    members: dict[int, list[int]] = {}
    for cell in chosen:
        members.setdefault(cell.group, []).append(cell.id)
    groups = [int(group) for group in generator.permutation(sorted(members))]
    planned = [
        Round(group, number, tuple(int(cell) for cell in generator.permutation(members[group])))
        for number in range(rounds)
        for group in groups
    ]
    prepared = tuple(int(cell) for group in groups for cell in generator.permutation(members[group]))
    return WavePlan(wave, prepared, tuple(planned), setup + rounds * once)


def _companions(cells: Sequence[CellSpec], undecided: Collection[int] | None) -> list[CellSpec]:
    """The undecided cells, and those that are needed to make sense of them."""
    if undecided is None:
        return list(cells)
    wanted = set(undecided)
    for cell in cells:
        if cell.id in undecided:
            wanted |= {other for other in (cell.baseline, cell.overall_baseline) if other is not None}
    wanted |= {cell.id for cell in cells if cell.twin_of in undecided}
    wanted |= {cell.tare for cell in cells if cell.id in wanted and cell.tare is not None}
    return [cell for cell in cells if cell.id in wanted]


def _affordable(
    cells: Sequence[CellSpec], costs: Costs, remaining_ns: float, generator: np.random.Generator
) -> list[CellSpec]:
    """Draw groups for which what remains pays, so that the end of the budget, too short for all, is not wasted."""
    groups: dict[int, list[CellSpec]] = {}
    for cell in cells:
        groups.setdefault(cell.group, []).append(cell)
    chosen: list[CellSpec] = []
    for group in generator.permutation(sorted(groups)):
        wider = [*chosen, *groups[int(group)]]
        if costs.of_setup(wider) + FEWEST_ROUNDS * costs.of_round(wider) <= remaining_ns:
            chosen = wider
    return chosen


def _rounds(setup: float, once: float, remaining: float, wanted_waves: int, noise_ratio: float) -> int:
    """Rounds in this wave such that whole waves use up what remains; fewer than `FEWEST_ROUNDS` if it does not pay."""
    best = float(np.clip(np.sqrt(setup / once) * noise_ratio * MEDIAN_ERROR, FEWEST_ROUNDS, MOST_ROUNDS))
    affordable = int(remaining // (setup + FEWEST_ROUNDS * once))
    waves = max(1, min(affordable, max(round(remaining / (setup + best * once)), wanted_waves)))
    return min(MOST_ROUNDS, int((remaining / waves - setup) // once))
