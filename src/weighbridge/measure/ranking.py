"""Verdicts per pair, and ranks with ties."""

from __future__ import annotations

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from weighbridge.measure.estimators import Contrast
from weighbridge.measure.robust import Floats

DIFFERENT_ERROR = 0.01
"""Probability of calling any pair of equals in a family different (over all its pairs together, and all looks)."""
EQUIVALENT_ERROR = 0.05
"""Probability of calling a pair equivalent whose difference is just the margin (over all looks)."""
FAR = 2.0
"""Two whose intervals are this factor apart never share a rank, whatever the correction for many comparisons."""


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


def judge_pairs(pairs: Contrast, corrected: Floats, *, margin: float, spend: float) -> NDArray[np.int8]:
    """The verdict on each of several pairs.

    Equivalence goes first: who asks for a precision of 1 % does not want to hear of 0.2 %. It takes two one-sided tests
    (D. J. Schuirmann, J. Pharmacokinet. Biopharm. 15, 1987). A difference takes a test that is corrected for all the
    pairs it is among.

    Args:
        pairs: log(time of the first ÷ time of the second).
        corrected: the probability of each difference, corrected for all comparisons (`studentised.range_probability`,
            or `holm`).
        margin: differences up to this share are equivalent.
        spend: what of the errors this look may spend, 0…1 (`stop.spend`).
    """
    with np.errstate(invalid="ignore"):
        equivalent = np.abs(pairs.centre) + pairs.reach(2 * EQUIVALENT_ERROR * spend) <= np.log1p(margin)
        different = corrected <= DIFFERENT_ERROR * spend
    sign = np.nan_to_num(np.sign(pairs.centre)).astype(np.int8)
    resolved = np.where(different, sign, np.int8(Verdict.UNRESOLVED))
    return np.where(equivalent, np.int8(Verdict.EQUIVALENT), resolved)


def far_apart(low: Floats, high: Floats) -> NDArray[np.int8]:
    """Which intervals lie a factor of `FAR` apart: -1 where the row's is below the column's, 1 where above, else 0."""
    with np.errstate(invalid="ignore"):
        below = (FAR * high[:, None] <= low[None, :]).astype(np.int8)
    return (below.T - below).astype(np.int8)


def holm(probabilities: Floats) -> Floats:
    """Adjust the probabilities of separate comparisons, in the order given.

    Source: S. Holm, A simple sequentially rejective multiple test procedure, Scand. J. Statist. 6 (1979).
    """
    count = len(probabilities)
    order = np.argsort(probabilities)
    adjusted = np.empty(count)
    adjusted[order] = np.minimum(np.maximum.accumulate(probabilities[order] * np.arange(count, 0, -1)), 1.0)
    return adjusted


def ranks(times: Floats, verdicts: NDArray[np.int8]) -> NDArray[np.int64]:
    """Rank the cells of a square table of verdicts: 1 + how many are resolved to be faster, rising with the times.

    Two that are not resolved share a rank unless something separates them: with a and b, and b and c unresolved, but a
    faster than c, the ranks are 1, 1, 2. None stands above one that is estimated to be faster: a cell that cannot be
    told from the first, because it is measured badly, takes the rank of its neighbours in the order of times. And none
    shares a rank with one that is resolved to be faster.
    """
    is_slower = verdicts == Verdict.SLOWER
    ranked: NDArray[np.int64] = 1 + np.count_nonzero(is_slower, axis=1)
    before = 1
    for cell in np.argsort(times, kind="stable"):
        faster = ranked[is_slower[cell]]
        before = ranked[cell] = max(ranked[cell], before, 1 + (faster.max() if len(faster) else 0))
    return ranked


def undecided_neighbours(times: Floats, verdicts: NDArray[np.int8]) -> NDArray[np.bool_]:
    """Which cells have a neighbour in the order of ``times`` from which they are neither resolved nor equivalent."""
    order = np.argsort(times, kind="stable")
    open_pairs = verdicts[order[:-1], order[1:]] == Verdict.UNRESOLVED
    undecided = np.zeros(len(times), dtype=np.bool_)
    undecided[order[:-1][open_pairs]] = True
    undecided[order[1:][open_pairs]] = True
    return undecided
