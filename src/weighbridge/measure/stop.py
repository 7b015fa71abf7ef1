"""The stop rule: pre-planned looks, and what each of them may spend of the error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from weighbridge.measure.analysis import Analysis

MINIMUM_PROCESSES = 4
PLANNED_LOOKS = (0.25, 0.5, 0.75, 1.0)
"""Shares of the budget after which a decision may be taken: cells dropped, the run ended."""
SPENDING_POWER = 2


@dataclass(frozen=True, slots=True)
class Decision:
    """What a look decided.

    Attributes:
        stop: whether the run is over.
        undecided: the cells to go on with: for `schedule.plan_sitting`.
    """

    stop: bool
    undecided: frozenset[int]


def spend(looks: Sequence[float]) -> float:
    """What of the error the last of these looks may spend, 0…1.

    Each look gets what the budget's share has earned since the look before: share² − previous share². The tests of all
    looks together then err at most as often as one test would, whatever the dependence between them and however the
    sampling adapts. Most is left for the last look, whose verdicts are the ones that are printed.

    Source: K. K. G. Lan and D. L. DeMets, Discrete sequential boundaries for clinical trials, Biometrika 70 (1983); the
    power
    family: K. Kim and D. L. DeMets, Biometrika 74 (1987).

    Args:
        looks: the shares of the budget at which looks were taken, 0…1, rising.
    """
    previous = looks[-2] if len(looks) > 1 else 0.0
    return min(looks[-1], 1.0) ** SPENDING_POWER - min(previous, 1.0) ** SPENDING_POWER


def look_due(looks: Sequence[float], share: float) -> bool:
    """Whether a planned look lies between the last one taken and the share of the budget that is spent now.

    Args:
        looks: the shares at which looks were taken so far.
        share: the share of the budget that is spent now, 0…1.
    """
    last = looks[-1] if looks else 0.0
    return any(last < planned <= share for planned in PLANNED_LOOKS)


def decide(analysis: Analysis, *, share: float) -> Decision:
    """Decide, at a look, whether to go on and with which cells.

    Args:
        analysis: of all samples so far, made with this look last in ``looks``.
        share: the share of the budget spent, 0…1; 1 ends the run.
    """
    new = {number for number, cell in analysis.cells.items() if cell.processes < MINIMUM_PROCESSES}
    undecided = analysis.undecided | new
    return Decision(share >= 1 or not undecided, undecided)
