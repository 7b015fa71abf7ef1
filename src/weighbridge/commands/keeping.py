"""The commands over runs that are kept: report, export, import, list runs."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

from rich.console import Group, RenderableType
from rich.text import Text

from weighbridge.commands.output import console, write, write_file
from weighbridge.report import document as documents
from weighbridge.report.build import build_document
from weighbridge.report.comma_separated import to_csv
from weighbridge.report.exchange import export_run
from weighbridge.report.exchange import import_run as read_export
from weighbridge.report.markdown import to_markdown
from weighbridge.report.terminal import print_run, summary
from weighbridge.store import runs as stored
from weighbridge.store.database import is_measuring
from weighbridge.store.journal import read_samples


def find_run(database: Path, name: str) -> str:
    """Return a run's full name."""
    return stored.find_run(database, name)


def show_run(database: Path, name: str, form: str) -> None:
    """Print a run as ``terminal``, ``markdown``, ``csv`` or ``json``."""
    document = build_document(stored.read_run(database, name), read_samples(database, name))
    if form == "terminal":
        print_run(console(), document)
    else:
        writers: dict[str, Callable[[documents.RunDocument], str]] = {"markdown": to_markdown, "csv": to_csv}
        write(writers[form](document) if form in writers else document.model_dump_json(indent=2) + "\n")


def first_look(database: Path, name: str) -> RenderableType:
    """Return what a run tells after its first processes: no error is known yet, so that nothing is ranked."""
    document = build_document(stored.read_run(database, name), read_samples(database, name))
    title = Text("First look, at one process of each runner; ranks and intervals need more of them", style="dim")
    return Group(title, summary(document, console()), "")


def export(database: Path, name: str, output: Path | None) -> None:
    """Write a run as one file."""
    text = export_run(database, find_run(database, name))
    if output is None:
        write(text + "\n")
    else:
        data = text.encode() + b"\n"
        write_file(output, gzip.compress(data, mtime=0) if output.suffix == ".gz" else data)


def import_run(database: Path, file: Path) -> None:
    """Read an exported run."""
    name = read_export(database, file)
    write(f"Imported run {name}. See it with: weighbridge report {name}\n")


def runs(database: Path) -> list[documents.RunRow]:
    """Return every run that is kept, the newest first."""
    measuring = is_measuring(database)
    payloads = stored.list_payloads(database)
    return [
        documents.RunRow(
            run=record.run,
            started=record.started,
            status="interrupted" if record.status == "running" and not measuring else record.status,
            measured_s=record.measured_s,
            payloads=payloads.get(record.run, ()),
        )
        for record in stored.list_runs(database)
    ]
