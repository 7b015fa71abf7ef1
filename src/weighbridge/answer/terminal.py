"""The answer on a terminal: as much of it as fits on a screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from weighbridge.advise.document import AdviceDocument
from weighbridge.report import figures, libraries
from weighbridge.report.boards import board_tables, explanation
from weighbridge.report.cautions import Caution, cautions_of
from weighbridge.report.document import Cell, PayloadInfo, RunDocument, Sweep
from weighbridge.report.fitting import Column, FittingTable
from weighbridge.report.terminal import board_table, savings

from . import words
from .findings import Entry, Finding, findings, message_ns

SCREEN = 59
"""Lines that the answer may take; one more says where the page is."""
_SIZES = 2
"""Lines of sizes where there is little room: as they are, and after gzip."""
_VERDICT = {True: "bold green", False: "bold"}
"""Styles of a verdict, by whether it is to change something."""
_STYLES = {"distrust": "bold red", "doubt": "bold yellow", "hint": "yellow"}


def answer(
    console: Console,
    document: RunDocument,
    advice: AdviceDocument | None,
    why_none: str = "",
    stored_at: str = "",
    *,
    boards: bool = True,
) -> RenderableType:
    """Return what a run ends with.

    Few languages and payloads have a table each; more of them two lines, and many a line. The full tables and the page
    have what is left out.

    Args:
        console: whose screen it is to fit on.
        document: the run.
        advice: what the run advises.
        why_none: why there is no advice, and how to get it.
        stored_at: what commands need beside the run's name to find it again: nothing, or `` --db FILE``.
        boards: whether the tables of emulated boards, which are the same in full, are shown here.
    """
    foot = Group(*_foot(document, advice, why_none, stored_at))
    if not (document.cells or document.counted or document.too_large):
        return Group(Text("Nothing was measured.", style="bold yellow"), foot)
    found = list(findings(document, advice))
    head = [_warning(caution) for caution in cautions_of(document, stored_at) if caution.kind != "hint"]
    shown: RenderableType = ""
    for dense in (_in_tables, _in_two_lines, _in_a_line):
        counted = _boards(document, dense) if boards else ()
        shown = Group(*head, *_on_boards(document, advice), *_body(document, found, dense), *counted, "", foot)
        if len(console.render_lines(shown, pad=False)) <= SCREEN:
            break
    return shown


def first_look(document: RunDocument, advice: AdviceDocument | None = None) -> RenderableType:
    """Return what a run tells of runners that have just joined it: a verdict, or what is fastest where it is too early.

    Args:
        document: the run, with those runners alone.
        advice: what it advises.
    """
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="bold cyan")
    grid.add_column()
    grid.add_column()
    for title, own in groupby(
        sorted(findings(document, advice), key=lambda finding: finding.title), key=lambda finding: finding.title
    ):
        for number, finding in enumerate(own):
            grid.add_row(title if number == 0 else "", finding.payload.payload, _line(finding) or _fastest(finding))
    return grid


def _warning(caution: Caution) -> RenderableType:
    text = Text(caution.text, style=_STYLES[caution.kind])
    return _Copied(text) if caution.is_command else text


class _Copied:
    """Text with a command to be copied: in one line, however narrow the terminal is."""

    def __init__(self, text: Text) -> None:
        self._text = text

    def __rich_console__(self, console: Console, _: object) -> Iterator[RenderableType]:
        text = self._text.copy()
        text.no_wrap, text.overflow = True, "ignore"
        yield text


class _Listed:
    """As many parts of a list as there is room for in a line, the first of them at least, and its end."""

    def __init__(self, head: str, parts: Sequence[str], end: Sequence[str] = (), style: str = "") -> None:
        self._head, self._parts, self._end, self._style = head, parts, end, style

    def __rich_console__(self, _: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        kept = len(self._parts)
        while kept > 1 and self._line(kept).cell_len > options.max_width:
            kept -= 1
        yield self._line(kept)

    def __rich_measure__(self, _: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(1, min(self._line(len(self._parts)).cell_len, options.max_width))

    def _line(self, kept: int) -> Text:
        return Text(self._head + ", ".join((*self._parts[:kept], *self._end)), style=self._style)


_Dense = Callable[[RunDocument, Sequence[Finding]], RenderableType]


def _body(document: RunDocument, found: Sequence[Finding], dense: _Dense) -> Iterator[RenderableType]:
    for payload, own in groupby(found, key=lambda finding: finding.payload):
        yield from ("", *_title(payload), dense(document, list(own)))
        if dense is not _in_a_line:
            sizes = list(words.sizes(document, payload))
            shown = sizes if dense is _in_tables else sizes[:_SIZES]
            yield from (_Listed(head, each, style="dim") for head, each in shown)
            yield from _trees_and_types(document, payload)
    for sweep in document.sweeps:
        yield from ("", *_sweep(sweep, dense))
    if not found:
        return
    if dense is _in_two_lines:
        yield from ("", Text(words.legend(document, found), style="dim"))
    elif dense is _in_tables:
        yield Text(f"×: in terms of {words.compared_with(document)}'s; tables are of one message", style="dim")


_SWEPT = 6
"""Codecs of a sweep that are shown, where there is room."""


def _sweep(sweep: Sweep, dense: _Dense) -> Iterator[RenderableType]:
    """Yield what a growing share of fields takes, the fastest for each share in bold, and what follows."""
    yield Text.assemble(
        (sweep.payload, "bold"), (f"   {sweep.operation} a share of the fields   ", "dim"), (sweep.title, "bold cyan")
    )
    if dense is not _in_a_line:
        grid = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
        for heading in ("codec", "format"):
            grid.add_column(heading)
        for share in sweep.shares:
            grid.add_column(f"{share * 100:g} %", justify="right")
        grid.add_column("")
        best = [min(codec.message_ns[at] for codec in sweep.codecs) for at in range(len(sweep.shares))]
        fastest = [codec for codec in sweep.codecs if any(map(float.__eq__, codec.message_ns, best))]
        others = [codec for codec in sweep.codecs if codec not in fastest]
        shown = [*fastest, *others[: max(0, _SWEPT - len(fastest))]]
        for codec in (codec for codec in sweep.codecs if codec in shown):
            times = (
                Text(figures.duration(time), style="bold" if time == best[at] else "")
                for at, time in enumerate(codec.message_ns)
            )
            grid.add_row(
                figures.codec_name(codec), codec.format, *times, Text("lazy" if codec.lazy else "", style="dim")
            )
        yield grid
    said = words.sweep(sweep)
    yield Text(said[0].upper() + said[1:] + ".")


_ON_BOARDS = 3
"""Codecs of a board and payload that are shown, where there is little room."""


def _on_boards(document: RunDocument, advice: AdviceDocument | None) -> Iterator[RenderableType]:
    """Yield what to do on emulated boards, payload by payload."""
    boards = () if advice is None else advice.boards
    for payload in document.run.payloads:
        own = [one for one in boards if one.payload == payload.payload]
        if own:
            grid = Table.grid(padding=(0, 2))
            grid.add_column(style="bold cyan")
            grid.add_column()
            for one in own:
                told = words.on_board(one)
                verdict = Text(told.sentence, style=_VERDICT[told.is_change])
                grid.add_row(one.title, Group(verdict, *([Text(told.further)] if told.further else [])))
            yield from ("", next(_title(payload)), grid)


def _boards(document: RunDocument, dense: _Dense) -> Iterator[RenderableType]:
    """Yield what emulated boards counted: in tables, or what formats save on them over all payloads."""
    if dense is not _in_a_line or not document.savings:
        for table in board_tables(document):
            rows = table.rows if dense is _in_tables else table.rows[:_ON_BOARDS]
            yield from ("", board_table(replace(table, rows=rows)))
    yield from savings(document)
    if document.counted:
        yield from ("", Text(explanation(document), style="dim"))


def _trees_and_types(document: RunDocument, payload: PayloadInfo) -> Iterator[RenderableType]:
    found = list(words.trees_and_types(document, payload))
    if found:
        grid = Table.grid(padding=(0, 2))
        for runner, ways in found:
            grid.add_row(Text(runner, style="bold cyan"), Text("\n→ ".join(ways)))
        yield from ("", grid)


def _title(payload: PayloadInfo) -> Iterator[RenderableType]:
    yield Text.assemble((payload.payload, "bold"), (f"   {words.title(payload)}", "dim"))
    if weighed := figures.weighed(payload):
        yield Text(weighed, style="yellow")


def _in_a_line(_: RunDocument, found: Sequence[Finding]) -> RenderableType:
    width = max(len(finding.title) for finding in found)
    return _side_by_side(width, ((finding, [_line(finding) or _fastest(finding)]) for finding in found))


def _in_two_lines(_: RunDocument, found: Sequence[Finding]) -> RenderableType:
    # "JavaScript (Node.js)" has two lines, too.
    width = max(len(word) for finding in found for word in finding.title.split())
    lines = ((finding, [_line(finding), _fastest(finding)]) for finding in found)
    return _side_by_side(width, ((finding, [line for line in both if line is not None]) for finding, both in lines))


def _side_by_side(width: int, rows: Iterable[tuple[Finding, list[RenderableType]]]) -> RenderableType:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(width=width, style="bold cyan")
    grid.add_column()
    for finding, lines in rows:
        grid.add_row(Text(finding.title), Group(*lines))
    return grid


def _line(finding: Finding) -> RenderableType | None:
    verdict = words.verdict(finding.advice)
    return None if verdict is None else Text(verdict.line, style=_VERDICT[verdict.is_change])


def _fastest(finding: Finding) -> RenderableType:
    return _Listed("", *words.fastest(finding))


def _in_tables(document: RunDocument, found: Sequence[Finding]) -> RenderableType:
    return Group(*(part for finding in found for part in _in_a_table(document, finding)))


def _in_a_table(document: RunDocument, finding: Finding) -> Iterator[RenderableType]:
    verdict = words.verdict(finding.advice)
    title = Text.assemble((finding.title, "bold cyan"))
    if verdict is not None:
        title.append("  ").append(verdict.sentence, _VERDICT[verdict.is_change])
    yield title
    if verdict is not None and verdict.further:
        yield Text(verdict.further)
    yield from (_table(document, finding), "")


def _table(document: RunDocument, finding: Finding) -> FittingTable:
    """Set the fastest codecs above what the verdict speaks of and JSON, with the times of a message."""
    columns = [Column("#", numeric=True), Column("codec"), Column("format", leaves=5)]
    for operation in finding.operations:
        columns += [Column(f"{operation} ×", numeric=True), Column("", True, leaves=4)]
    columns += [
        Column("bytes", numeric=True, leaves=1),
        Column("version", leaves=3),
        Column("age", numeric=True, leaves=2),
        Column(""),
    ]
    table = FittingTable(columns, words=15)
    best = {entry.name for entry in finding.best}
    last = [entry for entry in (finding.advised, finding.today) if entry is not None and entry.name not in best]
    tied = any(entry.ties for entry in finding.best)
    for number, entry in enumerate(finding.best, start=1):
        rank = figures.rank(1, shared=True) if tied and (number == 1 or entry.ties) else f"{number}"
        table.add(*_row(document, finding, entry, rank if entry.is_ranked else "?"))
    for entry in last:
        table.add(*_row(document, finding, entry, ""))
    return table


def _row(document: RunDocument, finding: Finding, entry: Entry, rank: str) -> Iterator[Text]:
    is_today = finding.today is not None and entry.name == finding.today.name
    cell = entry.any_cell
    yield Text(rank)
    yield Text(entry.name, style="bold" if rank.startswith("1") else "")
    yield Text(cell.format)
    for own in entry.cells.values():
        yield Text("= 1", style="cyan") if is_today else Text(_relative(own))
        yield Text(figures.duration(message_ns(own, entry.documents)))
    yield Text("" if cell.bytes is None else figures.size(round(cell.bytes / entry.documents)))
    yield Text(libraries.version(cell.library_version))
    yield Text(libraries.age(cell.released, document.run.started))
    yield Text("; ".join(words.remarks_on(entry, finding.today)), style="yellow")


def _relative(cell: Cell) -> str:
    if cell.relative is None:
        return ""
    width = figures.half_width(cell.relative)
    margin = f"±{width:.0%}" if width is not None and 0.01 <= width <= 0.5 else figures.margin(cell.relative)
    return f"{figures.significant(cell.relative.estimate, 2)}× {margin}"


def _foot(
    document: RunDocument, advice: AdviceDocument | None, why_none: str, stored_at: str
) -> Iterator[RenderableType]:
    """Yield what else is to be known, and what to type next."""
    run = document.run
    for what, style, text in (
        ("Failed", "red", words.failed(document)),
        ("Not installed", "", words.not_installed(document)),
        ("Left out by default", "", words.left_out(document)),
    ):
        if text:
            yield Text.assemble((f"{what}: ", style or "dim"), text)
    for caution in cautions_of(document, stored_at):
        if caution.kind == "hint":
            yield _warning(caution)
    if document.cells:
        yield Text(words.measured(document), style="dim")
    yield _Copied(Text.assemble(("All tables: ", "dim"), f"weighbridge report {run.run}{stored_at}"))
    if why_none:
        yield Text(f"No verdicts: {why_none}", style="yellow")
    elif advice is not None and words.has_verdicts(advice):
        yield Text(f"{advice.assumed} Yours:", style="dim")
        yield _Copied(Text(f"  weighbridge advise {run.run}{stored_at} --bandwidth 1Gbit/s --rate 2000/s"))
