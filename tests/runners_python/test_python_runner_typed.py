"""The Python runner's typed operations: the types that it makes of a schema, and what its codecs do with them."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hostile_documents import KEYWORDS, LONG, MARKERS, hostile_documents

from weighbridge.formats import compare
from weighbridge.formats.typed import TYPED_FORMATS
from weighbridge.runners.manifest import read_manifests
from weighbridge.schema import infer
from weighbridge.schema.binding import tells_empty, texts_for_runners
from weighbridge.schema.conform import carried, expected
from weighbridge_kit.describing import full_name
from weighbridge_kit.trials import nearly_the_same, typed_samples
from weighbridge_kit.values import from_text, hash_text, to_text

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "runners" / "python"
BUILT = FOLDER / ".venv" / "bin" / "python"
DOCUMENTS: list[dict[str, Any]] = [
    {"id": 1, "note": None, "parts": [{"sku": "a"}, {"sku": "b", "extra": 1.5}], "by": {"1": [1], "2": []}},
    {"id": 2, "note": "x", "parts": [], "by": {}, "more": [[1, None], []]},
]

needs_libraries = pytest.mark.skipif(not BUILT.exists(), reason="the Python runner is not built")


class Conversation:
    def __init__(self) -> None:
        start = read_manifests(FOLDER / "runner.toml")[0].start
        self.process = subprocess.Popen(
            [str(BUILT) if BUILT.exists() else sys.executable, *start.command[1:]],
            cwd=FOLDER,
            env={**os.environ, **start.environment, "PYTHONPATH": str(ROOT / "src")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def ask(self, request: str, **members: Any) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"request": request, **members}).encode() + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def load(self, documents: list[Any], types: dict[str, Any] | None = None, form: str = "json") -> None:
        types = {"schema": infer(documents).for_runners} if types is None else types
        loaded = []
        for document in documents:
            try:
                encoded = {form: base64.b64encode(json.dumps(document).encode()).decode()}
            except TypeError:
                encoded = {}
            loaded.append({"value": to_text(document), "encoded": encoded})
        assert self.ask("load", payload="p", documents=loaded, **types) == {"answer": "ok"}

    def check(self, codec: str, operation: str) -> Any:
        return self.ask("check", codec=codec, operation=operation, payload="p", values=True)

    def encoded(self, codec: str) -> list[Any]:
        return [json.loads(base64.b64decode(text)) for text in self.check(codec, "encode-typed")["bytes"]]

    def decoded(self, codec: str) -> list[Any]:
        answer = self.check(codec, "decode-typed")
        values = list(map(from_text, answer["values"]))
        assert answer["hashes"] == list(map(hash_text, values))
        return values


@pytest.fixture
def runner() -> Iterator[Conversation]:
    conversation = Conversation()
    yield conversation
    conversation.process.kill()
    conversation.process.communicate()


def test_objects_are_encoded_as_their_documents_and_decoded_to_them(runner: Conversation) -> None:
    runner.load(DOCUMENTS)
    assert runner.encoded("json") == runner.encoded("json[compact]") == DOCUMENTS
    assert runner.decoded("json") == DOCUMENTS


@pytest.mark.parametrize("sample", typed_samples(), ids=lambda sample: str(sample.name))
def test_code_as_written_by_hand_loses_nothing_that_json_holds(runner: Conversation, sample: Any) -> None:
    runner.load(sample.values, sample.types)
    if sample.name == "bytes":
        assert runner.check("json", "encode-typed")["answer"] == "unsupported"
    else:
        # An integer among floats is a float in the type.
        assert runner.encoded("json") == runner.decoded("json") == sample.values


def test_integers_among_floats_are_floats_in_the_object(runner: Conversation) -> None:
    runner.load([{"v": [1, 2.5]}])
    assert list(map(type, runner.encoded("json")[0]["v"])) == [float, float]


@needs_libraries
def test_a_key_that_can_be_no_attribute_is_told(runner: Conversation) -> None:
    for key in ("user-name", "class", "1st", "größe", "_id", "__slots__", ""):
        runner.load([{key: 1, "type": 2}])
        answer = runner.check("orjson", "encode-typed")
        assert answer["answer"] == "unsupported"
        assert repr(key) in answer["message"]
        assert runner.encoded("json") == runner.encoded("msgspec-json[own-types]") == [{key: 1, "type": 2}]
        assert runner.decoded("orjson") == runner.decoded("msgspec-json[own-types]") == runner.decoded("json")


@needs_libraries
def test_what_a_key_can_be_an_attribute_for_is_one(runner: Conversation) -> None:
    document = {"type": 2, "self": 4, "a__b": 5, "Int": 6, "camelCase": 7, "cls": 8, "print": 9, "None_": 0}
    runner.load([document])
    for codec in ("json", "orjson", "msgspec-json", "msgspec-json[own-types]"):
        assert runner.encoded(codec) == runner.decoded(codec) == [document]


@needs_libraries
def test_own_types_are_judged_as_the_document_that_they_stand_for(runner: Conversation) -> None:
    runner.load(DOCUMENTS)
    for codec in ("msgspec-json", "msgspec-json[own-types]"):
        assert runner.decoded(codec) == DOCUMENTS
        second = runner.encoded(codec)[1]
        assert second == DOCUMENTS[1]
        assert runner.encoded(codec)[0]["more"] is None  # a type has one state for none


def test_a_typed_operation_needs_a_schema_and_takes_the_one_that_came_last(runner: Conversation) -> None:
    runner.load([{"a": 1}], {})
    assert runner.check("json", "decode-typed")["answer"] == "unsupported"
    runner.load([{"a": 1}])
    assert runner.decoded("json") == [{"a": 1}]
    runner.load([{"b": {"c": "x"}}])
    assert runner.decoded("json") == [{"b": {"c": "x"}}]
    assert runner.ask("time", codec="json", operation="decode-typed", payload="p", iterations=3)["wall_ns"] > 0


def test_a_document_that_is_not_of_its_types_fails(runner: Conversation) -> None:
    runner.load([{"a": 1}], {"schema": infer([{"a": 1, "b": [1]}]).for_runners})
    for operation in ("encode-typed", "decode-typed"):
        answer = runner.check("json", operation)
        assert answer["answer"] == "failed"
        assert "'b'" in answer["message"]


NARROW = {
    # What a library cannot do with one of the samples, as its own words begin.
    ("json", "bytes"): "TypeError",
    ("json[compact]", "bytes"): "TypeError",
    ("orjson", "bytes"): "TypeError",
    ("pydantic", "bytes"): "PydanticSerializationError",
    ("pydantic[own-types]", "bytes"): "PydanticSerializationError",
}
AS_TEXT = {"msgspec-json", "msgspec-json[own-types]", "mashumaro", "cattrs"}
"""Those that write bytes as text in JSON."""


@needs_libraries
@pytest.mark.parametrize("sample", typed_samples(), ids=lambda sample: str(sample.name))
def test_what_a_codec_encodes_it_decodes_by_types(runner: Conversation, sample: Any) -> None:
    for codec in runner.ask("describe")["codecs"]:
        if "encode-typed" not in codec["operations"]:
            continue
        name = full_name(codec)
        documents = [{"value": to_text(value), "encoded": {}} for value in sample.values]
        assert runner.ask("load", payload="p", documents=documents, **sample.types) == {"answer": "ok"}
        encoded = runner.check(name, "encode-typed")
        if (name, sample.name) in NARROW:
            assert encoded["message"].startswith(NARROW[name, sample.name])
            continue
        if encoded["answer"] == "unsupported":
            assert sample.name == "keys that are no names"
            assert "attribute" in encoded["message"]
            continue
        for document, data in zip(documents, encoded["bytes"], strict=True):
            document["encoded"] = {codec["format"]: data}
        assert runner.ask("load", payload="p", documents=documents, **sample.types) == {"answer": "ok"}
        if name in AS_TEXT and sample.name == "bytes":
            continue
        for operation in {"decode-typed", "read-typed"}.intersection(codec["operations"]):
            answer = runner.check(name, operation)
            assert answer["answer"] == "ok", (name, operation, answer)
            found = list(map(from_text, answer["values"]))
            assert answer["hashes"] == list(map(hash_text, found))
            assert nearly_the_same(sample.values, found, typed=True), (name, operation, answer["values"])


@needs_libraries
def test_fields_may_be_called_as_methods_are(runner: Conversation) -> None:
    document = {"schema": 1, "to": 4, "found": 5, "it": {"made": [{"key": 6}]}, "visitor": "x"}
    schema = infer([document])
    for name in (
        "protobuf",
        "thriftpy2-binary",
        "fastavro",
        "pydantic",
        "cattrs",
        "mashumaro",
        "pycapnp",
        "flatbuffers",
    ):
        [form] = {one["format"] for one in runner.ask("describe")["codecs"] if one["codec"] == name}
        texts = texts_for_runners(schema, {form})
        loaded = {"value": to_text(document), "encoded": {}}
        types = {"schema": schema.for_runners, "types": texts}
        runner.ask("load", payload="p", documents=[loaded], **types)
        encoded = runner.check(name, "encode-typed")
        assert encoded["answer"] == "ok", (name, encoded)
        loaded["encoded"] = {form: encoded["bytes"][0]}
        runner.ask("load", payload="p", documents=[loaded], **types)
        assert runner.decoded(name) == [document]


@needs_libraries
def test_a_schema_language_that_did_not_come_is_unsupported(runner: Conversation) -> None:
    runner.load([{"a": 1}])
    answer = runner.check("protobuf", "encode-typed")
    assert answer["answer"] == "unsupported"
    assert "proto" in answer["message"]


OWN_NAMES = (
    "builder", "init", "pack", "model_config", "model_fields", "model_post_init", "copy", "json", "dict", "schema",
    "validate", "construct", "which", "write", "read", "adopt", "disown", "self", "cls", "mro", "it", "found", "item",
    "made", "list", "float", "HasField", "SerializeToString", "SetInParent", "DESCRIPTOR", "thrift_spec", "tags_length",
    "get_root_as", "MISSING", "field", "None_", "update", "keys", "items", "values", "get", "pop",
)  # fmt: skip
"""What libraries, and the code that is written for them, call their own."""


def deep(levels: int) -> Any:
    value: Any = 1
    for level in range(levels):
        value = [value, None] if level % 2 else {"1": value, "2": None}
    return value


HOSTILE: dict[str, Any] = {
    "markers": {key: number for number, key in enumerate((*MARKERS, *LONG))},
    "keywords": {key: [{"x": 1}] if number % 3 else number for number, key in enumerate(dict.fromkeys(KEYWORDS))},
    "own names": {key: number for number, key in enumerate(OWN_NAMES)} | {"tags": [1]},
    "optional": [dict.fromkeys(OWN_NAMES, 1), {}, dict.fromkeys(OWN_NAMES[:9])],
    "pairs": {"x" * 60: 1, "x" * 60 + " y": 2, "x" * 60 + "_2": 3, "a b": 4, "a_b": 5, "aB": 6, "a_b_2": 7},
    "many": {f"k{number}": number if number % 2 else "x" for number in range(700)},
    "deep": deep(60),
    **{f"random {number}": document for number, document in enumerate(hostile_documents(2, seed=5))},
}


@needs_libraries
@pytest.mark.parametrize("name", HOSTILE)
def test_no_key_is_more_than_a_key_and_none_loses_a_codec(runner: Conversation, name: str) -> None:
    schema = infer([HOSTILE[name]])
    document = carried(HOSTILE[name], schema)
    types = {"schema": schema.for_runners, "types": texts_for_runners(schema, TYPED_FORMATS)}
    done = set()
    for codec in runner.ask("describe")["codecs"]:
        if not {"encode-typed", "decode-typed"} <= set(codec["operations"]):
            continue
        form = codec["format"]
        own = {"payload": "p", **types}
        loaded = [{"value": to_text(document), "encoded": {form: ""}}]  # a format that can hold it
        assert runner.ask("load", documents=loaded, **own) == {"answer": "ok"}
        encoded = runner.check(full_name(codec), "encode-typed")
        if encoded["answer"] == "unsupported" or (name == "deep" and "depth" in encoded.get("message", "")):
            continue
        assert encoded["answer"] == "ok", (full_name(codec), encoded)
        loaded = [{"value": to_text(document), "encoded": {form: encoded["bytes"][0]}}]
        assert runner.ask("load", documents=loaded, **own) == {"answer": "ok"}
        decoded = from_text(runner.check(full_name(codec), "decode-typed")["values"][0])
        tells = form not in TYPED_FORMATS or tells_empty(TYPED_FORMATS[form])
        assert compare(expected(document, schema, tells_empty=tells), decoded).fidelity == "exact", full_name(codec)
        done.add(codec["codec"])
    every = {"json", "cattrs", "fastavro", "pydantic", "thriftpy2-compact"}
    assert done >= (every if name == "deep" else every | {"flatbuffers", "protobuf", "pycapnp", "thriftpy2-binary"})
    assert not (FOLDER / "marker").exists()


def test_types_without_end_take_no_time_without_end(runner: Conversation) -> None:
    runner.load([deep(62)])
    assert runner.encoded("json") == runner.decoded("json") == [deep(62)]


@pytest.mark.parametrize("name", ["x\n__import__('os')", "X(", "class", "_x", "", "größe", "a" * 3 + "\0"])
def test_a_schema_with_a_name_that_is_more_is_no_request(runner: Conversation, name: str) -> None:
    for path in (["records", 0, "name"], ["root", "type", "record"], ["records", 0, "fields", 0, "name"]):
        schema = json.loads(json.dumps(infer([{"a": 1}]).for_runners))
        holder = schema
        for step in path[:-1]:
            holder = holder[step]
        holder[path[-1]] = name
        answer = runner.ask("load", payload="p", documents=[{"value": "{}", "encoded": {}}], schema=schema)
        assert (answer["answer"], "is no name" in answer["message"]) == ("bad-request", True)
