"""The schedule: which cells are sampled in a wave, in which rounds, in which order."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from weighbridge.measure.cells import CellSpec


@dataclass(frozen=True, slots=True)
class Costs:
    """What sampling costs in wall time, orchestration included; a cell or runner that is absent gets the default.

    Attributes:
        batch_ns: per cell, one timed batch.
        setup_ns: per cell and wave, everything before the rounds: load's share, first call, calibration, warm-up, recheck.
        start_ns: per runner and wave: starting its process and ending it.
    """

    batch_ns: Mapping[int, float] = field(default_factory=dict)
    setup_ns: Mapping[int, float] = field(default_factory=dict)
    start_ns: Mapping[str, float] = field(default_factory=dict)
    default_batch_ns: float = 3e6
    default_setup_ns: float = 30e6
    default_start_ns: float = 300e6


@dataclass(frozen=True, slots=True)
class WavePlan:
    """One wave.

    Attributes:
        wave: its number, from 0.
        cells: ids of the cells that take part, in the order in which to warm them up.
        rounds: each is (group, round number within group and wave, cell ids in the order to time them). Groups take turns.
        expected_ns: what it should cost.
    """

    wave: int
    cells: tuple[int, ...]
    rounds: tuple[tuple[int, int, tuple[int, ...]], ...]
    expected_ns: float


def plan_wave(  # noqa: PLR0913
    cells: Sequence[CellSpec],
    undecided: Collection[int] | None,
    *,
    costs: Costs,
    remaining_ns: float,
    wave: int,
    seed: int,
    noise_ratio: float = 3.5,
) -> WavePlan | None:
    """Plan the next wave.

    Args:
        cells: every cell that can still be timed (leave out those that failed or whose runner died for good).
        undecided: the cells that more samples may still decide (`stop.Decision.undecided`); None: all of them.
            The tare, the baselines and the twins of each are added.
        costs: what sampling costs, as measured so far.
        remaining_ns: what is left of the budget.
        wave: the wave's number, from 0.
        seed: the run's seed; the same arguments give the same plan.
        noise_ratio: sd between batches of a process ÷ sd between processes (`Analysis.noise_ratio` once there is one).

    Returns:
        The plan; None when nothing is undecided, or what remains does not pay for a wave (the first wave is always given).
    """
    raise NotImplementedError
