"""JSON beside MessagePack: the codec of either that stands for it, for every payload and board.

A board is a runner on its target. Where it has several codecs of a format, the fastest stands for it, by encode and
decode together: an exact one before a lossy one, one with both operations before one with a single one, and as its
library comes before a variant.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .document import Cell, CountedCell, RunDocument

_FORMATS = ("json", "msgpack")
OPERATIONS = ("decode", "encode")

Codec = Mapping[str, Cell | CountedCell]
"""The rows of one codec with one payload on one board, by operation."""


@dataclass(frozen=True, slots=True)
class Pair:
    """What stands for either format; nothing where no codec does.

    ``sole`` tells whether neither was chosen among several.
    """

    payload: str
    board: str
    json: Codec
    msgpack: Codec
    sole: bool


def pairs(document: RunDocument) -> Iterator[Pair]:
    """Yield a pair a payload and board, where there is a codec of either format."""
    found: dict[tuple[str, str], dict[str, dict[tuple[str, str | None], dict[str, Cell | CountedCell]]]] = {}
    rows: tuple[Cell | CountedCell, ...] = (*document.cells, *document.counted)
    for row in rows:
        if row.format in _FORMATS and row.operation in OPERATIONS:
            formats = found.setdefault((row.payload, row.participant), {name: defaultdict(dict) for name in _FORMATS})
            formats[row.format][row.codec, row.variant][row.operation] = row
    for (payload, board), formats in found.items():
        json, msgpack = (min(formats[name].values(), key=_preference, default={}) for name in _FORMATS)
        yield Pair(payload, board, json, msgpack, sole=all(len(codecs) <= 1 for codecs in formats.values()))


def is_lossy(codec: Codec) -> bool:
    """Tell whether a codec loses anything of the payload."""
    return any(row.fidelity != "exact" for row in codec.values())


def _preference(codec: Codec) -> tuple[Any, ...]:
    return is_lossy(codec), -len(codec), any(row.variant for row in codec.values()), sum(map(_net, codec.values()))


def _net(row: Cell | CountedCell) -> float:
    """Return what is compared within a board: a time, or a count."""
    if isinstance(row, CountedCell):
        return row.net
    return (row.net_ns.high or 0.0) if row.net_ns.at_most else row.net_ns.estimate
