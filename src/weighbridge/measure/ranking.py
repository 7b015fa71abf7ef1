"""Verdicts per pair, and ranks with ties."""

from __future__ import annotations

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from weighbridge.measure.estimators import Estimates
from weighbridge.measure.robust import Floats

DIFFERENT_ERROR = 0.01
"""Probability of calling any pair of equals in a group different (over all its pairs together, and all looks)."""
EQUIVALENT_ERROR = 0.05
"""Probability of calling a pair equivalent whose difference is just the margin (over all looks)."""


class Verdict(IntEnum):
    """What is known of a pair: the first cell against the second."""

    FASTER = -1
    UNRESOLVED = 0
    SLOWER = 1
    EQUIVALENT = 2

    @property
    def is_tie(self) -> bool:
        """Whether both share a rank."""
        return self in (Verdict.UNRESOLVED, Verdict.EQUIVALENT)


def judge_pairs(pairs: Estimates, *, margin: float, spend: float) -> NDArray[np.int8]:
    """The verdict on each pair of one group.

    Equivalence goes first: who asks for a precision of 1 % does not want to hear of 0.2 %. It takes two one-sided tests
    (D. J. Schuirmann, J. Pharmacokinet. Biopharm. 15, 1987). A difference takes a t test corrected for all the pairs of
    the group (S. Holm, A simple sequentially rejective multiple test procedure, Scand. J. Statist. 6, 1979).

    Args:
        pairs: estimates of log(time of the first ÷ time of the second).
        margin: differences up to this share are equivalent.
        spend: what of the errors this look may spend, 0…1 (`stop.spend`).
    """
    equivalent = np.abs(pairs.centre) + pairs.reach(2 * EQUIVALENT_ERROR * spend) <= np.log1p(margin)
    different = holm(pairs.probability()) <= DIFFERENT_ERROR * spend
    sign = np.nan_to_num(np.sign(pairs.centre)).astype(np.int8)
    resolved = np.where(different, sign, np.int8(Verdict.UNRESOLVED))
    return np.where(equivalent, np.int8(Verdict.EQUIVALENT), resolved)


def holm(probabilities: Floats) -> Floats:
    """Holm's adjusted probabilities, in the order given."""
    count = len(probabilities)
    order = np.argsort(probabilities)
    adjusted = np.empty(count)
    adjusted[order] = np.minimum(np.maximum.accumulate(probabilities[order] * np.arange(count, 0, -1)), 1.0)
    return adjusted


def ranks(times: Floats, verdicts: NDArray[np.int8]) -> NDArray[np.int64]:
    """Rank the cells of a square table of verdicts: 1 + how many are resolved to be faster, rising with the times.

    Two that are not resolved share a rank unless something separates them: with a and b, and b and c unresolved, but a
    faster than c, the ranks are 1, 1, 2. And none stands above one that is estimated to be faster: a cell that cannot
    be told from the first, because it is measured badly, takes the rank of its neighbours in the order of times.
    """
    counted: NDArray[np.int64] = 1 + np.count_nonzero(verdicts == Verdict.SLOWER, axis=1)
    order = np.argsort(times, kind="stable")
    counted[order] = np.maximum.accumulate(counted[order])
    return counted


def undecided_neighbours(times: Floats, verdicts: NDArray[np.int8]) -> NDArray[np.bool_]:
    """Which cells have a neighbour in the order of ``times`` from which they are neither resolved nor equivalent."""
    order = np.argsort(times, kind="stable")
    open_pairs = verdicts[order[:-1], order[1:]] == Verdict.UNRESOLVED
    undecided = np.zeros(len(times), dtype=np.bool_)
    undecided[order[:-1][open_pairs]] = True
    undecided[order[1:][open_pairs]] = True
    return undecided
