"""Where commands print: progress, tables, JSON, files."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, TextIO, cast

from pydantic import BaseModel, TypeAdapter
from rich.console import Console, RenderableType

from weighbridge.campaign.progress import Progress, Silence
from weighbridge.live import LiveProgress
from weighbridge.store.database import StoreError

_WIDE = 172
"""Columns of what is not a terminal, and has no width of its own."""


@contextmanager
def progress(*, shown: bool, look: Callable[[str], RenderableType] | None = None) -> Iterator[Progress]:
    """Give live progress on standard error, or silence; ``look`` shows the first results of a run."""
    if not shown:
        yield Silence()
        return
    with LiveProgress(Console(stderr=True, highlight=False), look) as live:
        yield live


def console() -> Console:
    # No markup: names such as rapidjson[insitu] look like it.
    if sys.stdout.isatty():
        return Console(highlight=False, markup=False)
    # What is piped or redirected has no width of its own: it gets one that no table has to be cut for.
    return Console(highlight=False, markup=False, width=_WIDE, file=cast(IO[str], _WithoutPadding(sys.stdout)))


class _WithoutPadding(io.TextIOBase):
    """A stream whose lines end where their text ends; on a terminal nobody sees the spaces that fill a table."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._stream.encoding or "utf-8"  # a StringIO has none

    def write(self, text: str) -> int:
        # Rich writes whole lines.
        self._stream.write(re.sub(r" +$", "", text, flags=re.MULTILINE))
        return len(text)

    def flush(self) -> None:
        self._stream.flush()


@contextmanager
def paper(file: Path | None) -> Iterator[Console]:
    """Give the console, or what writes to a file as it would to a pipe.

    Raises:
        StoreError: the file cannot be written.
    """
    if file is None:
        yield console()
        return
    text = io.StringIO()
    yield Console(file=cast(IO[str], _WithoutPadding(text)), highlight=False, markup=False, width=_WIDE)
    write_text(text.getvalue(), file)


def write_text(text: str, file: Path | None) -> None:
    """Write text to a file, or to standard output as it is.

    Raises:
        StoreError: the file cannot be written.
    """
    if file is None:
        write(text)
    else:
        write_file(file, text.encode())


def write(text: str) -> None:
    """Write text to standard output as it is."""
    sys.stdout.write(text)
    sys.stdout.flush()


def tell(text: str) -> None:
    """Tell a person something that is not part of the result: on standard error, in one line that can be clicked."""
    Console(stderr=True, highlight=False, markup=False, soft_wrap=True).print(text)


def write_file(target: Path, data: bytes) -> None:
    """Write a file, and the folders above it that are not there yet.

    Raises:
        StoreError: it cannot be written.
    """
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    except (FileExistsError, NotADirectoryError) as error:
        raise StoreError(f"{target}: {target.parent} is not a folder") from error
    except OSError as error:
        raise StoreError(f"{target}: {error.strerror}") from error


def show(content: Any, table: Callable[[Any], RenderableType], *, json: bool) -> None:
    """Print a document or a list of documents: as JSON, or for people as a table."""
    if json:
        kind: TypeAdapter[Any] = TypeAdapter(type(content) if isinstance(content, BaseModel) else list[Any])
        write(kind.dump_json(content, indent=2).decode() + "\n")
    else:
        console().print(table(content))
