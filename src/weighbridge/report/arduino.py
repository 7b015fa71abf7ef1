"""JSON beside MessagePack, as the firmware of benchmark-json-messagepack prints them for Arduino boards.

That firmware holds one library and runs on one board, which its file does not name. A run may have several of both:
then a line has the fastest codec of each format, and its name says on which board and which they are.
Source: https://github.com/fabianoriccardi/benchmark-json-messagepack
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from . import figures
from .document import Cell, RunDocument

_HEADER = (
    "name", "deserTimeJson", "deserTimeMsgPack", "serTimeJson", "serTimeMsgPack", "serSpaceJson", "serSpaceMsgPack",
)  # fmt: skip
_FORMATS = ("json", "msgpack")
_OPERATIONS = ("decode", "encode")

# The cells of one codec on one payload and board, by operation.
_Codec = dict[str, Cell]


def lines(document: RunDocument) -> Iterator[Sequence[Any]]:
    """Yield the header, then a line a payload and board: net microseconds per pass over the payload, and bytes."""
    yield _HEADER
    choices = _choices(document)
    boards = {board for _, board in choices}
    alone = len(boards) == 1 and all(len(codecs) <= 1 for choice in choices.values() for codecs in choice)
    for (payload, board), choice in choices.items():
        pair = [min(codecs, key=_preference, default={}) for codecs in choice]
        names = ", ".join(_name(codec) for codec in pair if codec)
        name = payload if alone and not any(map(_lossy, pair)) else f"{payload} ({board}: {names})"
        times = [_microseconds(codec.get(operation)) for operation in _OPERATIONS for codec in pair]
        yield name, *times, *(codec["encode"].bytes if "encode" in codec else None for codec in pair)


def _choices(document: RunDocument) -> dict[tuple[str, str], list[list[_Codec]]]:
    """Return the codecs of either format, by payload and board."""
    found: dict[tuple[str, str], tuple[dict[str, _Codec], ...]] = {}
    for cell in document.cells:
        if cell.format in _FORMATS and cell.operation in _OPERATIONS:
            codecs = found.setdefault((cell.payload, cell.participant), (defaultdict(dict), defaultdict(dict)))
            codecs[_FORMATS.index(cell.format)][figures.codec_name(cell)][cell.operation] = cell
    return {group: [list(codecs.values()) for codecs in choice] for group, choice in found.items()}


def _preference(codec: _Codec) -> tuple[Any, ...]:
    """Order codecs: exact before lossy, with both operations before one, plain before variants, then the fastest."""
    net = (cell.net_ns for cell in codec.values())
    time = sum((time.high or 0.0) if time.at_most else time.estimate for time in net)
    return _lossy(codec), -len(codec), any(cell.variant for cell in codec.values()), time


def _lossy(codec: _Codec) -> bool:
    return any(cell.fidelity != "exact" for cell in codec.values())


def _name(codec: _Codec) -> str:
    return ("lossy " if _lossy(codec) else "") + figures.codec_name(next(iter(codec.values())))


def _microseconds(cell: Cell | None) -> float | None:
    """Return the net time; none where it is not clearly above zero, for which the layout has no words."""
    return None if cell is None or cell.net_ns.at_most else cell.net_ns.estimate / 1000
