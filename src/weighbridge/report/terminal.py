"""A run on the terminal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.table import Table as RichTable
from rich.text import Text

from . import figures
from .cautions import cautions_of
from .document import Cell, RunDocument
from .quietness import quietness_line
from .spending import spending_line
from .tables import EXPLANATION, HEADINGS, NUMERIC, Section, Table, borrows, left_out, tables_of, titles_of


def print_run(console: Console, document: RunDocument, stored_at: str = "") -> None:
    """Print a run's tables, what failed, what is not installed, the fastest, and what to type next.

    ``stored_at`` is what commands need beside the run's name to find it again: nothing, or `` --db FILE``.
    """
    _warn(console, document, stored_at)
    for table in tables_of(document):
        console.print()
        console.print(_table(table, console))
    if document.cells:
        console.print()
        console.print(Text(EXPLANATION, style="dim"))
    _print_failures(console, document)
    _print_missing(console, document)
    if left_out(document):
        console.print()
        console.print(Text(left_out(document), style="dim"))
    if document.cells:
        console.print()
        console.print(summary(document, console))
    _print_footer(console, document, stored_at)


_STYLES = {"distrust": "bold red", "doubt": "bold yellow", "hint": "yellow"}


def _warn(console: Console, document: RunDocument, stored_at: str) -> None:
    for caution in cautions_of(document, stored_at):
        console.print(caution.text, style=_STYLES[caution.kind], highlight=False, soft_wrap=caution.is_command)


_DISPENSABLE = ("allocated", "gzipped", "MB/s", "tare", "format", "bytes", "all")
"""Columns that are left out, in this order, where the terminal is too narrow: never is a number cut."""


def _table(table: Table, console: Console) -> RenderableType:
    payload = table.payload
    many = f"{payload.documents} documents, " if payload.documents > 1 else ""
    title = Text.assemble(
        (f"{payload.payload} · {table.operation}", "bold"),
        (f"   {many}{figures.size(payload.json_bytes)} bytes as JSON", "dim"),
    )
    sample = figures.sample(payload)
    for dropped in range(len(_DISPENSABLE) + 1):
        grid = _grid(table, [heading for heading in HEADINGS if heading not in _DISPENSABLE[:dropped]])
        if Measurement.get(console, console.options.update(width=1000), grid).maximum <= console.width:
            break
    return Group(title, *([Text(sample, style="yellow")] if sample else []), grid)


def _grid(table: Table, headings: Sequence[str]) -> RichTable:
    grid = RichTable(box=None, pad_edge=False, padding=(0, 1), header_style="dim")
    for heading in headings:
        grid.add_column(heading, justify="right" if heading in NUMERIC else "left", no_wrap=True)
    for section in table.sections:
        _add_section(grid, section, headings)
    return grid


def _add_section(grid: RichTable, section: Section, headings: Sequence[str]) -> None:
    before = headings.index("codec")
    grid.add_row(*[""] * before, Text(section.title, style="bold cyan"))
    for row in section.rows:
        cell = row.cell
        style = "dim" if cell.fidelity == "lossy" else ""
        texts = {heading: Text(text, style=style) for heading, text in zip(HEADINGS, row.texts, strict=True)}
        if cell.rank_in_language == 1 and cell.fidelity == "exact":
            texts["codec"].stylize("bold")
        if cell.fidelity == "lossy":
            texts["fidelity"].stylize("yellow")
        if cell.relative is not None and f"{cell.member}/{figures.codec_name(cell)}" == cell.relative.to:
            texts["relative"] = Text("= 1", style="cyan")
        grid.add_row(*(texts[heading] for heading in headings))


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


def summary(document: RunDocument, console: Console) -> RenderableType:
    """Return the fastest plain codec of every runner for every payload, as wide as the console allows."""
    measured = {cell.operation for cell in document.cells}
    operations = [name for name in ("encode", "decode") if name in measured]
    if not operations:
        return ""
    side_by_side = _fastest_grid(document, operations)
    if Measurement.get(console, console.options.update(width=1000), side_by_side).maximum <= console.width:
        return side_by_side
    return Group(*(_fastest_grid(document, (operation,)) for operation in operations))


def _fastest_grid(document: RunDocument, operations: Sequence[str]) -> RichTable:
    grid = RichTable(box=None, pad_edge=False, padding=(0, 2), header_style="dim")
    titles = titles_of(document)
    for heading in ("Fastest plain codec", "", *(text for name in operations for text in (name, ""))):
        grid.add_column(heading, no_wrap=True)
    plain = {(cell.member, cell.codec) for cell in document.cells if cell.variant is None}
    for payload in document.run.payloads:
        # A codec that has variants only has no plainer row than those.
        own = [
            cell
            for cell in document.cells
            if cell.payload == payload.payload and (cell.variant is None or (cell.member, cell.codec) not in plain)
        ]
        for number, member in enumerate(dict.fromkeys(cell.member for cell in own)):
            texts: list[str] = []
            for operation in operations:
                texts += _fastest([c for c in own if (c.member, c.operation) == (member, operation)])
            grid.add_row(payload.payload if number == 0 else "", titles[member], *map(Text, texts))
    return grid


def _fastest(cells: list[Cell]) -> Iterator[str]:
    owning = [cell for cell in cells if not borrows(cell)]
    # Where all lose something, as all JavaScript does that is given 1.0, the fastest of them is worth knowing too.
    rivals = [cell for cell in owning if cell.fidelity == "exact"] or owning
    if not rivals:
        yield from ("", "")
        return
    best = min(rivals, key=lambda cell: (cell.rank_in_language, cell.gross_ns.estimate))
    ties = sum(cell.rank_in_language == best.rank_in_language for cell in rivals) - 1
    remarks = [f"+{ties} tied"] if ties and best.processes > 1 else []
    remarks += ["lossy"] if best.fidelity == "lossy" else []
    yield figures.codec_name(best) + (f" ({', '.join(remarks)})" if remarks else "")
    yield f"{figures.net_time(best.net_ns)}  {figures.relative(best)}"


def _print_footer(console: Console, document: RunDocument, stored_at: str) -> None:
    run = document.run
    check = run.self_check
    console.print()
    if not document.cells:
        console.print(f"Nothing was measured. Kept as run {run.run}.", style="bold yellow")
        return
    many = "1 cell" if len(document.cells) == 1 else f"{len(document.cells)} cells"
    twice = "1 codec" if check.pairs == 1 else f"{check.pairs} codecs"
    console.print(
        Text(
            f"{many} measured in {run.measured_s:.0f} s. Self-check: {twice} measured twice, {check.different} told "
            "apart.",
            style="dim",
        )
    )
    for line in filter(None, (quietness_line(run.quietness), spending_line(run))):
        console.print(Text(line, style="dim"))
    console.print(Text(f"Kept as run {run.run}. Next:", style="dim"))
    # To be copied: in one line each, however narrow the terminal is.
    for command in (
        f"advise {run.run}{stored_at} --bandwidth 100Mbit/s --rate 10/s",
        f"report {run.run}{stored_at} --format markdown",
        "run YOUR.json",
    ):
        console.print(f"  weighbridge {command}", highlight=False, soft_wrap=True)
