"""Trees and types: the best codec of each way to hold and to write the same documents, side by side.

Typed rows and tree rows rank apart, because a program is written for the one or the other. What a change from one to
the other would bring is seen here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from weighbridge_kit.operations import Operation

from . import figures
from .document import Cell, PayloadInfo, RunDocument
from .tables import titles_of

_TREES: tuple[Operation, ...] = ("encode", "decode")
_TYPES: tuple[Operation, ...] = ("encode-typed", "decode-typed")


@dataclass(frozen=True, slots=True)
class Approach:
    """The fastest codec of a way to work.

    Attributes:
        name: the way, in words.
        codec: the codec, with its variant.
        format: its format.
        total_ns: what a pass takes to encode and to decode, in nanoseconds, tares subtracted.
        bytes: what it makes of the payload.
        losses: what is lost on either way.
    """

    name: str
    codec: str
    format: str
    total_ns: float
    bytes: int
    losses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The approaches of a runner for a payload; the first is what the others are compared with."""

    title: str
    approaches: tuple[Approach, ...]

    def multiple(self, approach: Approach) -> str:
        """Write how many times what the first takes an approach takes."""
        return f"{figures.significant(approach.total_ns / self.approaches[0].total_ns, 2)}×"

    def share(self, approach: Approach) -> str:
        """Write which share of the first's bytes an approach makes."""
        return f"{approach.bytes / self.approaches[0].bytes:.0%}"


def comparisons(document: RunDocument, payload: PayloadInfo) -> Iterator[Comparison]:
    """Yield a comparison for every runner that weighed the payload by types too."""
    schemaless = {form.format for form in document.formats if form.schemaless}
    titles = titles_of(document)
    own = [cell for cell in document.cells if cell.payload == payload.payload]
    for runner in dict.fromkeys(cell.runner for cell in own if cell.operation in _TYPES):
        cells = [cell for cell in own if cell.runner == runner and cell.target in ("host", "typed")]
        found = tuple(_approaches(cells, schemaless))
        if len(found) > 1:
            yield Comparison(titles.get(runner, runner), found)


def _approaches(cells: Sequence[Cell], schemaless: set[str]) -> Iterator[Approach]:
    trees, types = list(_pairs(cells, _TREES)), list(_pairs(cells, _TYPES))
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
            chosen = (
                f"{name}, as types" if candidates[0][0].operation in _TREES and encode.operation in _TYPES else name
            )
            yield Approach(
                chosen,
                figures.codec_name(encode),
                encode.format,
                _total_ns(best),
                encode.bytes or 0,
                tuple(sorted({*encode.losses, *decode.losses})),
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
