"""The Java runner with the types of some schemas keeps the protocol, and its codecs are right for every name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import needs
import pytest
from typed_kit import TypedRunner, failed

from weighbridge.runners.manifest import read_manifests

ROOT = Path(__file__).resolve().parents[2]
MANIFEST = read_manifests(ROOT / "runners" / "java" / "runner.toml")[0]
NASTY = {
    "-": "dash", "type": "t", "Type": "T", "é": 5, "日本": 6, "a b": 1, "1st": True, "$ref": "x", "id": 1, "ID": 2,
    "_id": 3, "class": "c", "wait": 1, "hashCode": 2, "toString": 3, "getClass": 4, "record": 5, "yield": 6, "var": 7,
    "made": 8, "it": 9, "own": 1, "serialized_size": 1, "unknown_fields": 2, "default_instance": 3,
    "rows": [{"a": 1}], "rows_count": 1, "rows_list": 2, "rowsBuilder": 3, "a1b": 1, "quote\"d\\n\n": 1, "%s": 1,
    "string": {"string": "s"}, "object": {"object": 1}, "list": [{"list": []}], "map": {"1": {"q": 1}, "2": None},
    "Document": {"Document": 1}, "override": {"override": 1}, "builder": {"builder": 1}, "integer": {"integer": 1},
    "lists": [[["x"]], []], "nullable": [[1, None], [], [2]], "nulls": None, "empty": [], "nothing": {},
    "some": [{"a": 0, "l": [1], "t": ""}, {"a": None}, {"l": None, "r": {"x": 1}}], "big": 2**64 - 1,
}  # fmt: skip
"""Names that some tool cannot have as they are, and every kind of none."""

WIDE = {f"field{number}": number if number % 2 else "text" for number in range(200)}
"""More fields than a constructor can have parameters, since integers count twice."""

PLAIN = {"@id": 1, "$ref": "x", "a b": [1], "c.d-e:f_1": {" ": 0.5}, "2": True, "is_open": False}
"""Keys that a generator may be given which writes them into code as they are."""

GETTERS = {"isbn": "x", "getaway": 1, "settings": True, "isOpen": False, "getName": "y", "name": "z", "open": 1}
"""Names that are like accessors' and like what those would give."""

QUOTES = (
    '"', "'", "\\", '\\"', "\\u0022", "\\\\u0022", "\\u005c\\u0022", "\n", "\r", "*/", "\\u002a/", "//\n", ")", "}",
    "%s", "$",
)  # fmt: skip

pytestmark = [
    pytest.mark.timeout(1800),  # where nothing is built yet
    needs.tools_of(MANIFEST),
]


@pytest.fixture(scope="module")
def marker(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return what a key would make if it were read as code."""
    return tmp_path_factory.mktemp("java") / "marker"


@pytest.fixture(scope="module")
def ways_out(marker: Path) -> dict[str, Any]:
    """Return a document whose keys are code behind what may end a literal, a comment or an annotation."""
    keys = []
    for quote in QUOTES:
        name = quote if "u0022" in quote else '"'
        make = f"new java.io.File({name}{marker}{name}).mkdir()"
        keys += [f"x{quote}.isEmpty()|{make}&false?null:{quote}", f"y{quote};}}static{{{make};}}//"]
    return {key: 1 if place % 3 else [place] if place % 2 else {key: 2.5} for place, key in enumerate(keys)}


@pytest.fixture(scope="module")
def runner(ways_out: dict[str, Any]) -> TypedRunner:
    return TypedRunner(MANIFEST, NASTY, WIDE, PLAIN, GETTERS, ways_out)


def test_it_keeps_the_protocol(runner: TypedRunner) -> None:
    runner.assert_it_keeps_the_protocol()


def test_no_name_and_no_kind_of_none_breaks_a_codec(runner: TypedRunner) -> None:
    faults = runner.faults(NASTY)
    assert "BigInteger" in faults["moshi"]
    assert faults["dsl-json"].startswith("unsupported: this library's code generator cannot take the key ")
    # fastjson2 does not escape keys in JSON, and reads few of them in JSONB; Protostuff leaves null out of lists.
    broken = {"fastjson2", "fastjson2-jsonb", "protostuff"}
    assert {row.partition("[")[0] for row in failed(faults)} == broken, failed(faults)
    assert {"avro", "fory", "gson", "jackson-json", "kryo", "protobuf", "protostuff"} <= set(faults)


def test_no_key_is_code(runner: TypedRunner, ways_out: dict[str, Any], marker: Path) -> None:
    faults = runner.faults(ways_out)
    assert not marker.exists()
    refused = f'unsupported: this library\'s code generator cannot take the key "{next(iter(ways_out))[:60]}"'
    assert faults["dsl-json"] == refused
    assert set(failed(faults)) == {"fastjson2"}, failed(faults)  # which does not escape keys in JSON
    right = {row for row, fault in faults.items() if not fault}
    assert {"avro", "fory", "gson", "jackson-json", "kryo", "moshi", "protobuf", "protostuff"} <= right


def test_keys_that_no_code_can_be_made_of_reach_every_generator(runner: TypedRunner) -> None:
    assert not any(fault for row, fault in runner.faults(PLAIN).items() if not row.startswith("fastjson2-jsonb"))


def test_a_component_like_a_getter_is_refused_by_that_codec_alone(runner: TypedRunner) -> None:
    faults = runner.faults(GETTERS)
    assert faults.pop("dsl-json").startswith("unsupported: DSL-JSON's annotation processor: ")
    assert not failed(faults)


def test_a_record_that_java_cannot_have_is_refused(runner: TypedRunner) -> None:
    faults = runner.faults(WIDE)
    assert set(faults.values()) == {
        "unsupported: a record of Java has at most 254 fields, of which integers and floats count twice; "
        "Document has 200"
    }
