"""Where commands print: progress, tables, JSON, files."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, TextIO, cast

from pydantic import BaseModel, TypeAdapter
from rich.console import RenderableType

from weighbridge.campaign.progress import Progress, Silence
from weighbridge.files.whole import write_whole
from weighbridge.live import LiveProgress
from weighbridge.printable import PlainConsole, escaped
from weighbridge.store.database import StoreError

_WIDE = 172
"""Columns of what is not a terminal, and has no width of its own."""


def prepare() -> None:
    """Make the standard streams fit for whatever is printed.

    One that is closed leads nowhere, or the next file that is opened would be in its place. What a terminal cannot show
    is escaped; what goes elsewhere is UTF-8, as our documents are.
    """
    for descriptor, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            if nowhere != descriptor:
                os.dup2(nowhere, descriptor)
            setattr(sys, name, open(descriptor, "r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            shown = stream.isatty() or stream is sys.stderr
            stream.reconfigure(encoding=None if shown else "utf-8", errors="backslashreplace")


def abandon() -> None:
    """Print nothing more to standard output: nobody reads it, or it has no room."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def progress(*, shown: bool, look: Callable[[str], RenderableType] | None = None) -> Iterator[Progress]:
    """Give live progress on standard error, or silence; ``look`` shows the first results of a run."""
    if not shown:
        yield Silence()
        return
    with LiveProgress(PlainConsole(stderr=True, highlight=False), look) as live:
        yield live


def console() -> PlainConsole:
    # No markup: names such as rapidjson[insitu] look like it.
    if sys.stdout.isatty():
        return PlainConsole(highlight=False, markup=False)
    # What is piped or redirected has no width of its own: it gets one that no table has to be cut for.
    return PlainConsole(highlight=False, markup=False, width=_WIDE, file=cast(IO[str], _WithoutPadding(sys.stdout)))


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
def paper(file: Path | None) -> Iterator[PlainConsole]:
    """Give the console, or what writes to a file as it would to a pipe.

    Raises:
        StoreError: the file cannot be written.
    """
    if file is None:
        yield console()
        return
    text = io.StringIO()
    yield PlainConsole(file=cast(IO[str], _WithoutPadding(text)), highlight=False, markup=False, width=_WIDE)
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
    """Write text to standard output as it is; to a terminal, in which it might be a command, escaped as in JSON."""
    sys.stdout.write(escaped(text) if sys.stdout.isatty() else text)
    sys.stdout.flush()


def tell(text: str, style: str | None = None) -> None:
    """Tell a person something that is not part of the result: on standard error, in one line that can be clicked."""
    PlainConsole(stderr=True, highlight=False, markup=False, soft_wrap=True).print(text, style=style)


def write_file(target: Path, data: bytes) -> None:
    """Write a file whole, and the folders above it that are not there yet.

    Raises:
        StoreError: it cannot be written.
    """
    try:
        write_whole(target, data)
    except (FileExistsError, NotADirectoryError) as error:
        raise StoreError(f"{target}: {target.parent} is not a folder") from error
    except OSError as error:
        raise StoreError(f"{target}: {error.strerror}") from error
    except ValueError as error:  # a NUL in its name
        raise StoreError(f"{str(target)!r}: {error}") from error


def show(content: Any, table: Callable[[Any], RenderableType], *, json: bool) -> None:
    """Print a document or a list of documents: as JSON, or for people as a table."""
    if json:
        kind: TypeAdapter[Any] = TypeAdapter(type(content) if isinstance(content, BaseModel) else list[Any])
        write(kind.dump_json(content, indent=2).decode() + "\n")
    else:
        console().print(table(content))
