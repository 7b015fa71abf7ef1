"""What compilers and allocators are worth: the tables of targets that differ from their runner in one of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from weighbridge_kit.operations import OPERATIONS

from . import figures
from .document import Cell, Profiled, ProfileWorth, RunDocument
from .profiled import VERDICTS, usual_cells
from .tables import titles_of

SECTIONS = {"compiler": "On compilers", "allocator": "On allocators"}
"""The titles of the sections, by what the targets differ in."""
NUMERIC = frozenset({"net time", "relative", "±", "mean", "code", "data", *VERDICTS})


@dataclass(frozen=True, slots=True)
class ProfileTable:
    """A table of a section; the first column that says a verdict in words, if there is one, is `verdict`.

    Attributes:
        title: what it is about.
        headings: of the columns.
        rows: ready to print.
    """

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class ProfileSection:
    """All that a run says of compilers, or of allocators: what each is worth on the whole, and then cell by cell."""

    title: str
    explanation: str
    tables: tuple[ProfileTable, ...]


def profile_sections(document: RunDocument) -> Iterator[ProfileSection]:
    """Yield a section for compilers and one for allocators, where the run has targets that differ in them."""
    for kind, title in SECTIONS.items():
        groups: dict[str, list[tuple[Cell, Profiled]]] = {}
        for cell in document.cells:
            if cell.profile is not None and cell.profile.differs_in == kind:
                groups.setdefault(cell.runner, []).append((cell, cell.profile))
        tables = [table for own in groups.values() for table in _tables(document, kind, own)]
        if tables:
            yield ProfileSection(title, _explanation(kind), tuple(tables))


def _explanation(kind: str) -> str:
    return (
        f"relative: net time in terms of the same codec's with the runner's own {kind} (= 1), with half its 95 % "
        "interval; gross time where a net time is not clearly above zero. faster, slower: beyond doubt, with all these "
        "comparisons taken together; equal: the same within the run's precision; undecided: it may be noise, and a "
        "longer run would tell. mean: geometric, of relative. code, data: what the operation adds to a program without "
        "any codec, code and constants, and static memory."
    )


def _tables(document: RunDocument, kind: str, own: Sequence[tuple[Cell, Profiled]]) -> Iterator[ProfileTable]:
    title = titles_of(document).get(own[0][0].runner, own[0][0].language)
    worths = [one for one in document.profiles if (one.runner, one.differs_in) == (own[0][0].runner, kind)]
    whole = (kind, "mean", *VERDICTS, "code")
    yield _told(f"{title}, on the whole (relative to {own[0][1].to})", whole, _whole(worths))
    for payload in dict.fromkeys(cell.payload for cell, _ in own):
        headings = ("codec", "operation", kind, "net time", "relative", "±", "verdict", "code", "data")
        of_payload = [(cell, profile) for cell, profile in own if cell.payload == payload]
        yield _told(f"{title}, {payload}", headings, _cells(document, of_payload))


def _told(title: str, headings: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> ProfileTable:
    """Return a table without the columns that nothing stands in."""
    filled = list(rows)
    told = [n for n in range(len(headings)) if any(row[n] for row in filled)]
    return ProfileTable(title, tuple(headings[n] for n in told), tuple(tuple(row[n] for n in told) for row in filled))


def _whole(own: Sequence[ProfileWorth]) -> Iterator[tuple[str, ...]]:
    # Of allocators, code is the same.
    sizes = any(worth.flash_ratio not in (None, 1.0) for worth in own)
    for worth in own:
        yield (
            worth.name,
            _times(worth.ratio),
            *(str(worth.verdicts[verdict]) for verdict in VERDICTS),
            _times(worth.flash_ratio) if sizes and worth.flash_ratio is not None else "",
        )


def _times(ratio: float) -> str:
    return f"{figures.significant(ratio)}×"


def _cells(document: RunDocument, own: Sequence[tuple[Cell, Profiled]]) -> Iterator[tuple[str, ...]]:
    usual_of = usual_cells(document)
    rows: dict[tuple[str, str], list[tuple[Cell, Profiled]]] = {}
    for cell, profile in own:
        rows.setdefault((cell.operation, figures.codec_name(cell)), []).append((cell, profile))
    for operation in OPERATIONS:
        for (done, codec), others in rows.items():
            if done != operation:
                continue
            usual = usual_of.get(others[0][0].cell)
            if usual is not None:
                yield (codec, operation, others[0][1].to, figures.net_time(usual.net_ns), "= 1", "", "", *_sizes(usual))
            for cell, profile in others:
                yield (
                    codec,
                    operation,
                    profile.name,
                    figures.net_time(cell.net_ns),
                    _times(profile.estimate),
                    figures.margin(profile),
                    profile.verdict,
                    *_sizes(cell),
                )


def _sizes(cell: Cell) -> tuple[str, str]:
    return figures.size(cell.flash_bytes), figures.size(cell.ram_bytes)
