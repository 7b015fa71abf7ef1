"""The commands over runs that are kept: report, export, import, list runs."""

from __future__ import annotations

import gzip
import os
import shlex
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from rich.console import RenderableType

from weighbridge.advise.advice import advise
from weighbridge.advise.document import AdviceDocument
from weighbridge.advise.scenario import Scenario
from weighbridge.answer import markdown, terminal
from weighbridge.campaign.selection import Selection
from weighbridge.commands.narrowing import narrow
from weighbridge.commands.output import file_to_write, paper, write, write_file, write_text
from weighbridge.engine import EngineNotBuilt
from weighbridge.measure.samples import Samples
from weighbridge.report import arduino, schemaless
from weighbridge.report import document as documents
from weighbridge.report.build import build_document
from weighbridge.report.comma_separated import Layout, to_csv
from weighbridge.report.counted import at_clock
from weighbridge.report.exchange import export_run, read_export
from weighbridge.report.markdown import to_markdown
from weighbridge.report.parquet import write_parquet
from weighbridge.report.terminal import print_run
from weighbridge.store import runs as stored
from weighbridge.store.database import StoreError, database_file, default_path, is_measuring, measuring
from weighbridge.store.records import Run


def stored_at(database: Path) -> str:
    """Return what commands need beside a run's name to find it: nothing, or `` --db FILE``."""
    named = os.environ.get("WEIGHBRIDGE_DB")
    known = database == (database_file(named) if named else default_path())
    return "" if known else f" --db {shlex.quote(str(database))}"


ReportFormat = Literal["terminal", "markdown", "csv", "json", "parquet"]


_FORMS: dict[str, ReportFormat] = {".md": "markdown", ".csv": "csv", ".json": "json", ".parquet": "parquet"}


def form_of(output: Path | None) -> ReportFormat:
    """Return the form that a file's ending asks for: where it asks for none, what people read."""
    return "terminal" if output is None else _FORMS.get(output.suffix.lower(), "terminal")


@dataclass(frozen=True, slots=True)
class Kept:
    """A run as it is stored, and what reports show of it."""

    run: Run
    samples: Samples
    document: documents.RunDocument


def read_kept(database: Path, name: str, clock_hz: float | None = None) -> Kept:
    """Find a run by its name, the beginning of it, or ``last``, and analyse it: a second or two for large ones.

    Args:
        database: where it is kept.
        name: the run's.
        clock_hz: the clock at which times are estimated of what was counted; None for the one that it was run with.

    Raises:
        StoreError: there is no such run, or nothing in it was counted that a clock could estimate.
    """
    run, samples = stored.read_with_samples(database, name)
    document = build_document(run, samples)
    if clock_hz is not None:
        if not document.counted:
            raise StoreError(f"run {run.record.run} has times, and no counts of emulated boards: leave --clock out")
        document = at_clock(document, clock_hz)
    return Kept(run, samples, document)


def show_run(
    database: Path,
    document: documents.RunDocument,
    form: ReportFormat,
    output: Path | None = None,
    layout: Layout = "cells",
    *,
    full: bool = True,
    answered: bool = True,
) -> None:
    """Print a run, or write it to a file.

    Args:
        database: where it is kept.
        document: the run.
        form: what to write.
        output: the file, or standard output.
        layout: whose tables they are: ours (``cells``), or another benchmark's, for people and as CSV.
        full: whether people see its tables.
        answered: whether they see what the run answers, below them.

    Raises:
        StoreError: the file cannot be written, or there is none for what no terminal can show.
        NoTimes: the layout has times, and the run has counts only.
    """
    match form:
        case "terminal" | "markdown" if layout != "cells":
            text = arduino.to_text(document) if layout == "arduino" else schemaless.to_text(document)
            write_text(text, output)
        case "json" | "parquet" if layout != "cells":
            raise StoreError(f"the layout {layout} is for people, or CSV: leave --layout out, or take --format csv")
        case "terminal":
            with paper(output) as shown:
                if full or not (document.cells or document.counted):  # then it says why
                    print_run(shown, document)
                if answered:
                    # Commands are to be copied: in one line, however narrow the terminal is.
                    answer = terminal.answer(shown, document, *_advice(document), stored_at(database), boards=not full)
                    shown.print(answer, crop=False)
        case "markdown":
            lines = markdown.answer(document, *_advice(document)) if answered else ()
            write_text(to_markdown(document, lines), output)
        case "csv":
            write_text(to_csv(document, layout), output)
        case "json":
            write_text(document.model_dump_json(indent=2) + "\n", output)
        case "parquet":
            if output is None:
                raise StoreError("Parquet is no text: name a file for it, such as -o run.parquet")
            with file_to_write(output) as beside:
                write_parquet(document, beside)


def _advice(document: documents.RunDocument) -> tuple[AdviceDocument | None, str]:
    """Return what a run advises for an application like most, or why there is no advice and how to get it."""
    if not (document.cells or document.counted):
        return None, ""
    try:
        return advise(document, Scenario()), ""
    except EngineNotBuilt as error:
        return None, str(error)


def first_look(database: Path, name: str, runners: Collection[str]) -> RenderableType:
    """Return what a run tells of runners that have just joined it."""
    document = narrow(read_kept(database, name).document, Selection(runners=tuple(runners)))
    return terminal.first_look(document, _advice(document)[0])


def export(database: Path, name: str, output: Path | None) -> None:
    """Write a run as one file."""
    text = export_run(database, name) + "\n"
    if output is not None and output.suffix == ".gz":
        write_file(output, gzip.compress(text.encode(), mtime=0))
    else:
        write_text(text, output)


def import_run(database: Path, file: Path, max_bytes: int) -> None:
    """Read an exported run."""
    run, samples = read_export(file, max_bytes)
    with measuring(database):
        stored.add_run(database, run, samples)
    name = run.record.run
    write(f"Imported run {name}. See it with: weighbridge report {name}{stored_at(database)}\n")


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
