"""The Rust runner with the types of some schemas keeps the protocol, and its codecs are right for every name."""

from __future__ import annotations

from pathlib import Path

import needs
import pytest
from typed_kit import TypedRunner, failed

from weighbridge.runners.manifest import read_manifests

ROOT = Path(__file__).resolve().parents[2]
MANIFEST = read_manifests(ROOT / "runners" / "rust" / "runner.toml")[0]
NASTY = {
    "-": "dash", "type": "t", "Type": "T", "é": 5, "日本": 6, "a b": 1, "1st": True, "$ref": "x", "id": 1,
    "ID": 2, "_id": 3, "self": 4, "Self": 5, "crate": {"x": 1}, "super": 0.5, "async": 1, "value": 1, "encode": 1,
    "encoded_len": 1, "clear": "c", "merge_field": 1, "archived": 1, "error": "e", "bool": {"bool": True},
    "string": {"string": "s"}, "option": {"option": 1}, "result": {"result": 1}, "vec": {"vec": [1]}, "s": {"s": 1},
    "t": {"t": 1}, "d": {"d": 1}, "types": {"types": 1}, "box": {"box": 1}, "some": {"some": 1}, "ok": {"ok": 1},
    "hash_map": {"1": 2}, "Document": {"Document": 1}, "lists": [[["x"]], []], "nullable": [[1, None], [], [2]],
    "nulls": None, "empty": [], "items": [{"a": 0, "l": [1], "t": ""}, {"a": None}, {"l": None, "r": {"x": 1}}],
    "map": {"1": {"q": 1}, "2": None}, 'quote"\\': 1, "": 2,
}  # fmt: skip
"""Names that some derive cannot have as they are, and every kind of none."""

QUOTES = (
    '"', "'", "\\", '\\"', "\\u{22}", "\\x22", '"#', "\n", "\r", "\0", "*/", "//\n", '")]\n', "{", "}", "{}", "\u202e",
    "\u2028", "\ufeff",
)  # fmt: skip
CODE = (', alias = {panic!(), ""}, alias = "', ")] pub evil: (), } const _: () = panic!(); //")
WAYS_OUT = {
    key: 1 if place % 3 else [place] if place % 2 else {key: 2.5}
    for place, key in enumerate(f"x{quote}{code}" for quote in QUOTES for code in CODE)
}
"""Keys that would stop the compiler or end the runner if they were read as code."""
# A schema takes a minute to compile.
NASTY["ways_out"] = WAYS_OUT

pytestmark = [
    pytest.mark.timeout(1800),  # where nothing is built yet
    needs.tools_of(MANIFEST),
]


@pytest.fixture(scope="module")
def runner() -> TypedRunner:
    # A schema takes a minute to compile. Names and kinds of none have a test of their own.
    return TypedRunner(MANIFEST, NASTY, samples="re*")


def test_it_keeps_the_protocol(runner: TypedRunner) -> None:
    runner.assert_it_keeps_the_protocol()


def test_no_name_and_no_kind_of_none_breaks_a_codec(runner: TypedRunner) -> None:
    faults = runner.faults(NASTY)
    assert not failed(faults)
    assert {"bitcode", "borsh", "postcard", "prost", "rkyv", "serde_avro_fast", "serde_json", "wincode"} <= set(faults)
