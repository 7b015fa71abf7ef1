"""No document ends a native runner by how deep it nests, unless a library does and docs/findings.md says so."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from pathlib import Path

import needs
import pytest

from weighbridge.runners.build import build
from weighbridge.runners.client import Document, prepare_load
from weighbridge.runners.errors import Died, Refusal
from weighbridge.runners.launch import runners_root, start
from weighbridge.runners.manifest import read_manifests

FINDINGS = (Path(__file__).parents[2] / "docs" / "findings.md").read_text(encoding="utf-8")
TOLD = [name for names in re.findall(r"attack --codecs '?([^ ']+)", FINDINGS) for name in names.split(",")]
NESTED = {
    "json": b"[" * 30_000 + b"]" * 30_000,  # some libraries take time with the square of this
    "msgpack": b"\x91" * 100_000 + b"\xc0",
    "cbor": b"\x81" * 100_000 + b"\xf6",
    "ubjson": b"[" * 100_000 + b"]" * 100_000,
    "smile": b":)\n\x03" + b"\xf8" * 100_000 + b"\xf9" * 100_000,
}


@pytest.mark.parametrize("runner", ["c", "cpp", "rust"])
def test_no_adapter_overflows_the_stack(runner: str) -> None:
    manifest = read_manifests(runners_root() / runner / "runner.toml")[0]
    needs.require_tools_of(manifest)
    build(manifest)
    client, loaded, ended = start(manifest), "", []
    readers = [
        (codec.format, codec.full_name, operation)
        for codec in client.describe().codecs
        for operation in {"decode", "scan"}.intersection(codec.operations)
        if codec.format in NESTED
    ]
    for form, codec, operation in sorted(readers):
        if form != loaded:
            client.load(prepare_load("nested", [Document("null", {form: NESTED[form]})]))
            loaded = form
        try:
            client.check(codec, operation, "nested")
        except Refusal:
            continue
        except Died:
            ended.append(f"{runner}/{codec}")
            client, loaded = start(manifest), ""
    client.close()
    assert len(readers) > 5
    assert [name for name in ended if not any(fnmatchcase(name, told.replace("[", "[[]")) for told in TOLD)] == []
