"""Bars from zero, the best first, with their intervals; what the data cannot tell apart stands on one ground."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from weighbridge.report import figures
from weighbridge.report.document import Cell, RunDocument

from .picture import ChartError, Picture, Row
from .rows import (
    Quantity,
    Scale,
    Unit,
    Weight,
    baseline_name,
    clock_notes,
    count_scale,
    format_groups,
    group_words,
    identity,
    interval_text,
    labels,
    many,
    qualified,
    quantity,
    time_scale,
)

_MISSING = {
    "relative": "no codec to be relative to: choose another unit, or a baseline",
    "time": "no time",
    "speed": "no net time clearly above zero: choose the unit time",
    "instructions": "no instructions counted: choose another unit",
    "allocated": "no allocations, which their runtimes do not tell: choose another unit",
}

_COUNTED = ("instructions", "allocated")
_OUTLYING = 4.0
"""Bars longer than so many times three quarters of all are cut off."""

_CHARACTER_PX = 6
_MARGIN_PX = 14

_WHAT = {
    "relative": "time relative to the baseline",
    "time": "time",
    "speed": "speed",
    "instructions": "instructions",
    "allocated": "bytes allocated",
}

Measured = tuple[Cell, Quantity]


def ranking(
    document: RunDocument,
    cells: Sequence[Cell],
    *,
    unit: Unit = "relative",
    weight: Weight = "net",
    most: int | None = None,
) -> Picture:
    """Return the ranking of cells of one payload and operation.

    Args:
        document: the run that they are of.
        cells: what is selected, with ``relative`` to the codec that is wanted.
        unit: what the bars show.
        weight: which time, where the unit is a time or a speed.
        most: how many of the best are shown; None for all.

    Raises:
        ChartError: none of them has what is to be shown.
    """
    json_bytes = {info.payload: info.json_bytes for info in document.run.payloads}
    found = ((cell, quantity(cell, unit, weight, json_bytes[cell.payload])) for cell in cells)
    measured = [(cell, value) for cell, value in found if value is not None]
    if not measured:
        raise ChartError(f"There is nothing to rank: what is selected has {_MISSING[unit]}.")
    ranks = _ranks(measured, unit, weight)
    ordered = sorted(measured, key=lambda pair: _order(pair, ranks, unit))
    kept = ordered[:most]
    shown = [cell for cell, _ in kept]
    limit = _limit(unit, [value for _, value in kept])
    scale = _scale(unit, limit)
    groups = format_groups(document)
    rows = _rows(kept, ranks, scale, limit, labels(document, cells), groups)
    return Picture(
        "ranking",
        {"rows": rows, "references": [{"value": 1.0}] if unit == "relative" else []},
        {
            "x": _axis(unit, weight, scale, shown),
            "limit": limit / scale.size,
            "reach": f"width - {_reserve(rows)}",
            **group_words(groups, (cell.format for cell in shown)),
        },
        _description(rows, unit),
        (
            *_notes(rows, unit, dropped=len(ordered) - len(kept), missing=len(cells) - len(measured)),
            *([] if unit in _COUNTED else clock_notes(document, shown)),
        ),
    )


def _ranks(measured: Sequence[Measured], unit: Unit, weight: Weight) -> dict[str, int]:
    """Return the rank of each cell, by its qualified name; nothing where there is no common order."""
    if unit in _COUNTED:
        values = [value.estimate for _, value in measured]
        return {qualified(cell): 1 + sum(other < value.estimate for other in values) for cell, value in measured}
    if weight == "gross":
        return {}  # the run ranks net times
    relative_to = {cell.relative.to for cell, _ in measured if cell.relative}
    if (unit == "relative" and len(relative_to) > 1) or all(cell.processes < 2 for cell, _ in measured):
        return {}
    if len({cell.member for cell, _ in measured}) > 1:
        return {qualified(cell): cell.rank for cell, _ in measured}
    return {qualified(cell): cell.rank_in_language for cell, _ in measured}


def _order(pair: Measured, ranks: Mapping[str, int], unit: Unit) -> tuple[int, bool, float]:
    cell, value = pair
    # Among equals by rank, what is exact stands before what is lossy.
    return (
        ranks.get(qualified(cell), 0),
        bool(ranks) and cell.fidelity != "exact",
        -value.estimate if unit == "speed" else value.shown,
    )


def _rows(
    kept: Sequence[Measured],
    ranks: Mapping[str, int],
    scale: Scale,
    limit: float,
    names: Mapping[str, str],
    groups: Mapping[str, str],
) -> list[Row]:
    count = Counter(ranks.values())
    rows: list[Row] = []
    ground, before = 0, None
    for cell, value in kept:
        rank = ranks.get(qualified(cell))
        if rows and rank != before:
            ground = 1 - ground
        before = rank
        text = value.text
        if value.low is None and not value.at_most:
            text += " ±?"
        rows.append(
            {
                **identity(cell, names[qualified(cell)], groups),
                "value": 0.0 if value.at_most else value.estimate / scale.size,
                "low": _scaled(0.0 if value.at_most else value.low, scale),
                "high": _scaled(value.high, scale),
                "end": max(value.shown, value.high or 0.0) / scale.size,
                "text": f"{text} · lossy" if cell.fidelity == "lossy" else text,
                "interval": interval_text(value),
                "cut": max(value.shown, value.high or 0.0) > limit,
                "rank": "" if rank is None else figures.rank(rank, shared=count[rank] > 1),
                "ground": ground,
            }
        )
    return rows


def _limit(unit: Unit, values: Sequence[Quantity]) -> float:
    """Return where the longest bars are cut off, so that a few slow codecs do not make all others invisible."""
    ends = sorted(max(value.shown, value.high or 0.0) for value in values)
    least = 1.0 if unit == "relative" else 0.0
    if unit == "speed":
        return ends[-1]
    bearable = _OUTLYING * max(ends[len(ends) * 3 // 4], least)
    return max(least * 1.05, *(end for end in ends if end <= bearable)) or 1.0


def _reserve(rows: Sequence[Row]) -> int:
    """Return how many pixels the longest number beside a bar needs."""
    return max(len(row["text"]) for row in rows) * _CHARACTER_PX + _MARGIN_PX


def _scaled(number: float | None, scale: Scale) -> float | None:
    return None if number is None else number / scale.size


def _scale(unit: Unit, largest: float) -> Scale:
    if unit == "time":
        return time_scale(largest)
    if unit in _COUNTED:
        return count_scale(largest)
    return Scale(1.0, "")


def _axis(unit: Unit, weight: Weight, scale: Scale, cells: Sequence[Cell]) -> str:
    match unit:
        case "relative":
            return f"{weight} time ÷ {baseline_name(cells)}"
        case "time":
            return f"{weight} time of a pass ({scale.unit})"
        case "speed":
            return f"size as JSON ÷ {weight} time (MB/s)"
        case "instructions":
            return " ".join(f"{scale.unit} instructions in a pass".split())
        case "allocated":
            return " ".join(f"{scale.unit} bytes allocated in a pass".split())


def _description(rows: Sequence[Row], unit: Unit) -> str:
    best, worst = rows[0], rows[-1]
    first = [row["label"] for row in rows if row["rank"] and row["rank"] == best["rank"]]
    tied = f" The first {len(first)} share a rank." if len(first) > 1 else ""
    return (
        f"Bar chart of {many(len(rows), 'codec')} by {_WHAT[unit]}, from {best['label']} with {best['text']} "
        f"to {worst['label']} with {worst['text']}.{tied}"
    )


def _notes(rows: Sequence[Row], unit: Unit, *, dropped: int, missing: int) -> tuple[str, ...]:
    notes = []
    if any(row["low"] is not None and row["low"] != row["high"] for row in rows):
        notes.append("Whiskers: 95 % intervals.")
    if any(row["rank"].endswith("=") for row in rows):
        why = "they are equal" if unit in _COUNTED else "the data cannot tell them apart"
        notes.append(f"Codecs on one ground share a rank (=): {why}.")
    if any(row["lossy"] for row in rows):
        notes.append("Pale bars with a dashed edge: lossy.")
    if dropped:
        notes.append(f"Not shown: {dropped} more.")
    if any(row["cut"] for row in rows):
        notes.append("Bars and whiskers with // are cut off.")
    if missing:
        notes.append(f"Left out: {missing} without this number.")
    return tuple(notes)
