import numpy as np
import pytest
from scipy import special, stats

from weighbridge.measure.special import (
    digamma,
    f_tail,
    log_gamma,
    normal_share,
    t_distance,
    t_tail,
    tetragamma,
    trigamma,
)

FREEDOM = np.array([1, 1.3, 2, 3, 4.5, 7, 12, 30, 100, 1e4, 1e5])[:, None]


def close_to(expected, rtol=1e-8):
    return pytest.approx(expected, rel=rtol, abs=1e-290)


def test_the_gamma_functions_are_scipys():
    x = np.concatenate([np.linspace(0.25, 12, 60), np.geomspace(12, 1e6, 20)])
    assert log_gamma(x) == close_to(special.gammaln(x))
    assert digamma(x) == pytest.approx(special.digamma(x), rel=1e-10, abs=1e-12)
    assert trigamma(x) == close_to(special.polygamma(1, x))
    assert tetragamma(x) == close_to(special.polygamma(2, x))


def test_the_tails_of_students_t_are_scipys():
    distance = np.concatenate([[0.0], np.geomspace(1e-4, 30, 60)])
    assert t_tail(FREEDOM, distance) == close_to(stats.t.sf(distance, FREEDOM))
    assert t_tail(np.array([1e9]), distance) == close_to(stats.norm.sf(distance), rtol=0.5)
    assert t_tail(np.array([1e9]), distance[:50]) == close_to(stats.norm.sf(distance[:50]), rtol=1e-3)


def test_the_quantiles_of_students_t_are_scipys():
    tail = np.concatenate([np.geomspace(1e-12, 0.1, 30), [0.2, 0.3, 0.4, 0.49]])
    assert t_distance(FREEDOM, tail) == close_to(stats.t.isf(tail, FREEDOM))
    assert t_distance(np.array([1e9]), np.array([0.025])) == close_to(stats.norm.isf([0.025]), rtol=1e-5)


def test_the_tails_of_f_are_scipys():
    ratio = np.geomspace(1e-3, 1e4, 60)
    for below in (0.7, 3.0, 40.0, 900.0):
        above = np.array([1.0, 2.5, 6, 29])[:, None]
        assert f_tail(above, below, ratio) == close_to(stats.f.sf(ratio, above, below))


def test_the_normal_distribution_is_scipys():
    z = np.linspace(-30, 30, 200)
    assert normal_share(z) == close_to(stats.norm.cdf(z))
