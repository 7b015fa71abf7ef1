"""Losses are named; what has no name is a failure."""

import math
import struct

import cbor2
import msgpack  # type: ignore[import-untyped]
import pytest

from weighbridge.formats import Malformed, compare, find_format
from weighbridge_kit.values import Value


def float32(number: float) -> float:
    return float(struct.unpack("<f", struct.pack("<f", number))[0])


@pytest.mark.parametrize(
    ("original", "decoded", "losses"),
    [
        (0.1, float32(0.1), ("float32",)),
        (2**62 - 1, 4611686018427388000, ("int53",)),
        (0.12562298774719238, 0.125623, ("float-rounded",)),
        (0.1234567890123456, 0.123456789012, ("float-rounded",)),
        (2**53 + 1, 2**53, ("int53",)),
        (2**53 + 1, float(2**53), ("int-became-float", "int53")),
        (5, 5.0, ("int-became-float",)),
        (2**24 + 1, 2**24, ("int24",)),
        (2**24 + 1, float(2**24), ("int-became-float", "int24")),
        (2**31, -(2**31), ("int32",)),
        (2**31, 2**31 - 1, ("int32",)),
        (-(2**40), -(2**31), ("int32",)),
        (2**40 + 5, 5, ("int32",)),
        (2**40 + 5, 2**32 - 1, ("int32",)),
        (2**32 + 2**31, 2**31, ("int32",)),
        (1e300, math.inf, ("float32",)),
        ("a sentence", "a sent", ("truncated-string",)),
        ("überall", "über", ("truncated-string",)),
        (5.0, 5, ("float-became-int",)),
        (4.630328204109921e18, 4630328204109921000, ("float-became-int",)),
        (25130935246158.75, 25130935246159, ("float-became-int", "float-rounded")),
        (-0.0, 0.0, ("negative-zero",)),
        (-0.0, 0, ("float-became-int", "negative-zero")),
        (2**64 - 1, -1, ("unsigned-became-signed",)),
        (2**64 - 1, str(2**64 - 1), ("int-became-string",)),
        (0.5, "0.5", ("float-became-string",)),
        (math.nan, None, ("non-finite-became-null",)),
        (-math.inf, None, ("non-finite-became-null",)),
        (math.inf, "Infinity", ("non-finite-became-string",)),
        (b"abc", "YWJj", ("bytes-became-string",)),
        (b"abc", "616263", ("bytes-became-string",)),
        (b"abc", "abc", ("bytes-became-string",)),
        (b"abc", [97, 98, 99], ("bytes-became-array",)),
        ("é", "é".encode(), ("string-became-bytes",)),
        (True, 1, ("bool-became-int",)),
        ({"a": None, "b": 1}, {"b": 1}, ("null-dropped",)),
        ([1, 2], {"0": 1, "1": 2}, ("array-became-map",)),
        ([], {}, ("array-became-map",)),
        ({}, [], ("map-became-array",)),
        ({"0": 0.1}, [float32(0.1)], ("float32", "map-became-array")),
    ],
)
def test_a_named_loss(original: Value, decoded: Value, losses: tuple[str, ...]) -> None:
    found = compare({"x": [original]}, {"x": [decoded]})
    assert (found.fidelity, found.losses) == ("lossy", losses)
    assert found.detail.startswith("/x/0")


@pytest.mark.parametrize(
    ("original", "decoded", "detail"),
    [
        ({"a": {"b/c": [1, 2]}}, {"a": {"b/c": [1, 3]}}, "/a/b~1c/1: 2 became 3"),
        ({"a~": "x"}, {"a~": "y"}, '/a~0: "x" became "y"'),
        ({"a": 1}, {}, "/a: 1 became nothing"),
        ({}, {"a": 1}, "/a: nothing became 1"),
        ([1], [1, 2], "(root): an array of 1 became an array of 2"),
        ([None], [], "(root): an array of 1 became an array of 0"),
        (1.0, 1.5, "(root): 1.0 became 1.5"),
        (1.5, 1, "(root): 1.5 became 1"),
        (math.inf, 1.7e308, "(root): Infinity became 1.7e+308"),
        (False, None, "(root): false became null"),
        (0, False, "(root): 0 became false"),
        (300, 44, "(root): 300 became 44"),
        (2**31 - 1, -1, "(root): 2147483647 became -1"),
        (2**31, 0, "(root): 2147483648 became 0"),
        (2**24 + 1, 2**24 + 2, "(root): 16777217 became 16777218"),
        (1e38, math.inf, "(root): 1e+38 became Infinity"),
        ("a sentence", "sentence", '(root): "a sentence" became "sentence"'),
        ("a\0b", "a", '(root): "a\\u0000b" became "a"'),
        (b"abc", "xyz", "(root): h'616263' became \"xyz\""),
        ([b""], [[1]], "/0: h'' became an array of 1"),
        ({"1": 1}, [1], "(root): a map of 1 became an array of 1"),
        ("x" * 100, "", '(root): "' + "x" * 38 + '… became ""'),
    ],
)
def test_a_failure_tells_the_first_difference_that_has_no_name(original: Value, decoded: Value, detail: str) -> None:
    found = compare(original, decoded)
    assert (found.fidelity, found.detail) == ("failed", detail)


def test_a_failure_after_a_loss_tells_of_the_failure() -> None:
    found = compare({"a": 1, "b": 2}, {"a": 1.0, "b": 3})
    assert (found.fidelity, found.losses, found.detail) == ("failed", ("int-became-float",), "/b: 2 became 3")


@pytest.mark.parametrize("value", [None, True, 0, -0.0, math.nan, "é", b"\0", [], {}, {"a": [1, {"b": 2.5}]}])
def test_the_same_is_exact(value: Value) -> None:
    assert compare([value], [value]) == compare(1, 1)
    assert compare([value], [value]).fidelity == "exact"


def test_another_order_of_keys_is_a_note() -> None:
    found = compare({"a": 1, "b": {"c": 1, "d": 2}}, {"a": 1, "b": {"d": 2, "c": 1}})
    assert (found.fidelity, found.losses, found.notes, found.detail) == ("exact", (), ("key-order",), "")


def test_the_document_that_a_format_writes_for_an_array_at_the_root_is_a_note() -> None:
    def of(decoded: Value) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
        found = compare([1, [2]], decoded, root_list_as_document=True)
        return found.fidelity, found.losses, found.notes

    assert of({"0": 1, "1": [2]}) == ("exact", (), ("root-list-as-document",))
    assert of({"1": [2], "0": 1}) == ("exact", (), ("key-order", "root-list-as-document"))
    assert of([1, [2]]) == ("exact", (), ())
    assert of({"0": 1, "1": {"0": 2}}) == ("lossy", ("array-became-map",), ("root-list-as-document",))
    assert of({"0": 1})[0] == "failed"
    assert compare([1], {"0": 1}).losses == ("array-became-map",)


def test_nesting_of_any_depth_is_compared() -> None:
    deep: Value = 1
    other: Value = 2
    for _ in range(20_000):
        deep, other = [deep], [other]
    assert compare(deep, other).detail.endswith("/0/0: 1 became 2")


@pytest.mark.parametrize("name", ["msgpack", "cbor"])
def test_a_key_that_was_written_as_an_integer_is_a_loss(name: str) -> None:
    original = {"10": 1, "a": {"-7": [{"3": None}]}}
    written = {"msgpack": msgpack.packb, "cbor": cbor2.dumps}[name]({10: 1, "a": {-7: [{3: None}]}})
    form = find_format(name)
    assert form.forgive is not None
    assert compare(original, form.forgive(written)).losses == ("key-became-int",)
    with pytest.raises(Malformed, match="a key that is not a string"):
        form.decode(written)
    with pytest.raises(Malformed, match="a key that is not a string"):
        form.forgive({"msgpack": msgpack.packb, "cbor": cbor2.dumps}[name]({2.5: 1}))


def test_an_integer_that_json_readers_take_for_a_float() -> None:
    # What JavaScript makes of -2^63: no reader with integers of 64 bits can hold it.
    form = find_format("json")
    assert form.forgive is not None
    found = compare({"v": -(2**63)}, form.forgive(b'{"v":-9223372036854776000}'))
    assert found.losses == ("int-became-float",)


@pytest.mark.parametrize("zero", [0, 0.0, False, "", b""])
def test_zero_that_types_took_for_none_is_a_loss(zero: Value) -> None:
    assert compare({"a": zero}, {}, typed=True).losses == ("zero-became-absent",)
    assert compare({"a": zero}, {"a": None}, typed=True).losses == ("zero-became-null",)
    assert compare({"a": zero}, {}).fidelity == "failed"
    assert compare({"a": 1}, {}, typed=True).fidelity == "failed"
