"""Families: documents of the same shape with other values."""

from __future__ import annotations

import json
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weighbridge.formats import find_format
from weighbridge.payloads import built_in_payload
from weighbridge.payloads.family import MOST, MOST_BYTES, family_size, relatives, whole_family
from weighbridge.payloads.payload import Payload
from weighbridge_kit.values import Value, to_text

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
scalars = st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | texts | st.binary(max_size=20)
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(texts, inner, max_size=5))


def relative_of(*documents: Value) -> tuple[Value, ...]:
    return next(relatives(Payload("p", documents, "", ""), 1))


def shape(value: Value) -> object:
    """What stays: types, keys, lengths, booleans and nulls."""
    if isinstance(value, dict):
        return {key: shape(member) for key, member in value.items()}
    if isinstance(value, list):
        return list(map(shape, value))
    if isinstance(value, str):
        return "string", len(value.encode())
    if isinstance(value, bytes):
        return "bytes", len(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return "integer", len(str(value))
    return ("float", len(repr(value))) if isinstance(value, float) else value


@given(values)
def test_a_relative_has_the_shape_of_its_original(value: Value) -> None:
    (relative,) = relative_of(value)
    assert shape(relative) == shape(value)


@pytest.mark.parametrize("form", ["msgpack", "cbor", "ubjson", "bson", "flexbuffers", "ion"])
@pytest.mark.parametrize("payload", ["websocket", "device-status", "long-text", "number-table"])
def test_relatives_are_as_large_as_their_original_in_every_format(payload: str, form: str) -> None:
    original = built_in_payload(payload)
    encode = find_format(form).encode
    sizes = [sum(len(encode(document)) for document in member) for member in relatives(original, 3)]
    whole = sum(len(encode(document)) for document in original.documents)
    assert all(abs(size - whole) <= whole / 50 for size in sizes)


def test_values_change() -> None:
    document = {
        "name": "Ada Lovelace",
        "at": "2026-11-22T10:00:00Z",
        "n": 123456,
        "x": -12.375,
        "ok": True,
        "b": b"12345678",
    }
    (relative,) = relative_of(document)
    assert all(relative[key] != document[key] for key in ("name", "at", "n", "x", "b"))
    assert relative["ok"] is True
    assert relative["name"][3] == " "
    assert relative["name"][0].isupper()
    assert [at for at, character in enumerate(relative["at"]) if not character.isdigit()] == [4, 7, 10, 13, 16, 19]


def test_equal_values_stay_equal_and_others_differ() -> None:
    first, second = relative_of(["red", "green", "red", 1000, 2000], ["green", 1000])
    assert first[0] == first[2] != first[1] == second[0]
    assert first[3] == second[1] != first[4]


@pytest.mark.parametrize(
    "number", [23, 24, -32, -33, 127, 128, 255, 256, -128, -129, 65535, 2**32 - 1, 2**32, 2**64 - 1]
)
def test_an_integer_keeps_its_width_in_binary_formats(number: int) -> None:
    widths = {form: len(find_format(form).encode(number)) for form in ("cbor", "msgpack", "flexbuffers")}
    for (relative,) in relatives(Payload("p", (number,), "", ""), 20):
        assert {form: len(find_format(form).encode(relative)) for form in widths} == widths


@pytest.mark.parametrize(
    "number", [0.5, 21.5, 0.1, 3.14159, 1e300, -1.5e-7, float(struct.unpack("<f", b"\x01\x02\x03\x40")[0])]
)
def test_a_float_keeps_its_digits_and_its_width(number: float) -> None:
    for (relative,) in relatives(Payload("p", (number,), "", ""), 20):
        assert len(json.dumps(relative)) == len(json.dumps(number))
        assert len(find_format("cbor").encode(relative)) == len(find_format("cbor").encode(number))


def test_a_family_is_the_same_everywhere() -> None:
    (first,), (second,) = relatives(Payload("p", ({"name": "Ada", "n": 1815, "x": 0.25},), "", ""), 2)
    assert first != second
    assert to_text(first) == '{"name":"Zbm","n":2947,"x":1.25}'


def test_a_family_is_as_large_as_is_worth_it() -> None:
    def size(length: int, wanted: int | None = None) -> int:
        return family_size(Payload("p", ("x" * length,), "", ""), wanted)

    assert size(60) == MOST
    assert size(MOST_BYTES // 10) == 9
    assert size(2 * MOST_BYTES) == 1
    assert size(2 * MOST_BYTES, wanted=5) == 5


def test_a_whole_family_begins_with_the_payload() -> None:
    payload = Payload("p", (1234, "abcd"), "", "", family=3)
    family = whole_family(payload)
    assert family.documents[:2] == payload.documents
    assert len(family.documents) == 6
    assert family.name != payload.name
