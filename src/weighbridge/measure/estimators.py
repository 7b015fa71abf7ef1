"""From samples to a level per cell and process, and from processes to an estimate with its error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import special

from weighbridge.measure.robust import Floats, nan_midmean

CONFIDENCE = 0.95
MIDMEAN_ERROR = 1.1
"""Standard error of a midmean ÷ that of a mean: 1.09 for many normal values, less for few or for heavy tails."""
LEAST_VARIANCE = 1e-12
"""Of a log time: below a millionth, equal times say more about the clock than about the codec."""
LEAST_TO_LEARN_FROM = 10
"""So many variances of one class are needed before others are judged by them."""


DRIFT_BLOCKS = 4
"""Blocks of consecutive waves that tell how a machine drifts: few, so that each is long."""


@dataclass(frozen=True, slots=True)
class Estimates:
    """Estimates of one shape: the midmean over processes, the variance between them, and what is known of it.

    Attributes:
        centre: mean of the middle half of the processes; NaN without any.
        variance: of one process's value; NaN with fewer than two processes.
        processes: how many there were.
        freedom: degrees of freedom of the variance; 0 where it is unknown.
    """

    centre: Floats
    variance: Floats
    processes: Floats
    freedom: Floats

    def __getitem__(self, chosen: slice | NDArray[np.int64] | NDArray[np.bool_]) -> Estimates:
        """Some of them."""
        return Estimates(self.centre[chosen], self.variance[chosen], self.processes[chosen], self.freedom[chosen])

    def sharing(self, values: Floats) -> Estimates:
        """Add the error of a mean over processes that all these estimates have in common: the machine's own drift.

        A machine that is slow in one wave is often slow in the next, so the error comes from the means of consecutive
        blocks of waves (batch means: P. W. Glynn and D. L. Iglehart, Mathematics of Operations Research 15, 1990).

        Args:
            values: one a process, in the order of the waves, NaN where there is none.
        """
        present = values[~np.isnan(values)]
        if len(present) < 2:
            return self
        blocks = np.array([np.mean(block) for block in np.array_split(present, min(len(present), DRIFT_BLOCKS))])
        drift = max(float(np.var(blocks, ddof=1)) / len(blocks), float(np.var(present, ddof=1)) / len(present))
        # as `error` will multiply it like a midmean's, which it is not
        common = drift * self.processes / MIDMEAN_ERROR**2
        variance = self.variance + common
        with np.errstate(invalid="ignore", divide="ignore"):
            # F. E. Satterthwaite, Biometrics Bulletin 2 (1946)
            freedom = variance**2 / (self.variance**2 / self.freedom + common**2 / (len(blocks) - 1))
        return Estimates(self.centre, variance, self.processes, np.where(self.freedom > 0, freedom, 0.0))

    @property
    def error(self) -> Floats:
        """Standard error of the centre."""
        with np.errstate(invalid="ignore", divide="ignore"):
            error: Floats = MIDMEAN_ERROR * np.sqrt(self.variance / self.processes)
        return error

    def reach(self, level: float = 1 - CONFIDENCE) -> Floats:
        """Half the width of the interval that misses with probability ``level``; infinite with an unknown error."""
        quantile = special.stdtrit(np.maximum(self.freedom, 1), 1 - level / 2)
        reach: Floats = np.where(self.freedom > 0, quantile * self.error, np.inf)
        return reach

    def probability(self) -> Floats:
        """Two-sided probability of a centre this far from zero if the truth is zero; 1 where the error is unknown."""
        with np.errstate(invalid="ignore", divide="ignore"):
            distance = np.abs(self.centre) / self.error
        probability = 2 * special.stdtr(np.maximum(self.freedom, 1), -distance)
        return np.where((self.freedom > 0) & ~np.isnan(probability), probability, 1.0)


def concatenate(parts: Sequence[Estimates]) -> Estimates:
    """One after the other."""
    return Estimates(
        np.concatenate([part.centre for part in parts]),
        np.concatenate([part.variance for part in parts]),
        np.concatenate([part.processes for part in parts]),
        np.concatenate([part.freedom for part in parts]),
    )


def choose(condition: NDArray[np.bool_], yes: Estimates, no: Estimates) -> Estimates:
    """Take each from one of two."""
    return Estimates(
        np.where(condition, yes.centre, no.centre),
        np.where(condition, yes.variance, no.variance),
        np.where(condition, yes.processes, no.processes),
        np.where(condition, yes.freedom, no.freedom),
    )


def over_processes(values: Floats) -> Estimates:
    """Estimate from one value a process, along the last axis; NaN where a process has none."""
    processes = np.count_nonzero(~np.isnan(values), axis=-1).astype(np.float64)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = np.nansum(values, axis=-1) / processes
        squares = np.nansum((values - mean[..., None]) ** 2, axis=-1)
        variance = np.where(processes > 1, squares / (processes - 1), np.nan)
    return Estimates(nan_midmean(values), variance, processes, np.maximum(processes - 1, 0))


def moderate(estimates: Estimates, classes: NDArray[np.int64], members: NDArray[np.int64]) -> Estimates:
    """Judge each variance in the light of the others of its class.

    A variance from four processes is itself known to a factor of two only, and the t quantile that pays for it makes
    intervals half as wide again. Variances of one class (the same runner, or pair of runners) resemble each other; how
    much they do is estimated from their own spread, and each is drawn to the typical one as far as that warrants: not
    at all if they differ wildly.

    Source: G. K. Smyth, Linear models and empirical Bayes methods, Stat. Appl. Genet. Mol. Biol. 3 (2004), sections
    6.1-6.2.

    Args:
        estimates: one-dimensional.
        classes: the class of each, from 0.
        members: per class, how many independent things (cells) its variances come from: caps what they can teach.
    """
    variance = np.maximum(estimates.variance, LEAST_VARIANCE)
    freedom = estimates.freedom.copy()
    usable = (freedom > 0) & np.isfinite(variance)
    for number, independent in enumerate(members):
        chosen = np.flatnonzero(usable & (classes == number))
        if len(chosen) < LEAST_TO_LEARN_FROM:
            continue
        own = freedom[chosen]
        logs = np.log(variance[chosen]) - special.digamma(own / 2) + np.log(own / 2)
        spread = float(np.var(logs, ddof=1) - np.mean(special.polygamma(1, own / 2)))
        pooled = float(independent * np.mean(own))
        prior = min(2 * _trigamma_inverse(spread), pooled) if spread > 0 else pooled
        typical = np.exp(np.mean(logs) + special.digamma(prior / 2) - np.log(prior / 2))
        variance[chosen] = (prior * typical + own * variance[chosen]) / (prior + own)
        freedom[chosen] = np.minimum(prior + own, np.maximum(pooled, own))
    return Estimates(estimates.centre, variance, estimates.processes, freedom)


def _trigamma_inverse(value: float) -> float:
    """Solve trigamma(x) = value by Newton's method (Smyth 2004, appendix)."""
    if value < 1e-6:
        return 1 / value
    x = 0.5 + 1 / value
    for _ in range(50):
        trigamma = float(special.polygamma(1, x))
        step = trigamma * (1 - trigamma / value) / float(special.polygamma(2, x))
        x += step
        if -step / x < 1e-8:
            break
    return x
