"""A run's full tables on the terminal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from rich.console import Console, Group, RenderableType
from rich.text import Text

from . import figures
from .boards import NUMERIC as NUMERIC_ON_BOARDS
from .boards import BoardTable, board_tables, explanation, saving
from .cautions import of_table
from .document import RunDocument
from .fitting import Column, FittingTable
from .profiles import NUMERIC as NUMERIC_OF_PROFILES
from .profiles import ProfileTable, profile_sections
from .quietness import quietness_line
from .spending import spending_line
from .tables import EXPLANATION, HEADINGS, NUMERIC, Section, Table, left_out, tables_of, titles_of


def print_run(console: Console, document: RunDocument) -> None:
    """Print a run's tables, what failed, what is not installed, and where its time went."""
    for table in tables_of(document):
        console.print()
        console.print(_table(document, table))
    if document.cells:
        console.print()
        console.print(Text(EXPLANATION, style="dim"))
    _print_profiles(console, document)
    _print_boards(console, document)
    _print_failures(console, document)
    _print_missing(console, document)
    lines = [left_out(document), quietness_line(document.run.quietness), spending_line(document.run)]
    if any(lines):
        console.print()
    for line in filter(None, lines):
        console.print(Text(line, style="dim"))


_LEAVING = ("allocated", "gzipped", "tare", "MB/s", "bytes", "age", "version", "format")
"""Columns that are left out, in this order, where the terminal is too narrow."""


def _table(document: RunDocument, table: Table) -> RenderableType:
    payload = table.payload
    many = f"{payload.documents} documents, " if payload.documents > 1 else ""
    title = Text.assemble(
        (f"{payload.payload} · {table.operation}", "bold"),
        (f"   {many}{figures.size(payload.json_bytes)} bytes as JSON", "dim"),
    )
    beside = [text for text in (figures.weighed(payload), *of_table(document, table)) if text]
    grid = FittingTable(
        [Column(name, name in NUMERIC, _LEAVING.index(name) if name in _LEAVING else None) for name in HEADINGS],
        words=23,
    )
    for section in table.sections:
        _add_section(grid, section)
    return Group(title, *(Text(text, style="yellow") for text in beside), grid)


def _add_section(grid: FittingTable, section: Section) -> None:
    grid.add(*(Text(section.title if name == "codec" else "", style="bold cyan") for name in HEADINGS))
    for row in section.rows:
        cell = row.cell
        style = "dim" if cell.fidelity == "lossy" else ""
        texts = {heading: Text(text, style=style) for heading, text in zip(HEADINGS, row.texts, strict=True)}
        if cell.rank_in_language == 1 and cell.fidelity == "exact":
            texts["codec"].stylize("bold")
        if cell.fidelity == "lossy" or not cell.settled:
            texts["fidelity"].stylize("yellow")
        if cell.relative is not None and f"{cell.participant}/{figures.codec_name(cell)}" == cell.relative.to:
            texts["relative"] = Text("= 1", style="cyan")
        grid.add(*texts.values())
    for floor in section.floors:
        grid.add(*(Text(text, style="dim italic") for text in floor))


def _print_profiles(console: Console, document: RunDocument) -> None:
    for section in profile_sections(document):
        console.print()
        console.print(Text(section.title, style="bold"))
        for table in section.tables:
            console.print()
            console.print(profile_table(table))
        console.print()
        console.print(Text(section.explanation, style="dim"))


def profile_table(table: ProfileTable) -> RenderableType:
    """Return a table of what compilers or allocators are worth."""
    leaving = ("data", "code", "net time")
    grid = FittingTable(
        [
            Column(name, name in NUMERIC_OF_PROFILES, leaving.index(name) if name in leaving else None)
            for name in table.headings
        ],
        words=15,
    )
    for row in table.rows:
        style = {"faster": "green", "slower": "red", "undecided": "dim"}
        grid.add(*(Text(text, style=style.get(text, "")) for text in row))
    return Group(Text(table.title, style="bold cyan"), grid)


def _print_boards(console: Console, document: RunDocument) -> None:
    for table in board_tables(document):
        console.print()
        console.print(board_table(table))
    if document.counted:
        console.print()
        console.print(Text(explanation(document), style="dim"))
    for line in savings(document):
        console.print(line)


def board_table(table: BoardTable) -> RenderableType:
    """Return the table of a board and payload."""
    title = Text.assemble(
        (table.payload.payload, "bold"),
        (f"   {figures.size(table.payload.json_bytes)} bytes as JSON   ", "dim"),
        (table.title, "bold cyan"),
        (f"   {table.unit}", "dim"),
    )
    grid = FittingTable(
        [Column(name, name in NUMERIC_ON_BOARDS, _LEAVING_ON_BOARDS.get(name)) for name in table.headings],
        words=15,
    )
    for row in table.rows:
        lossy = "lossy" in row[-1]
        grid.add(*(Text(text, style="dim" if lossy else "") for text in row))
    missing = Text("\n".join(f"too large: {text}" for text in table.missing), style="yellow")
    return Group(title, *([grid] if table.rows else []), *([missing] if table.missing else []))


def savings(document: RunDocument) -> Iterator[RenderableType]:
    """Yield what formats save on boards, over all payloads."""
    titles = titles_of(document)
    for participant in dict.fromkeys(one.participant for one in document.savings):
        yield from ("", Text(titles[participant], style="bold cyan"))
        yield from (Text(f"  {saving(one)}") for one in document.savings if one.participant == participant)


_LEAVING_ON_BOARDS = {"version": 0, "format": 1, "stack": 2, "RAM": 3, "heap": 4, "flash": 5}


def _print_failures(console: Console, document: RunDocument) -> None:
    if not document.failures:
        return
    console.print()
    console.print("What failed", style="bold")
    reasons: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for failure in document.failures:
        who = " ".join(filter(None, (failure.runner, failure.codec, failure.operation)))
        reasons[who, failure.stage, failure.message].append(failure.payload or "")
    for (who, stage, message), payloads in reasons.items():
        where = f" ({', '.join(filter(None, payloads))})" if any(payloads) else ""
        console.print(Text.assemble((f"  {who}", "red"), f"{where} [{stage}] {message}"), soft_wrap=False)


def _print_missing(console: Console, document: RunDocument) -> None:
    absent = document.environment.get("absent", [])
    names: dict[tuple[str, str], list[str]] = defaultdict(list)
    for runner, about in document.environment.get("runners", {}).items():
        for codec in about.get("missing", []):
            variant = f"[{codec['variant']}]" if codec["variant"] else ""
            # What stands in parentheses is for those who look closer, with `list codecs`.
            names[runner, codec["reason"].split(" (")[0]].append(f"{codec['codec']}{variant}")
    if not names and not absent:
        return
    console.print()
    console.print("Not installed", style="bold")
    for (runner, reason), codecs in names.items():
        console.print(Text(f"  {runner} {', '.join(codecs)}: {reason}"))
    for runner in absent:
        console.print(Text(f"  {runner['title']}: {runner['reason']}. {runner['advice']}"))
