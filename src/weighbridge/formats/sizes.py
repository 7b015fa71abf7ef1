"""Sizes: how many bytes documents take in a format, plain and compressed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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
    raise NotImplementedError
