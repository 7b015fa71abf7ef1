"""The Java runner with the types of some schemas keeps the protocol, and its codecs are right for every name."""

from __future__ import annotations

from pathlib import Path

import pytest
from typed_kit import TypedRunner, failed

from weighbridge.runners.manifest import read_manifests
from weighbridge.runners.setup import missing_programs

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

WIDE = {f"field{number}": number if number % 2 else "text" for number in range(255)}
"""More fields than a constructor can have parameters."""

pytestmark = [
    pytest.mark.timeout(1800),  # where nothing is built yet
    pytest.mark.skipif(bool(missing_programs(MANIFEST)), reason="Java is not installed"),
]


@pytest.fixture(scope="module")
def runner() -> TypedRunner:
    return TypedRunner(MANIFEST, NASTY, WIDE)


def test_it_keeps_the_protocol(runner: TypedRunner) -> None:
    runner.assert_it_keeps_the_protocol()


def test_no_name_and_no_kind_of_none_breaks_a_codec(runner: TypedRunner) -> None:
    faults = runner.faults(NASTY)
    assert "BigInteger" in faults["moshi"]
    # DSL-JSON takes getClass for a getter; fastjson2 does not escape keys in JSON, and reads few of them in JSONB;
    # Protostuff leaves null out of lists.
    broken = {"dsl-json", "fastjson2", "fastjson2-jsonb", "protostuff"}
    assert {row.partition("[")[0] for row in failed(faults)} == broken, failed(faults)
    assert {"avro", "fory", "gson", "jackson-json", "kryo", "protobuf", "protostuff"} <= set(faults)


def test_what_the_compiler_refuses_fails_in_its_words(runner: TypedRunner) -> None:
    assert "failed: set-up: java.lang.IllegalStateException: too many parameters" in runner.faults(WIDE).values()
