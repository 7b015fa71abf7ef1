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

CompressorName = Literal["gzip", "zstd", "brotli", "lz4"]


@dataclass(frozen=True, slots=True)
class Compressor:
    """A compressor at one level; `decompress` undoes `compress`. Contexts are kept between calls, as servers do."""

    title: str
    compress: Callable[[bytes], bytes]
    decompress: Callable[[bytes], bytes]


# The module gzip would read each header in Python, which takes longer than zlib does for a small message.
_GZIP = {"wbits": zlib.MAX_WBITS + 16}

COMPRESSORS: dict[CompressorName, Compressor] = {
    "gzip": Compressor("gzip -6", partial(zlib.compress, level=6, **_GZIP), partial(zlib.decompress, **_GZIP)),
    "zstd": Compressor("zstd -3", zstandard.ZstdCompressor(3).compress, zstandard.ZstdDecompressor().decompress),
    "brotli": Compressor("brotli -5", lambda data: brotli.compress(data, quality=5), brotli.decompress),
    "lz4": Compressor("lz4", lz4.frame.compress, lz4.frame.decompress),
}


def compressed_bytes(documents: Sequence[bytes]) -> dict[CompressorName, int]:
    """Return what each compressor leaves of the documents, in bytes; each is compressed alone, as a message is."""
    return {
        name: sum(len(compressor.compress(document)) for document in documents)
        for name, compressor in COMPRESSORS.items()
    }
