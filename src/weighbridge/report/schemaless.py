"""The tables of schemaless-benchmarks, of any run: what it publishes as its results and as its extended results.

Its programs hash what they write and read, and a hash alone is subtracted. Here that is the tare, and a check of every
result stands in the place of the printed hash. A machine is the one that was timed, or an emulated board.
Source: https://github.com/ludocode/schemaless-benchmarks
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, Literal

from . import figures, libraries
from .document import Cell, CountedCell, RunDocument
from .marked import heading, paragraph
from .marked import row as markdown_row
from .tables import titles_of

_TESTS = {"encode": "Write Test", "decode": "Tree Test", "scan": "Incremental Parse Test"}
_Tare = Literal["call", "visit"]
_SUBTRACTED = {
    "call": "subtracted from Tree tests, and from Write tests of libraries that walk the tree themselves",
    "visit": "subtracted from Incremental tests, and from Write tests that are handed one value after the other",
}
_HEADER = (
    "machine", "payload", "test", "library", "version", "codec", "language", "format", "unit", "net", "net_low",
    "net_high", "gross", "tare", "overhead", "code_bytes", "fidelity", "runner",
)  # fmt: skip
_FOOTNOTE = (
    "The net columns are without the tare, the gross columns with it. Overhead is how many times a bare visit of every "
    "value takes what the visit and the library take together. In all of them, lower is better."
)


@dataclass(frozen=True, slots=True)
class _Entry:
    """A row of a test: microseconds, or what a board counted."""

    row: Cell | CountedCell
    unit: str
    net: float
    gross: float

    @property
    def tare(self) -> float:
        return self.gross - self.net

    @property
    def tare_name(self) -> _Tare:
        steered = self.row.operation == "scan" or (
            self.row.operation == "encode" and self.row.policies.get("starts_from") == "events"
        )
        return "visit" if steered else "call"

    @property
    def bound(self) -> float | None:
        """What the net is at most, where it is not clearly above zero."""
        if isinstance(self.row, Cell) and self.row.net_ns.at_most:
            return (self.row.net_ns.high or 0.0) / 1000
        return None


@dataclass(frozen=True, slots=True)
class _Machine:
    """What was weighed on one machine with one payload."""

    name: str
    payload: str
    entries: tuple[_Entry, ...]

    def test(self, operation: str) -> list[_Entry]:
        """Return the rows of a test, the one that takes least first."""
        return sorted((one for one in self.entries if one.row.operation == operation), key=lambda one: one.net)

    def tares(self) -> Iterator[tuple[str, _Tare, float]]:
        """Yield what every runner's tares take."""
        found: dict[tuple[str, _Tare], list[float]] = {}
        for one in self.entries:
            found.setdefault((one.row.participant, one.tare_name), []).append(one.tare)
        for (participant, name), amounts in found.items():
            yield participant, name, median(amounts)

    def overhead(self, entry: _Entry) -> float | None:
        """Return how many times a visit of every value takes what the visit and the library take together."""
        for participant, name, amount in self.tares():
            if (participant, name) == (entry.row.participant, "visit") and amount > 0:
                return 1 + entry.net / amount
        return None


def _machines(document: RunDocument) -> Iterator[_Machine]:
    found: dict[tuple[str, str], list[_Entry]] = {}
    for cell in document.cells:
        entry = _Entry(cell, "us", cell.net_ns.estimate / 1000, cell.gross_ns.estimate / 1000)
        found.setdefault(("host", cell.payload), []).append(entry)
    for counted in document.counted:
        entry = _Entry(counted, counted.unit, counted.net, counted.gross)
        found.setdefault((counted.target, counted.payload), []).append(entry)
    for (name, payload), entries in found.items():
        tested = tuple(one for one in entries if one.row.operation in _TESTS)
        if tested:
            yield _Machine(name, payload, tested)


def lines(document: RunDocument) -> Iterator[Sequence[Any]]:
    """Yield the header of the CSV, then a line a cell, in microseconds per pass over the payload or in counts."""
    yield _HEADER
    for machine in _machines(document):
        for operation, test in _TESTS.items():
            for one in machine.test(operation):
                row = one.row
                low, high = (row.net_ns.low, row.net_ns.high) if isinstance(row, Cell) else (None, None)
                yield (
                    machine.name, machine.payload, test, row.library, row.library_version, figures.codec_name(row),
                    row.language, row.format, one.unit, None if one.bound is not None else one.net,
                    None if low is None else low / 1000, None if high is None else high / 1000, one.gross, one.tare,
                    machine.overhead(one), one.row.flash_bytes, figures.fidelity(row),
                    row.participant,
                )  # fmt: skip


def to_text(document: RunDocument) -> str:
    """Write its tables in Markdown, as it publishes them: for each machine and payload the results, then all."""
    return "\n".join(_text(document)) + "\n"


def _text(document: RunDocument) -> Iterator[str]:
    titles = titles_of(document)
    payloads = {payload.payload: payload for payload in document.run.payloads}
    for machine in _machines(document):
        host = document.environment.get("machine", {}).get("cpu") or "this machine"
        yield heading(2, f"{host if machine.name == 'host' else machine.name}: {machine.payload}")
        yield ""
        yield f"{payloads[machine.payload].json_bytes} bytes as JSON."
        yield ""
        unit = machine.entries[0].unit.replace("us", "μs")
        yield from _table(
            "Tares",
            ("Tare", "Runner", f"{unit} ", "Comparison"),
            (
                (name, titles[participant], figures.significant(amount), _SUBTRACTED[name])
                for participant, name, amount in machine.tares()
            ),
        )
        tests = {title: entries for operation, title in _TESTS.items() if (entries := machine.test(operation))}
        # A library may be there by several runners, or by one with several compilers.
        several = len({one.row.participant for one in machine.entries}) > 1
        runners = titles if several else dict.fromkeys(titles, "")
        for title, entries in tests.items():
            headings = ("Library", "Runner", "Benchmark", "Format", f"{unit}, net ▲", *_SIZE)
            shown = [_normal(one, runners) for one in entries if one.row.variant is None]
            yield from _table(title, headings, shown)
        for title, entries in tests.items():
            wide = ("Library", "Runner", "Format", f"{unit}, net ▲", *_SIZE, f"{unit}, gross ", "Overhead ", "Fidelity")
            shown = [_extended(machine, one, runners) for one in entries]
            yield from _table(f"{title}, extended", wide, shown)
        yield paragraph(_FOOTNOTE)
        yield ""


_SIZE = ("Code size (bytes) ",)


def _table(title: str, headings: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield a table of the columns that hold something. A sign or a space behind a heading marks numbers."""
    columns = [column for column in zip(headings, *rows, strict=True) if any(column[1:])]
    yield from (heading(3, title), "")
    yield markdown_row([name.strip() for name, *_ in columns])
    yield markdown_row(["---:" if name.endswith((" ", "▲")) else "---" for name, *_ in columns])
    yield from map(markdown_row, list(zip(*columns, strict=True))[1:])
    yield ""


def _normal(one: _Entry, runners: Mapping[str, str]) -> tuple[str, ...]:
    row = one.row
    runner = runners[row.participant]
    return _library(one), runner, figures.codec_name(row), row.format, _net(one), figures.size(one.row.flash_bytes)


def _extended(machine: _Machine, one: _Entry, runners: Mapping[str, str]) -> tuple[str, ...]:
    row = one.row
    variant = f" [{row.variant}]" if row.variant else ""
    overhead = machine.overhead(one)
    precise = f" {figures.margin(row.net_ns)}" if isinstance(row, Cell) and one.bound is None else ""
    return (
        f"{_library(one)}{variant}",
        runners[row.participant],
        row.format,
        f"{_net(one)}{precise}",
        figures.size(one.row.flash_bytes),
        _amount(one, one.gross),
        "" if overhead is None else figures.significant(overhead),
        figures.fidelity(row),
    )


def _library(one: _Entry) -> str:
    return f"{one.row.library} ({libraries.version(one.row.library_version)})"


def _net(one: _Entry) -> str:
    return _amount(one, one.net) if one.bound is None else f"≤ {_amount(one, one.bound)}"


def _amount(one: _Entry, amount: float) -> str:
    return figures.size(round(amount)) if isinstance(one.row, CountedCell) else figures.significant(amount)
