"""The page of a run: one HTML file, and beside it the schemas of what was weighed as types."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import quote

from weighbridge.campaign.flow import payload_of
from weighbridge.campaign.reference import schema_of
from weighbridge.campaign.settings import Settings
from weighbridge.commands.output import write_file
from weighbridge.commands.stored_runs import Kept
from weighbridge.report.page import PageNotBuilt, page
from weighbridge.schema.emit import TARGETS
from weighbridge.store.database import StoreError
from weighbridge.store.records import Run
from weighbridge_kit.operations import TYPED_OPERATIONS


def default_page(database: Path, name: str) -> Path:
    """Return where the page of a run is kept: in a folder beside the database."""
    return database.with_name("pages") / f"{name}.html"


def keep_page(database: Path, kept: Kept) -> str:
    """Write the page of a run to where it is kept, and say where; or say why there is none."""
    target = default_page(database, kept.run.record.run)
    try:
        write_page(kept, target)
    except (PageNotBuilt, StoreError) as error:
        return f"No page was written. {error}"
    return f"Page: {target.absolute().as_uri()}"


def write_page(kept: Kept, target: Path, *, samples: bool = True) -> None:
    """Write a run as one HTML file, with all its samples or without."""
    sources = {source.path: source.text for source in kept.run.sources}
    schemas = _write_schemas(kept.run, target.with_name(f"{target.stem}-schemas"))
    write_file(target, page(kept.document, kept.samples if samples else None, sources, schemas).encode())


def _write_schemas(run: Run, folder: Path) -> dict[str, dict[str, str]]:
    """Write the schema of every payload that was weighed as types, in each language.

    Returns:
        For each such payload, the relative URLs of its files by the titles of the languages.
    """
    typed = {cell.payload for cell in run.cells if cell.operation in TYPED_OPERATIONS}
    if not typed:
        return {}
    source = Settings.model_validate(run.record.settings).schemas
    found: dict[str, dict[str, str]] = {}
    for record in run.payloads:
        schema = schema_of(payload_of(record), source)[0] if record.payload in typed else None
        if schema is None:
            continue
        stem = re.sub(r"[^\w.@-]+", "_", record.payload)
        files = {target.title: folder / f"{stem}{target.ending}" for target in TARGETS.values()}
        for target in TARGETS.values():
            write_file(files[target.title], target.write(schema).encode())
        found[record.payload] = {title: quote(f"{folder.name}/{file.name}") for title, file in files.items()}
    return found
