"""``--quick``: a first look at all, then nothing but the leaders."""

from __future__ import annotations

from collections.abc import Iterable

from weighbridge.measure.analysis import Analysis
from weighbridge.store.records import CellRecord

FORMATS = ("json", "msgpack", "cbor")
"""What is looked at where no format is named: what most people use, and the two that they think of instead."""
RUNNER_BUDGET_S = 20.0
BEST_OF_BASELINE_FORMAT = 2
BEST_OF_OTHER_FORMAT = 1


def leaders(analysis: Analysis, cells: Iterable[CellRecord]) -> frozenset[int]:
    """Choose the cells that a quick run goes on with.

    In every ranking of a runner: its baseline, the best two of the baseline's format, and the best of every other.
    """
    codecs = (cell for cell in cells if cell.role == "codec" and cell.is_timed)
    timed = {cell.cell: cell for cell in codecs if analysis.cells[cell.cell].gross is not None}
    chosen: set[int] = set()
    rankings: dict[tuple[str, str, str, str | None], list[CellRecord]] = {}
    for cell in timed.values():
        rankings.setdefault((cell.participant, cell.payload, cell.operation, cell.format), []).append(cell)
        if cell.baseline is not None:
            chosen.add(cell.baseline)
    for (*_, form), rivals in rankings.items():
        known = timed.get(rivals[0].baseline) if rivals[0].baseline is not None else None
        most = BEST_OF_BASELINE_FORMAT if known is not None and known.format == form else BEST_OF_OTHER_FORMAT
        rivals.sort(key=lambda cell: _gross_ns(analysis, cell))
        chosen |= {cell.cell for cell in rivals[:most]}
    return frozenset(chosen)


def _gross_ns(analysis: Analysis, cell: CellRecord) -> float:
    gross = analysis.cells[cell.cell].gross
    assert gross is not None
    return gross.estimate
