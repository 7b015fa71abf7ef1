"""What compressors leave, what they take, and what is said when one breaks."""

import subprocess
import sys

import pytest

from weighbridge.compression.compressors import COMPRESSORS, compressed_bytes
from weighbridge.compression.timing import CompressionError, Encoded, time_compression

DOCUMENTS = (b'{"temperature": 21.5}' * 20, b"[]", b"")


@pytest.mark.parametrize("name", COMPRESSORS)
def test_every_compressor_gives_back_what_it_was_given(name):
    compressor = COMPRESSORS[name]
    assert tuple(compressor.decompress(compressor.compress(document)) for document in DOCUMENTS) == DOCUMENTS


def test_each_document_is_compressed_alone():
    alone = [compressed_bytes([document]) for document in DOCUMENTS]
    assert compressed_bytes(DOCUMENTS) == {name: sum(sizes[name] for sizes in alone) for name in COMPRESSORS}


def test_a_fresh_process_times_both_ways_of_every_compressor():
    timed = time_compression([Encoded("page", "json", DOCUMENTS)], batch_ns=50_000, seed=1)
    assert {(one.compressor, one.operation) for one in timed} == {
        (name, operation) for name in COMPRESSORS for operation in ("compress", "decompress")
    }
    assert all(one.iterations >= 1 and one.cpu_ns > 0 and one.wall_ns > 0 for one in timed)
    # More than one pass fits into a batch that is this much longer than a pass.
    assert any(one.iterations > 1 for one in timed)


def test_a_compressor_that_does_not_give_back_what_it_was_given_ends_it():
    script = (
        "import weighbridge.compression.process as process, io, sys\n"
        "from weighbridge.compression.compressors import COMPRESSORS, Compressor\n"
        "COMPRESSORS['lz4'] = Compressor('lz4', bytes, lambda data: data + b'!')\n"
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
