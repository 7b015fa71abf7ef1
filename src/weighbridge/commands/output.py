"""Where commands print: progress, tables, JSON, files."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pydantic import BaseModel, TypeAdapter
from rich.console import Console, RenderableType

from weighbridge.campaign.progress import Progress, Silence
from weighbridge.live import LiveProgress
from weighbridge.store.database import StoreError


@contextmanager
def progress(*, shown: bool, look: Callable[[str], RenderableType] | None = None) -> Iterator[Progress]:
    """Give live progress on standard error, or silence; ``look`` shows the first results of a run."""
    if not shown:
        yield Silence()
        return
    with LiveProgress(Console(stderr=True, highlight=False), look) as live:
        yield live


def console() -> Console:
    # What is piped or redirected has no width of its own: it gets one that no table has to be cut for.
    # No markup: names such as rapidjson[insitu] look like it.
    return Console(highlight=False, markup=False, width=None if sys.stdout.isatty() else 160)


def write(text: str) -> None:
    """Write text to standard output as it is."""
    sys.stdout.write(text)
    sys.stdout.flush()


def write_file(target: Path, data: bytes) -> None:
    try:
        target.write_bytes(data)
    except OSError as error:
        raise StoreError(f"{target}: {error.strerror}") from error


def show(content: Any, table: Callable[[Any], RenderableType], *, json: bool) -> None:
    """Print a document or a list of documents: as JSON, or for people as a table."""
    if json:
        kind: TypeAdapter[Any] = TypeAdapter(type(content) if isinstance(content, BaseModel) else list[Any])
        write(kind.dump_json(content, indent=2).decode() + "\n")
    else:
        console().print(table(content))
