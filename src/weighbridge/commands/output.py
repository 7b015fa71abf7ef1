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
from weighbridge.files.whole import written_whole
from weighbridge.live import LiveProgress, Look
from weighbridge.printable import PlainConsole, escaped, file_name
from weighbridge.store.database import StoreError

_WIDE = 172
"""Columns of what is not a terminal, and has no width of its own."""


def prepare() -> None:
    """Make the standard streams fit for whatever is printed.

    One that is closed leads nowhere, or the next file that is opened would be in its place; to print a result there
    fails. What a terminal cannot show is escaped; what goes elsewhere is UTF-8, as our documents are.
    """
    for descriptor, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_WRONLY if name == "stderr" else os.O_RDONLY)
            if nowhere != descriptor:
                os.dup2(nowhere, descriptor)
            setattr(sys, name, open(descriptor, "r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            shown = stream.isatty() or stream is sys.stderr
            stream.reconfigure(encoding=None if shown else "utf-8", errors="backslashreplace")


def abandon() -> None:
    """Print nothing more where nobody reads it, or where there is no room."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            with suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@contextmanager
def progress(*, shown: bool, look: Look | None = None) -> Iterator[Progress]:
    """Give live progress on standard error, or silence; ``look`` shows the first results of a run."""
    if not shown:
        yield Silence()
        return
    width = None if sys.stderr.isatty() else _WIDE
    with LiveProgress(PlainConsole(stderr=True, highlight=False, width=width), look) as live:
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
    """Tell a person something that is not part of the result: on standard error, in one line that can be clicked.

    Further lines are indented, so that none that a name brought along looks like one of ours.
    """
    shown = text.replace("\n", "\n  ")
    PlainConsole(stderr=True, highlight=False, markup=False, soft_wrap=True).print(shown, style=style)


def is_conversation() -> bool:
    """Tell whether a person can be asked: a terminal is read from, and one is written to."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def write_file(target: Path, data: bytes) -> None:
    """Write a file whole; folders above it that are not there yet are made, and named.

    Raises:
        StoreError: it cannot be written.
    """
    with file_to_write(target) as beside:
        beside.write_bytes(data)


@contextmanager
def file_to_write(target: Path) -> Iterator[Path]:
    """Give a file to write, which takes the target's place when it is whole; see `write_file`.

    Raises:
        StoreError: it cannot be written.
    """
    shown = file_name(target)
    try:
        if target.is_dir():
            raise StoreError(f"{shown} is a folder: name a file in it")
        made = _make_folder(target.parent)
        with written_whole(target) as beside:
            yield beside
    except (FileExistsError, NotADirectoryError) as error:
        raise StoreError(f"{shown}: {file_name(target.parent)} is not a folder") from error
    except OSError as error:
        where = shown if target.parent.is_dir() else f"{shown}: {file_name(target.parent)} cannot be made"
        raise StoreError(f"{where}: {error.strerror or error}") from error
    except ValueError as error:  # a NUL in its name
        raise StoreError(f"{str(target)!r}: {error}") from error
    if made is not None:
        tell(f"Made the folder {file_name(made)}")


def _make_folder(folder: Path) -> Path | None:
    """Make a folder, and those above it; return the first that was not there."""
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    return missing[-1] if missing else None


def show(content: Any, table: Callable[[Any], RenderableType], *, json: bool) -> None:
    """Print a document or a list of documents: as JSON, or for people as a table."""
    if json:
        kind: TypeAdapter[Any] = TypeAdapter(type(content) if isinstance(content, BaseModel) else list[Any])
        write(kind.dump_json(content, indent=2).decode() + "\n")
    else:
        console().print(table(content))
