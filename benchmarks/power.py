"""Power: how often is a true difference of 2 % found?

A codec's twin is made 2 % slower by multiplying its recorded times, after the fact: everything else about it is real.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from benchmarks.campaign import LongCampaign
from weighbridge.measure.analysis import analyse
from weighbridge.measure.ranking import Verdict
from weighbridge.measure.samples import Sample, Samples
from weighbridge.measure.stop import PLANNED_LOOKS

DIFFERENCE = 0.02


@dataclass(frozen=True, slots=True)
class Power:
    """How often the slower twin was found out.

    Attributes:
        pairs: twins in all short runs together.
        found_95: those whose own 95 % interval of the ratio lies above 1.
        found: those with the verdict "slower", corrected for all pairs of the group.
        wrong: those with the verdict "faster", or "equivalent" within 1 %.
        found_long: twins with the verdict "slower" when all short runs are taken as one.
        long_pairs: twins there.
    """

    pairs: int
    found_95: int
    found: int
    wrong: int
    found_long: int
    long_pairs: int


def power(campaign: LongCampaign) -> Power:
    """Count them."""
    twins = campaign.ground.twins
    slower = {twin for twin, _ in twins}

    def analysed(rows: Iterable[Sample]) -> tuple[list[Verdict], int]:
        shifted = Samples.from_rows(slow_down(rows, slower))
        analysis = analyse(campaign.ground.specs, shifted, looks=PLANNED_LOOKS)
        ratios = [analysis.ratio(*pair) for pair in twins]
        clear = sum(ratio is not None and ratio.low is not None and ratio.low > 1 for ratio in ratios)
        return [analysis.verdict(*pair) for pair in twins], clear

    short = [analysed(run.rows) for run in campaign.runs]
    verdicts = [verdict for found, _ in short for verdict in found]
    long, _ = analysed(row for run in campaign.runs for row in run.rows)
    return Power(
        pairs=len(verdicts),
        found_95=sum(clear for _, clear in short),
        found=verdicts.count(Verdict.SLOWER),
        wrong=verdicts.count(Verdict.FASTER) + verdicts.count(Verdict.EQUIVALENT),
        found_long=long.count(Verdict.SLOWER),
        long_pairs=len(long),
    )


def slow_down(rows: Iterable[Sample], cells: Collection[int]) -> list[Sample]:
    """Make the batches of some cells slower by `DIFFERENCE`."""
    factor = 1 + DIFFERENCE
    return [
        replace(
            row,
            wall_ns=round(row.wall_ns * factor),
            cpu_ns=None if row.cpu_ns is None else round(row.cpu_ns * factor),
        )
        if row.cell in cells
        else row
        for row in rows
    ]
