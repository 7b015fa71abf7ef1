"""A run's full tables on the terminal."""

from __future__ import annotations

from collections import defaultdict

from rich.console import Console, Group, RenderableType
from rich.text import Text

from . import figures
from .cautions import of_table
from .document import RunDocument
from .fitting import Column, FittingTable
from .quietness import quietness_line
from .spending import spending_line
from .tables import EXPLANATION, HEADINGS, NUMERIC, Section, Table, left_out, tables_of


def print_run(console: Console, document: RunDocument) -> None:
    """Print a run's tables, what failed, what is not installed, and where its time went."""
    for table in tables_of(document):
        console.print()
        console.print(_table(document, table))
    if document.cells:
        console.print()
        console.print(Text(EXPLANATION, style="dim"))
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
