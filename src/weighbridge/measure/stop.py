"""The stop rule: pre-planned looks, and what each of them may spend of the error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from weighbridge.measure.analysis import Analysis

MINIMUM_WAVES = 4
PLANNED_LOOKS = (0.25, 0.5, 0.75, 1.0)
"""Shares of the budget after which a decision may be taken: cells dropped, the run ended."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a look decided.

    Attributes:
        stop: whether the run is over.
        reason: ``decided`` or ``budget`` when it is; otherwise ``undecided``.
        undecided: the cells to go on with: give them to `schedule.plan_wave`.
    """

    stop: bool
    reason: str
    undecided: frozenset[int]


def look_due(looks: Sequence[float], share: float) -> bool:
    """Whether a planned look lies between the last one taken and the present share of the budget spent.

    Args:
        looks: the shares at which looks were taken so far.
        share: the share of the budget that is spent now, 0…1.
    """
    raise NotImplementedError


def decide(analysis: Analysis, *, share: float, waves: int) -> Decision:
    """Decide, at a look, whether to go on and with which cells.

    Args:
        analysis: of all samples so far, made with this look last in ``looks``.
        share: the share of the budget spent, 0…1; 1 ends the run.
        waves: how many waves are complete; no decision is taken on fewer than `MINIMUM_WAVES`.
    """
    raise NotImplementedError
