"""The page of a run: one HTML file, and beside it the schemas of what was weighed as types."""

from __future__ import annotations

import re
import shutil
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

import typer

from weighbridge.campaign.flow import payload_of
from weighbridge.campaign.reference import schema_of
from weighbridge.campaign.settings import settings_of
from weighbridge.commands.output import write, write_file
from weighbridge.commands.stored_runs import Kept
from weighbridge.files.private import private
from weighbridge.printable import one_line
from weighbridge.report.page import PageNotBuilt, page
from weighbridge.schema.emit import TARGETS
from weighbridge.store import runs as stored
from weighbridge.store.database import StoreError, measuring
from weighbridge.store.records import Run
from weighbridge_kit.operations import TYPED_OPERATIONS


def default_page(database: Path, name: str) -> Path:
    """Return where the page of a run is kept: in a folder beside the database."""
    return database.resolve().with_name("pages") / f"{name}.html"


def keep_page(database: Path, kept: Kept) -> str:
    """Write the page of a run to where it is kept, and say where; or say why there is none."""
    target = default_page(database, kept.run.record.run)
    try:
        with private():
            with suppress(OSError):  # to write into it says why
                target.parent.mkdir(parents=True, exist_ok=True)
            write_page(kept, target)
    except (PageNotBuilt, StoreError) as error:
        return f"No page was written. {error}"
    return f"Page: {target.absolute().as_uri()}"


def write_page(kept: Kept, target: Path, *, samples: bool = True) -> None:
    """Write a run as one HTML file, with all its samples or without, and beside it its schemas."""
    sources = {source.path: source.text for source in kept.run.sources}
    schemas = _schema_files(kept.run, _schema_folder(target))
    links = {
        payload: {title: quote(f"{file.parent.name}/{file.name}") for title, (file, _) in files.items()}
        for payload, files in schemas.items()
    }
    written = page(kept.document, kept.samples if samples else None, sources, links)
    for files in schemas.values():
        for file, text in files.values():
            write_file(file, text.encode())
    write_file(target, written.encode())


_ENOUGH = 6
"""Characters of a run's name by which it can be deleted: fewer may be a slip."""


def delete_run(database: Path, name: str, *, asks: bool = False) -> None:
    """Remove a run for good, and its page where it was kept.

    Args:
        database: where it is kept.
        name: its name, the beginning of it, or ``last``.
        asks: whether to ask before.

    Raises:
        StoreError: there is no such run, or so short a name could be of any.
    """
    run = stored.find_run(database, name)
    if name not in {run, "last"} and len(name) < _ENOUGH:
        raise StoreError(
            f"{name!r} is too little of a name to delete by: write {_ENOUGH} characters at least, as of {run}"
        )
    described = _described(database, run)
    if asks and not typer.confirm(f"Delete run {described} for good?", err=True):
        raise typer.Exit
    with measuring(database):
        stored.delete_run(database, run)
    page_of_run = default_page(database, run)
    page_of_run.unlink(missing_ok=True)
    shutil.rmtree(_schema_folder(page_of_run), ignore_errors=True)
    write(f"Deleted run {described}.\n")


def _described(database: Path, run: str) -> str:
    """Return a run's name, of what it is, and of when."""
    started = next(record.started for record in stored.list_runs(database) if record.run == run)
    payloads = ", ".join(map(one_line, stored.list_payloads(database).get(run, ())))
    return f"{one_line(run)} ({payloads or 'no payload'}, of {started:%Y-%m-%d %H:%M})"


def _schema_folder(target: Path) -> Path:
    return target.with_name(f"{target.stem}-schemas")


def _schema_files(run: Run, folder: Path) -> dict[str, dict[str, tuple[Path, str]]]:
    """Return the schema of every payload that was weighed as types: by the language's title, its file and text."""
    typed = {cell.payload for cell in run.cells if cell.operation in TYPED_OPERATIONS}
    if not typed:
        return {}
    source = settings_of(run.record).schemas
    found: dict[str, dict[str, tuple[Path, str]]] = {}
    for record in run.payloads:
        schema = schema_of(payload_of(record), source)[0] if record.payload in typed else None
        if schema is None:
            continue
        stem = re.sub(r"[^\w.@-]+", "_", record.payload)
        found[record.payload] = {
            target.title: (folder / f"{stem}{target.ending}", target.write(schema)) for target in TARGETS.values()
        }
    return found
