"""Trees and types: the best codec of each way to hold and to write the same documents, side by side.

Typed rows and tree rows rank apart, because a program is written for the one or the other. What a change from one to
the other would bring is seen here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from weighbridge_kit.operations import Operation

from . import figures
from .document import Approach, Cell, RunDocument, TreesAndTypes
from .tables import titles_of

TREES: tuple[Operation, ...] = ("encode", "decode")
TYPES: tuple[Operation, ...] = ("encode-typed", "decode-typed")
"""What a codec is judged by, as trees and as types."""


def multiple(one: Approach, today: Approach) -> str:
    """Write how many times what today's approach takes another one takes."""
    return f"{figures.significant(one.total_ns / today.total_ns, 2)}×"


def share(one: Approach, today: Approach) -> str:
    """Write which share of the bytes that today's approach makes another one makes."""
    return f"{one.bytes / today.bytes:.0%}"


def with_approaches(document: RunDocument) -> RunDocument:
    """Return a run with the comparison of its cells as trees and as types."""
    return document.model_copy(update={"trees_and_types": tuple(_comparisons(document))})


def _comparisons(document: RunDocument) -> Iterator[TreesAndTypes]:
    schemaless = {form.format for form in document.formats if form.schemaless}
    made_for_one = {form.format for form in document.formats if form.made_for is not None}
    titles = titles_of(document)
    for payload in document.run.payloads:
        own = [cell for cell in document.cells if cell.payload == payload.payload]
        for runner in dict.fromkeys(cell.runner for cell in own if cell.operation in TYPES):
            cells = [
                cell
                for cell in own
                if cell.runner == runner and cell.target in ("host", "typed") and cell.format not in made_for_one
            ]
            found = tuple(_approaches(cells, schemaless))
            if len(found) > 1:
                yield TreesAndTypes(
                    payload=payload.payload, runner=runner, title=titles.get(runner, runner), approaches=found
                )


def _approaches(cells: Sequence[Cell], schemaless: set[str]) -> Iterator[Approach]:
    trees, types = list(_pairs(cells, TREES)), list(_pairs(cells, TYPES))
    for name, candidates in (
        ("JSON as trees", [pair for pair in trees if pair[0].format == "json"]),
        ("JSON as types", [pair for pair in types if pair[0].format == "json"]),
        (
            "another format without a schema",
            [pair for pair in trees + types if pair[0].format in schemaless and pair[0].format != "json"],
        ),
        ("a format with a schema", [pair for pair in types if pair[0].format not in schemaless]),
    ):
        best = min(candidates, key=_total_ns, default=None)
        if best is not None:
            encode, decode = best
            # Where both trees and types can be the best, it is said which they are.
            chosen = f"{name}, as types" if candidates[0][0].operation in TREES and encode.operation in TYPES else name
            yield Approach(
                name=chosen,
                codec=encode.codec,
                variant=encode.variant,
                format=encode.format,
                total_ns=_total_ns(best),
                bytes=encode.bytes or 0,
                losses=tuple(sorted({*encode.losses, *decode.losses})),
            )


def _pairs(cells: Sequence[Cell], operations: tuple[Operation, ...]) -> Iterator[tuple[Cell, Cell]]:
    """Yield the cells of each codec that does both, and whose text lives on when the encoded bytes are gone."""
    by_codec = {(cell.participant, cell.codec, cell.variant, cell.operation): cell for cell in cells}
    for (participant, codec, variant, operation), encode in by_codec.items():
        decode = by_codec.get((participant, codec, variant, operations[1]))
        known = decode is not None and not encode.net_ns.at_most and not decode.net_ns.at_most
        if operation == operations[0] and decode is not None and known and decode.policies.get("strings") == "owned":
            yield encode, decode


def _total_ns(pair: tuple[Cell, Cell]) -> float:
    return sum(cell.net_ns.estimate for cell in pair)
