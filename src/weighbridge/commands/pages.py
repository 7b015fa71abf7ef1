"""The page of a run: one HTML file."""

from __future__ import annotations

from pathlib import Path

from weighbridge.commands.output import write_file
from weighbridge.report.build import build_document
from weighbridge.report.page import PageNotBuilt, page
from weighbridge.store import runs as stored
from weighbridge.store.database import StoreError
from weighbridge.store.journal import read_samples


def default_page(database: Path, name: str) -> Path:
    """Return where the page of a run is kept: in a folder beside the database."""
    return database.with_name("pages") / f"{name}.html"


def keep_page(database: Path, name: str) -> str:
    """Write the page of a run to where it is kept, and say where; or say why there is none."""
    target = default_page(database, name)
    try:
        write_page(database, name, target)
    except (PageNotBuilt, StoreError) as error:
        return f"No page was written. {error}"
    return f"Page: {target.absolute().as_uri()}"


def write_page(database: Path, name: str, target: Path, *, samples: bool = True) -> None:
    """Write a run as one HTML file, with all its samples or without."""
    run, taken = stored.read_run(database, name), read_samples(database, name)
    sources = {source.path: source.text for source in run.sources}
    text = page(build_document(run, taken), taken if samples else None, sources)
    write_file(target, text.encode())
