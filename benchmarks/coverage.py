"""Coverage: how often does a short run's 95 % interval hold the value of a run ten times as long?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.campaign import LongCampaign
from weighbridge.measure.intervals import Interval
from weighbridge.measure.results import CellResult

QUANTITIES: dict[str, Callable[[CellResult], Interval | None]] = {
    "net time": lambda result: result.net,
    "gross time": lambda result: result.gross,
    "relative to plain JSON": lambda result: result.relative,
}


@dataclass(frozen=True, slots=True)
class Covered:
    """How often the intervals of one quantity and language hold the long run's value.

    Attributes:
        quantity, language: which.
        intervals: how many there were.
        hold_others: those that hold the value of the other short runs together, which is independent of theirs.
        hold_whole: those that hold the value of the whole campaign, of which they are part.
        half_width: their mean half-width, as a share.
    """

    quantity: str
    language: str
    intervals: int
    hold_others: int
    hold_whole: int
    half_width: float | None


def coverage(campaign: LongCampaign) -> list[Covered]:
    """Compare every short run with the others, and with the whole."""
    if len(campaign.runs) < 2:
        return []
    whole = campaign.analyse(campaign.runs)
    others = [campaign.analyse(other for other in campaign.runs if other is not run) for run in campaign.runs]
    languages = sorted({cell.language for cell in campaign.ground.codecs})
    found = []
    for name, quantity in QUANTITIES.items():
        for language in languages:
            triples = [
                (short, other, long)
                for run, rest in zip(campaign.runs, others, strict=True)
                for cell in campaign.ground.codecs
                if cell.language == language and (name != "relative to plain JSON" or cell.baseline != cell.cell)
                if (short := quantity(run.analysis.cells[cell.cell])) is not None
                if (other := quantity(rest.cells[cell.cell])) is not None
                if (long := quantity(whole.cells[cell.cell])) is not None
            ]
            widths = [width for short, _, _ in triples if (width := short.half_width) is not None]
            found.append(
                Covered(
                    quantity=name,
                    language=language,
                    intervals=len(triples),
                    hold_others=sum(holds(short, other.estimate) for short, other, _ in triples),
                    hold_whole=sum(holds(short, long.estimate) for short, _, long in triples),
                    half_width=sum(widths) / len(widths) if widths else None,
                )
            )
    return found


def holds(interval: Interval, value: float) -> bool:
    """Whether an interval holds a value; without bounds it claims nothing, and cannot be wrong."""
    return interval.low is None or interval.high is None or interval.low <= value <= interval.high
