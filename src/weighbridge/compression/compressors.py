"""The compressors that people put behind a codec, at the levels that servers use by default."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

import brotli  # type: ignore[import-untyped]
import lz4.frame  # type: ignore[import-untyped]
import zstandard

from weighbridge.compression.dictionary import with_dictionaries
from weighbridge.compression.lots import Lot, Squeeze, Unsuited, in_batches

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


def _alone(title: str, compress: Squeeze, decompress: Squeeze) -> Compressor:
    return Compressor(title, lambda messages: (Lot(tuple(messages), compress, decompress),))


def _together(title: str, compress: Squeeze, decompress: Squeeze) -> Compressor:
    return Compressor(title, lambda messages: (Lot(in_batches(messages), compress, decompress),))


# The module gzip would read each header in Python, which takes longer than zlib does for a small message.
_GZIP = {"wbits": zlib.MAX_WBITS + 16}
_LEVEL = 3

_gzip = partial(zlib.compress, level=6, **_GZIP), partial(zlib.decompress, **_GZIP)
_zstd = zstandard.ZstdCompressor(_LEVEL).compress, zstandard.ZstdDecompressor().decompress

COMPRESSORS: dict[CompressorName, Compressor] = {
    "gzip": _alone("gzip -6", *_gzip),
    "zstd": _alone("zstd -3", *_zstd),
    "brotli": _alone("brotli -5", partial(brotli.compress, quality=5), brotli.decompress),
    "lz4": _alone("lz4", lz4.frame.compress, lz4.frame.decompress),
    "zstd-dict": Compressor("zstd -3 dict", partial(with_dictionaries, level=_LEVEL)),
    "gzip-batch": _together("gzip -6 batch", *_gzip),
    "zstd-batch": _together("zstd -3 batch", *_zstd),
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
