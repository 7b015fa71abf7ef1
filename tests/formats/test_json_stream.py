"""JSON that is read piece by piece gives what it gives as a whole: the same values, or the same fault at its place."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from weighbridge.files.bounded import TooLarge
from weighbridge.formats import Malformed, find_format, json_stream
from weighbridge.formats.json_stream import decode_lines, read_elements, read_lines

MOST = 10_000

FAULTS = [
    "[1, 2, tru]", "[1 2]", "[1, 2", "[1, 2,", "[1,]", "[1, ]", "[,1]", "[", "[[1, 2], [3, 4}", '["a', '["a\\',
    '["a\\u00', '["a\\x"]', '["tab\there"]', "[1, 2] x", "[1]\n\n  [2]", '[{"a": 1}, {"a": 1,\n"a": 2}, 3]',
    '[{"a": 1,}]', '[{"a" 1}]', '[{1: 2}]', "[0, NaN]", "[[-Infinity]]", "[1.5, 1e999]", '["\\ud800"]',
    '["ok \\ud83d\\ude00", "\\ud83d"]', "[18446744073709551615, 18446744073709551616]", "[" + "7" * 5000 + "]",
    '[{"\\u0000bytes": "eA=="}]', "[" * 513 + "]" * 513, "[1,\n" + "[" * 600, "[1, 01]", "[1, -]", "[1, 2.]", "[1,2}",
    "[" + "x" * 3000 + "]", "[1,\n 2,\n\n 3 4, 5]", "[1,\f2]", "[\u00a01]",
]  # fmt: skip


def whole(text: str) -> Any:
    try:
        return find_format("json").decode(text.encode())
    except Malformed as error:
        return str(error)


def in_pieces(text: str) -> Any:
    values = []
    try:
        for batch in read_elements(io.BytesIO(text.encode()), MOST):
            assert len(batch.values) == len(batch.sizes)
            values += batch.values
    except Malformed as error:
        return str(error)
    return values


@pytest.fixture(params=[1, 2, 5, 64, 2**20], ids=lambda size: f"window of {size}")
def window(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(json_stream, "WINDOW", request.param)
    return int(request.param)


@pytest.mark.parametrize("text", FAULTS, ids=lambda text: repr(text)[:30])
def test_a_fault_in_an_array_is_told_as_of_the_whole(text: str, window: int) -> None:
    for before in ("", " \n", "[0,\n" + '{"é": ["\U0001f600", 1.5e3, null]},\r\n' * 30):
        faulty = before + (text[1:] if "[" in before else text)
        assert isinstance(whole(faulty), str)
        assert in_pieces(faulty) == whole(faulty)


@pytest.mark.parametrize(
    "text", ["[]", " [ \n ] \n", "[1]", "[1 , 2\n,\t3 ]", "[" * 512 + "]" * 512, '["\\u0041\\n", true,false , null]']
)
def test_an_array_is_read_to_its_end(text: str, window: int) -> None:
    assert in_pieces(text) == json.loads(text)


values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=3), inner, max_size=5),
    max_leaves=30,
)  # fmt: skip


@settings(deadline=None)
@given(st.lists(values, max_size=12), st.integers(1, 50), st.booleans(), st.sampled_from([None, 1]), st.data())
def test_any_array_and_any_damage(
    document: list[Any], size: int, ascii_only: bool, indent: int | None, data: st.DataObject
) -> None:
    text = json.dumps(document, ensure_ascii=ascii_only, indent=indent)
    before = json_stream.WINDOW
    json_stream.WINDOW = size
    try:
        assert in_pieces(text) == whole(text)
        place = data.draw(st.integers(1, len(text) - 1))
        other = data.draw(st.sampled_from(["", ",", "]", "[", '"', "1", "e", ":", "\\", " "]))
        damaged = text[:place] + other + text[place + 1 :]
        assert repr(in_pieces(damaged)) == repr(whole(damaged))
    finally:
        json_stream.WINDOW = before


@pytest.mark.parametrize("where", [1, 9, 40])
def test_what_is_not_utf8_is_told_with_its_byte(where: int, window: int) -> None:
    data = ("[" + '"é",\n' * 50 + "1]").encode()
    place = data.index(b"\n", where * 6) + 2
    faulty = data[:place] + b"\xfe" + data[place:]
    with pytest.raises(Malformed) as expected:
        find_format("json").decode(faulty)
    with pytest.raises(Malformed) as caught:
        list(read_elements(io.BytesIO(faulty), MOST))
    assert str(caught.value) == str(expected.value)


LINES = [
    b'{"a":1}\n{"a":2}', b'\r\n{"a":1}\r\n \n\x0c\n1\n', b"1\n\n\n", b"1\n{\n2\n", b"1\n1,2\n[1\n2]\n", b"1\n\xfe\n",
    b'{"a":1}\n\n{"a":1,"a":2}\n', b'1\n["\\ud800"]\n', b"1\n[1e999]\n", b"\xef\xbb\xbf1\n", b"1\n\xc2\xa0\n2",
    b"1\n2 3", b"[" * 512 + b"]" * 512 + b"\n1\n", b"1\n" * 40 + b"NaN\n", "1\n".encode("utf-16"),
]  # fmt: skip


@pytest.mark.parametrize("data", LINES, ids=lambda data: repr(data)[:30])
def test_lines_are_read_as_of_the_whole(data: bytes, window: int) -> None:
    def read(pieces: bool) -> Any:
        try:
            batches = list(read_lines(io.BytesIO(data), MOST)) if pieces else [decode_lines(data)]
        except Malformed as error:
            return str(error)
        return [value for batch in batches for value in batch.values]

    assert read(True) == read(False)


def test_a_piece_that_is_too_large_is_told_with_its_place(window: int) -> None:
    with pytest.raises(TooLarge, match=r"^holds, in line 3, more than the limit of 10 bytes; raise it"):
        list(read_lines(io.BytesIO(b"1\n2\n" + b"3" * 2_000_000), 10))
    with pytest.raises(TooLarge, match=r"^holds, in the element at line 2, column 2, more than the limit of 10 bytes"):
        list(read_elements(io.BytesIO(b'[1,\n "' + b"x" * 3_000_000), 10))


def test_no_more_is_read_than_shows_that_it_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_stream, "WINDOW", 100)
    endless = io.BytesIO(b"[1, 2, }" + b"3, " * 100_000)
    with pytest.raises(Malformed, match="line 1, column 8: not JSON"):
        list(read_elements(endless, MOST))
    assert endless.tell() <= 200
