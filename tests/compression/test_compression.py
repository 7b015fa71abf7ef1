"""What compressors leave, what they take, and what is said when one breaks, or has no use for what it gets."""

import gzip
import json
import random
import subprocess
import sys
import zlib

import brotli  # type: ignore[import-untyped]
import lz4.frame  # type: ignore[import-untyped]
import pytest
import zstandard

from weighbridge.compression import dictionary
from weighbridge.compression.compressors import COMPRESSORS, CompressorName, compress
from weighbridge.compression.lots import Unsuited, in_batches
from weighbridge.compression.timing import CompressionError, Encoded, time_compression

DOCUMENTS = (b'{"temperature": 21.5}' * 20, b"[]", b"")
ALONE: tuple[CompressorName, ...] = ("gzip", "zstd", "brotli", "lz4")


def readings(count: int) -> tuple[bytes, ...]:
    """Small messages of one kind, each different."""
    draw = random.Random(1)
    return tuple(
        json.dumps({"sensor": f"s{draw.randrange(9)}", "at": 1718000000 + number, "value": draw.random()}).encode()
        for number in range(count)
    )


@pytest.mark.parametrize("documents", [DOCUMENTS, readings(40)], ids=["three", "forty"])
@pytest.mark.parametrize("name", COMPRESSORS)
def test_every_compressor_gives_back_what_it_was_given(name, documents):
    try:
        lots = COMPRESSORS[name].lots(documents)
    except Unsuited:
        assert (name, documents) == ("zstd-dict", DOCUMENTS)
        return
    for lot in lots:
        assert tuple(lot.decompress(lot.compress(piece)) for piece in lot.pieces) == lot.pieces


def test_each_document_is_compressed_alone():
    together, alone = compress(DOCUMENTS), [compress([document]) for document in DOCUMENTS]
    for name in ALONE:
        assert together.compressed[name].bytes == sum(each.compressed[name].bytes for each in alone)
        assert together.compressed[name].messages_per_batch == 1


def test_sizes_are_those_of_the_compressors_at_the_levels_we_name():
    (data,) = documents = (DOCUMENTS[0],)
    sizes = {name: found.bytes for name, found in compress(documents).compressed.items()}
    deflate = zlib.compressobj(6, zlib.DEFLATED, 31)
    assert sizes == {
        "gzip": len(deflate.compress(data) + deflate.flush()),
        "zstd": len(zstandard.compress(data, 3)),
        "brotli": len(brotli.compress(data, quality=5)),
        "lz4": len(lz4.frame.compress(data)),
    }
    assert sizes["gzip"] == len(gzip.compress(data, 6))


def test_a_single_document_has_neither_dictionary_nor_batch():
    found = compress([b"[]"])
    assert tuple(found.compressed) == ALONE
    assert set(found.unsuited) == {"zstd-dict", "gzip-batch", "zstd-batch"}
    assert set(found.unsuited.values()) == {"there is only one message, which shares nothing with others"}


def test_batches_are_as_equal_as_can_be_and_hold_every_message_behind_its_length():
    messages = (*readings(249), b"x" * 300)
    batches = in_batches(messages)
    assert [len(read_batch(batch)) for batch in batches] == [83, 83, 84]
    assert tuple(message for batch in batches for message in read_batch(batch)) == messages
    assert compress(messages).compressed["zstd-batch"].messages_per_batch == pytest.approx(250 / 3)


def read_batch(batch: bytes) -> list[bytes]:
    """Take a batch apart, as its reader would."""
    messages, at = [], 0
    while at < len(batch):
        size, shift = 0, 0
        while batch[at] & 0x80:
            size, shift, at = size | (batch[at] & 0x7F) << shift, shift + 7, at + 1
        size, at = size | batch[at] << shift, at + 1
        messages.append(batch[at : at + size])
        at += size
    return messages


def test_small_messages_become_smaller_by_a_dictionary_and_smaller_still_by_a_batch():
    sizes = {name: found.bytes for name, found in compress(readings(200)).compressed.items()}
    assert sizes["zstd-batch"] < sizes["zstd-dict"] < 0.8 * sizes["zstd"]
    assert sizes["gzip-batch"] < sizes["gzip"]


def test_no_message_is_compressed_with_a_dictionary_that_has_seen_it(monkeypatch):
    trained: dict[bytes, list[bytes]] = {}

    def train(size, samples, level):
        found = original(size, samples, level=level)
        trained[found.as_bytes()] = samples
        return found

    used = []

    def compressor(level, *, dict_data, write_dict_id):
        used.append(dict_data.as_bytes())
        return made(level, dict_data=dict_data, write_dict_id=write_dict_id)

    original, made = zstandard.train_dictionary, zstandard.ZstdCompressor
    monkeypatch.setattr(zstandard, "train_dictionary", train)
    monkeypatch.setattr(zstandard, "ZstdCompressor", compressor)
    messages = readings(41)
    lots = dictionary.with_dictionaries(messages, 3)
    assert tuple(piece for lot in lots for piece in lot.pieces) == messages
    for lot, content in zip(lots, used, strict=True):
        assert set(lot.pieces).isdisjoint(trained[content])
        assert len(lot.pieces) + len(trained[content]) == len(messages)
        assert lot.dictionary_bytes == len(content)
        assert len(content) <= max(256, len(b"".join(trained[content])) / 4)


def test_the_dictionary_is_not_named_in_every_message():
    lot = dictionary.with_dictionaries(readings(40), 3)[0]
    assert zstandard.get_frame_parameters(lot.compress(lot.pieces[0])).dict_id == 0


@pytest.mark.parametrize(
    ("messages", "reason"),
    [
        (readings(19), "19 messages are too few to train a dictionary on: it takes 20"),
        ((b"",) * 30, "zstd finds nothing in these messages to make a dictionary of"),
    ],
)
def test_messages_that_no_dictionary_can_be_trained_on_are_named(messages, reason):
    found = compress(messages)
    assert "zstd-dict" not in found.compressed
    assert reason in found.unsuited["zstd-dict"]


def test_a_fresh_process_times_both_ways_of_every_compressor_that_suits():
    timed = time_compression(
        [Encoded("page", "json", DOCUMENTS), Encoded("stream", "json", readings(20))], batch_ns=50_000, seed=1
    )
    assert {(one.payload, one.compressor, one.operation) for one in timed} == {
        (payload, name, operation)
        for payload in ("page", "stream")
        for name in COMPRESSORS
        for operation in ("compress", "decompress")
        if (payload, name) != ("page", "zstd-dict")
    }
    assert all(one.iterations >= 1 and one.cpu_ns > 0 and one.wall_ns > 0 for one in timed)
    # More than one pass fits into a batch that is this much longer than a pass.
    assert any(one.iterations > 1 for one in timed)


def test_a_compressor_that_does_not_give_back_what_it_was_given_ends_it():
    script = (
        "import weighbridge.compression.process as process, io, sys\n"
        "from weighbridge.compression.compressors import COMPRESSORS, Compressor\n"
        "from weighbridge.compression.lots import Lot\n"
        "broken = lambda messages: (Lot(messages, bytes, lambda data: data + b'!'),)\n"
        "COMPRESSORS['lz4'] = Compressor('lz4', broken)\n"
        """sys.stdin = io.StringIO('{"seed": 0, "batch_ns": 1, "items": [{"payload": "p", "format": "f", """
        """"documents": ["YQ=="]}]}')\n"""
        "process.main()"
    )
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert ended.returncode != 0
    assert "lz4 does not give back what it was given: p as f" in ended.stderr


def test_a_process_that_breaks_is_an_error_with_its_last_words(monkeypatch):
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(CompressionError, match="exit status 1"):
        time_compression([Encoded("page", "json", DOCUMENTS)], batch_ns=50_000, seed=1)
