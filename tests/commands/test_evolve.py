"""`weighbridge evolve`: what survives a change of the schema, with real libraries."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import jsonschema
import pytest
from workbench import WEIGHBRIDGE, Workbench

from weighbridge.commands.schemas import schemas
from weighbridge.runners.launch import runners_root


def test_what_has_nothing_to_change_is_refused(workbench: Workbench) -> None:
    (workbench.documents / "list.json").write_text("[1, 2]")
    ended = workbench("evolve", "list.json", "--no-progress")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "list has no record with two fields" in ended.stderr


@pytest.mark.slow
def test_codecs_work_that_were_made_for_it(empty_workbench: Workbench) -> None:
    environment = {**os.environ, **empty_workbench.environment(), "WEIGHBRIDGE_RUNNERS": str(runners_root())}
    words: list[str | Path] = [
        WEIGHBRIDGE,
        "evolve",
        "--runners",
        "python",
        "--formats",
        "json,avro,protobuf,capnp",
        "--no-progress",
    ]
    ended = subprocess.run(
        [*words, "--json"], env=environment, capture_output=True, text=True, check=False, timeout=280
    )
    assert ended.returncode == 0, ended.stderr
    document = json.loads(ended.stdout)
    jsonschema.validate(document, schemas()["evolve"])
    assert [change["change"] for change in document["changes"]] == ["reader-newer", "reader-older"]
    outcomes = {(cell["codec"], cell["change"]): cell["outcome"] for cell in document["cells"]}
    for codec in ("orjson", "msgspec-json", "fastavro", "protobuf", "pycapnp"):
        assert outcomes[codec, "reader-newer"] == outcomes[codec, "reader-older"] == "works"
    shown = subprocess.run(words, env=environment, capture_output=True, text=True, check=False, timeout=280)
    assert "reader older: the reader knows 9 of 31 fields" in shown.stdout
    assert "0 misread" in shown.stdout
