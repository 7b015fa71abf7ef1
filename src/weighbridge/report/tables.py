"""The rows of a report's tables, for every medium alike."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from weighbridge_kit.operations import OPERATIONS

from . import figures, libraries
from .document import Cell, CountedCell, Floor, PayloadInfo, RunDocument

HEADINGS = (
    "#",
    "codec",
    "format",
    "net time",
    "tare",
    "relative",
    "±",
    "MB/s",
    "bytes",
    "gzipped",
    "allocated",
    "version",
    "age",
    "fidelity",
)
NUMERIC = frozenset({"#", "net time", "±", "tare", "relative", "MB/s", "bytes", "gzipped", "allocated", "age"})

EXPLANATION = (
    "#: rank under its heading (1 + how many are faster beyond doubt); =: shares its rank; –: a floor, which no codec "
    "can go below: a copy of so many bytes, a bare walk over the tree that encoders start from. "
    "net time: per pass over the payload, tare subtracted. tare: its share of the gross time. "
    "relative: net time in terms of the plain JSON's (= 1), with half its 95 % interval (undecided: more than 50 %); "
    "where nothing is relative, ± is of the net time. "
    "MB/s: the payload's size as minified JSON over the net time, so that formats compare. "
    "gzipped: the format's reference encoding after gzip -6, each message of a stream by itself. "
    "allocated: bytes of memory per pass, where the runtime tells. "
    "age: of the library's version, when the run began."
)


@dataclass(frozen=True, slots=True)
class Row:
    """A cell's row, ready to print; `texts` follow `HEADINGS`."""

    cell: Cell
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """The rows of one runner, the fastest first, the codec that they are relative to, and the floors below them."""

    title: str
    baseline: str | None
    rows: tuple[Row, ...]
    floors: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Table:
    """One ranking: a payload and an operation, a section a runner."""

    payload: PayloadInfo
    operation: str
    sections: tuple[Section, ...]


def tables_of(document: RunDocument) -> Iterator[Table]:
    """Yield a table for every payload and operation that has cells, in the order of the run."""
    titles = titles_of(document)
    for payload in document.run.payloads:
        for operation in OPERATIONS:
            cells = [cell for cell in document.cells if (cell.payload, cell.operation) == (payload.payload, operation)]
            floors = [one for one in document.floors if (one.payload, one.operation) == (payload.payload, operation)]
            if cells:
                yield Table(payload, operation, tuple(_sections(cells, floors, titles, document.run.started)))


def left_out(document: RunDocument) -> str:
    """Say what the run left out because nobody asked for it, and how to ask; nothing where it left out nothing."""
    found = document.environment.get("left_out", {})
    variants, runners = found.get("variants", 0), found.get("runners", [])
    what = [f"{variants} variant{'s' if variants > 1 else ''}"] if variants else []
    what += [", ".join(runners)] if runners else []
    options = [*(["--variants"] if variants else []), *(["--runners"] if runners else []), "--all"]
    return f"Left out by default: {', and '.join(what)}: {', '.join(options)}." if what else ""


def titles_of(document: RunDocument) -> dict[str, str]:
    """Return for each runner of a run, by its name on its target, the name that people know it by."""
    runners = document.environment.get("runners", {})
    return {
        row.participant: runners.get(row.participant, {}).get("title", row.language)
        for row in (*document.cells, *document.counted, *document.too_large)
    }


def _sections(
    cells: Sequence[Cell], floors: Sequence[Floor], titles: Mapping[str, str], started: datetime.datetime
) -> Iterator[Section]:
    for participant in dict.fromkeys(cell.participant for cell in cells):
        own = sorted((cell for cell in cells if cell.participant == participant), key=_order)
        ranks = [cell.rank_in_language for cell in own]
        baseline = next((cell.relative.to for cell in own if cell.relative), None)
        rows = (_row(cell, started, tied=ranks.count(cell.rank_in_language) > 1) for cell in own)
        below = (_floor(floor) for floor in floors if floor.participant == participant)
        yield Section(titles[participant], baseline, tuple(rows), tuple(below))


def remarks_on(row: Cell | CountedCell) -> list[str]:
    """Say what the reader of a row has to know of its codec."""
    # What was decoded dies with the bytes that it was decoded from, which not every program can bear.
    borrows = row.operation == "decode" and row.policies.get("strings") == "borrowed"
    return ["strings borrowed"] if borrows else []


def remarks(cell: Cell) -> list[str]:
    """Say what the reader of a row has to know beside its numbers."""
    found = remarks_on(cell)
    if cell.clock == "cpu" and cell.policies.get("threads") and cell.wall_ns is not None:
        # Its CPU time is that of all its threads together: how long it takes is another question.
        found.append(f"wall {figures.duration(cell.wall_ns)}")
    if not cell.settled:
        found.append("not settled")
    return found


def _margin(cell: Cell) -> str:
    """Of what people compare: the relative time; of the net time in the row that the others are relative to."""
    if cell.relative is not None and cell.relative.to != f"{cell.participant}/{figures.codec_name(cell)}":
        return figures.margin(cell.relative)
    return "" if cell.net_ns.at_most else figures.margin(cell.net_ns)


def _order(cell: Cell) -> tuple[int, bool, float]:
    # Among equals by rank, what is exact stands before what is lossy. A net time may be unknown, the gross never is.
    return cell.rank_in_language, cell.fidelity != "exact", cell.gross_ns.estimate


def _row(cell: Cell, started: datetime.datetime, *, tied: bool) -> Row:
    speed = cell.megabytes_per_second
    return Row(
        cell,
        (
            figures.rank(cell.rank_in_language, shared=tied) if cell.processes > 1 else "?",
            figures.codec_name(cell),
            cell.format,
            figures.net_time(cell.net_ns),
            figures.tare_share(cell),
            figures.relative(cell),
            _margin(cell),
            "" if speed is None else figures.significant(speed),
            figures.size(cell.bytes),
            figures.size(cell.gzip_bytes),
            figures.size(None if cell.allocated_bytes is None else round(cell.allocated_bytes)),
            libraries.version(cell.library_version),
            libraries.age(cell.released, started),
            "; ".join((figures.fidelity(cell), *remarks(cell))),
        ),
    )


def _floor(floor: Floor) -> tuple[str, ...]:
    texts = {
        "#": "–",
        "codec": floor.floor,
        "format": floor.format or "",
        "net time": figures.net_time(floor.net_ns),
        "tare": figures.tare_share(floor),
        "relative": figures.relative(floor),
        "±": "" if floor.relative is None else figures.margin(floor.relative),
        "MB/s": "" if floor.megabytes_per_second is None else figures.significant(floor.megabytes_per_second),
        "bytes": figures.size(floor.bytes),
    }
    return tuple(texts.get(heading, "") for heading in HEADINGS)
