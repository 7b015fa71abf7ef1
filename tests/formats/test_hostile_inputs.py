"""Hostile inputs: the same for the same seed, of every kind; the smallest are found, and judged by strict readers."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from weighbridge.formats import find_format
from weighbridge.formats.hostile import hostile_inputs, read_written, written
from weighbridge.formats.registry import all_formats
from weighbridge.formats.smallest import smallest
from weighbridge.formats.strictness import judge

DOCUMENT = b'{"a": [1, 2.5, "text"]}'


def test_the_same_seed_makes_the_same_inputs_of_every_kind() -> None:
    for form in all_formats():
        first, again, other = (list(islice(hostile_inputs(form.name, [DOCUMENT], seed), 2_000)) for seed in (1, 1, 2))
        assert first == again != other
        kinds = Counter(entry.kind for entry in first)
        assert {"truncated", "flipped", "lying", "repeated", "random"} <= set(kinds)
    assert kinds["given"] == 0


def test_documents_are_cut_at_every_place() -> None:
    inputs = islice(hostile_inputs("json", [DOCUMENT], 0), 1_000)
    cut = {entry.data for entry in inputs if entry.kind == "truncated"}
    assert {DOCUMENT[:end] for end in range(len(DOCUMENT))} <= cut


@pytest.mark.parametrize("name", ["json", "msgpack", "cbor", "ubjson"])
def test_what_is_nested_and_closed_is_a_document(name: str) -> None:
    """Else deep nesting would be refused for another reason than its depth."""
    form = find_format(name)
    nested = [entry.data for entry in islice(hostile_inputs(name, [], 0), 100) if entry.kind == "nested"]
    verdicts = judge(form, [data for data in nested if len(data) < 5_000])
    assert sum(verdict.kind == "document" for verdict in verdicts) >= 4


@pytest.mark.parametrize("data", [b"", b"\xc1", b"\x91" * 100_000, b"ab" * 50 + b"c", bytes(range(256)), b"a" * 31])
def test_inputs_are_written_so_that_they_can_be_given_again(data: bytes) -> None:
    assert read_written(written(data)) == data
    assert len(written(data)) <= 2 * len(data)


def test_what_is_repeated_is_written_once() -> None:
    assert written(b"\xdd" + b"\x91" * 1000) == "dd+91*1000"


@pytest.mark.parametrize("text", ["9", "91*", "xy", "91*x+00", "91*99999999", "+"])
def test_what_is_no_input_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="hexadecimal"):
        read_written(text)


def test_the_smallest_bytes_that_do_it_are_found() -> None:
    tried: list[bytes] = []

    def still(data: bytes) -> bool:
        tried.append(data)
        return b"A" in data and b"Z" in data

    assert smallest(b"x" * 500 + b"A" + b"y" * 300 + b"Z" + b"x" * 90, still) == b"AZ"
    assert len(tried) < 200
    assert smallest(b"xxAxxZxx", still, enough=lambda: True) == b"xxAxxZxx"
    assert smallest(b"xyz", lambda _: True) == b""


def test_strict_readers_tell_documents_from_garbage() -> None:
    inputs = [b"[1]", b"[1] 2", b"[1,]", b'{"a":1,"a":2}', b"1" * 400, b"[" * 600 + b"]" * 600]
    kinds = [verdict.kind for verdict in judge(find_format("json"), inputs)]
    assert kinds == ["document", "trailing", "garbage", "document", "document", "document"]
    assert judge(find_format("pickle"), [b"."])[0].kind == "unknown"
