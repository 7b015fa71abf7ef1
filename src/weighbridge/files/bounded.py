"""Reading what may be larger than it should be: a pipe, a device without end, a compressed file."""

from __future__ import annotations

import gzip
import importlib
import stat
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Protocol, cast

from weighbridge import extras

MAX_BYTES = 64 * 2**20
"""How much of a document's file is held at a time, unless the user says otherwise."""

MAX_READ = 4 * 2**30
"""How much is read of what does not say how large it is, if no more may be held."""

_MOST_BEHIND = 2**26
"""What is packed by zstd may refer back so far: memory that unpacking takes."""

_PIECE = 256
"""So many bytes are unpacked by zstd at a time. Four may become 128 KiB, so that these become 8 MiB at most."""


class Readable(Protocol):
    """What bytes can be read from."""

    def read(self, size: int, /) -> bytes:
        """Return so many bytes, or as many as there are."""


class TooLarge(ValueError):
    """There is more to read than the limit allows; the message ends a sentence that begins with what was read."""

    def __init__(self, max_bytes: int, size: int | None = None, where: str = "") -> None:
        holds = f"holds, {where}," if where else "holds" if size is None else f"holds {size:,} bytes,"
        super().__init__(f"{holds} more than the limit of {max_bytes:,} bytes; raise it with --max-bytes")


class Damaged(OSError):
    """What is compressed cannot be unpacked; the message says why."""


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


def _unpack_gzip(packed: Readable) -> Readable:
    return gzip.GzipFile(fileobj=cast(BinaryIO, packed))


class _NotZstd(Exception):
    """What the library says of bytes that zstd did not pack."""


class _UnpackedZstd:
    """What zstd has packed. Unlike the library's own reader it notices where that is cut short."""

    def __init__(self, packed: Readable) -> None:
        extras.need("zstandard", to="read what is packed by zstd")
        self._library = importlib.import_module("zstandard")
        self._packed = packed
        self._unpacker = self._library.ZstdDecompressor(max_window_size=_MOST_BEHIND)
        self._frame: Any = None
        self._ready = b""

    def read(self, size: int, /) -> bytes:
        while not self._ready:
            piece = self._packed.read(_PIECE)
            if not piece:
                if self._frame is not None:
                    raise EOFError
                break
            try:
                self._ready = b"".join(self._unpack(piece))
            except self._library.ZstdError as error:
                raise _NotZstd(str(error)) from error
        data, self._ready = self._ready[:size], self._ready[size:]
        return data

    def _unpack(self, piece: bytes) -> Iterator[bytes]:
        while piece:
            self._frame = self._frame or self._unpacker.decompressobj()
            yield self._frame.decompress(piece)
            piece = self._frame.unused_data
            if self._frame.eof:
                self._frame = None


_UNPACKED_BY = {".gz": _unpack_gzip, ".zst": _UnpackedZstd}

COMPRESSED_ENDINGS = tuple(_UNPACKED_BY)


def unpacked_name(file: Path) -> Path:
    """Return a file's path without the ending that says how it is compressed, if it has one."""
    return file.with_suffix("") if file.suffix.lower() in COMPRESSED_ENDINGS else file


class Stream:
    """Reads piece by piece, and no more than a limit.

    Attributes:
        size: of how many bytes the file is known to be; None for a pipe, and for what is compressed.
        read_bytes: how many bytes were read, after unpacking.
    """

    def __init__(self, source: Readable, most: int, size: int | None = None) -> None:
        self.size = size
        self.read_bytes = 0
        self._source = source
        self._most = most
        self._back = b""

    def read(self, size: int, /) -> bytes:
        """Return so many bytes, or as many as there are.

        Raises:
            TooLarge: more than the limit were read.
            Damaged: what is compressed is damaged.
        """
        data, self._back = self._back[:size], self._back[size:]
        if not data:
            try:
                data = self._source.read(size)
            except EOFError as error:
                raise Damaged("the compressed data is cut short") from error
            except (gzip.BadGzipFile, zlib.error, _NotZstd) as error:
                raise Damaged(f"not compressed as its ending says: {error}") from error
            self.read_bytes += len(data)
            if self.read_bytes > self._most:
                raise TooLarge(self._most)
        return data

    def put_back(self, data: bytes) -> None:
        """Let bytes be read once more."""
        self._back = data + self._back


class _Heard:
    """Tells how much of a file was read."""

    def __init__(self, source: Readable, heard: Callable[[int], None]) -> None:
        self._source = source
        self._heard = heard
        self._done = 0

    def read(self, size: int = -1, /) -> bytes:
        data = self._source.read(size)
        self._done += len(data)
        self._heard(self._done)
        return data


def stream_of(pipe: BinaryIO, max_bytes: int, heard: Callable[[int], None] = lambda _: None) -> Stream:
    """Return a pipe as a stream.

    Args:
        pipe: where to read.
        max_bytes: how much of it may be held, so that at least so much may be read.
        heard: told how many bytes were read.
    """
    return Stream(_Heard(pipe, heard), max(MAX_READ, max_bytes))


@contextmanager
def open_stream(file: Path, max_bytes: int, heard: Callable[[int], None] = lambda _: None) -> Iterator[Stream]:
    """Open a regular file, to be read piece by piece, and unpacked if its ending says that it is compressed.

    Args:
        file: its path.
        max_bytes: how much of it may be held, so that at least so much may be read.
        heard: told how many bytes of the file were read.

    Raises:
        OSError: it cannot be opened.
    """
    with file.open("rb") as opened:
        source = _Heard(opened, heard)
        unpack = _UNPACKED_BY.get(file.suffix.lower())
        if unpack is not None:
            yield Stream(unpack(source), max(MAX_READ, max_bytes))
        else:
            size = file.stat().st_size
            yield Stream(source, max(size, max_bytes), size)
