"""The runners of this repository, as they are built here: they keep the protocol, and their codecs tell the truth."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import needs
import pytest
from in_process import weighbridge

from weighbridge.runners.build import is_built
from weighbridge.runners.confinement import with_scratch
from weighbridge.runners.launch import fill_in, runners_root
from weighbridge.runners.manifest import Manifest, find_manifests, participant_name
from weighbridge.runners.setup import missing_programs

ROOT = Path(__file__).parents[2]
EVERY = [one for one in find_manifests(runners_root()) if needs.THOROUGH or not one.only_if_named]
MANIFESTS = list({(one.folder, one.start.command): one for one in reversed(EVERY) if one.firmware is None}.values())
"""Of targets that start the same program, with another allocator or another heap, the runner itself; boards have tests
of their own."""
# Codecs that a reader looks for; a runner may have more.
JAVASCRIPT = (
    "json msgpack-javascript msgpackr notepack.io what-the-pack cbor-x cborg cbor2 bson shelacek-ubjson ion-js "
    "flexbuffers bufbuild-protobuf flatbuffers pbf protobufjs"
)
PHP = "json msgpack igbinary serialize bson"
RUBY = "json oj yajl msgpack cbor bson marshal"
LUA = "cjson dkjson messagepack"
ENTRIES = {
    "c": "cjson cmp jansson json-c json-parser libbson libcbor mpack msgpack-c tinycbor yajl yyjson",
    "cpp": "boost-json flexbuffers jsoncons-bson jsoncons-cbor jsoncons-json jsoncons-msgpack jsoncons-ubjson jsoncpp "
    "msgpack-cxx nlohmann-bson nlohmann-cbor nlohmann-json nlohmann-msgpack nlohmann-ubjson rapidjson simdjson taojson",
    "python": "bson cattrs cbor cbor2 fastavro flatbuffers flexbuffers ion json marshal mashumaro msgpack msgspec-json "
    "msgspec-msgpack orjson ormsgpack pickle protobuf pycapnp pydantic rapidjson simplejson thriftpy2-binary "
    "thriftpy2-compact u-msgpack ubjson ujson",
    "micropython": "chumicro-msgpack json",
    "pypy": "bson cbor cbor2 flexbuffers ion json marshal msgpack pickle simplejson u-msgpack ubjson",
    "node": f"{JAVASCRIPT} avsc fast-json-stringify v8 smile-js",
    "browser:chromium": JAVASCRIPT,
    "browser:firefox": JAVASCRIPT,
    "rust": "serde_json simd-json sonic-rs rmp-serde rmpv ciborium bson serde-smile ion-rs flexbuffers binn-ir",
    "go": "encoding-json goccy-go-json sonic jsoniter vmihailenco-msgpack shamaton-msgpack ugorji-msgpack ugorji-cbor "
    "ugorji-json ugorji-binc ugorji-simple fxamacker-cbor mongo-bson encoding-gob",
    "java": "jackson-json jackson-cbor jackson-smile jackson-ion jackson-msgpack msgpack-core gson fastjson2 "
    "fastjson2-jsonb jsoniter dsl-json mongodb-bson bson4jackson ion-java flexbuffers",
    "php": PHP,
    "php:php-jit": PHP,
    "ruby": RUBY,
    "ruby:ruby-yjit": RUBY,
    "perl": "json-pp json-xs cpanel-json-xs sereal storable cbor-xs msgpack bson",
    "lua": LUA,
    "lua:luajit": LUA,
    "d": "std-json vibe-json",
    "ocaml": "jsonm marshal yojson",
    "mono": "newtonsoft-json newtonsoft-bson datacontract-json javascript-serializer binary-formatter xml-serializer",
}
SWIFT = {"c", "cpp", "rust"}
"""Runners in which long documents take no time."""
KNOWN_TO_FAIL = {
    ("javascript", "flexbuffers"),  # its reader mixes BigInt and Number in maps of floats
    ("javascript", "json-bigint"),  # takes a float of more than 15 digits for an integer
    ("python", "chumicro-msgpack"),  # has floats of 32 bits only
    ("ruby", "oj"),  # makes BigDecimal of a float of more than 15 digits, but in its mode compat
}
"""Libraries that cannot decode ordinary floats."""


def ask(*arguments: str, statuses: tuple[int, ...] = (0,)) -> Any:
    ended = weighbridge(*arguments, "--json", folder=ROOT, environment={})
    assert ended.returncode in statuses, ended.stderr
    return json.loads(ended.stdout)


@pytest.mark.parametrize("manifest", MANIFESTS, ids=lambda manifest: manifest.participant)
def test_every_runner_keeps_the_protocol(manifest: Manifest) -> None:
    needs.require_tools_of(manifest)
    assert is_built(manifest), f"weighbridge setup {manifest.participant} builds it"
    options = [] if needs.THOROUGH or manifest.name in SWIFT else ["--quick"]
    command = [sys.executable, "-m", "weighbridge_kit", *options, "--", *with_scratch(fill_in(manifest.start.command))]
    told = dict(zip(manifest.start.environment, with_scratch(manifest.start.environment.values()), strict=True))
    paths = {name: str((manifest.folder / value).resolve()) for name, value in told.items()}
    environment = {**os.environ, **told, "PYTHONPATH": paths.get("PYTHONPATH", str(ROOT / "src"))}
    ended = subprocess.run(
        command, cwd=manifest.folder, env=environment, capture_output=True, text=True, timeout=280, check=False
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_the_codecs_that_a_reader_looks_for_are_there() -> None:
    rows = ask("list", "codecs")
    here = {one.participant for one in EVERY if not missing_programs(one)}
    for participant, names in ENTRIES.items():
        if participant not in here:
            continue  # what is skipped is told by runner, above
        installed = {
            row["codec"]
            for row in rows
            if participant_name(row["runner"], row["target"]) == participant and row["installed"]
        }
        assert set(names.split()) <= installed, participant
    for row in rows:
        assert row["library_version"] or not row["installed"]
        assert row["reason"] or row["installed"]


ORDINARY = ("websocket", "simple-object", "compact", "glossary")
EDGES = ("edges-containers", "edges-floats", "edges-integers")


@pytest.fixture(scope="module")
def verified() -> dict[str, Any]:
    """What every codec makes of ordinary payloads and of such as lie at the edges: to start all runners takes long."""
    document: dict[str, Any] = ask("verify", *ORDINARY, *EDGES, "--no-progress", statuses=(0, 1))
    return document


def test_no_codec_fails_on_ordinary_payloads(verified: dict[str, Any]) -> None:
    assert verified["failures"] == []
    cells = [cell for cell in verified["cells"] if cell["payload"] in ORDINARY]
    assert len({(cell["runner"], cell["target"], cell["codec"], cell["variant"]) for cell in cells}) > 200
    failed = {(cell["language"], cell["codec"]) for cell in cells if cell["fidelity"] == "failed"}
    assert failed <= KNOWN_TO_FAIL


def test_what_is_lost_is_documented(verified: dict[str, Any]) -> None:
    """Every loss that verification finds at the edges has a name in the documentation, with the codec that has it."""
    page = (ROOT / "docs" / "fidelity.md").read_text()
    for cell in verified["cells"]:
        if cell["payload"] in EDGES and cell["fidelity"] != "exact":
            name = f"{cell['codec']}[{cell['variant']}]" if cell["variant"] else cell["codec"]
            assert f"| {name} | {cell['format']} |" in page, cell
            assert all(f"`{loss}`" in page for loss in cell["losses"]), cell


def test_formats_without_a_python_library_have_sizes() -> None:
    document = ask("sizes", "websocket")
    assert document["not_ready"] == []
    sizes = {row["format"]: row["bytes"] for row in document["sizes"]}
    assert {"smile", "binn", "gob", "jsonb", "igbinary", "v8", "dotnet-binary"} <= sizes.keys()
    assert sizes["smile"] < sizes["json"] < sizes["dotnet-binary"]


def test_losses_of_single_libraries_are_found() -> None:
    """cJSON keeps numbers as doubles, and RapidJSON's default rounds some: verification must see it."""
    document = ask("verify", "number-table", "generated-2", "--languages", "c,c++", "--no-progress", statuses=(0, 1))
    lossy = {(cell["codec"], cell["variant"]): cell["losses"] for cell in document["cells"] if cell["losses"]}
    assert "float-rounded" in lossy[("rapidjson", "default-precision")]
    exact = {cell["codec"] for cell in document["cells"] if cell["fidelity"] == "exact"}
    assert {"yyjson", "mpack", "msgpack-cxx", "nlohmann-json"} <= exact
