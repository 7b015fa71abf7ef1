"""From the batches of one group to a level per cell and process."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from weighbridge.measure.estimators import MEDIAN_ERROR
from weighbridge.measure.robust import Floats, nan_median, polish

MAD_TO_SD = 1.4826
LEAST_SHARE = 0.1
"""Processes are never taken to differ by less than this share of the noise between batches."""


@dataclass(frozen=True, slots=True)
class Levels:
    """The levels of the cells of one group; NaN where there is no sample.

    Attributes:
        logs: per cell and wave, the log time per iteration, as in a typical round of the wave.
        scores: per cell, its log time as in a typical wave: puts cells in order that did not share all waves.
        noise_ratio: per cell, sd between batches ÷ sd between processes.
    """

    logs: Floats
    scores: Floats
    noise_ratio: Floats


def levels_of(times: Floats) -> Levels:
    """Take what the cells of a round have in common out of their times, and the median over the rounds.

    Args:
        times: time per iteration (cells, waves, rounds), NaN where there is none.
    """
    table = np.log(np.swapaxes(times, 0, 1))
    by_wave, moments = polish(table)
    logs = by_wave.T
    scores, waves = polish(logs)

    residuals = table - by_wave[..., None] - moments[..., None, :]
    between_batches = MAD_TO_SD * nan_median(np.abs(residuals).swapaxes(0, 1).reshape(len(logs), -1))
    rounds = nan_median(np.count_nonzero(~np.isnan(times), axis=2).astype(np.float64))
    with np.errstate(invalid="ignore", divide="ignore"):
        seen = (MAD_TO_SD * nan_median(np.abs(logs - scores[:, None] - waves[None, :]))) ** 2
        own = seen - (MEDIAN_ERROR * between_batches) ** 2 / rounds
        between_processes = np.sqrt(np.maximum(own, (LEAST_SHARE * between_batches) ** 2))
        noise_ratio = between_batches / between_processes
    return Levels(logs, scores, noise_ratio)
