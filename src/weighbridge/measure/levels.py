"""From the batches of one runner to a level per cell and process, as on a quiet machine."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weighbridge.measure.robust import Floats

Integers = NDArray[np.int64]

SWEEPS = 20
LEVEL_SWEEPS = 5
MAD_TO_SD = 1.4826
HUBER = 1.345
"""Residuals beyond so many standard deviations weigh less (P. J. Huber, Ann. Math. Statist. 35, 1964)."""
LEAST_NOISE = 1e-4
"""Of a log time: nothing is timed better than this."""
CALM = 0.12
"""At so much contention a batch weighs half of a quiet one: how a codec takes a neighbour differs by the moment."""
TYPICAL_SLOPE = 0.7
"""How a codec's log time rises with the fork's, where a run has not seen enough to tell (measured: 0.6 to 0.8)."""
SLOPE_SPREAD = 0.15
"""How much slopes differ between the codecs of a runner, where a run has not seen enough to tell."""
SPREAD_BELIEF = 3.0
"""That is believed as firmly as if so many codecs had shown it."""
LEAST_SPREAD = 0.05
SPREAD_SWEEPS = 5
SLOPE_DOUBT = 0.2
"""How little is known of a runner's typical slope before anything is seen."""
LIKENESS = 1.5
"""Batches near each other err alike (autocorrelation 0.4 to 0.8): each tells less of a slope than one alone."""
MEDIAN_SQUARE = 0.455
"""The median of the square of a standard normal value."""
LEAST_EFFECT = 0.002
"""Processes, and moments, are never taken to differ by less than this."""
LEAST_SHARE = 0.1
"""Processes are never taken to differ by less than this share of the noise between batches."""


@dataclass(frozen=True, slots=True)
class Levels:
    """The levels of one runner's cells; NaN where there is no sample.

    Attributes:
        logs: per cell and process, the log time per iteration on a quiet machine (cells, processes).
        calmness: per process, the weight of its batches: 1 on a quiet machine, less on a shared one.
        contention: per cell, how far above the quiet pitch its batches were on average, by their weights.
        slope: per cell, how its log time rises with the fork's.
        slope_error: per cell, the standard error of that; times ``contention`` it is an error of the level that no
            number of processes makes smaller.
        noise_ratio: per cell, sd between batches ÷ sd between processes.
    """

    logs: Floats
    calmness: Floats
    contention: Floats
    slope: Floats
    slope_error: Floats
    noise_ratio: Floats


def levels_of(
    times: Floats, contention: Floats, cell: Integers, process: Integers, block: Integers, shape: tuple[int, int]
) -> Levels:
    """Split the log times of batches into a level per cell and process, the state of the machine, and the moment.

    The model is: log time = level of the cell in its process + slope of the cell × contention beside the batch + what
    the batches of a block have in common besides + noise. It is fitted by turns, each term against what the others
    leave, with Huber's weights. Slopes are drawn to the runner's typical one, and block effects to zero, as far as the
    data do not say otherwise (blocks as random effects: F. Yates, The recovery of inter-block information, Annals of
    Eugenics 10, 1940): where the fork tells nothing this is the comparison within blocks, and where blocks tell nothing
    it is the plain average.

    Args:
        times: time per iteration of each batch.
        contention: beside each batch, from `pitch.contention`.
        cell: the row of each batch's cell.
        process: the column of its process.
        block: its block, numbered over all processes.
        shape: the number of cells and of processes.
    """
    count, _ = shape
    logs = np.full(shape, np.nan)
    empty = np.full(count, np.nan)
    if len(times) == 0:
        return Levels(logs, np.ones(shape[1]), empty, empty, empty, empty)
    value = np.log(times)
    pairs, pair = np.unique(cell * shape[1] + process, return_inverse=True)
    of_cell = pairs // shape[1]
    blocks, block = np.unique(block, return_inverse=True)
    calm = 1 / (1 + (contention / CALM) ** 2)

    centre = medians(value - TYPICAL_SLOPE * contention, cell, count)
    own = np.zeros(len(pairs))  # what a process makes of its cell
    slope = np.full(count, TYPICAL_SLOPE)
    slope_error = np.full(count, SLOPE_SPREAD)
    moment = np.zeros(len(blocks))
    noise = np.full(count, LEAST_NOISE)
    for _ in range(SWEEPS):
        fitted = centre[cell] + own[pair] + slope[cell] * contention
        residual = value - fitted - moment[block]
        noise = np.maximum(MAD_TO_SD * medians(np.abs(residual), cell, count), LEAST_NOISE)
        weight = calm / np.maximum(1.0, np.abs(residual) / (HUBER * noise[cell]))
        certainty = weight / noise[cell] ** 2
        moment = _drawn_to_zero(value - fitted, certainty, block, len(blocks))
        moment -= np.median(moment)
        rest = value - moment[block] - slope[cell] * contention
        own = _drawn_to_zero(rest - centre[cell], certainty, pair, len(pairs))
        centre = _means(rest - own[pair], weight, cell, count)
        rest = value - moment[block] - centre[cell] - own[pair]
        slope, slope_error = _slopes(rest, contention, certainty / LIKENESS, cell, count)
    # Each process speaks for itself: a level that is drawn to the others' would make processes look alike.
    rest = value - moment[block] - slope[cell] * contention
    level = medians(rest, pair, len(pairs))
    for _ in range(LEVEL_SWEEPS):
        weight = calm / np.maximum(1.0, np.abs(rest - level[pair]) / (HUBER * noise[cell]))
        level = _means(rest, weight, pair, len(pairs))

    logs[of_cell, pairs % shape[1]] = level
    return Levels(
        logs=logs,
        calmness=np.nan_to_num(_means(calm, np.ones(len(calm)), process, shape[1]), nan=1.0),
        contention=np.abs(_means(contention, weight, cell, count)),
        slope=slope,
        slope_error=slope_error,
        noise_ratio=_noise_ratio(logs, noise, np.bincount(pair, minlength=len(pairs)), of_cell),
    )


def _drawn_to_zero(rest: Floats, certainty: Floats, group: Integers, groups: int) -> Floats:
    """The effect of each group, drawn to zero as far as its own uncertainty warrants: a random effect.

    How much the groups really differ is taken from the typical one, so that a few odd ones do not matter.
    """
    known = np.bincount(group, certainty, groups)
    mean = np.bincount(group, certainty * rest, groups) / known
    between = max(float(np.median(mean**2 - MEDIAN_SQUARE / known)) / MEDIAN_SQUARE, LEAST_EFFECT**2)
    effects: Floats = mean * between / (between + 1 / known)
    return effects


def _slopes(rest: Floats, contention: Floats, certainty: Floats, cell: Integers, count: int) -> tuple[Floats, Floats]:
    """Slopes of the cells, drawn to the typical one, and their standard errors."""
    squares = np.bincount(cell, certainty * contention**2, count)
    products = np.bincount(cell, certainty * contention * rest, count)
    vague = 1 / np.maximum(squares, 1e-12)
    own = products * vague
    spread = SLOPE_SPREAD**2
    for _ in range(SPREAD_SWEEPS):
        # The typical slope: what the cells say, each as clearly as it can, and what was believed before.
        clarity = 1 / (vague + spread)
        before = 1 / SLOPE_DOUBT**2
        typical = (float(clarity @ own) + before * TYPICAL_SLOPE) / (float(clarity.sum()) + before)
        # How much they differ, likewise: their own spread less what their vagueness makes of it.
        telling = clarity**2 / np.max(clarity**2)
        seen = float(telling @ ((own - typical) ** 2 - vague))
        spread = (seen + SPREAD_BELIEF * SLOPE_SPREAD**2) / (float(telling.sum()) + SPREAD_BELIEF)
        spread = max(spread, LEAST_SPREAD**2)
    prior = 1 / spread
    slopes: Floats = (products + prior * typical) / (squares + prior)
    return slopes, 1 / np.sqrt(squares + prior)


def _noise_ratio(logs: Floats, noise: Floats, counts: Integers, of_cell: Integers) -> Floats:
    """Per cell, how much batches differ, in terms of how much processes do."""
    batches = np.bincount(of_cell, counts, len(logs)) / np.maximum(np.bincount(of_cell, minlength=len(logs)), 1)
    with np.errstate(invalid="ignore", divide="ignore"):
        processes = np.count_nonzero(~np.isnan(logs), axis=1)
        mean = np.nansum(logs, axis=1) / processes
        seen = np.nansum((logs - mean[:, None]) ** 2, axis=1) / (processes - 1)
        between = np.sqrt(np.maximum(seen - noise**2 / batches, (LEAST_SHARE * noise) ** 2))
        ratio: Floats = np.where(processes > 1, noise / between, np.nan)
    return ratio


def _means(values: Floats, weights: Floats, group: Integers, groups: int) -> Floats:
    """The weighted mean of each group; NaN of an empty one."""
    with np.errstate(invalid="ignore", divide="ignore"):
        means: Floats = np.bincount(group, weights * values, groups) / np.bincount(group, weights, groups)
    return means


def medians(values: Floats, group: Integers, groups: int) -> Floats:
    """The median of each group of values; NaN of an empty one."""
    order = np.lexsort((values, group))
    counts = np.bincount(group, minlength=groups)
    first = np.cumsum(counts) - counts
    ordered = np.append(values[order], np.nan)
    lower = np.where(counts > 0, first + np.maximum(counts - 1, 0) // 2, len(values))
    upper = np.where(counts > 0, first + counts // 2, len(values))
    medians: Floats = (ordered[lower] + ordered[upper]) / 2
    return medians
