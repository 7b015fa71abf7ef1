"""The Node.js runner's typed operations: plain objects with the document's keys, whatever a library's own are like."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from weighbridge.formats.typed import TYPED_FORMATS
from weighbridge.schema import infer
from weighbridge.schema.binding import texts_for_runners
from weighbridge_kit.describing import full_name
from weighbridge_kit.picks import Pick, find, scalars
from weighbridge_kit.session import Session
from weighbridge_kit.trials import nearly_the_same, typed_samples
from weighbridge_kit.values import from_text, hash_text, to_text

FOLDER = Path(__file__).resolve().parents[2] / "runners" / "node"

pytestmark = pytest.mark.skipif(
    shutil.which("node") is None or not (FOLDER / "node_modules" / "avsc").exists(),
    reason="the Node.js runner has not been built",
)

SCHEMA_CODECS = {
    "avsc": "avro",
    "avsc[bigint]": "avro",
    "avsc[own-types]": "avro",
    "bufbuild-protobuf": "protobuf",
    "bufbuild-protobuf[own-types]": "protobuf",
    "flatbuffers": "flatbuffers",
    "pbf": "protobuf",
    "pbf[own-types]": "protobuf",
    "protobufjs": "protobuf",
    "protobufjs[own-types]": "protobuf",
}
NASTY: dict[str, Any] = {
    "-": "dash", "type": "t", "Type": "T", "é": 5, "日本": 6, "a b": 1, "1st": True, "$ref": "x", "id": 1, "ID": 2,
    "_id": 3, "constructor": {"constructor": "c", "prototype": [1]}, "toString": "s", "toJSON": 1, "valueOf": 2,
    "hasOwnProperty": 3, "__proto__": {"x": 1}, "arguments": 1, "bb": 1, "bb_pos": 2, "__init": 3, "pbf": 1, "obj": 2,
    "end": 3, "field": 4, "length": 5, "it": 7, "item": 8, "put": 10, "own": 11, "of_Document": 12, "$typeName": "x",
    "encode": 1, "decode": 2, "create": 3, "fromObject": 5, "http://x/y;z//w": "slashes", "{": "}", 'a"b\\c': 1,
    "\u2028": 1, "new\nline": "n", "Long": 1, "undefined": 1, "await": 4, "null": "n", "true": True, "then": 1,
    "opts": [{"constructor": 1, "toString": "q", "__proto__": 1.5}, {"x": 1}], "Document": {"Document": 1},
    "tags": ["a"], "tagsLength": 1, "tags_array": 3, "startDocument": 4, "lists": [[["x"]], []],
    "nullable": [[1, None]], "items": [[1]], "entries": {"1": [1], "2": [2]}, "value": [{"value": 1}, None],
    "key": "k", "nulls": None,
}  # fmt: skip
"""Names that mean something to JavaScript, to a library, or to the code that converts."""


class Conversation:
    def __init__(self) -> None:
        self.session = Session(["node", str(FOLDER / "runner.js")], 60)
        self.documents: list[dict[str, Any]] = []
        self.types: dict[str, Any] = {}

    def ask(self, request: str, **members: Any) -> dict[str, Any]:
        return self.session.ask({"request": request, "payload": "p", **members})

    def load(self, values: list[Any], types: dict[str, Any] | None = None) -> None:
        if types is None:
            schema = infer(values)
            types = {"schema": schema.for_runners, "types": texts_for_runners(schema, TYPED_FORMATS)}
        self.types = types
        self.documents = [{"value": to_text(value), "encoded": {}} for value in values]
        self.load_again()

    def load_again(self) -> None:
        assert self.ask("load", documents=self.documents, **self.types) == {"answer": "ok"}

    def check(self, codec: str, operation: str) -> dict[str, Any]:
        return self.ask("check", codec=codec, operation=operation, values=True)

    def there_and_back(self, codec: str, form: str, operation: str = "decode-typed") -> list[Any]:
        """Have a codec encode the documents and decode what it made."""
        encoded = self.check(codec, "encode-typed")
        assert encoded["answer"] == "ok", (codec, encoded)
        for document, data in zip(self.documents, encoded["bytes"], strict=True):
            document["encoded"] = {form: data}
        self.load_again()
        answer = self.check(codec, operation)
        assert answer["answer"] == "ok", (codec, answer)
        found = list(map(from_text, answer["values"]))
        assert answer["hashes"] == list(map(hash_text, found))
        return found


@pytest.fixture(scope="module")
def runner() -> Iterator[Conversation]:
    conversation = Conversation()
    yield conversation
    conversation.session.end()


@pytest.mark.parametrize("codec", SCHEMA_CODECS)
def test_no_name_breaks_a_codec(runner: Conversation, codec: str) -> None:
    runner.load([NASTY])
    assert runner.there_and_back(codec, SCHEMA_CODECS[codec]) == [NASTY]


NARROW = {
    # What a library cannot do with one of the samples, as its own words begin.
    ("avsc", "integers of 64 bits"): 'Error: invalid "long"',
    ("avsc[own-types]", "integers of 64 bits"): 'Error: invalid "long"',
    ("pbf", "integers of 64 bits"): "Error: Given varint",
    ("pbf[own-types]", "integers of 64 bits"): "Error: Given varint",
}
ROUNDED = {"json", "protobufjs"}
"""Those that turn integers into numbers."""


@pytest.mark.parametrize("sample", typed_samples(), ids=lambda sample: str(sample.name))
def test_what_a_codec_encodes_it_decodes_by_types(runner: Conversation, sample: Any) -> None:
    for codec in runner.ask("describe")["codecs"]:
        name = full_name(codec)
        if "encode-typed" not in codec["operations"] or (codec["format"] == "json" and sample.name == "bytes"):
            continue
        runner.load(sample.values, sample.types)
        if (name, sample.name) in NARROW:
            assert runner.check(name, "encode-typed")["message"].startswith(NARROW[name, sample.name])
            continue
        for operation in {"decode-typed", "read-typed"}.intersection(codec["operations"]):
            found = runner.there_and_back(name, codec["format"], operation)
            if name not in ROUNDED or sample.name != "integers of 64 bits":
                assert nearly_the_same(sample.values, found, typed=True), (name, operation, found)


@pytest.mark.parametrize("codec", SCHEMA_CODECS)
def test_what_is_absent_null_or_empty_comes_back_as_the_type_says(runner: Conversation, codec: str) -> None:
    documents = [
        {"id": 0, "note": None, "parts": [{"sku": ""}, {"sku": "b", "extra": 0.5}], "by": {"1": [1], "2": []}},
        {"id": -2, "note": "", "parts": [], "by": {}, "more": [[1, None], []], "on": False, "one": {"x": 1}},
    ]
    runner.load(documents)
    found = runner.there_and_back(codec, SCHEMA_CODECS[codec])
    assert found == documents


def test_a_map_may_have_any_key_but_where_entries_are_assigned(runner: Conversation) -> None:
    schema = infer([{"by": {"1": 1, "2": 2}}])
    types = {"schema": schema.for_runners, "types": texts_for_runners(schema, TYPED_FORMATS)}
    document = {"by": {"__proto__": 1, "constructor": 2, "": 3, "7": 4, "`${process.exit(66)}": 5}}
    refused = set()
    for codec, form in SCHEMA_CODECS.items():
        runner.load([document], types)
        answer = runner.check(codec, "encode-typed")
        if answer["answer"] != "ok":
            assert answer == {"answer": "unsupported", "message": NO_PROTOTYPE}
            refused.add(codec)
        else:
            assert runner.there_and_back(codec, form) == [document]
    assert refused == {"avsc", "avsc[bigint]", "avsc[own-types]", "pbf", "pbf[own-types]"}


NO_PROTOTYPE = 'this library cannot have an entry with the key "__proto__"'
WAYS_OUT = (
    '"', "'", "`", "\\", '\\"', "\\'", "\\`", "\\u0022", "\\x27", "\n", "\r", "\u2028", "\u2029", "*/", "//", "/*",
    "-->", "]", ")", "}", "${", "]: 1 })", '"]; } message X { string ', "$&", "$`",
)  # fmt: skip
"""Of a literal, a template, a comment, a name or a schema's text."""


def ways_out() -> dict[str, Any]:
    """Return a document in which each key would end the runner if it were read as code."""
    keys = [way + code for way in WAYS_OUT for code in (";process.exit(66)//", "+process.exit(66)+" + way)]
    keys += [f"{way}process.exit(66)}}" for way in ("${", "`${", "'${")]
    return {key: 1 if place % 3 else [place] if place % 2 else {key: 2.5} for place, key in enumerate(keys)}


def test_no_key_is_code(runner: Conversation) -> None:
    document = ways_out()
    picks = list(scalars(document))
    refused = set()
    for codec in runner.ask("describe")["codecs"]:
        name, operations = full_name(codec), {"decode-typed", "read-typed"}.intersection(codec["operations"])
        if "encode-typed" not in codec["operations"]:
            continue
        runner.load([document])
        encoded = runner.check(name, "encode-typed")
        if encoded["answer"] != "ok":
            assert encoded["answer"] == "unsupported"
            assert encoded["message"].startswith("this library's code generator cannot take the key "), encoded
            refused.add(name)
            continue
        for operation in operations:
            assert nearly_the_same([document], runner.there_and_back(name, codec["format"], operation), typed=True)
        runner.documents[0]["pick"] = [pick.written for pick in picks]
        runner.load_again()
        for operation in {*operations, "encode-typed", "pick-typed"}.intersection(codec["operations"]):
            # Some libraries compile what they have read often.
            assert runner.ask("time", codec=name, operation=operation, iterations=100)["answer"] == "ok"
    assert refused == {"fast-json-stringify"}


def test_a_key_that_loses_a_result_is_refused_by_that_codec_alone(runner: Conversation) -> None:
    refusals = {
        "__proto__": {"cbor-x", "fast-json-stringify", "msgpackr", "msgpackr[records]", "msgpackr[structures]"},
        "toJSON": {"msgpackr", "msgpackr[records]", "msgpackr[structures]"},
        "constructor": {"fast-json-stringify"},
        "@id $ref a.b-c: 1": set(),
    }
    for key, refusing in refusals.items():
        runner.load([{key: [1], "one": "x"}])
        for codec in runner.ask("describe")["codecs"]:
            if "encode-typed" in codec["operations"]:
                answer = runner.check(full_name(codec), "encode-typed")
                wanted = "unsupported" if full_name(codec) in refusing else "ok"
                assert answer["answer"] == wanted, (codec, key, answer)


def test_what_is_picked_is_what_stands_at_the_path(runner: Conversation) -> None:
    document = {**NASTY, "by": {"b": {"x": 1}, "a": {"x": 2}, "é": {"x": 3}}, "bits": b"\x00\xff", "large": [2**53 + 2]}
    every = list(scalars(document))
    nowhere = [Pick(steps) for steps in (("gone",), ("tags", 1), ("tags", "length"), ("by", "c", "x"), ("id", "x"))]
    schema = infer([document])
    types = {"schema": schema.for_runners, "types": texts_for_runners(schema, TYPED_FORMATS)}
    for codec in ("avsc[bigint]", "bufbuild-protobuf", "flatbuffers", "pbf", "protobufjs"):
        form = SCHEMA_CODECS[codec]
        runner.load([document], types)
        for picks in (every, every[-2:], nowhere):
            for one in runner.documents:
                one["pick"] = [pick.written for pick in picks]
            runner.there_and_back(codec, form)
            answer = runner.check(codec, "pick-typed")
            assert answer["answer"] == "ok", (codec, answer)
            expected = {pick.at: find(document, pick)[1] for pick in picks if pick in every}
            assert from_text(answer["values"][0]) == expected, codec


def test_integers_beyond_2_to_the_53rd_are_exact_where_a_library_has_them(runner: Conversation) -> None:
    document = {"large": [2**60 + 1, -(2**60) - 1, 7], "larger": 2**64 - 1}
    exact = {
        "avsc[bigint]",
        "bufbuild-protobuf",
        "bufbuild-protobuf[own-types]",
        "flatbuffers",
        "protobufjs[own-types]",
    }
    for codec in exact:
        runner.load([document])
        assert runner.there_and_back(codec, SCHEMA_CODECS[codec]) == [document], codec
    runner.load([{"large": 2**53 + 1}])
    assert runner.there_and_back("protobufjs", "protobuf") == [{"large": 2**53}]


def test_each_schema_has_code_of_its_own_and_keeps_it(runner: Conversation) -> None:
    for document in ({"a": 1}, {"a": "x"}, {"a": 1}):
        runner.load([document])
        assert runner.there_and_back("protobufjs", "protobuf") == [document]
        answer = runner.ask("time", codec="protobufjs", operation="decode-typed", iterations=3)
        assert answer["wall_ns"] > 0


def test_a_schema_language_that_did_not_come_is_unsupported(runner: Conversation) -> None:
    runner.load([{"a": 1}], {"schema": infer([{"a": 1}]).for_runners})
    for codec in SCHEMA_CODECS.keys() - {"flatbuffers"}:
        answer = runner.check(codec, "encode-typed")
        assert answer["answer"] == "unsupported", codec
        assert "schema in" in answer["message"]


def test_a_number_is_the_float_that_its_type_says(runner: Conversation) -> None:
    runner.load([{"v": [1.0, 2.5], "map": {"1": 3.0}, "n": 1}])
    for codec, form in SCHEMA_CODECS.items():
        runner.there_and_back(codec, form)
        assert runner.check(codec, "decode-typed")["values"] == ['{"v":[1.0,2.5],"map":{"1":3.0},"n":1}'], codec
