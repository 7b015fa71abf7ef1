"""From processes to an estimate with its error, and from two estimates to their difference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from weighbridge.measure import special
from weighbridge.measure.robust import Floats, nan_midmean

CONFIDENCE = 0.95
MIDMEAN_ERROR = 1.1
"""Standard error of a midmean ÷ that of a mean: 1.09 for many normal values, less for few or for heavy tails."""
LEAST_VARIANCE = 1e-8
"""Of a log time: two processes that agree to better than a ten-thousandth do so by chance."""
LEAST_TO_LEARN_FROM = 6
"""So many variances of one class are needed before others are judged by them."""
FENCE = 1.5
"""So many interquartile ranges above the upper quartile, a value does not belong to the rest (J. W. Tukey, 1977)."""
DRIFT_BLOCKS = 4
"""Blocks of consecutive processes that tell how a machine drifts: few, so that each is long."""

Chosen = slice | NDArray[np.int64] | NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Contrast:
    """Something estimated: its centre, standard error, and how well that is known.

    Attributes:
        centre: NaN where there is no estimate.
        error: NaN where it is unknown.
        freedom: degrees of freedom of the error; 0 where it is unknown.
    """

    centre: Floats
    error: Floats
    freedom: Floats

    def __getitem__(self, chosen: Chosen) -> Contrast:
        """Some of them."""
        return Contrast(self.centre[chosen], self.error[chosen], self.freedom[chosen])

    def minus(self, other: Contrast) -> Contrast:
        """The differences of independent estimates (freedom: F. E. Satterthwaite, Biometrics Bulletin 2, 1946)."""
        squares, others = self.error**2, other.error**2
        with np.errstate(invalid="ignore", divide="ignore"):
            freedom = (squares + others) ** 2 / (squares**2 / self.freedom + others**2 / other.freedom)
        known = (self.freedom > 0) & (other.freedom > 0)
        return Contrast(
            self.centre - other.centre, np.sqrt(squares + others), np.where(known, np.nan_to_num(freedom, nan=1e9), 0.0)
        )

    def sharing(self, common: Floats) -> Contrast:
        """Add an error that the estimates have in common, which their differences do not have.

        Args:
            common: for each estimate, the squared error and its degrees of freedom (…, 2), as `drift` tells; no error
                is added where it is not known.
        """
        shared = Contrast(np.zeros(self.centre.shape), np.sqrt(common[..., 0]), common[..., 1])
        wide, known = self.minus(shared), shared.error > 0
        return Contrast(
            self.centre, np.where(known, wide.error, self.error), np.where(known, wide.freedom, self.freedom)
        )

    def reach(self, level: float = 1 - CONFIDENCE) -> Floats:
        """Half the width of the interval that misses with probability ``level``; infinite with an unknown error."""
        quantile = special.t_distance(np.maximum(self.freedom, 1), np.asarray(level / 2))
        reach: Floats = np.where(self.freedom > 0, quantile * self.error, np.inf)
        return reach

    def distance(self) -> Floats:
        """How many standard errors the centre is from zero; 0 where the error is unknown."""
        with np.errstate(invalid="ignore", divide="ignore"):
            distance = np.abs(self.centre) / self.error
        return np.where((self.freedom > 0) & np.isfinite(distance), distance, 0.0)

    def probability(self) -> Floats:
        """Two-sided probability of a centre this far from zero if the truth is zero; 1 where the error is unknown."""
        return 2 * special.t_tail(np.maximum(self.freedom, 1), self.distance())


@dataclass(frozen=True, slots=True)
class Estimates:
    """Estimates of one shape: the midmean over processes, the variance between them, and what is known of it.

    Attributes:
        centre: mean of the middle half of the processes; NaN without any.
        variance: of one process's value; NaN with fewer than two processes.
        processes: how many there were.
        freedom: degrees of freedom of the variance; 0 where it is unknown.
        doubt: a standard error besides, which more processes do not make smaller.
    """

    centre: Floats
    variance: Floats
    processes: Floats
    freedom: Floats
    doubt: Floats

    def __getitem__(self, chosen: Chosen) -> Estimates:
        """Some of them."""
        return Estimates(
            self.centre[chosen],
            self.variance[chosen],
            self.processes[chosen],
            self.freedom[chosen],
            self.doubt[chosen],
        )

    @property
    def contrast(self) -> Contrast:
        """The estimates with their errors, against zero."""
        with np.errstate(invalid="ignore", divide="ignore"):
            squares = MIDMEAN_ERROR**2 * self.variance / self.processes
            freedom = self.freedom * ((squares + self.doubt**2) / squares) ** 2
        return Contrast(
            self.centre, np.sqrt(squares + self.doubt**2), np.where(self.freedom > 0, np.nan_to_num(freedom), 0.0)
        )


def join(parts: Sequence[Contrast]) -> Contrast:
    """One after the other."""
    return Contrast(
        np.concatenate([part.centre for part in parts]),
        np.concatenate([part.error for part in parts]),
        np.concatenate([part.freedom for part in parts]),
    )


def concatenate(parts: Sequence[Estimates]) -> Estimates:
    """One after the other."""
    return Estimates(
        np.concatenate([part.centre for part in parts]),
        np.concatenate([part.variance for part in parts]),
        np.concatenate([part.processes for part in parts]),
        np.concatenate([part.freedom for part in parts]),
        np.concatenate([part.doubt for part in parts]),
    )


def over_processes(values: Floats, doubt: Floats | None = None) -> Estimates:
    """Estimate from one value a process, along the last axis; NaN where a process has none.

    Args:
        values: (…, processes).
        doubt: see `Estimates`; zero if None.
    """
    processes = np.count_nonzero(~np.isnan(values), axis=-1).astype(np.float64)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = np.nansum(values, axis=-1) / processes
        squares = np.nansum((values - mean[..., None]) ** 2, axis=-1)
        variance = np.where(processes > 1, squares / (processes - 1), np.nan)
    none = np.zeros(processes.shape) if doubt is None else doubt
    return Estimates(nan_midmean(values), variance, processes, np.maximum(processes - 1, 0), none)


def mean_over_processes(values: Floats, weights: Floats) -> float:
    """The weighted mean of one value a process, NaN ignored; 0 of nothing."""
    known = ~np.isnan(values)
    return float(np.average(values[known], weights=weights[known])) if known.any() else 0.0


def drift(values: Floats, weights: Floats) -> tuple[float, float]:
    """The squared error of a mean over processes that many estimates have in common, and its degrees of freedom.

    A machine that is slow in one process is often slow in the next, so the error comes from the means of consecutive
    blocks of them (batch means: P. W. Glynn and D. L. Iglehart, Mathematics of Operations Research 15, 1990).

    Args:
        values: one a process, in their order, NaN where there is none.
        weights: of each.
    """
    known = np.flatnonzero(~np.isnan(values))
    if len(known) < 2:
        return 0.0, 0.0
    centre = mean_over_processes(values, weights)
    pull = weights * (values - centre) / weights[known].sum()

    def squared_error(blocks: Sequence[NDArray[np.int64]]) -> float:
        return float(sum(pull[block].sum() ** 2 for block in blocks)) * len(blocks) / (len(blocks) - 1)

    each = np.array_split(known, len(known))
    several = np.array_split(known, min(len(known), DRIFT_BLOCKS))
    within, between = squared_error(each), squared_error(several)
    return (between, len(several) - 1) if between > within else (within, len(each) - 1)


def moderate(estimates: Estimates) -> Estimates:
    """Judge each variance in the light of the others, which are of things that resemble each other.

    A variance from four processes is itself known to a factor of two only, and the t quantile that pays for it makes
    intervals half as wide again. The variances of one runner's cells resemble each other; how much they do is estimated
    from their own spread, and each is drawn to the typical one as far as that warrants. The few that are far above the
    rest (codecs that never settle) are kept from spoiling that, and are themselves drawn less, the more they stick out.

    Source: G. K. Smyth, Linear models and empirical Bayes methods, Stat. Appl. Genet. Mol. Biol. 3 (2004), sections
    6.1-6.2; made robust as in B. Phipson et al., Robust hyperparameter estimation protects against hypervariable genes,
    Annals of Applied Statistics 10 (2016), by winsorising what the typical variance is learned from.

    Args:
        estimates: one-dimensional.
    """
    variance = np.maximum(estimates.variance, LEAST_VARIANCE)
    usable = np.flatnonzero((estimates.freedom > 0) & np.isfinite(variance))
    if len(usable) < LEAST_TO_LEARN_FROM:
        return replace(estimates, variance=variance)
    own = estimates.freedom[usable]
    logs = np.log(variance[usable]) - special.digamma(own / 2) + np.log(own / 2)
    lower, upper = np.quantile(logs, (0.25, 0.75))
    tamed = np.minimum(logs, upper + FENCE * (upper - lower))
    spread = float(np.var(tamed, ddof=1) - np.mean(special.trigamma(own / 2)))
    pooled = float(own.sum())
    prior = min(2 * _trigamma_inverse(spread), pooled) if spread > 0 else pooled
    typical = float(np.exp(np.mean(tamed) + special.digamma(np.asarray(prior / 2)) - np.log(prior / 2)))
    # How likely a variance like this, or a larger one, is among so many if it is one of them; at most 1.
    tail = special.f_tail(own, prior, variance[usable] / typical)
    place = (np.argsort(np.argsort(-variance[usable])) + 0.5) / len(usable)
    belongs = np.minimum(tail / place, 1.0)
    # Whatever sticks out more belongs less.
    order = np.argsort(variance[usable])
    belongs[order] = np.minimum.accumulate(belongs[order])
    drawn = prior * belongs
    judged, freedom = variance.copy(), estimates.freedom.copy()
    judged[usable] = (drawn * typical + own * variance[usable]) / (drawn + own)
    freedom[usable] = np.minimum(drawn + own, np.maximum(pooled, own))
    return replace(estimates, variance=judged, freedom=freedom)


def _trigamma_inverse(value: float) -> float:
    """Solve trigamma(x) = value by Newton's method (Smyth 2004, appendix)."""
    if value < 1e-6:
        return 1 / value
    x = 0.5 + 1 / value
    for _ in range(50):
        trigamma = float(special.trigamma(np.asarray(x)))
        step = trigamma * (1 - trigamma / value) / float(special.tetragamma(np.asarray(x)))
        x += step
        if -step / x < 1e-8:
            break
    return x
