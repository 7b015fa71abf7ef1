"""The page of a run: one HTML file."""

from __future__ import annotations

from pathlib import Path

from weighbridge.commands.output import write_file
from weighbridge.commands.stored_runs import Kept
from weighbridge.report.page import PageNotBuilt, page
from weighbridge.store.database import StoreError


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
    write_file(target, page(kept.document, kept.samples if samples else None, sources).encode())
