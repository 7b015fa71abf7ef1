"""The compressors that people put behind a codec, at the levels that servers use by default."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Literal

from weighbridge.compression.dictionary import with_dictionaries
from weighbridge.compression.lots import Lot, Squeeze, Unsuited, in_batches, module

CompressorName = Literal["gzip", "zstd", "brotli", "lz4", "zstd-dict", "gzip-batch", "zstd-batch"]


@dataclass(frozen=True, slots=True)
class Compressor:
    """A compressor at one level, and how messages are put to it.

    Attributes:
        title: the library with its level, and how messages are put to it.
        lots: returns a stream of messages as the lots that are compressed; raises `Unsuited` if that makes no sense.
    """

    title: str
    lots: Callable[[Sequence[bytes]], tuple[Lot, ...]]


@dataclass(frozen=True, slots=True)
class Compressed:
    """What a compressor leaves of all the documents of a payload.

    Attributes:
        bytes: all of them together.
        messages_per_batch: how many are compressed together, on average; 1 if each is by itself.
        dictionary_bytes: the size of the dictionary that both ends must hold, which ``bytes`` is without; 0 if none.
    """

    bytes: int
    messages_per_batch: float = 1.0
    dictionary_bytes: int = 0


@dataclass(frozen=True, slots=True)
class Compression:
    """What all compressors leave of the documents of a payload.

    Attributes:
        compressed: by compressor.
        unsuited: why the others have no use for these documents.
    """

    compressed: dict[CompressorName, Compressed]
    unsuited: dict[CompressorName, str]


_Both = Callable[[], tuple[Squeeze, Squeeze]]
"""Returns a function that compresses and one that undoes it."""


def _alone(title: str, both: _Both) -> Compressor:
    return Compressor(title, lambda messages: (Lot(tuple(messages), *both()),))


def _together(title: str, both: _Both) -> Compressor:
    return Compressor(title, lambda messages: (Lot(in_batches(messages), *both()),))


# The module gzip would read each header in Python, which takes longer than zlib does for a small message.
_GZIP = {"wbits": zlib.MAX_WBITS + 16}
_LEVEL = 3


def _gzip() -> tuple[Squeeze, Squeeze]:
    return partial(zlib.compress, level=6, **_GZIP), partial(zlib.decompress, **_GZIP)


@cache
def _zstd() -> tuple[Squeeze, Squeeze]:
    zstandard = module("zstandard", "zstandard")
    return zstandard.ZstdCompressor(_LEVEL).compress, zstandard.ZstdDecompressor().decompress


def _brotli() -> tuple[Squeeze, Squeeze]:
    brotli = module("brotli", "brotli")
    return partial(brotli.compress, quality=5), brotli.decompress


def _lz4() -> tuple[Squeeze, Squeeze]:
    frame = module("lz4", "lz4.frame")
    return frame.compress, frame.decompress


COMPRESSORS: dict[CompressorName, Compressor] = {
    "gzip": _alone("gzip -6", _gzip),
    "zstd": _alone("zstd -3", _zstd),
    "brotli": _alone("brotli -5", _brotli),
    "lz4": _alone("lz4", _lz4),
    "zstd-dict": Compressor("zstd -3 dict", partial(with_dictionaries, level=_LEVEL)),
    "gzip-batch": _together("gzip -6 batch", _gzip),
    "zstd-batch": _together("zstd -3 batch", _zstd),
}


def compress(documents: Sequence[bytes]) -> Compression:
    """Compress the documents of a payload with every compressor."""
    compressed: dict[CompressorName, Compressed] = {}
    unsuited: dict[CompressorName, str] = {}
    for name, compressor in COMPRESSORS.items():
        try:
            lots = compressor.lots(documents)
        except Unsuited as reason:
            unsuited[name] = str(reason)
            continue
        compressed[name] = Compressed(
            bytes=sum(len(lot.compress(piece)) for lot in lots for piece in lot.pieces),
            messages_per_batch=len(documents) / sum(len(lot.pieces) for lot in lots),
            dictionary_bytes=max(lot.dictionary_bytes for lot in lots),
        )
    return Compression(compressed, unsuited)
