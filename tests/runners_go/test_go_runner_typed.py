"""The Go runner with the types of some schemas keeps the protocol, and its codecs are right for every name."""

from __future__ import annotations

import json
from pathlib import Path

import needs
import pytest
from in_process import weighbridge
from typed_kit import TypedRunner, failed

from weighbridge.runners.library_sources import is_unpacked
from weighbridge.runners.manifest import read_manifests

ROOT = Path(__file__).resolve().parents[2]
MANIFEST = read_manifests(ROOT / "runners" / "go" / "runner.toml")[0]
NASTY = {
    "-": "dash", "type": "t", "Type": "T", "é": 5, "日本": 6, "a b": 1, "1st": True, "$ref": "x", "id": 1,
    "ID": 2, "_id": 3, "get_id": 4, "msgsize": 7, "marshalMsg": 0.5, "toProto": 1, "reset": 1, "String": 1,
    "proto_reflect": 1, "size_vt": 1, "descriptor": 1, "error": "e", "bool": {"bool": True}, "string": {"string": "s"},
    "Document": {"Document": 1}, "lists": [[["x"]], []], "nullable": [[1, None], [], [2]], "nulls": None, "empty": [],
    "builder": 1, "pack": 5, "un_pack": 6, "init": 2, "table": "t", "lists_length": 3, "some_bytes": 4,
    "some": [{"a": 0, "l": [1], "t": ""}, {"a": None}, {"l": None, "r": {"x": 1}}], "map": {"1": {"q": 1}, "2": None},
}  # fmt: skip
"""Names that some tool cannot have as they are, and every kind of none."""

QUOTES = (
    '"', "'", "`", "\\", '\\"', "\\u0022", "\\x22", "\n", '"))\n', "*/", "//", ")", "}", "%s", "\r", "\0", "\u2028",
)  # fmt: skip
CODE = ("\npanic(1)\n//", ";panic(1)//,required", "\npanic(1)\n//,required,string", "\n/*,extension,flatten")
WAYS_OUT = {
    key: 1 if place % 3 else [place] if place % 2 else {key: 2.5}
    for place, key in enumerate(f"x{quote}{code}" for quote in QUOTES for code in CODE)
}
"""Keys that would end the runner if they were read as code, or as a tag's options."""

ALIKE = {"order": {"end": 1}, "orderAdd": {"x": 1}, "other": 1}
"""Records of which flatc would call two things OrderAddEnd."""

pytestmark = [
    pytest.mark.timeout(1800),  # where nothing is built yet
    needs.tools_of(MANIFEST),
]


@pytest.fixture(scope="module")
def runner() -> TypedRunner:
    return TypedRunner(MANIFEST, NASTY, WAYS_OUT, ALIKE)


def test_it_keeps_the_protocol(runner: TypedRunner) -> None:
    runner.assert_it_keeps_the_protocol()


def test_no_name_and_no_kind_of_none_breaks_a_codec(runner: TypedRunner) -> None:
    faults = runner.faults(NASTY)
    assert set(failed(faults)) == {"flatbuffers[own-types]"}, failed(faults)  # which leave out empty texts
    assert "key" in faults["json-v2"]
    assert faults["easyjson"].startswith("unsupported: this library's code generator cannot take the key ")
    assert {"encoding-json", "fxamacker-cbor", "protobuf", "twmb-avro", "vtprotobuf"} <= set(faults)
    assert MANIFEST.typed is not None
    assert "flatbuffers" in faults or not is_unpacked(MANIFEST.typed.setup.pypi_sources[0], MANIFEST.folder)


def test_no_key_is_code(runner: TypedRunner) -> None:
    faults = runner.faults(WAYS_OUT)
    assert not failed(faults), failed(faults)
    refusing = {row for row, fault in faults.items() if "code generator" in fault}
    assert refusing == {"easyjson", "tinylib-msgp"}
    assert {"hamba-avro", "protobuf", "vtprotobuf"} <= {row for row, fault in faults.items() if not fault}


def test_records_whose_code_would_be_alike_are_refused_by_their_codec_alone(runner: TypedRunner) -> None:
    faults = runner.faults(ALIKE)
    assert {fault for row, fault in faults.items() if not row.startswith("flatbuffers")} == {""}
    assert {fault for row, fault in faults.items() if row.startswith("flatbuffers")} <= {
        "unsupported: flatc would give the name OrderAddEnd to two things"
    }


def test_no_name_hides_what_is_picked(tmp_path: Path) -> None:
    document = tmp_path / "nasty.json"
    document.write_text(json.dumps(NASTY))
    options = ("--operations", "pick", "--pick", "100%", "--runners", "go", "--json")
    ended = weighbridge("verify", str(document), *options, folder=ROOT, environment={})
    assert ended.returncode == 0, ended.stderr
    assert len(json.loads(ended.stdout)["cells"]) > 1
