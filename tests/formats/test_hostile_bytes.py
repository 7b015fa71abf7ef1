"""Bytes that are made to exhaust or to crash their reader are malformed like others: told soon and in little memory."""

from __future__ import annotations

import faulthandler
import os
import resource
import signal
import struct
import subprocess
import sys
from collections.abc import Sequence

import pytest

from weighbridge.formats import Malformed, find_format
from weighbridge.formats.confined import confined, memory_for, seconds_for
from weighbridge.formats.format import OutsideModel
from weighbridge.formats.sequences import read_documents
from weighbridge_kit.values import Value


def ubjson_of_nested_repetitions(headers: int) -> bytes:
    """Arrays of 2^23 times true, each in seven bytes: every one is allowed, and all together fill the memory."""
    return b"[$[#U" + bytes([headers]) + (b"$T#l" + struct.pack(">i", 2**23)) * headers


def ion_of_unknown_symbols(count: int) -> bytes:
    """A document of one byte behind a symbol table that claims to import so many symbols."""
    number = count.to_bytes(4, "big")
    table = b"\x84\x81x" + b"\x85\x21\x01" + b"\x88\x24" + number
    imports = b"\x86\xbe" + bytes([0x80 | (len(table) + 1)]) + bytes([0xD0 | len(table)]) + table
    struct_ = b"\xde" + bytes([0x80 | len(imports)]) + imports
    annotated = b"\x81\x83" + struct_
    return b"\xe0\x01\x00\xea\xee" + bytes([0x80 | len(annotated)]) + annotated + b"\x20"


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("ubjson", ubjson_of_nested_repetitions(200)),
        ("ion", ion_of_unknown_symbols(2**31 - 1)),
    ],
    ids=["ubjson", "ion"],
)
def test_a_few_bytes_fill_no_memory_and_take_no_minutes(kind: str, data: bytes) -> None:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with pytest.raises(Malformed, match=rf"reading these {len(data):,} bytes takes (longer|more) than"):
        read_documents(data, kind)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime - before.ru_utime < seconds_for(len(data)) + 2


def test_what_is_decoded_elsewhere_comes_back_as_it_was() -> None:
    document = {"a": [1, -2.5, None, True, b"\0\xff", 2**64 - 1, "é\n\u2028"], "b": {}, "\n": float("inf")}
    data = find_format("cbor").encode(document)
    assert read_documents(data * 2, "cbor") == (document, document)


def test_faults_come_back_as_they_were() -> None:
    with pytest.raises(Malformed) as caught:
        read_documents(b"\xc1", "msgpack")
    with pytest.raises(Malformed) as directly:
        find_format("msgpack").decode_all(b"\xc1")  # type: ignore[misc]
    assert vars(caught.value) == vars(directly.value)
    with pytest.raises(OutsideModel, match="payloads cannot hold"):
        read_documents(b"\xc1\x00", "cbor")


def _crash(_: bytes) -> Sequence[Value]:
    faulthandler.disable()
    os.kill(os.getpid(), signal.SIGSEGV)
    return []


def _loop(_: bytes) -> Sequence[Value]:
    while True:
        pass


def _fill(_: bytes) -> Sequence[Value]:
    return [[True] * (memory_for(0) // 4)]


@pytest.mark.parametrize(
    ("decode", "words"),
    [(_crash, "crashed .SIGSEGV."), (_loop, "takes longer than 1 s"), (_fill, "takes more than 256 MiB")],
    ids=["crash", "loop", "memory"],
)
def test_a_library_that_breaks_takes_nobody_along(decode: object, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("weighbridge.formats.confined._LEAST_S", 1.0)
    with pytest.raises(Malformed, match=words):
        confined(decode, b"")  # type: ignore[arg-type]


def test_the_place_of_a_fault_in_json_is_found_in_time_that_grows_as_the_text_does() -> None:
    """Both took minutes, or gigabytes: behind what is no constant, every quote was taken for the start of a string."""
    program = (
        "import pathlib, re, resource\n"
        "from weighbridge.formats import Malformed, find_format\n"
        "resource.setrlimit(resource.RLIMIT_CPU, (60, 60))\n"
        "for data in (b'[NaNx' + b'\"\\\\' * 3_000_000, b'[\"' + b'a\\\\n' * 3_000_000 + b'\\\\ud800\"]'):\n"
        "    try: find_format('json').decode(data)\n"
        "    except Malformed as error: print(error)\n"
        # Not ru_maxrss, in which what the process that started this one had in use is, too.
        "assert int(re.search(r'VmHWM:\\s*(\\d+) kB', pathlib.Path('/proc/self/status').read_text())[1]) < 400_000\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    first, second = ended.stdout.splitlines()
    assert first.startswith("line 1, column 2: NaN is not JSON")
    assert second.startswith("line 1, column 2: a string with half of a surrogate pair")


def test_keys_that_are_there_twice_are_found_among_many() -> None:
    keys = b"".join(b"\xa6%06d\x00" % number for number in (*range(60_000), 59_999))
    data = b"\xdf" + struct.pack(">I", 60_001) + keys
    with pytest.raises(Malformed, match="'059999' is there twice"):
        read_documents(data, "msgpack")
