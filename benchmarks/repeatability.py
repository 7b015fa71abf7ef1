"""Repeatability: how much does a ratio change from one run to another, minutes later?"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from scipy import stats

from benchmarks.campaign import LongCampaign, ShortRun
from weighbridge.measure.robust import Floats


@dataclass(frozen=True, slots=True)
class Spread:
    """How far runs agree. Shares: 0.01 is 1 %; None where there are too few runs.

    Attributes:
        runs: how many.
        ratios: ratios of two codecs in each.
        median_change, p90_change: of the ratio of two codecs, between two runs.
        median_sd: run-to-run sd of a log ratio, median over the ratios.
        rms_sd: the same, quadratic mean over the ratios: what the worst of them do counts.
        tau: mean Kendall tau between the rankings of two runs.
    """

    runs: int
    ratios: int
    median_change: float | None
    p90_change: float | None
    median_sd: float | None
    rms_sd: float | None
    tau: float | None


@dataclass(frozen=True, slots=True)
class Repeatability:
    """Ours beside one by one, at the same total time."""

    ours: Spread
    one_by_one: Spread


def repeatability(campaign: LongCampaign, apart: int) -> Repeatability:
    """Compare runs that began at least ``apart`` runs after each other, and all slots of the one-by-one protocol."""
    ground = campaign.ground
    pairs = [list(combinations(group, 2)) for group in ground.groups]

    def ours(run: ShortRun) -> Floats:
        found = [run.analysis.ratio(a, b) for group in pairs for a, b in group]
        return np.log([interval.estimate if interval else np.nan for interval in found])

    def times(run: ShortRun) -> list[Floats]:
        results = run.analysis.cells
        both = [[results[cell].net or results[cell].gross for cell in group] for group in ground.groups]
        return [np.array([time.estimate if time else np.nan for time in group]) for group in both]

    one_by_one_times = [
        [np.array([slot.net_ns(ground.cells[cell]) for cell in group]) for group in ground.groups]
        for slot in campaign.slots
    ]
    one_by_one_ratios = [
        np.concatenate([np.log([time[a] / time[b] for a, b in combinations(range(len(time)), 2)]) for time in groups])
        for groups in one_by_one_times
    ]
    return Repeatability(
        ours=spread([ours(run) for run in campaign.runs], [times(run) for run in campaign.runs], apart),
        one_by_one=spread(one_by_one_ratios, one_by_one_times, 1),
    )


def spread(ratios: list[Floats], times: list[list[Floats]], apart: int) -> Spread:
    """Describe how far runs agree.

    Args:
        ratios: per run, the log ratios of the same pairs.
        times: per run and group, the times of the same codecs.
        apart: the least distance of two runs that are compared.
    """
    chosen = [(a, b) for a, b in combinations(range(len(ratios)), 2) if b - a >= apart]
    if not chosen:
        return Spread(len(ratios), len(ratios[0]) if ratios else 0, None, None, None, None, None)
    table = np.array(ratios)
    changes = np.abs(np.expm1(np.concatenate([table[b] - table[a] for a, b in chosen])))
    sds = np.nanstd(table, axis=0, ddof=1)
    taus = [kendall_tau(first, second) for a, b in chosen for first, second in zip(times[a], times[b], strict=True)]
    return Spread(
        runs=len(ratios),
        ratios=table.shape[1],
        median_change=float(np.nanmedian(changes)),
        p90_change=float(np.nanquantile(changes, 0.9)),
        median_sd=float(np.nanmedian(sds)),
        rms_sd=float(np.sqrt(np.nanmean(sds**2))),
        tau=float(np.nanmean(taus)),
    )


def kendall_tau(first: Floats, second: Floats) -> float:
    """How far two rankings agree: 1 if they are the same, -1 if one is the other upside down."""
    return float(stats.kendalltau(first, second, nan_policy="omit").statistic)
