"""From the batches of one group to a level per cell and process."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from weighbridge.measure.robust import Floats, nan_median, polish

MAD_TO_SD = 1.4826
MEDIAN_ERROR = float(np.sqrt(np.pi / 2))
"""Standard error of a median ÷ that of a mean, for many normal values."""
LEAST_SHARE = 0.1
"""Processes are never taken to differ by less than this share of the noise between batches."""


@dataclass(frozen=True, slots=True)
class Levels:
    """The levels of the cells of one group; NaN where there is no sample.

    Attributes:
        logs: per cell and wave, the log time per iteration, as in a typical round of an average wave.
        scores: per cell, the median of its logs: puts cells in order that did not share all waves.
        moments: what was taken out of each wave's logs: how much slower than the average wave all cells were in it.
        noise_ratio: per cell, sd between batches ÷ sd between processes.
    """

    logs: Floats
    scores: Floats
    moments: Floats
    noise_ratio: Floats


def levels_of(times: Floats) -> Levels:
    """Take what the cells of a round have in common out of their times, and the median over the rounds.

    Args:
        times: time per iteration (cells, waves, rounds), NaN where there is none.
    """
    table = np.log(np.swapaxes(times, 0, 1))
    by_wave, rounds = polish(table)
    scores, waves = polish(by_wave.T)
    moments = waves - _mean(waves)
    logs = by_wave.T - moments

    residuals = table - by_wave[..., None] - rounds[..., None, :]
    between_batches = MAD_TO_SD * nan_median(np.abs(residuals).swapaxes(0, 1).reshape(len(logs), -1))
    counts = np.count_nonzero(~np.isnan(times), axis=2)
    typical_count = nan_median(np.where(counts > 0, counts, np.nan))
    with np.errstate(invalid="ignore", divide="ignore"):
        seen = (MAD_TO_SD * nan_median(np.abs(logs - nan_median(logs)[:, None]))) ** 2
        own = seen - (MEDIAN_ERROR * between_batches) ** 2 / typical_count
        between_processes = np.sqrt(np.maximum(own, (LEAST_SHARE * between_batches) ** 2))
        noise_ratio = between_batches / between_processes
    return Levels(logs, scores + _mean(waves), moments, noise_ratio)


def _mean(values: Floats) -> float:
    """The mean, NaN ignored; 0 of nothing."""
    present = values[~np.isnan(values)]
    return float(present.mean()) if len(present) else 0.0
