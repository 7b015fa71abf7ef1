"""The Go runner with the types of some schemas keeps the protocol, and its codecs are right for every name."""

from __future__ import annotations

from pathlib import Path

import pytest
from typed_kit import TypedRunner, failed

from weighbridge.runners.library_sources import is_unpacked
from weighbridge.runners.manifest import read_manifests
from weighbridge.runners.setup import missing_programs

ROOT = Path(__file__).resolve().parents[2]
MANIFEST = read_manifests(ROOT / "runners" / "go" / "runner.toml")[0]
NASTY = {
    "-": "dash", "type": "t", "Type": "T", "é": 5, "日本": 6, "a b": 1, "1st": True, "$ref": "x", "id": 1,
    "ID": 2, "_id": 3, "get_id": 4, "msgsize": 7, "marshalMsg": 0.5, "toProto": 1, "reset": 1, "String": 1,
    "proto_reflect": 1, "size_vt": 1, "descriptor": 1, "error": "e", "bool": {"bool": True}, "string": {"string": "s"},
    "Document": {"Document": 1}, "lists": [[["x"]], []], "nullable": [[1, None], [], [2]], "nulls": None, "empty": [],
    "builder": 1, "init": 2, "table": "t", "lists_length": 3, "some_bytes": 4,
    "some": [{"a": 0, "l": [1], "t": ""}, {"a": None}, {"l": None, "r": {"x": 1}}], "map": {"1": {"q": 1}, "2": None},
}  # fmt: skip
"""Names that some tool cannot have as they are, and every kind of none."""

pytestmark = [
    pytest.mark.timeout(1800),  # where nothing is built yet
    pytest.mark.skipif(bool(missing_programs(MANIFEST)), reason="Go is not installed"),
]


@pytest.fixture(scope="module")
def runner() -> TypedRunner:
    return TypedRunner(MANIFEST, NASTY)


def test_it_keeps_the_protocol(runner: TypedRunner) -> None:
    runner.assert_it_keeps_the_protocol()


def test_no_name_and_no_kind_of_none_breaks_a_codec(runner: TypedRunner) -> None:
    faults = runner.faults(NASTY)
    assert set(failed(faults)) == {"flatbuffers[own-types]"}, failed(faults)  # which leave out empty texts
    assert "key" in faults["json-v2"]
    assert {"encoding-json", "fxamacker-cbor", "protobuf", "twmb-avro", "vtprotobuf"} <= set(faults)
    assert MANIFEST.typed is not None
    assert "flatbuffers" in faults or not is_unpacked(MANIFEST.typed.setup.pypi_sources[0], MANIFEST.folder)
