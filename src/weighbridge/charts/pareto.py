"""Encoded size against time: every codec a point, and the frontier of those that none beats in both."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from weighbridge.advise.scenario import Compressor
from weighbridge.report import figures
from weighbridge.report.document import Cell, RunDocument

from .picture import ChartError, Picture, Row
from .placing import LEFT_ABOVE, LEFT_BELOW, RIGHT_ABOVE, RIGHT_BELOW, Label, place
from .rows import (
    clock_notes,
    domain,
    format_groups,
    group_words,
    identity,
    interval_text,
    labels,
    many,
    place_in,
    qualified,
    spread,
    ticks,
    time_of,
    time_scale,
)

HEIGHT = 340
_ALONG = 100
"""Points of a side of a step, so that no label fits between them."""

Axis = tuple[str, tuple[float, float]]
Place = tuple[float, float]


def pareto(document: RunDocument, cells: Sequence[Cell], compressor: Compressor = "none") -> Picture:
    """Return size against net time for cells of one payload and operation.

    Args:
        document: the run that they are of.
        cells: what is selected.
        compressor: what the encoded bytes went through; its own time is not in this chart.

    Raises:
        ChartError: the run does not know a size of any of them.
    """
    sized = [
        (cell, size)
        for cell in cells
        if (size := size_of(cell, compressor)) is not None and time_of(cell, "net").shown > 0
    ]
    if not sized:
        raise ChartError(
            f"There is nothing to plot: the run knows no size after {compressor} of what is selected. "
            "Plot it without compression, or measure it anew."
            if compressor != "none"
            else "There is nothing to plot: the run knows no size of what is selected."
        )
    names = labels(document, cells)
    groups = format_groups(document)
    times = {cell.cell: time_of(cell, "net") for cell, _ in sized}
    scale = time_scale(max(times[cell.cell].shown for cell, _ in sized))
    rows: list[Row] = []
    for cell, size in sized:
        time = times[cell.cell]
        rows.append(
            {
                **identity(cell, names[qualified(cell)], groups),
                "time": time.shown / scale.size,
                "low": time.shown / scale.size if time.low is None else time.low / scale.size,
                "high": time.shown / scale.size if time.high is None else time.high / scale.size,
                "bytes": size,
                "timeText": time.text,
                "interval": interval_text(time),
                "bytesText": f"{figures.size(size)} bytes",
                "baseline": cell.relative is not None and cell.relative.to == qualified(cell),
            }
        )
    rows.sort(key=lambda row: (row["time"], row["bytes"], row["id"]))
    best = frontier(rows)
    for row in rows:
        row["frontier"] = row["id"] in best
    times_shown = [row[key] for row in rows for key in ("time", "low", "high") if row[key] > 0]
    sizes = [float(row["bytes"]) for row in rows]
    x_type, y_type = spread(times_shown), spread(sizes)
    x_ends = domain(times_shown, x_type, below=0.12, above=0.06)
    y_ends = domain(sizes, y_type, below=0.12, above=0.08)
    corners = _corners([row for row in rows if row["frontier"]], x_ends[1], y_ends[1])
    return Picture(
        "pareto",
        {
            "rows": rows,
            "steps": [{"time": time, "bytes": size} for time, size in corners],
            "labels": _labels(rows, corners, (x_type, x_ends), (y_type, y_ends)),
        },
        {
            "x": f"net time of a pass ({scale.unit})" + (", log scale" if x_type == "log" else ""),
            "y": ("bytes" if compressor == "none" else f"bytes after {compressor}")
            + (", log scale" if y_type == "log" else ""),
            "xType": x_type,
            "yType": y_type,
            "xTicks": ticks(x_ends, x_type),
            "yTicks": ticks(y_ends, y_type),
            "xDomain": list(x_ends),
            "yDomain": list(y_ends),
            **group_words(groups, (cell.format for cell, _ in sized)),
        },
        _description(rows),
        (
            *_notes(rows, missing=len(cells) - len(sized), bounds=any(time.at_most for time in times.values())),
            *clock_notes(document, [cell for cell, _ in sized]),
        ),
    )


def size_of(cell: Cell, compressor: Compressor) -> int | None:
    """Return the encoded size of a cell's payload after compression."""
    return cell.bytes if compressor == "none" else (cell.compressed_bytes or {}).get(compressor)


def frontier(rows: Sequence[Row]) -> set[str]:
    """Return the ids of rows that no other beats in size without being slower, nor in time without being larger.

    Lossy ones are among them only where all are lossy. Rows are ordered by time, then size.
    """
    rivals = [row for row in rows if not row["lossy"]] or rows
    found: set[str] = set()
    least = float("inf")
    for row in rivals:
        if row["bytes"] < least:
            least = row["bytes"]
            found.add(row["id"])
    return found


def _corners(best: Sequence[Row], right: float, top: float) -> list[Place]:
    """Return the frontier's points, and where it leaves the chart."""
    return [(best[0]["time"], top), *((row["time"], row["bytes"]) for row in best), (right, best[-1]["bytes"])]


def _along(corners: Sequence[Place]) -> list[Place]:
    """Return points along the steps between corners, which go to the right and then down."""
    found = []
    for (x, y), (next_x, next_y) in pairwise(corners):
        shares = [step / _ALONG for step in range(_ALONG + 1)]
        found += [(x + (next_x - x) * share, y) for share in shares]
        found += [(next_x, y + (next_y - y) * share) for share in shares]
    return found


def _labels(rows: Sequence[Row], corners: Sequence[Place], x: Axis, y: Axis) -> list[Row]:
    where = {row["id"]: (place_in(row["time"], x[1], x[0]), place_in(row["bytes"], y[1], y[0])) for row in rows}
    baselines = [row for row in rows if row["baseline"]]
    named = [row for row in rows if row["frontier"]]
    if len(baselines) == 1 and not baselines[0]["frontier"]:
        named += baselines
    wanted = [
        [
            Label(
                *where[row["id"]],
                {"text": row["label"], **{key: row[key] for key in ("id", "time", "bytes", "frontier")}},
            )
        ]
        for row in named
    ]
    taken = [*where.values(), *_along([(place_in(t, x[1], x[0]), place_in(size, y[1], y[0])) for t, size in corners])]
    # Nothing lies below and to the left of the frontier.
    return place(wanted, taken, HEIGHT, (LEFT_BELOW, RIGHT_ABOVE, RIGHT_BELOW, LEFT_ABOVE))


def _description(rows: Sequence[Row]) -> str:
    best = [f"{row['label']} ({row['timeText']}, {row['bytesText']})" for row in rows if row["frontier"]]
    return (
        f"Scatter chart of {many(len(rows), 'codec')} by encoded size and net time. "
        f"No other is both smaller and faster than: {', '.join(best)}."
    )


def _notes(rows: Sequence[Row], *, missing: int, bounds: bool) -> tuple[str, ...]:
    notes = ["The line joins codecs that no other beats in both time and size."]
    if any(row["low"] != row["high"] for row in rows):
        notes.append("Thin lines: 95 % intervals.")
    if bounds:
        notes.append("Times known only as a bound (≤) stand at it.")
    if any(row["lossy"] for row in rows):
        joined = all(row["lossy"] for row in rows)
        notes.append("Hollow points: lossy." if joined else "Hollow points: lossy, and never on the line.")
    if missing:
        notes.append(f"Left out: {missing} of unknown size or time.")
    return tuple(notes)
