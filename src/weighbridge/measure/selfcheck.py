"""The self-check: A/A twins must come out equal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from weighbridge.measure.estimators import Contrast
from weighbridge.measure.ranking import Verdict, holm, judge_pairs


@dataclass(frozen=True, slots=True)
class SelfCheck:
    """How the A/A pairs came out.

    Attributes:
        pairs: how many twins could be compared with their codec.
        different: the twins (cell ids) that came out different from their codec.
        ok: False when any did (in a sound run, 1 % of the time); None when there was nothing to compare.
    """

    pairs: int
    different: tuple[int, ...]
    ok: bool | None


def check_twins(twins: Sequence[int], pairs: Contrast, *, margin: float, spend: float) -> SelfCheck:
    """Judge all A/A pairs of a run as a family of its own.

    It is stricter with us than the tables are with codecs: fewer pairs share the same error.

    Args:
        twins: the cell ids, one a pair.
        pairs: estimates of log(time of the twin ÷ time of its codec).
        margin: see `judge_pairs`.
        spend: see `judge_pairs`.
    """
    compared = int(np.count_nonzero(pairs.freedom > 0))
    verdicts = judge_pairs(pairs, holm(pairs.probability()), margin=margin, spend=spend)
    different = tuple(
        twin for twin, verdict in zip(twins, verdicts, strict=True) if verdict in (Verdict.FASTER, Verdict.SLOWER)
    )
    return SelfCheck(compared, different, None if compared == 0 else not different)
