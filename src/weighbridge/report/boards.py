"""The tables of emulated boards, for every medium alike: a row a codec, since what it takes is one question."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from weighbridge_kit.operations import OPERATIONS, Operation

from . import figures, libraries
from .document import CountedCell, PayloadInfo, RunDocument, Saving
from .tables import remarks_on, titles_of

_MEMORY = ("flash", "RAM", "heap", "stack")
NUMERIC = frozenset({"bytes", *_MEMORY, *OPERATIONS, "time", "×"})


@dataclass(frozen=True, slots=True)
class BoardTable:
    """The codecs of one board, with one payload.

    Attributes:
        payload: what was weighed.
        title: the board's.
        unit: of what is counted.
        operations: that were counted.
        headings: of the columns.
        rows: a codec each, the one that takes least first.
        missing: what did not fit, in words.
    """

    payload: PayloadInfo
    title: str
    unit: str
    operations: tuple[Operation, ...]
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    missing: tuple[str, ...]


def board_tables(document: RunDocument) -> Iterator[BoardTable]:
    """Yield a table a payload and board."""
    titles = titles_of(document)
    clock = document.run.settings.get("clock_hz")
    for payload in document.run.payloads:
        for participant in dict.fromkeys(one.participant for one in (*document.counted, *document.too_large)):
            cells = [
                cell for cell in document.counted if (cell.participant, cell.payload) == (participant, payload.payload)
            ]
            missing = tuple(
                f"{figures.codec_name(one)} {one.operation}: {one.reason}"
                for one in document.too_large
                if (one.participant, one.payload) == (participant, payload.payload)
            )
            if not cells and not missing:
                continue
            operations = tuple(one for one in OPERATIONS if any(cell.operation == one for cell in cells))
            headings = list(_headings(operations, timed=clock is not None))
            rows = list(_rows(cells, operations, timed=clock is not None))
            # The last column says what survives; of the others, those that nothing stands in are left out.
            told = [n for n in range(len(headings)) if n == len(headings) - 1 or any(row[n] for row in rows)]
            yield BoardTable(
                payload=payload,
                title=titles.get(participant, participant),
                unit=cells[0].unit if cells else "",
                operations=operations,
                headings=tuple(headings[n] for n in told),
                rows=tuple(tuple(row[n] for n in told) for row in rows),
                missing=missing,
            )


def _headings(operations: Sequence[Operation], *, timed: bool) -> Iterator[str]:
    yield from ("codec", "format")
    for operation in operations:
        yield from (operation, "×", *(["time"] if timed else []))
    yield from ("bytes", *_MEMORY, "version", "fidelity")


def _rows(cells: Sequence[CountedCell], operations: Sequence[Operation], *, timed: bool) -> Iterator[tuple[str, ...]]:
    codecs: dict[str, dict[Operation, CountedCell]] = {}
    for cell in cells:
        codecs.setdefault(f"{figures.codec_name(cell)} {cell.format}", {})[cell.operation] = cell
    for own in sorted(codecs.values(), key=_order):
        yield tuple(_texts(own, operations, timed=timed))


def _order(own: dict[Operation, CountedCell]) -> tuple[bool, int, int]:
    """Order codecs: exact before lossy, what does more before what does less, and then by what it takes."""
    lossy = any(cell.fidelity != "exact" for cell in own.values())
    whole = [cell for operation, cell in own.items() if operation != "scan"]
    return lossy, -len(whole), sum(cell.net for cell in whole or own.values())


def _texts(own: dict[Operation, CountedCell], operations: Sequence[Operation], *, timed: bool) -> Iterator[str]:
    cells = list(own.values())
    yield from (figures.codec_name(cells[0]), cells[0].format)
    for operation in operations:
        cell = own.get(operation)
        yield "" if cell is None else figures.size(cell.net)
        yield "" if cell is None or cell.relative is None else f"{figures.significant(cell.relative.ratio, 2)}×"
        if timed:
            yield "" if cell is None or cell.estimated_ns is None else figures.duration(cell.estimated_ns)
    yield figures.size(max((cell.bytes for cell in cells if cell.bytes is not None), default=None))
    for member in ("flash_bytes", "ram_bytes", "peak_bytes", "stack_bytes"):
        yield figures.size(max((most for cell in cells if (most := getattr(cell, member)) is not None), default=None))
    yield libraries.version(cells[0].library_version)
    yield "; ".join(dict.fromkeys(text for cell in cells for text in (figures.fidelity(cell), *remarks_on(cell))))


def explanation(document: RunDocument) -> str:
    """Say what the tables of boards show, and what nobody has measured."""
    clock = document.run.settings.get("clock_hz")
    estimated = (
        f" time: the count at {figures.frequency(clock)}, one a tick: an estimate, not a measurement." if clock else ""
    )
    return (
        "Emulated, and no time: net counts of one pass over the payload, of two boots that agree to the digit; × in "
        f"terms of the board's plain JSON.{estimated} bytes: encoded. flash, RAM: what the codec adds to a program "
        "without any, code and constants, and static memory; where operations are linked alone, the one that adds "
        "most. heap, stack: the most that a pass took of them."
    )


def saving(one: Saving) -> str:
    """Write what a format saves on a board."""
    told = [
        f"{name} {figures.saved(share)}"
        for name, share in (("encode", one.encode), ("decode", one.decode), ("bytes", one.bytes))
        if share is not None
    ]
    pair = (
        f"{one.format} against json, both of {one.library}"
        if one.library
        else f"{one.format} ({figures.codec_name(one)}) against json ({one.json_codec}), the fastest of each"
    )
    many = f" (mean of {one.payloads} payloads)" if one.payloads > 1 else ""
    return f"{pair}: {', '.join(told)}{many}"
