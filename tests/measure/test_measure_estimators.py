# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""Estimates, intervals and the arrays beneath them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from scipy import stats

from weighbridge.measure.estimators import Estimates, drift, moderate, over_processes
from weighbridge.measure.intervals import Interval, from_log
from weighbridge.measure.robust import nan_median, nan_midmean, polish
from weighbridge.measure.studentised import range_probability

TABLES = arrays.arrays(
    np.float64,
    st.tuples(st.integers(1, 6), st.integers(1, 9)),
    elements=st.one_of(st.just(np.nan), st.floats(-1e6, 1e6)),
)


@given(TABLES)
@pytest.mark.filterwarnings("ignore:All-NaN slice")
def test_nan_median_is_numpys(table):
    np.testing.assert_allclose(nan_median(table), np.nanmedian(table, axis=-1), rtol=1e-12)


@given(TABLES)
def test_midmean_is_the_mean_without_a_quarter_at_each_end(table):
    for row, seen in zip(table, nan_midmean(table), strict=True):
        present = row[~np.isnan(row)]
        wanted = stats.trim_mean(present, 0.25) if len(present) else np.nan
        np.testing.assert_allclose(seen, wanted, rtol=1e-9, atol=1e-9)


def test_median_of_an_empty_axis_is_nan():
    assert np.isnan(nan_median(np.empty((2, 0)))).all()


@given(arrays.arrays(np.float64, (2, 7), elements=st.floats(-10, 10)))
def test_two_rows_differ_by_the_median_of_their_paired_differences(table):
    levels, _ = polish(table)
    assert levels[1] - levels[0] == pytest.approx(np.median(table[1] - table[0]), abs=1e-9)


@given(st.lists(st.floats(-5, 5), min_size=4, max_size=4), st.lists(st.floats(-5, 5), min_size=6, max_size=6))
def test_polish_takes_an_additive_table_apart(rows, columns):
    table = np.add.outer(np.array(rows), np.array(columns))
    levels, effects = polish(table)
    np.testing.assert_allclose(np.add.outer(levels, effects), table, atol=1e-9)


def test_polish_is_not_led_astray_by_a_burst_and_a_gap():
    levels_wanted = np.array([1.0, 2.0, 4.0, 8.0, 9.0])
    table = np.add.outer(levels_wanted, np.linspace(0, 1, 9))
    table[0, 3] += 100
    table[2, 5] = np.nan
    levels, _ = polish(table)
    np.testing.assert_allclose(np.diff(levels), np.diff(levels_wanted), atol=1e-9)


def test_one_process_tells_nothing_of_the_error():
    estimate = over_processes(np.array([[3.0, np.nan]]))
    assert estimate.centre.tolist() == [3.0]
    assert np.isinf(estimate.contrast.reach()).all()
    assert estimate.contrast.probability().tolist() == [1.0]


def test_no_process_is_no_estimate():
    estimate = over_processes(np.full((1, 3), np.nan))
    assert np.isnan(estimate.centre).all()
    assert estimate.contrast.probability().tolist() == [1.0]
    assert from_log(float(estimate.centre[0]), float(estimate.contrast.reach()[0])) is None


def test_probability_and_reach_agree():
    generator = np.random.default_rng(1)
    estimate = over_processes(generator.normal(0.6, 1, (500, 6))).contrast
    outside = np.abs(estimate.centre) > estimate.reach(0.05)
    np.testing.assert_array_equal(outside, estimate.probability() < 0.05)


def test_moderation_draws_variances_together_and_knows_them_better():
    generator = np.random.default_rng(2)
    raw = over_processes(generator.normal(0, 0.01, (100, 4)))
    better = moderate(raw)
    np.testing.assert_array_equal(better.centre, raw.centre)
    assert np.log(better.variance).std() < np.log(raw.variance).std() / 3
    assert (better.freedom > 10).all()
    assert better.contrast.reach().mean() < raw.contrast.reach().mean()


def test_moderation_leaves_alone_what_has_nothing_in_common():
    generator = np.random.default_rng(3)
    sd = np.exp(generator.normal(0, 6, (60, 1)))
    raw = over_processes(sd * generator.normal(0, 1, (60, 8)) * 0.01)
    better = moderate(raw)
    assert (better.freedom < 8).all()


def test_few_variances_teach_nothing():
    raw = over_processes(np.random.default_rng(4).normal(0, 1, (5, 4)))
    same = moderate(raw)
    np.testing.assert_allclose(same.variance, raw.variance)
    np.testing.assert_array_equal(same.freedom, raw.freedom)


def test_a_few_that_never_settle_do_not_spoil_what_the_others_say_of_each_other():
    generator = np.random.default_rng(5)
    steady = generator.normal(0, 0.01, (45, 3))
    unsteady = generator.normal(0, 1.0, (5, 3))
    alone = moderate(over_processes(steady))
    together = moderate(over_processes(np.concatenate([steady, unsteady])))
    assert np.median(together.contrast.reach()[:45]) < 1.3 * np.median(alone.contrast.reach())
    # They are not taken for steady ones either.
    assert np.sqrt(together.variance[45:]).min() > 0.1


def test_an_error_in_common_widens_every_interval():
    raw = over_processes(np.random.default_rng(6).normal(0, 0.001, (3, 6))).contrast
    wider = raw.sharing(np.tile(drift(np.array([-0.05, 0.05] * 3), np.ones(6)), (3, 1)))
    assert (wider.reach() > 5 * raw.reach()).all()
    assert wider.error[0] == pytest.approx(np.hypot(raw.error[0], np.std([-0.05, 0.05] * 3, ddof=1) / np.sqrt(6)))


def test_a_doubt_is_not_made_smaller_by_processes():
    values = np.random.default_rng(7).normal(0, 0.01, (2, 400))
    doubted = over_processes(values, np.array([0.0, 0.05])).contrast
    assert doubted.error[0] < 0.001
    assert doubted.error[1] == pytest.approx(0.05, rel=0.01)


def test_a_difference_carries_both_errors():
    one, other = (over_processes(np.random.default_rng(seed).normal(seed, 1, (1, 9))).contrast for seed in (1, 2))
    difference = one.minus(other)
    assert difference.centre == one.centre - other.centre
    assert difference.error == pytest.approx(np.hypot(one.error, other.error))
    assert one.freedom < difference.freedom <= one.freedom + other.freedom


def test_chosen_estimates_stay_together():
    estimates = Estimates(np.arange(4.0), np.arange(4.0), np.full(4, 5.0), np.full(4, 4.0), np.zeros(4))
    assert estimates[np.array([2, 0])].centre.tolist() == [2.0, 0.0]


@pytest.mark.parametrize(("count", "freedom", "distance"), [(2, 3, 3.0), (5, 4, 4.5), (12, 20, 3.9), (30, 100, 4.2)])
def test_the_studentised_range_is_scipys(count, freedom, distance):
    seen = range_probability(np.array([distance]), np.array([float(freedom)]), count)[0]
    assert seen == pytest.approx(stats.studentized_range.sf(distance * np.sqrt(2), count, freedom), rel=0.06)


def test_the_studentised_range_of_two_is_a_t_test():
    distance = np.linspace(0, 8, 9)
    seen = range_probability(distance, np.full(9, 20.0), 2)
    np.testing.assert_allclose(seen, 2 * stats.t.sf(distance, 20), rtol=0.08, atol=1e-9)
    assert range_probability(distance, np.full(9, 20.0), 1).tolist() == [1.0] * 9


def test_half_width_is_relative():
    assert Interval(2.0, 1.9, 2.1).half_width == pytest.approx(0.05)
    assert Interval(2.0, None, None).half_width is None
