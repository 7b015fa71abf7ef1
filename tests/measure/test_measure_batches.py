# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""Calibration and warm-up."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from weighbridge.measure.calibration import Probe, choose_iterations, next_probe
from weighbridge.measure.warmup import WINDOW, has_change, is_steady


def calibrate(call_ns, *, resolution_ns=1.0):
    probes = []
    while (size := next_probe(probes, resolution_ns=resolution_ns)) is not None:
        elapsed = size * call_ns // resolution_ns * resolution_ns
        probes.append(Probe(size, elapsed))
        assert len(probes) < 30
    return probes, choose_iterations(probes, resolution_ns=resolution_ns)


@given(st.floats(1, 1e10), st.sampled_from([1.0, 20.0, 100.0, 5000.0, 1e6]))
def test_a_batch_has_the_right_length(call_ns, resolution_ns):
    _, iterations = calibrate(call_ns, resolution_ns=resolution_ns)
    wanted = max(2e6, 1000 * resolution_ns)
    if call_ns > 2 * wanted:
        assert iterations == 1
    else:
        assert 0.5 * wanted <= iterations * call_ns <= 2 * wanted


def test_a_slow_call_is_probed_once():
    probes, iterations = calibrate(5e8)
    assert len(probes) == 1
    assert iterations == 1


def test_probes_cost_little():
    probes, _ = calibrate(50.0)
    assert sum(probe.elapsed_ns for probe in probes) < 2 * 2e6


def test_a_clock_that_stands_still_ends_the_calibration():
    probes = []
    while (size := next_probe(probes)) is not None:
        probes.append(Probe(size, 0.0))
    assert choose_iterations(probes) == probes[-1].iterations


def test_the_latest_of_the_larger_probes_decide():
    compiled_later = [Probe(1, 9e5), Probe(100, 3e6), *[Probe(100, 2e5)] * 5]
    assert choose_iterations(compiled_later) == 1000


def test_nothing_can_be_chosen_without_probes():
    with pytest.raises(ValueError, match="no probe"):
        choose_iterations([])


def warm_up(series):
    """Feed a series batch by batch; after how many it is steady, or None if it never is."""
    return next((count for count in range(1, len(series) + 1) if is_steady(series[:count])), None)


def noise(seed, count, sd=0.01):
    generator = np.random.default_rng(seed)
    return np.exp(sd * generator.standard_normal(count) + 0.1 * (generator.random(count) < 0.1))


def test_a_compiled_program_is_steady_at_once():
    needed = [warm_up((100 * noise(seed, 60)).tolist()) for seed in range(200)]
    assert np.mean(np.array(needed) == WINDOW) > 0.85
    assert np.mean(needed) < 1.2 * WINDOW


def test_a_jit_is_waited_for():
    for seed in range(50):
        series = 100 * noise(seed, 100)
        series[:30] *= np.linspace(8, 3, 30)
        series[30:36] *= 1.5
        assert warm_up(series.tolist()) >= 36 + 2


def test_what_never_settles_is_told_apart():
    assert warm_up([100 * 0.97**number for number in range(60)]) is None


def test_too_few_batches_tell_nothing():
    assert not is_steady([1.0] * (WINDOW - 1))


def test_false_alarms_are_as_rare_as_documented():
    windows = np.random.default_rng(7).lognormal(0, 0.3, (5000, WINDOW))
    assert 0.09 < has_change(windows).mean() < 0.15


def test_steps_too_small_to_matter_are_no_change():
    window = np.r_[np.full(5, 100.0), np.full(5, 100.5)] + np.arange(10) * 1e-3
    assert not has_change(window)
    assert has_change(np.r_[np.full(5, 100.0), np.full(5, 103.0)] + np.arange(10) * 1e-3)


def test_equal_batches_are_steady():
    assert is_steady([5.0] * WINDOW)


def test_a_clock_that_saw_nothing_is_no_change():
    assert is_steady([0.0] * WINDOW)
