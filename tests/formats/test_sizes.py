"""Sizes are those of the bytes, document by document."""

import gzip
import zlib

import brotli  # type: ignore[import-untyped]
import lz4.frame  # type: ignore[import-untyped]
import zstandard

from weighbridge.formats import find_format
from weighbridge.formats.sizes import sizes_of

MESSAGES = [{"id": number, "text": "weigh " * 20} for number in range(3)]


def test_every_message_is_compressed_alone() -> None:
    form = find_format("msgpack")
    together, alone = sizes_of(MESSAGES, form), [sizes_of([message], form) for message in MESSAGES]
    for name in ("bytes", "gzip", "zstd", "brotli", "lz4"):
        assert getattr(together, name) == sum(getattr(size, name) for size in alone)
    assert together.reference == form.library


def test_sizes_are_those_of_the_compressors_at_the_levels_we_name() -> None:
    form = find_format("json")
    data = form.encode(MESSAGES)
    sizes = sizes_of([MESSAGES], form)
    deflate = zlib.compressobj(6, zlib.DEFLATED, 31)
    assert sizes.bytes == len(data)
    assert sizes.gzip == len(deflate.compress(data) + deflate.flush()) == len(gzip.compress(data, 6))
    assert sizes.zstd == len(zstandard.compress(data, 3))
    assert sizes.brotli == len(brotli.compress(data, quality=5))
    assert sizes.lz4 == len(lz4.frame.compress(data))
