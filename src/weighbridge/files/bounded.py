"""Reading what may be larger than it should be: a pipe, a device without end, a compressed file."""

from __future__ import annotations

import gzip
import stat
from pathlib import Path
from typing import Protocol

MAX_BYTES = 64 * 2**20
"""How large a document's file may be, unless the user says otherwise."""


class Readable(Protocol):
    """What bytes can be read from."""

    def read(self, size: int, /) -> bytes:
        """Return so many bytes, or as many as there are."""


class TooLarge(ValueError):
    """There is more to read than the limit allows; the message ends a sentence that begins with what was read."""

    def __init__(self, max_bytes: int, size: int | None = None) -> None:
        holds = "holds more than" if size is None else f"holds {size:,} bytes, more than"
        super().__init__(f"{holds} the limit of {max_bytes:,} bytes; raise it with --max-bytes")


def read_stream(stream: Readable, max_bytes: int) -> bytes:
    """Read a stream to its end, and never more than the limit into memory.

    Raises:
        TooLarge: there is more.
    """
    data = stream.read(max_bytes + 1)
    if len(data) > max_bytes:
        raise TooLarge(max_bytes)
    return data


def read_file(file: Path, max_bytes: int) -> bytes:
    """Read a file of any kind; what ends in ``.gz`` is unpacked, and the limit is for what it unpacks to.

    Raises:
        TooLarge: there is more.
        OSError: it cannot be read, or unpacked.
        EOFError: what is compressed in it is cut short.
    """
    found = file.stat()
    if stat.S_ISREG(found.st_mode) and found.st_size > max_bytes:
        raise TooLarge(max_bytes, found.st_size)
    with file.open("rb") as stream:
        return read_stream(gzip.GzipFile(fileobj=stream) if file.suffix == ".gz" else stream, max_bytes)
