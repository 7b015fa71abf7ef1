# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""Estimates, intervals and the arrays beneath them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from scipy import stats

from weighbridge.measure.estimators import Estimates, moderate, over_processes
from weighbridge.measure.intervals import Interval, from_log
from weighbridge.measure.robust import nan_median, nan_midmean, polish

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
    assert np.isinf(estimate.reach()).all()
    assert estimate.probability().tolist() == [1.0]


def test_no_process_is_no_estimate():
    estimate = over_processes(np.full((1, 3), np.nan))
    assert np.isnan(estimate.centre).all()
    assert estimate.probability().tolist() == [1.0]
    assert from_log(float(estimate.centre[0]), float(estimate.reach()[0])) is None


def test_probability_and_reach_agree():
    generator = np.random.default_rng(1)
    estimate = over_processes(generator.normal(0.6, 1, (500, 6)))
    outside = np.abs(estimate.centre) > estimate.reach(0.05)
    np.testing.assert_array_equal(outside, estimate.probability() < 0.05)


def test_moderation_draws_variances_together_and_knows_them_better():
    generator = np.random.default_rng(2)
    raw = over_processes(generator.normal(0, 0.01, (100, 4)))
    better = moderate(raw, np.zeros(100, dtype=np.int64), np.array([100]))
    np.testing.assert_array_equal(better.centre, raw.centre)
    assert np.log(better.variance).std() < np.log(raw.variance).std() / 3
    assert (better.freedom > 10).all()
    assert better.reach().mean() < raw.reach().mean()


def test_moderation_leaves_alone_what_has_nothing_in_common():
    generator = np.random.default_rng(3)
    sd = np.exp(generator.normal(0, 6, (60, 1)))
    raw = over_processes(sd * generator.normal(0, 1, (60, 8)) * 0.01)
    better = moderate(raw, np.zeros(60, dtype=np.int64), np.array([60]))
    assert (better.freedom < 8).all()


def test_few_variances_teach_nothing():
    raw = over_processes(np.random.default_rng(4).normal(0, 1, (5, 4)))
    same = moderate(raw, np.zeros(5, dtype=np.int64), np.array([5]))
    np.testing.assert_allclose(same.variance, raw.variance)
    np.testing.assert_array_equal(same.freedom, raw.freedom)


def test_a_class_keeps_to_itself():
    generator = np.random.default_rng(5)
    quiet, loud = generator.normal(0, 0.001, (40, 5)), generator.normal(0, 0.1, (40, 5))
    classes = np.repeat([0, 1], 40)
    together = moderate(over_processes(np.concatenate([quiet, loud])), classes, np.array([40, 40]))
    assert together.variance[:40].max() < together.variance[40:].min()


def test_an_error_in_common_widens_every_interval():
    raw = over_processes(np.random.default_rng(6).normal(0, 0.001, (3, 6)))
    wider = raw.sharing(np.array([-0.05, 0.05, -0.05, 0.05, -0.05, 0.05]))
    assert (wider.reach() > 5 * raw.reach()).all()
    assert wider.error[0] == pytest.approx(np.hypot(raw.error[0], np.std([-0.05, 0.05] * 3, ddof=1) / np.sqrt(6)))


def test_chosen_estimates_stay_together():
    estimates = Estimates(np.arange(4.0), np.arange(4.0), np.full(4, 5.0), np.full(4, 4.0))
    assert estimates[np.array([2, 0])].centre.tolist() == [2.0, 0.0]


def test_half_width_is_relative():
    assert Interval(2.0, 1.9, 2.1).half_width == pytest.approx(0.05)
    assert Interval(2.0, None, None).half_width is None
