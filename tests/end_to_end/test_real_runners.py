"""The runners of this repository, as they are built here: they keep the protocol, and their codecs tell the truth."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from weighbridge.runners.launch import fill_in, runners_root
from weighbridge.runners.manifest import Manifest, find_manifests

ROOT = Path(__file__).parents[2]
MANIFESTS = find_manifests(runners_root())
WEIGHBRIDGE = Path(sys.executable).parent / "weighbridge"
ENTRIES = {
    "c": "cjson cmp jansson json-c json-parser libbson libcbor mpack msgpack-c yajl yyjson",
    "c++": "flexbuffers jsoncpp msgpack-cxx nlohmann-bson nlohmann-cbor nlohmann-json nlohmann-msgpack nlohmann-ubjson "
    "rapidjson simdjson taojson",
    "python": "bson cbor cbor2 flexbuffers ion json marshal msgpack msgspec-json msgspec-msgpack orjson ormsgpack "
    "pickle rapidjson simplejson u-msgpack ubjson ujson",
}


def ask(*arguments: str, statuses: tuple[int, ...] = (0,)) -> Any:
    ended = subprocess.run(
        [WEIGHBRIDGE, *arguments, "--json"], capture_output=True, text=True, timeout=280, check=False
    )
    assert ended.returncode in statuses, ended.stderr
    return json.loads(ended.stdout)


@pytest.mark.parametrize("manifest", MANIFESTS, ids=lambda manifest: manifest.name)
def test_every_runner_keeps_the_protocol(manifest: Manifest) -> None:
    ask("doctor", manifest.name)  # builds it if need be
    command = [sys.executable, "-m", "weighbridge_kit", "--", *fill_in(manifest.start.command)]
    paths = {name: str((manifest.folder / value).resolve()) for name, value in manifest.start.environment.items()}
    environment = {**manifest.start.environment, "PYTHONPATH": paths.get("PYTHONPATH", str(ROOT / "src"))}
    ended = subprocess.run(
        command, cwd=manifest.folder, env=environment, capture_output=True, text=True, timeout=280, check=False
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_the_codecs_of_the_three_languages_are_there() -> None:
    rows = ask("list", "codecs")
    for language, names in ENTRIES.items():
        installed = {row["codec"] for row in rows if row["language"] == language and row["installed"]}
        assert set(names.split()) <= installed, language
    for row in rows:
        assert row["library_version"] or not row["installed"]
        assert row["reason"] or row["installed"]


def test_no_codec_fails_on_ordinary_payloads() -> None:
    document = ask("verify", "websocket", "simple-object", "compact", "glossary", "device-status", "--no-progress")
    assert document["failures"] == []
    assert len(document["cells"]) > 500
    assert [cell for cell in document["cells"] if cell["fidelity"] == "failed"] == []


def test_losses_of_single_libraries_are_found() -> None:
    """cJSON keeps numbers as doubles, and RapidJSON's default rounds some: verification must see it."""
    document = ask("verify", "number-table", "generated-2", "--languages", "c,c++", "--no-progress", statuses=(0, 1))
    lossy = {(cell["codec"], cell["variant"]): cell["losses"] for cell in document["cells"] if cell["losses"]}
    assert "float-rounded" in lossy[("rapidjson", "default-precision")]
    exact = {cell["codec"] for cell in document["cells"] if cell["fidelity"] == "exact"}
    assert {"yyjson", "mpack", "msgpack-cxx", "nlohmann-json"} <= exact
