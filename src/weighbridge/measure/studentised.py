"""The studentised range: how far apart the farthest two of several equals come out by chance."""

from __future__ import annotations

import math
from functools import cache, lru_cache

import numpy as np

from weighbridge.measure.robust import Floats
from weighbridge.measure.special import normal_share

NODES, WEIGHTS = np.polynomial.legendre.leggauss(48)
"""Of the integrals, over -1 to 1."""
REACH = 8.0
"""Beyond so many standard deviations a normal value has no weight that matters."""
WIDTHS = np.linspace(0, 2 * REACH, 1025)
"""Of a range, in standard deviations: so many that what is interpolated between them is right to 2 in 100,000."""
DISTANCES = np.concatenate([np.linspace(0, 9, 28), np.geomspace(9.5, 200, 16)])
FREEDOMS = np.array([1, 2, 3, 4, 6, 10, 20, 60, 1e4])
LEAST = 1e-12


def range_probability(distance: Floats, freedom: Floats, count: int) -> Floats:
    """How likely the farthest two of so many equals are at least this far apart.

    For each pair this is the probability corrected for all pairs among ``count`` (J. W. Tukey 1953 and C. Y. Kramer,
    Biometrics 12, 1956): sharper than a correction for the number of pairs, which takes no notice that they share
    members. Interpolated from a table; ``scipy.stats.studentized_range`` says the same, a fifth of a second a value.

    Args:
        distance: between two, in standard errors of their difference.
        freedom: degrees of freedom of that standard error.
        count: how many there are; with fewer than 2 nothing is far apart.
    """
    if count < 2:
        return np.ones(np.shape(distance))
    table = _table(count)
    # Linear in 1 ÷ freedom, as tables of it are read.
    place = np.interp(1 / np.maximum(freedom, 1), 1 / FREEDOMS[::-1], np.arange(len(FREEDOMS))[::-1])
    lower = np.minimum(place.astype(int), len(FREEDOMS) - 2)
    rows = [np.empty(0)] * len(FREEDOMS)
    for number in np.unique(np.concatenate([lower, lower + 1])):
        rows[number] = np.interp(distance, DISTANCES, table[number])
    known = np.array([row if len(row) else np.zeros(np.shape(distance)) for row in rows])
    each = np.arange(len(place))
    logs = known[lower, each] * (1 - (place - lower)) + known[lower + 1, each] * (place - lower)
    probability: Floats = np.exp(logs)
    return probability


@lru_cache(maxsize=256)
def _table(count: int) -> Floats:
    """Log probabilities by freedom and distance."""
    log_tail = _log_tail(count)
    return np.log(np.maximum([_upper_tail(DISTANCES, nu, log_tail) for nu in FREEDOMS], LEAST))


def _log_tail(count: int) -> Floats:
    """How likely the range is beyond each of `WIDTHS`, as a logarithm, where the standard error is known."""
    z = REACH * NODES
    density = count * np.exp(-z * z / 2) / np.sqrt(2 * np.pi) * REACH * WEIGHTS
    log_tail: Floats = np.log(np.clip(1 - _inside() ** (count - 1) @ density, LEAST**2, 1.0))
    return log_tail


@cache
def _inside() -> Floats:
    """How likely a value is less than each of `WIDTHS` above each node."""
    z = REACH * NODES
    inside: Floats = np.maximum(normal_share(z + WIDTHS[:, None]) - normal_share(z), 0.0)
    return inside


def _upper_tail(distance: Floats, freedom: float, log_tail: Floats) -> Floats:
    # The scale s of the standard error: freedom·s² is chi-squared; integrated over its logarithm.
    low, high = -REACH / np.sqrt(freedom) - REACH / freedom, min(REACH / np.sqrt(freedom), 4.0)
    log_s = (high + low) / 2 + (high - low) / 2 * NODES
    half = freedom / 2
    log_norm = np.log(2) + half * np.log(half) - math.lgamma(half)
    s_weight = (high - low) / 2 * WEIGHTS * np.exp(log_norm + freedom * log_s - half * np.exp(2 * log_s))
    beyond = np.exp(np.interp(np.sqrt(2) * distance[:, None] * np.exp(log_s), WIDTHS, log_tail))
    tail: Floats = np.clip(beyond @ s_weight + max(1 - float(s_weight.sum()), 0.0), 0.0, 1.0)
    return tail
