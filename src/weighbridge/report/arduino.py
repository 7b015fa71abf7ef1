"""What the firmware of benchmark-json-messagepack prints on Arduino boards, of any run: for people, and as CSV.

That firmware holds one library and runs on one board, which its output does not name. A run may have several of both,
which are named, and boards that are emulated, which have counts in the place of times.
Source: https://github.com/fabianoriccardi/benchmark-json-messagepack
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from weighbridge.printable import pictured

from . import figures, libraries
from .document import Cell, CountedCell, RunDocument
from .json_and_msgpack import OPERATIONS, Codec, Pair, is_lossy, pairs
from .tables import titles_of

_HEADER = (
    "name", "deserTimeJson", "deserTimeMsgPack", "serTimeJson", "serTimeMsgPack", "serSpaceJson", "serSpaceMsgPack",
)  # fmt: skip


class NoTimes(Exception):
    """Times are asked for of what was counted."""


def lines(document: RunDocument) -> Iterator[Sequence[Any]]:
    """Yield the header of the CSV, then a line a payload and board: net microseconds per pass over it, and bytes.

    Raises:
        NoTimes: a board has counts, and no clock was given.
    """
    yield _HEADER
    found = list(pairs(document))
    alone = len({pair.board for pair in found}) == 1 and all(pair.sole for pair in found)
    for pair in found:
        codecs = (pair.json, pair.msgpack)
        names = ", ".join(f"{'lossy ' if is_lossy(codec) else ''}{_name(codec)}" for codec in codecs if codec)
        plain = alone and not any(map(is_lossy, codecs))
        name = pair.payload if plain else f"{pair.payload} ({pair.board}: {names})"
        times = [_microseconds(codec.get(operation)) for operation in OPERATIONS for codec in codecs]
        yield name, *times, *(codec["encode"].bytes if "encode" in codec else None for codec in codecs)


def _name(codec: Codec) -> str:
    return figures.codec_name(next(iter(codec.values())))


def _microseconds(row: Cell | CountedCell | None) -> float | None:
    """Return the net time; none where it is not clearly above zero, for which the layout has no words."""
    if isinstance(row, CountedCell):
        if row.estimated_ns is None:
            raise NoTimes(
                f"this layout has times, and {row.participant} is emulated, which counts {row.unit}: give the clock at "
                "which they are to be estimated, as in --clock 16MHz"
            )
        return row.estimated_ns / 1000
    return None if row is None or row.net_ns.at_most else row.net_ns.estimate / 1000


def to_text(document: RunDocument) -> str:
    """Write what people read in the serial monitor: board by board and document by document."""
    return pictured("\n".join(_text(document)))


def _text(document: RunDocument) -> Iterator[str]:
    titles = titles_of(document)
    payloads = {payload.payload: payload for payload in document.run.payloads}
    by_board = sorted(pairs(document), key=lambda pair: list(titles).index(pair.board))  # else as they were weighed
    if not by_board:
        yield "Nothing to compare: no codec of JSON or MessagePack was weighed.\n"
    for board, own in groupby(by_board, key=lambda pair: pair.board):
        yield f"Benchmark of (de)serialization of JSON and MessagePack on {titles[board]}"
        own_pairs = list(own)
        yield from _unit(document, own_pairs)
        for pair in own_pairs:
            payload = payloads[pair.payload]
            content = f", content: {payload.excerpt}" if payload.excerpt else ""
            yield f'\nBenchmarking "{pair.payload}", length: {payload.json_bytes}byte{content}'
            yield from _results("Serialization", "encode", pair)
            yield from _results("Deserialization", "decode", pair)
        yield "\n"


def _unit(document: RunDocument, own: Sequence[Pair]) -> Iterator[str]:
    """Say of an emulated board that no time was measured on it."""
    counted = (row for pair in own for row in (*pair.json.values(), *pair.msgpack.values()))
    row = next((row for row in counted if isinstance(row, CountedCell)), None)
    if row is None:
        return
    clock = document.run.settings.get("clock_hz")
    if clock is None:
        yield f"Emulated: {row.unit} were counted, and no time was measured."
    else:
        yield f"Emulated: {row.unit} were counted. Times are estimates, at {figures.frequency(clock)} and one a tick."


def _results(title: str, operation: str, pair: Pair) -> Iterator[str]:
    msgpack, json = pair.msgpack.get(operation), pair.json.get(operation)
    if msgpack is None and json is None:
        return
    yield f"{title} results"
    for name, row in (("MessagePack", msgpack), ("Json", json)):
        yield f"    {name:<13}{'not weighed' if row is None else _result(row)}"
    if msgpack is None or json is None:
        return
    (label, own), (_, other) = _weight(msgpack), _weight(json)
    changes = [f"{label}: {_change(own, other)}"]
    if operation == "encode":
        changes.append(f"size: {_change(msgpack.bytes, json.bytes)}")
    yield f"  {title} improvements over JSON"
    yield f"      {' '.join(changes)}"


def _result(row: Cell | CountedCell) -> str:
    label, weight = _weight(row)
    if isinstance(row, Cell) and weight is None:
        amount = figures.net_time(row.net_ns)
    else:
        amount = f"{weight:>9}" if label != "time" else f"{figures.significant(weight or 0.0):>7}us"
    written = f" written: {row.bytes:>5}byte" if row.operation == "encode" and row.bytes is not None else ""
    codec = f"{figures.codec_name(row)} {libraries.version(row.library_version)}".strip()
    lossy = f", {figures.fidelity(row)}" if row.fidelity != "exact" else ""
    return f"{label}: {amount}{written}  ({codec}{lossy})"


def _weight(row: Cell | CountedCell) -> tuple[str, float | None]:
    """Return what was weighed, and how much: microseconds, measured or estimated, or else a count."""
    if isinstance(row, CountedCell) and row.estimated_ns is None:
        return row.unit, row.net
    return "time", _microseconds(row)


def _change(own: float | None, other: float | None) -> str:
    """Write by how much one is more or less than another: ``-58.97%``."""
    return "unknown" if own is None or not other else f"{(own / other - 1) * 100:.2f}%"
