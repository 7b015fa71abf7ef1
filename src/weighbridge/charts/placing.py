"""Where names stand beside points, so that none covers another.

Vega's own placing of labels needs a browser's canvas, which there is none of where files are drawn. So it is done here,
for some widths of a chart: each label says between which widths it is to be seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import product

from .picture import Row

WIDTHS = (0, 260, 420, 640, 900)
"""Widths of the plot, in pixels, from which on labels are placed anew."""
_NARROWEST = 200
_WIDEST = 100_000
_CHARACTER = 6.2
_LINE = 13.0
_POINT = 4.0


@dataclass(frozen=True, slots=True)
class Anchor:
    """How a label stands to its point: Vega's ``align`` and ``baseline``, and its distance in pixels."""

    align: str
    baseline: str
    dx: float
    dy: float


LEFT_BELOW = Anchor("right", "top", -5, 4)
RIGHT_BELOW = Anchor("left", "top", 5, 4)
RIGHT_ABOVE = Anchor("left", "bottom", 5, -4)
LEFT_ABOVE = Anchor("right", "bottom", -5, -4)
RIGHT = Anchor("left", "middle", 8, 0)


@dataclass(frozen=True, slots=True)
class Label:
    """A name and its point: ``x`` and ``y`` are shares of the plot's width and height, from its lower left corner."""

    x: float
    y: float
    row: Row


Box = tuple[float, float, float, float]


def place(
    labels: Sequence[Sequence[Label]], points: Sequence[tuple[float, float]], height: float, anchors: Sequence[Anchor]
) -> list[Row]:
    """Return a row for each label and range of widths in which there is room for it.

    Args:
        labels: for each name where it may stand, the best place first; the most important name first. ``row["text"]``
            is the name.
        points: what no label may cover, as shares like those of labels.
        height: of the plot, in pixels.
        anchors: how a label may stand to its point, the best first.
    """
    rows: list[Row] = []
    for least, beyond in zip(WIDTHS, (*WIDTHS[1:], _WIDEST), strict=True):
        width = max(least, _NARROWEST)
        taken: list[Box] = [
            (x * width - _POINT, y * height - _POINT, x * width + _POINT, y * height + _POINT) for x, y in points
        ]
        for places in labels:
            for label, anchor in product(places, anchors):
                box = _box(label, anchor, width, height)
                if _inside(box, width, height) and not any(_overlap(box, other) for other in taken):
                    taken.append(box)
                    rows.append({**label.row, **asdict(anchor), "least": least, "beyond": beyond})
                    break
    return rows


def _box(label: Label, anchor: Anchor, width: float, height: float) -> Box:
    length = len(label.row["text"]) * _CHARACTER
    x, y = label.x * width + anchor.dx, label.y * height - anchor.dy
    left = x - length if anchor.align == "right" else x
    low = {"top": y - _LINE, "middle": y - _LINE / 2, "bottom": y}[anchor.baseline]
    return left, low, left + length, low + _LINE


def _inside(box: Box, width: float, height: float) -> bool:
    # A label may reach a little into the margins.
    return box[0] >= -4 and box[1] >= 0 and box[2] <= width + 4 and box[3] <= height + 8


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
