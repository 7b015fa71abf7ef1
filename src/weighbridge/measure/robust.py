"""Medians and midmeans over arrays with gaps, and Tukey's median polish."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def nan_median(values: Floats, axis: int = -1) -> Floats:
    """The median along an axis, NaN ignored; NaN where nothing is left.

    One sort serves all rows: `numpy.nanmedian` falls back to a Python loop over rows when the axis is short, which ours
    is.
    """
    ordered = np.sort(np.moveaxis(values, axis, -1), axis=-1)
    count = np.count_nonzero(~np.isnan(ordered), axis=-1)
    if ordered.shape[-1] == 0:
        return np.full(ordered.shape[:-1], np.nan)
    lower = np.take_along_axis(ordered, np.maximum((count - 1) // 2, 0)[..., None], axis=-1)[..., 0]
    upper = np.take_along_axis(ordered, np.minimum(count // 2, ordered.shape[-1] - 1)[..., None], axis=-1)[..., 0]
    middle: Floats = np.where(count > 0, (lower + upper) / 2, np.nan)
    return middle


def nan_mean(values: Floats) -> Floats:
    """The mean along the last axis, NaN ignored; NaN where nothing is left."""
    with np.errstate(invalid="ignore"):
        mean: Floats = np.nansum(values, axis=-1) / np.count_nonzero(~np.isnan(values), axis=-1)
    return mean


def nan_midmean(values: Floats) -> Floats:
    """The mean of the middle half along the last axis, NaN ignored; NaN where nothing is left.

    A quarter of the values, rounded down, is set aside at each end: of three, none; of four or five, one at each end.
    """
    ordered = np.sort(values, axis=-1)
    count = np.count_nonzero(~np.isnan(ordered), axis=-1)
    aside = count // 4
    place = np.arange(ordered.shape[-1])
    middle = (place >= aside[..., None]) & (place < (count - aside)[..., None])
    with np.errstate(invalid="ignore"):
        midmean: Floats = np.where(middle, ordered, 0.0).sum(axis=-1) / (count - 2 * aside)
    return midmean


_SWEEPS = 3
"""After so many, `polish` changes next to nothing."""


def polish(values: Floats) -> tuple[Floats, Floats]:
    """Split a table (…, rows, columns) into a level per row and an effect per column, by medians.

    For two rows the difference of their levels is exactly the median of their paired differences; for more, the common
    effect of a column is known better than from one partner, and every pair's difference is consistent with the
    others'.

    Source: J. W. Tukey, Exploratory Data Analysis (1977), chapter 11.

    Returns:
        levels (…, rows) and effects (…, columns), NaN where a row or column is empty.
    """
    levels = nan_median(values, axis=-1)
    effects = np.zeros_like(nan_median(values, axis=-2))
    for _ in range(_SWEEPS):
        effects = nan_median(values - levels[..., None], axis=-2)
        levels = nan_median(values - effects[..., None, :], axis=-1)
    return levels, effects
