"""Every codec on every payload: how many times the baseline's time, as colours about 1."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from weighbridge.report import figures
from weighbridge.report.document import Cell, RunDocument

from .picture import ChartError, Picture, Row
from .rows import Weight, baseline_name, format_groups, identity, interval_text, labels, many, qualified, quantity

_BESIDE_PX = 180
_NAME_PX = 84
_LEAST_LIMIT, _MOST_LIMIT = 1.0, 4.0
"""The scale ends at 2 times and half the baseline at least, at 16 times and a sixteenth at most."""


def heatmap(
    document: RunDocument, cells: Sequence[Cell], operation: str, *, weight: Weight = "net", most: int | None = None
) -> Picture:
    """Return codec × payload for one operation.

    Args:
        document: the run that they are of; its failures fill gaps.
        cells: what is selected, of all payloads, with ``relative`` to the codec that is wanted.
        operation: which cells of those.
        weight: which times those are.
        most: how many codecs are shown, the fastest first; None for all.

    Raises:
        ChartError: none of them has a relative time.
    """
    own = [cell for cell in cells if cell.operation == operation]
    if not any(cell.relative for cell in own):
        raise ChartError(
            "There is nothing to plot: what is selected has no codec to be relative to. Choose a baseline that the "
            "run has measured."
        )
    names = labels(document, own)
    groups = format_groups(document)
    payloads = [info.payload for info in document.run.payloads if any(c.payload == info.payload for c in own)]
    at = {(qualified(cell), cell.payload): cell for cell in own}
    order = sorted(names, key=lambda name: (_mean(name, payloads, at), name))
    kept = order[:most]
    logs = [
        abs(math.log2(cell.relative.estimate)) for cell in own if cell.relative is not None and qualified(cell) in kept
    ]
    limit = min(max(*logs, _LEAST_LIMIT), _MOST_LIMIT)
    failed = {(f"{failure.runner}/{failure.codec}", failure.payload) for failure in document.failures
              if failure.operation in {operation, None}}  # fmt: skip
    rows: list[Row] = []
    for name in kept:
        for payload in payloads:
            cell = at.get((name, payload))
            where = {"label": names[name], "payload": payload}
            if cell is not None:
                rows.append({**identity(cell, names[name], groups), **where, **_measured(cell, limit)})
            else:
                state = "failed" if (name, payload) in failed else "absent"
                text = "failed" if state == "failed" else "–"
                rows.append({"id": None, **where, "lossy": False, "state": state, "text": text})
    return Picture(
        "heatmap",
        {"rows": rows},
        {
            "labels": [names[name] for name in kept],
            "payloads": payloads,
            "limits": [-limit, limit],
            "title": f"{weight} time ÷ {baseline_name(own)}",
            "angle": _angle(len(payloads), "-90", "0"),
            "align": _angle(len(payloads), "'left'", "'center'"),
            "baseline": _angle(len(payloads), "'middle'", "'bottom'"),
        },
        _description(rows, kept, payloads, operation),
        _notes(rows, dropped=len(order) - len(kept)),
    )


def _mean(name: str, payloads: Sequence[str], at: Mapping[tuple[str, str], Cell]) -> float:
    """Return the mean of a codec's logarithms over the payloads that it was measured on."""
    found = [at[name, payload].relative for payload in payloads if (name, payload) in at]
    logs = [math.log(relative.estimate) for relative in found if relative is not None]
    return sum(logs) / len(logs) if logs else math.inf


def _measured(cell: Cell, limit: float) -> Row:
    value = quantity(cell, "relative", "net", 0)
    if value is None:
        return {"state": "unknown", "text": figures.net_time(cell.net_ns), "interval": ""}
    return {
        "state": "measured",
        "log": max(-limit, min(math.log2(value.estimate), limit)),
        "text": value.text,
        "interval": interval_text(value),
    }


def _angle(payloads: int, upright: str, level: str) -> str:
    """Return an expression for how names of payloads stand: upright, where they have little room side by side."""
    return f"(containerWidth - {_BESIDE_PX}) / {payloads} < {_NAME_PX} ? {upright} : {level}"


def _description(rows: Sequence[Row], kept: Sequence[str], payloads: Sequence[str], operation: str) -> str:
    failed = sum(row["state"] == "failed" for row in rows)
    more = f" {failed} failed." if failed else ""
    return (
        f"Heat map of the {operation} time of {many(len(kept), 'codec')} on {many(len(payloads), 'payload')}, "
        f"relative to a baseline. "
        f"From top to bottom: the fastest on average, {rows[0]['label']}, to the slowest, {rows[-1]['label']}.{more}"
    )


def _notes(rows: Sequence[Row], *, dropped: int) -> tuple[str, ...]:
    notes = []
    if any(row["lossy"] for row in rows):
        notes.append("Dashed edge: lossy.")
    if any(row["state"] == "absent" for row in rows):
        notes.append("–: not measured.")
    if dropped:
        notes.append(f"Not shown: {dropped} slower ones.")
    return tuple(notes)
