"""What ``list``, ``sizes``, ``verify``, ``audit`` and ``doctor`` print for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from weighbridge.compression.compressors import COMPRESSORS, Compressed
from weighbridge.formats.hostile import BROKEN, Outcome
from weighbridge.runners.manifest import participant_name
from weighbridge.store.records import SizeRecord

from . import figures
from .document import (
    AttackDocument,
    AuditDocument,
    AuditedCell,
    CodecRow,
    DoctorDocument,
    EvolutionOutcome,
    EvolvedCell,
    EvolveDocument,
    FirmwareRow,
    FormatRow,
    PayloadRow,
    RunnerHealth,
    RunnerRow,
    RunRow,
    SizesDocument,
    Stillness,
    VerifyDocument,
    WeighedPayload,
)


def _grid(*headings: str, right: Sequence[str] = (), wrap: Sequence[str] = ()) -> Table:
    grid = Table(box=None, pad_edge=False, padding=(0, 1), header_style="dim")
    for heading in headings:
        grid.add_column(heading, justify="right" if heading in right else "left", no_wrap=heading not in wrap)
    return grid


def codecs_table(rows: Sequence[CodecRow]) -> RenderableType:
    """Show codecs, a line each."""
    grid = _grid("runner", "codec", "format", "library", "version", "operations", "", wrap=("",))
    for row in rows:
        name = figures.codec_name(row)
        state = Text("" if row.installed else f"not installed: {row.reason}", style="yellow")
        style = "" if row.installed else "dim"
        cells = (
            participant_name(row.runner, row.target),
            name,
            row.format,
            row.library,
            row.library_version or "",
            ", ".join(row.operations),
        )
        grid.add_row(*(Text(cell, style=style) for cell in cells), state)
    return grid


def formats_table(rows: Sequence[FormatRow]) -> RenderableType:
    """Show formats, a line each."""
    grid = _grid("format", "title", "endings", "reference codec", "specification")
    for row in rows:
        grid.add_row(row.format, row.title, " ".join(row.endings), row.reference, row.specification)
    return grid


def runners_table(rows: Sequence[RunnerRow]) -> RenderableType:
    """Show runners, a line each."""
    grid = _grid("runner", "language", "target", "by default", "baseline", "folder", wrap=("folder",))
    for row in rows:
        by_default = "yes" if row.by_default else "no"
        grid.add_row(row.runner, row.language, row.target, by_default, row.baseline, row.folder)
    return grid


def firmware_table(rows: Sequence[FirmwareRow]) -> RenderableType:
    """Show the boards that there is firmware for, a line each."""
    if not rows:
        return Text("No runner here has firmware for a board.")
    grid = _grid("board", "", "built", "image", wrap=("", "image"))
    for row in rows:
        grid.add_row(row.target, row.title, "yes" if row.built else "no", row.image)
    return grid


def payloads_table(rows: Sequence[PayloadRow]) -> RenderableType:
    """Show built-in payloads, a line each."""
    grid = _grid("payload", "documents", "bytes as JSON", "", right=("documents", "bytes as JSON"), wrap=("",))
    for row in rows:
        grid.add_row(row.payload, f"{row.documents}", figures.size(row.json_bytes), row.description)
    return grid


def runs_table(rows: Sequence[RunRow]) -> RenderableType:
    """Show runs, a line each, the newest first."""
    if not rows:
        return Text("No runs yet. Make one with: weighbridge run")
    grid = _grid("run", "started (UTC)", "status", "measured", "payloads", right=("measured",), wrap=("payloads",))
    for row in rows:
        grid.add_row(
            row.run, f"{row.started:%Y-%m-%d %H:%M}", row.status, f"{row.measured_s:.0f} s", ", ".join(row.payloads)
        )
    return grid


def sizes_table(document: SizesDocument) -> RenderableType:
    """Show sizes, a table a payload, each format also in percent of JSON."""
    parts: list[RenderableType] = []
    for payload in document.payloads:
        own = [record for record in document.sizes if record.payload == payload.payload]
        if not own:
            continue
        suited = [name for name in COMPRESSORS if any(name in record.compressed for record in own)]
        # A word a line: there are many columns.
        numbers = [
            title.replace(" ", "\n") for title in ("bytes", "of JSON", *(COMPRESSORS[name].title for name in suited))
        ]
        plain = next((record.bytes for record in own if record.format == "json"), None)
        grid = _grid("format", *numbers, right=numbers)
        for record in sorted(own, key=lambda record: record.bytes):
            share = f"{record.bytes / plain:.0%}" if plain else ""
            found = (record.compressed.get(name) for name in suited)
            sizes = (figures.size(None if size is None else size.bytes) for size in found)
            grid.add_row(record.format, figures.size(record.bytes), share, *sizes)
        messages = f"   {figures.size(payload.documents)} messages" if payload.documents > 1 else ""
        heading = Text.assemble((payload.payload, "bold"), (messages, "dim"))
        parts += [heading, *_samples([payload]), grid, *_of_compressors(own), Text("")]
    references = ", ".join(sorted({f"{record.format} by {record.reference}" for record in document.sizes}))
    if references:
        parts.append(Text(f"Encoded: {references}.", style="dim"))
    reasons = sorted({entry.reason for entry in document.not_ready})
    for reason in reasons:
        formats = ", ".join(entry.format for entry in document.not_ready if entry.reason == reason)
        parts.append(Text(f"{formats}: {reason}", style="dim"))
    for missing in document.unrepresentable:
        parts.append(Text(f"{missing.format} cannot hold {missing.payload}: {missing.reason}", style="yellow"))
    return Group(*parts)


def _of_compressors(records: Sequence[SizeRecord]) -> Iterator[Text]:
    """Say what dictionaries and batches are behind the sizes of a payload, and why there are none."""
    words: dict[str, list[str]] = {}
    for name in COMPRESSORS:
        found = [record.compressed[name] for record in records if name in record.compressed]
        unsuited = {record.unsuited[name]: None for record in records if name in record.unsuited}
        for text in (*_dictionary(found), *_batch(found), *unsuited):
            words.setdefault(text, []).append(name)
    for text, names in words.items():
        yield Text(f"{', '.join(names)}: {text}.", style="dim")


def _dictionary(found: Sequence[Compressed]) -> Iterator[str]:
    sizes = sorted(each.dictionary_bytes for each in found if each.dictionary_bytes)
    if sizes:
        least, most = figures.about(sizes[0]), figures.about(sizes[-1])
        size = most if least == most else f"{least} to {most}"
        yield f"with a dictionary of {size} at both ends, trained on other messages than it compresses"


def _batch(found: Sequence[Compressed]) -> Iterator[str]:
    messages = max((each.messages_per_batch for each in found), default=1)
    if messages > 1:
        yield f"{messages:.0f} messages compressed together; each waits for the last"


def verify_table(document: VerifyDocument) -> RenderableType:
    """Show what is preserved: a line a codec that loses something or fails, then the counts."""
    grid = _grid("runner", "codec", "operation", "payload", "fidelity", wrap=("fidelity",))
    for cell in (*document.cells, *document.unsupported):
        if cell.fidelity != "exact":
            style = {"failed": "red", "lossy": "yellow"}.get(cell.fidelity, "dim")
            fidelity = f"lossy: {', '.join(cell.losses)}" if cell.fidelity == "lossy" else cell.fidelity
            words = Text.assemble((fidelity, style), "  ", (cell.detail, "dim"))
            grid.add_row(cell.participant, figures.codec_name(cell), cell.operation, cell.payload, words)
    counts = Counter(cell.fidelity for cell in (*document.cells, *document.unsupported))
    codecs = len({(cell.participant, figures.codec_name(cell)) for cell in document.cells})
    total = Text(
        f"{codecs} codecs, {sum(counts.values())} cells: {counts['exact']} exact, {counts['lossy']} lossy, "
        f"{counts['failed']} failed, {counts['unsupported']} unsupported."
    )
    troubles = [Text(f"{failure.runner}: {failure.message}", style="red") for failure in document.failures]
    table: list[RenderableType] = [grid, Text("")] if grid.row_count else []
    return Group(*table, *troubles, *_samples(document.payloads), total)


_OUTCOMES = {"works": "green", "refuses": "yellow", "misreads": "red", "breaks": "red"}
_CHANGES = {"reader-newer": "reader newer", "reader-older": "reader older"}


def evolve_table(document: EvolveDocument) -> RenderableType:
    """Show what survives a change of the schema: a table a payload, a line a codec; then what went wrong."""
    parts: list[RenderableType] = []
    for payload in dict.fromkeys(change.payload for change in document.changes):
        tried = [change for change in document.changes if change.payload == payload]
        parts.append(Text(payload, style="bold"))
        parts += [Text(f"{_CHANGES[change.change]}: {change.text}", style="dim") for change in tried]
        grid = _grid("runner", "codec", "format", *(_CHANGES[change.change] for change in tried), "", wrap=("",))
        rows: dict[tuple[str, str, str], dict[str, EvolvedCell]] = {}
        for cell in document.cells:
            if cell.payload == payload:
                key = (cell.format, cell.participant, figures.codec_name(cell))
                rows.setdefault(key, {})[cell.change] = cell
        for (form, participant, codec), cells in sorted(rows.items()):
            found = [cells.get(change.change) for change in tried]
            outcomes = (Text(cell.outcome, style=_OUTCOMES[cell.outcome]) if cell else Text("") for cell in found)
            detail = next((cell.detail for cell in found if cell and cell.outcome != "works"), "")
            losses = sorted({loss for cell in found if cell and cell.outcome == "works" for loss in cell.losses})
            words = "; ".join(filter(None, (", ".join(losses), _first_line(detail))))
            grid.add_row(participant, codec, form, *outcomes, Text(words, style="dim"))
        parts += [grid, Text("")]
    parts += [Text(f"{failure.runner}: {failure.message}", style="red") for failure in document.failures]
    counts = Counter(cell.outcome for cell in document.cells)
    parts.append(Text(", ".join(f"{counts[outcome]} {word}" for outcome, word in _COUNTED.items()) + "."))
    return Group(*parts)


def _first_line(text: str) -> str:
    line = text.strip().split("\n", 1)[0]
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


_LONGEST = 100
"""Letters of what a codec says that are shown."""
_COUNTED: dict[EvolutionOutcome, str] = {"works": "work", "refuses": "refuse", "misreads": "misread", "breaks": "break"}


def attack_table(document: AttackDocument) -> RenderableType:
    """Show what decoders make of hostile bytes: a line a decoder, the worst first; then the inputs that break them."""
    shown = [outcome for outcome in _STYLES_OF_ATTACK if any(one.outcomes.get(outcome) for one in document.decoders)]
    grid = _grid("runner", "codec", "format", "operation", "inputs", *shown, right=("inputs", *shown))
    parts: list[RenderableType] = [grid]
    worst = list(reversed(_STYLES_OF_ATTACK))
    for one in sorted(document.decoders, key=lambda one: [-one.outcomes.get(outcome, 0) for outcome in worst]):
        counts = (Text(str(one.outcomes.get(outcome, 0) or ""), style=_STYLES_OF_ATTACK[outcome]) for outcome in shown)
        name = figures.codec_name(one)
        grid.add_row(one.participant, name, one.format, one.operation, str(one.tried), *counts)
        for found in one.findings:
            if found.outcome in BROKEN:
                parts.append(Text(f"\n{one.participant}/{name} {found.outcome}: {_first_line(found.detail)}", "red"))
                parts.append(Text(f"  {found.repeat}", style="dim"))
    parts += [Text(f"{failure.runner}: {failure.message}", style="red") for failure in document.failures]
    tried = sum(one.tried for one in document.decoders)
    broken = sum(any(found.outcome in BROKEN for found in one.findings) for one in document.decoders)
    parts.append(
        Text(f"\n{tried:,} trials of {len(document.decoders)} decoders (seed {document.seed}): {broken} break.")
    )
    return Group(*parts)


_STYLES_OF_ATTACK: dict[Outcome, str] = {
    "refuses": "green",
    "accepts": "",
    "trailing": "yellow",
    "garbage": "yellow",
    "over-allocates": "red",
    "overflows": "red",
    "hangs": "red",
    "crashes": "red",
}


def audit_table(document: AuditDocument) -> RenderableType:
    """Show whose instructions are timed: a table a runner and payload, the adapters that do most first."""
    parts: list[RenderableType] = []
    tables: dict[tuple[str, str], list[AuditedCell]] = {}
    for cell in document.cells:
        tables.setdefault((cell.participant, cell.payload), []).append(cell)
    for (participant, payload), cells in tables.items():
        parts += [Text.assemble((participant, "bold"), "  ", payload), _audited(cells), Text("")]
    parts += [Text(f"{failure.runner}: {failure.message}", style="red") for failure in document.failures]
    parts += _samples(document.payloads)
    counting = [cell for cell in document.cells if cell.adapter_counts]
    if counting:
        names = ", ".join(
            f"{cell.participant}/{figures.codec_name(cell)} {cell.operation} ({cell.adapter:.0%})"
            for cell in sorted(counting, key=lambda cell: -cell.adapter)
        )
        share = f"over {document.most:.0%}"
        parts.append(
            Text(
                f"{len(counting)} of {len(document.cells)} rows have an adapter of ours that takes {share} of what is "
                f"timed, the tare left out: {names}.",
                style="yellow",
            )
        )
    elif document.cells:
        parts.append(Text(f"No adapter takes over {document.most:.0%} of what is timed.", style="green"))
    for reason in dict.fromkeys(runner.reason for runner in document.not_audited):
        titles = ", ".join(runner.title for runner in document.not_audited if runner.reason == reason)
        parts.append(Text(f"Not audited: {titles}: {reason}.", style="dim"))
    return Group(*parts)


def _audited(cells: Sequence[AuditedCell]) -> Table:
    """Show the cells of a runner and a payload, the adapters that do most first."""
    shares: tuple[str, ...] = ("library", "standard", "adapter")
    if any(round(cell.unknown, 2) for cell in cells):
        shares = (*shares, "unknown")
    allocated = ("bytes", "peak") if any(cell.allocated_bytes is not None for cell in cells) else ()
    numbers = ("instructions", *shares, "allocations", *allocated)
    grid = _grid("codec", "operation", *numbers, right=numbers)
    for cell in sorted(cells, key=lambda cell: -cell.adapter):
        memory = (cell.allocated_bytes, cell.peak_bytes) if allocated else ()
        grid.add_row(
            figures.codec_name(cell),
            cell.operation,
            figures.size(round(cell.instructions)),
            *(_share(cell, name) for name in shares),
            figures.size(round(cell.allocations)),
            *map(figures.size, memory),
        )
    return grid


def _share(cell: AuditedCell, name: str) -> Text:
    """Write a share; an adapter's that counts stands out."""
    return Text(f"{getattr(cell, name):.0%}", style="yellow" if name == "adapter" and cell.adapter_counts else "")


def _samples(payloads: Sequence[WeighedPayload]) -> list[Text]:
    """Say which payloads are samples, and of what."""
    notes = ((payload.payload, figures.weighed(payload)) for payload in payloads)
    return [Text(f"{name}: {note}.", style="yellow") for name, note in notes if note]


def doctor_report(document: DoctorDocument) -> RenderableType:
    """Show the machine and every runner's state."""
    machine = document.machine
    about = f"{machine['cpu']}, {machine['cores']} cores, {machine['system']}, load {machine['load']}"
    parts: list[RenderableType] = [Text(about)]
    if machine["virtual"]:
        parts.append(
            Text("A virtual machine: its neighbours disturb measurements; intervals account for it.", style="dim")
        )
    parts.append(_quiet_now(document.stillness))
    if document.unconfined:
        parts.append(Text(document.unconfined, style="yellow"))
    for extra, brings in document.missing_extras.items():
        parts.append(Text(f"Not installed: {brings}: pip install 'weighbridge[{extra}]'", style="yellow"))
    for runner in document.runners:
        parts += [Text(""), *_health(runner)]
    return Group(*parts)


def _quiet_now(stillness: Stillness) -> Text:
    """Say whether somebody else uses the processor: a time twice as long as usual is no surprise then."""
    quiet_ns, now_ns = stillness.quiet_ns, stillness.now_ns
    if now_ns is None:
        return Text(
            "Whether the machine is quiet is not known: this system holds no thread on a processor.", style="dim"
        )
    now = f"the tuning fork takes {figures.duration(now_ns)}"
    if quiet_ns is None:
        return Text(f"Whether the machine is quiet is not known before its first run; {now} now.", style="dim")
    quietest = f"in the quietest runs so far: {figures.duration(quiet_ns)}"
    if stillness.is_quiet:
        return Text(f"Quiet now: {now} ({quietest}).", style="green")
    return Text(
        f"Not quiet now: {now}, {now_ns / quiet_ns - 1:.0%} more than when it is quiet ({quietest}). "
        "weighbridge run --wait-for-quiet 2m waits for better moments.",
        style="yellow",
    )


def _health(runner: RunnerHealth) -> list[Text]:
    mark = Text("ready   ", style="green") if runner.ready else Text("not ready", style="red")
    about = ", ".join(filter(None, (runner.runtime, runner.compiler)))
    lines = [Text.assemble(mark, " ", (runner.title, "bold"), f"  {runner.codecs} codecs  ", (about, "dim"))]
    if runner.built == "here":
        lines.append(Text("  built on this machine", style="dim"))
    if runner.raised_priority is False:
        lines.append(Text("  measures at ordinary priority: as root it would be disturbed less", style="dim"))
    lines += [Text(f"  {problem}", style="red") for problem in runner.problems]
    lines += [Text(f"  not installed: {text}", style="yellow") for text in runner.missing]
    lines += [Text(f"  {text}", style="yellow") for text in runner.advice]
    return lines
