"""Documents go from any format to any other, nothing is lost in silence, and everything can be looked at."""

import json
import math
import tracemalloc

import pytest

from weighbridge.formats import Malformed, UnknownFormat, Unrepresentable, find_format, own_formats
from weighbridge.formats.convert import LossyConversion, convert
from weighbridge.formats.sequences import Untrusted, read_documents, write_documents
from weighbridge.formats.show import show
from weighbridge_kit.values import Value

DOCUMENT = {"a": [1, -2.5, "é\n", None, True, {}, []], "b": {"c": 2**40}}
READABLE = [form.name for form in own_formats() if not form.trusted_only]


@pytest.mark.parametrize("target", [form.name for form in own_formats()])
@pytest.mark.parametrize("source", READABLE)
def test_any_format_to_any_other(source: str, target: str) -> None:
    data, losses = convert(find_format(source).encode(DOCUMENT), source, target)
    assert losses == ()
    assert find_format(target).decode(data) == DOCUMENT


def test_losses_are_refused_by_name_and_made_with_permission() -> None:
    data = find_format("cbor").encode({"a": {"b": b"abc"}, "c": [math.nan, math.inf], "d": 2**64 - 1})
    with pytest.raises(LossyConversion) as caught:
        convert(data, "cbor", "json")
    assert caught.value.losses == ("bytes-became-string", "non-finite-became-null")
    assert str(caught.value).endswith("/a/b: h'616263' became \"YWJj\"")
    converted, losses = convert(data, "cbor", "json", lossy=True)
    assert losses == caught.value.losses
    assert json.loads(converted) == {"a": {"b": "YWJj"}, "c": [None, None], "d": 2**64 - 1}
    as_bson, losses = convert(data, "cbor", "bson", lossy=True)
    assert losses == ("int-became-float", "int53")
    assert find_format("bson").decode(as_bson)["d"] == 2.0**64


def test_an_array_at_the_root_becomes_the_document_that_bson_has_for_it_only_with_permission() -> None:
    with pytest.raises(LossyConversion, match="array-became-map"):
        convert(b"[1,[2]]", "json", "bson")
    converted, losses = convert(b"[1,[2]]", "json", "bson", lossy=True)
    assert losses == ("array-became-map",)
    assert find_format("bson").decode(converted) == {"0": 1, "1": [2]}


@pytest.mark.parametrize("data", [b"1", b'{"a\\u0000":1}'])
def test_what_cannot_be_held_in_any_way_is_refused_even_with_permission(data: bytes) -> None:
    with pytest.raises(Unrepresentable, match="BSON cannot hold"):
        convert(data, "json", "bson", lossy=True)


@pytest.mark.parametrize("kind", ["msgpack", "cbor", "bson", "ubjson", "ion", "ndjson"])
def test_streams(kind: str) -> None:
    lines = b'{"a":1}\n\n{"b":[2]}\r\n{}'
    data, losses = convert(lines, "ndjson", kind)
    assert losses == ()
    assert read_documents(data, kind) == ({"a": 1}, {"b": [2]}, {})
    assert convert(data, kind, "ndjson")[0] == b'{"a":1}\n{"b":[2]}\n{}\n'


def test_a_stream_does_not_fit_a_format_of_one_document() -> None:
    for target in ("json", "flexbuffers"):
        with pytest.raises(Unrepresentable, match=r"one .* file holds one document, not 2"):
            convert(b"1\n2\n", "ndjson", target)


@pytest.mark.parametrize("kind", ["pickle", "marshal"])
def test_formats_that_may_run_or_crash_are_written_and_never_read(kind: str) -> None:
    data, _ = convert(b"{}", "json", kind)
    with pytest.raises(Untrusted, match="not read"):
        read_documents(data, kind)


@pytest.mark.parametrize("kind", [*READABLE, "ndjson"])
def test_nothing_is_no_document(kind: str) -> None:
    with pytest.raises(Malformed, match="is empty"):
        read_documents(b"", kind)


@pytest.mark.parametrize("kind", ["msgpack", "cbor"])
def test_text_is_not_taken_for_a_stream_of_scalars(kind: str) -> None:
    with pytest.raises(Malformed):
        read_documents(b"hello, this is text and no binary document at all", kind)


def test_unknown_kinds() -> None:
    with pytest.raises(UnknownFormat, match="did you mean ndjson"):
        read_documents(b"1", "ndjsn")
    with pytest.raises(UnknownFormat):
        write_documents([1], "nope")


def test_show_writes_diagnostic_notation() -> None:
    shown = "".join(
        show([{"a": [1, 1.0, None, "é\0\n"], "b": b"\x0a", "c": [math.nan, -math.inf], "d": [], "e": {}}, 7])
    )
    assert shown == (
        '{\n  "a": [\n    1,\n    1.0,\n    null,\n    "é\\u0000\\n"\n  ],\n  "b": h\'0a\',\n'
        '  "c": [\n    NaN,\n    -Infinity\n  ],\n  "d": [],\n  "e": {}\n}\n7\n'
    )
    assert "".join(show([bytes(40)])) == "b64'" + "A" * 54 + "=='\n"


def test_show_of_what_json_holds_is_json() -> None:
    value = {"x": [[], [[]], {"y": [{"z": None}]}, "a\\b"], "": {}}
    assert json.loads("".join(show([value]))) == value


def test_show_streams() -> None:
    value = {"rows": [{"number": index, "text": "x" * 40} for index in range(20_000)]}
    tracemalloc.start()
    longest = max(map(len, show([value])))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert longest < 200
    assert peak < 1_000_000


def test_show_of_any_depth() -> None:
    deep: Value = 1
    for _ in range(3000):
        deep = [deep]
    assert sum(piece.count("[") for piece in show([deep])) == 3000
