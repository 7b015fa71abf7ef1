"""Sizes: how many bytes documents take in a format, plain and compressed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from weighbridge.compression.compressors import CompressorName, compressed_bytes
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


def sizes_of(documents: Sequence[Value], form: Format) -> Sizes:
    """Return the sizes of a payload's documents in a format.

    Raises:
        Unrepresentable: the format cannot hold one of them.
    """
    encoded = [form.encode(document) for document in documents]
    return sizes_of_encoded(encoded, compressed_bytes(encoded), form)


def sizes_of_encoded(encoded: Sequence[bytes], compressed: Mapping[CompressorName, int], form: Format) -> Sizes:
    """Return the sizes of documents that the format's reference codec has encoded, and each compressor compressed."""
    return Sizes(
        bytes=sum(map(len, encoded)),
        gzip=compressed["gzip"],
        zstd=compressed["zstd"],
        brotli=compressed["brotli"],
        lz4=compressed["lz4"],
        reference=form.library,
    )
