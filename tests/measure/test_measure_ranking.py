# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""Verdicts, ranks and the self-check."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from weighbridge.measure.estimators import Contrast
from weighbridge.measure.ranking import Verdict, far_apart, holm, judge_pairs, ranks, undecided_neighbours
from weighbridge.measure.selfcheck import check_twins

PROBABILITIES = st.lists(st.floats(0, 1), min_size=1, max_size=30).map(np.array)


def estimates(centres, error, freedom=20.0):
    centres = np.array(centres, dtype=float)
    return Contrast(centres, np.full(len(centres), error), np.full(len(centres), freedom))


def judged(pairs, *, spend=1.0):
    return judge_pairs(pairs, holm(pairs.probability()), margin=0.01, spend=spend).tolist()


@given(PROBABILITIES)
def test_holm_is_bounded_by_bonferroni_and_by_no_correction(probabilities):
    adjusted = holm(probabilities)
    assert (adjusted >= probabilities - 1e-15).all()
    assert (adjusted <= np.minimum(probabilities * len(probabilities), 1) + 1e-15).all()


@given(PROBABILITIES)
def test_holm_keeps_the_order(probabilities):
    adjusted = holm(probabilities)
    order = np.argsort(probabilities)
    assert (np.diff(adjusted[order]) >= 0).all()


def test_holm_by_hand():
    np.testing.assert_allclose(holm(np.array([0.01, 0.04, 0.03, 0.005])), [0.03, 0.06, 0.06, 0.02])


def test_each_verdict():
    pairs = estimates([-0.1, 0.1, 0.0, 0.012], error=0.002)
    assert judged(pairs)[:3] == [Verdict.FASTER, Verdict.SLOWER, Verdict.EQUIVALENT]
    assert judged(estimates([0.012], error=0.006)) == [Verdict.UNRESOLVED]


def test_a_difference_within_the_margin_is_none_however_sure():
    assert judged(estimates([0.005], error=1e-5)) == [Verdict.EQUIVALENT]


def test_an_early_look_asks_for_more():
    pairs = estimates([0.03], error=0.008)
    assert judged(pairs) == [Verdict.SLOWER]
    assert judged(pairs, spend=0.01) == [Verdict.UNRESOLVED]


def test_an_unknown_error_decides_nothing():
    assert judged(estimates([5.0], error=0.001, freedom=0.0)) == [0]


def test_ranks_with_a_tie_that_is_not_transitive():
    a_b, a_c, b_c = Verdict.UNRESOLVED, Verdict.FASTER, Verdict.EQUIVALENT
    table = np.array([[2, a_b, a_c], [a_b, 2, b_c], [-a_c, b_c, 2]], dtype=np.int8)
    assert ranks(np.array([1.0, 2.0, 3.0]), table).tolist() == [1, 1, 2]


def test_a_badly_measured_cell_does_not_stand_above_a_faster_one():
    # The last is told from none, the second is slower than the first.
    table = np.array([[0, -1, 0], [1, 0, 0], [0, 0, 0]], dtype=np.int8)
    assert ranks(np.array([1.0, 2.0, 3.0]), table).tolist() == [1, 2, 2]


def test_none_shares_a_rank_with_one_that_is_surely_faster():
    # The third is slower than the second only, which has come to the rank of the first of three.
    table = np.array([[0, 0, 0], [0, 0, -1], [0, 1, 0]], dtype=np.int8)
    assert ranks(np.array([1.0, 2.0, 3.0]), table).tolist() == [1, 1, 2]
    # The first has a worse rank by itself than its successor, which draws all up.
    table = np.array([[0, 0, 0, 1], [0, 0, -1, 0], [0, 1, 0, 0], [-1, 0, 0, 0]], dtype=np.int8)
    assert ranks(np.array([1.0, 2.0, 3.0, 4.0]), table).tolist() == [2, 2, 3, 3]


def test_intervals_a_factor_of_two_apart_are_told_apart():
    low, high = np.array([1.0, 2.5, 1.5]), np.array([1.2, 3.0, 2.6])
    assert far_apart(low, high).tolist() == [[0, -1, 0], [1, 0, 0], [0, 0, 0]]


def test_neighbours_are_neighbours_in_time():
    table = np.zeros((3, 3), dtype=np.int8)
    table[0, 1], table[1, 0] = Verdict.SLOWER, Verdict.FASTER
    table[1, 2] = table[2, 1] = Verdict.EQUIVALENT
    # in the order of time: 1, 0, 2 (0 and 2 are undecided), then 1, 2, 0 (2 and 0 are)
    assert undecided_neighbours(np.array([2.0, 1.0, 3.0]), table).tolist() == [True, False, True]
    assert undecided_neighbours(np.array([1.5, 1.0, 1.2]), table).tolist() == [True, False, True]
    assert undecided_neighbours(np.array([1.0]), table[:1, :1]).tolist() == [False]


def test_the_self_check_names_the_twin_that_differs():
    check = check_twins([7, 8, 9], estimates([0.001, 0.2, 0.0], error=0.004), margin=0.01, spend=1.0)
    assert (check.pairs, check.different, check.ok) == (3, (8,), False)
    assert check_twins([7], estimates([0.001], error=0.004), margin=0.01, spend=1.0).ok is True


def test_the_self_check_does_not_pass_what_it_could_not_compare():
    assert check_twins([7], estimates([0.5], error=0.1, freedom=0.0), margin=0.01, spend=1.0).ok is None


@pytest.mark.parametrize("verdict", list(Verdict))
def test_ties(verdict):
    assert verdict.is_tie == (verdict not in (Verdict.FASTER, Verdict.SLOWER))
