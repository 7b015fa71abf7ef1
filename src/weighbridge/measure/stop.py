"""The stop rule: pre-planned looks, and what each of them may spend of the error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from weighbridge.measure.results import CellResult

MINIMUM_PROCESSES = 4
PLANNED_LOOKS = (0.25, 0.5, 0.75, 1.0)
"""Shares of the budget after which a decision may be taken: cells are dropped, or the run is ended."""
SPENDING_POWER = 2


def spend(looks: Sequence[float]) -> float:
    """What of the error the last of these looks may spend, 0…1.

    Each look gets what the budget's share has earned since the look before: share² − previous share². The tests of all
    looks together then err at most as often as one test would, whatever the dependence between them and however the
    sampling adapts. Most is left for the last look, whose verdicts are the ones that are printed.

    Source: K. K. G. Lan and D. L. DeMets, Discrete sequential boundaries for clinical trials, Biometrika 70 (1983); the
    power family: K. Kim and D. L. DeMets, Biometrika 74 (1987).

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


def still_open(results: Mapping[int, CellResult], undecided: Set[int]) -> frozenset[int]:
    """The cells to go on with after a look: those that are undecided, and those with too few processes to tell.

    Args:
        results: what is known of each cell, by its id.
        undecided: see `Analysis.undecided`.
    """
    return frozenset(undecided) | {cell for cell, known in results.items() if known.processes < MINIMUM_PROCESSES}
