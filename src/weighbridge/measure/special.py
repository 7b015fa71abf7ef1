"""The few functions that estimates need of Student's t, F and the normal distribution, and of the gamma function.

SciPy has them too, in 140 MB that a user would have to install; a test holds these against it.
"""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np

from weighbridge.measure.robust import Floats

_MOST_FREEDOM = 1e6
"""Student's t of more is the normal distribution, to five digits, and logarithms of its terms would lose more."""
_SHIFT = 10
"""From here on the asymptotic series of the gamma function's derivatives are right to twelve digits and more."""
_MOST_STEPS = 20
_TERMS = 24
"""Of a continued fraction: nine digits, wherever it is evaluated."""

_lgamma = np.frompyfunc(math.lgamma, 1, 1)
_erfc = np.frompyfunc(math.erfc, 1, 1)
_normal_quantile = np.frompyfunc(NormalDist().inv_cdf, 1, 1)


def log_gamma(x: Floats) -> Floats:
    """The logarithm of the gamma function."""
    return np.asarray(_lgamma(x), dtype=np.float64)


def normal_share(z: Floats) -> Floats:
    """How likely a normal value is below ``z`` standard deviations."""
    return np.asarray(_erfc(-np.asarray(z) / math.sqrt(2)), dtype=np.float64) / 2


def digamma(x: Floats) -> Floats:
    """The first derivative of the logarithm of the gamma function, for positive numbers."""
    far, near = _shifted(x)
    u = far**-2
    series = u * (1 / 12 - u * (1 / 120 - u * (1 / 252 - u * (1 / 240 - u / 132))))
    result: Floats = np.log(far) - 1 / (2 * far) - series - (1 / near).sum(axis=0)
    return result


def trigamma(x: Floats) -> Floats:
    """The second derivative."""
    far, near = _shifted(x)
    u = far**-2
    series = u / far * (1 / 6 - u * (1 / 30 - u * (1 / 42 - u * (1 / 30 - u * 5 / 66))))
    result: Floats = 1 / far + u / 2 + series + (near**-2).sum(axis=0)
    return result


def tetragamma(x: Floats) -> Floats:
    """The third derivative."""
    far, near = _shifted(x)
    u = far**-2
    series = u * u * (1 / 2 - u * (1 / 6 - u * (1 / 6 - u * (3 / 10 - u * 5 / 6))))
    result: Floats = -u - u / far - series - 2 * (near**-3).sum(axis=0)
    return result


def _shifted(x: Floats) -> tuple[Floats, Floats]:
    """Return ``x + _SHIFT``, and the numbers on the way there."""
    x = np.asarray(x, dtype=np.float64)
    return x + _SHIFT, np.stack([x + step for step in range(_SHIFT)])


def t_tail(freedom: Floats, distance: Floats) -> Floats:
    """How likely Student's t is at least this far above zero; the distance is not negative."""
    freedom, squared = np.minimum(freedom, _MOST_FREEDOM), np.square(distance)
    return _beta_share(freedom / (freedom + squared), squared / (freedom + squared), freedom / 2, np.asarray(0.5)) / 2


def t_distance(freedom: Floats, tail: Floats) -> Floats:
    """How far above zero Student's t is with a probability below one half.

    By Newton's method in logarithms of both, from an approximation that leaves one step to do but for one or two
    degrees of freedom.
    """
    tail, freedom = np.broadcast_arrays(np.asarray(tail, dtype=np.float64), np.minimum(freedom, _MOST_FREEDOM))
    t = _near_t_distance(freedom, tail)
    half = freedom / 2
    log_norm = log_gamma(half + 0.5) - log_gamma(half) - np.log(np.pi * freedom) / 2
    for _ in range(_MOST_STEPS):
        density = np.exp(log_norm - (half + 0.5) * np.log1p(t * t / freedom))
        beyond = t_tail(freedom, t)
        step = np.log(beyond / tail) * beyond / (density * t)
        t = t * np.exp(step)
        if np.all(np.abs(step) < 1e-5):  # what is left is a square of that
            break
    return t


def _near_t_distance(n: Floats, tail: Floats) -> Floats:
    """Nearly the same (G. W. Hill, Algorithm 396, Communications of the ACM 13, 1970)."""
    a = 1 / (n - 0.5)
    b = 48 / a**2
    c = ((20700 * a / b - 98) * a - 16) * a + 96.36
    d = ((94.5 / (b + c) - 3) / b + 1) * np.sqrt(a * np.pi / 2) * n
    y = (2 * d * tail) ** (2 / n)
    x = np.asarray(_normal_quantile(tail), dtype=np.float64)
    # Near the middle of the distribution, and in its tail.
    z = x**2
    c = np.where(n < 5, c + 0.3 * (n - 4.5) * (x + 0.6), c)
    c = (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b + c
    with np.errstate(over="ignore"):  # of what is not near
        near = np.expm1(a * ((((((0.4 * z + 6.3) * z + 36) * z + 94.5) / c - z - 3) / b + 1) * x) ** 2)
    far = ((1 / (((n + 6) / (n * y) - 0.089 * d - 0.822) * (n + 2) * 3) + 0.5 / (n + 4)) * y - 1) * (n + 1)
    return np.sqrt(n * np.where(y > 0.05 + a, near, far / (n + 2) + 1 / y))


def f_tail(above: Floats, below: float, ratio: Floats) -> Floats:
    """How likely F, of these degrees of freedom above and below the line, is at least this ratio."""
    whole = below + above * ratio
    return _beta_share(below / whole, above * ratio / whole, np.asarray(below / 2), above / 2)


def _beta_share(x: Floats, rest: Floats, a: Floats, b: Floats) -> Floats:
    """The regularised incomplete beta function, where ``rest`` is 1 - x, which would lose digits.

    By its continued fraction (Abramowitz and Stegun, 26.5.8), from the other end where that converges sooner.
    """
    x, rest, a, b = np.broadcast_arrays(x, rest, a, b)
    other = x > (a + 1) / (a + b + 2)
    x, rest, a, b = np.where(other, rest, x), np.where(other, x, rest), np.where(other, b, a), np.where(other, a, b)
    with np.errstate(divide="ignore"):  # of a distance of nothing
        front = np.exp(a * np.log(x) + b * np.log(rest) + log_gamma(a + b) - log_gamma(a) - log_gamma(b)) / a
    n = np.arange(_TERMS, dtype=np.float64).reshape(-1, *[1] * x.ndim)
    odd = -(a + n) * (a + b + n) * x / ((a + 2 * n) * (a + 2 * n + 1))
    even = (n + 1) * (b - n - 1) * x / ((a + 2 * n + 1) * (a + 2 * n + 2))
    fraction = np.ones(x.shape)
    for term in range(_TERMS - 1, -1, -1):
        fraction = 1 + odd[term] / (1 + even[term] / fraction)
    share = front / fraction
    result: Floats = np.where(other, 1 - share, share)
    return result
