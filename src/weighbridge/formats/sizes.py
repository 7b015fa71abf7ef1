"""Sizes: how many bytes documents take in a format, plain and compressed."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import brotli  # type: ignore[import-untyped]
import lz4.frame  # type: ignore[import-untyped]
import zstandard

from weighbridge.formats.format import Format
from weighbridge_kit.values import Value


@dataclass(frozen=True, slots=True)
class Sizes:
    """Bytes that a payload's documents take together; each document is compressed alone, as a message is.

    Attributes:
        bytes: as encoded by the reference codec.
        gzip: after gzip -6.
        zstd: after zstd -3.
        brotli: after brotli -5.
        lz4: after lz4's frame format with the library's defaults.
        reference: the reference codec's library with its version.
    """

    bytes: int
    gzip: int
    zstd: int
    brotli: int
    lz4: int
    reference: str


COMPRESSORS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": lambda data: gzip.compress(data, 6, mtime=0),
    "zstd": lambda data: zstandard.ZstdCompressor(3).compress(data),
    "brotli": lambda data: brotli.compress(data, quality=5),
    "lz4": lz4.frame.compress,
}
"""By the name of the field of `Sizes` that they fill."""


def sizes_of(documents: Sequence[Value], form: Format) -> Sizes:
    """Return the sizes of a payload's documents in a format.

    Raises:
        Unrepresentable: the format cannot hold one of them.
    """
    return sizes_of_encoded([form.encode(document) for document in documents], form)


def sizes_of_encoded(encoded: Sequence[bytes], form: Format) -> Sizes:
    """Return the sizes of documents that the format's reference codec has encoded already."""
    compressed = {name: sum(len(compress(data)) for data in encoded) for name, compress in COMPRESSORS.items()}
    return Sizes(bytes=sum(map(len, encoded)), reference=form.library, **compressed)
