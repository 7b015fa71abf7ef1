"""Documents weighed on emulated boards by the command, every codec of them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from firmware import SURROUNDINGS, among, built

SOURCE = Path(__file__).resolve().parents[2] / "src"
BOARDS = among("cortex-m0", "cortex-m3", "cortex-m4", "rv32imac", "atmega2560")
UNITS = dict.fromkeys(BOARDS, "instructions") | {"atmega2560": "cycles"}


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """A run of a payload of the size that boards send, with every codec of every board."""
    for board in BOARDS:
        built(board)
    folder = tmp_path_factory.mktemp("boards")
    ended = subprocess.run(
        [sys.executable, "-m", "weighbridge", "run", "glossary", "--targets", ",".join(BOARDS), "--all", "--json"],
        cwd=folder,
        env={**os.environ, **SURROUNDINGS, "PYTHONPATH": str(SOURCE), "WEIGHBRIDGE_DB": str(folder / "runs.duckdb")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    run: dict[str, Any] = json.loads(ended.stdout)
    return run


def test_every_codec_gives_what_it_should_and_counts_alike_twice(document: dict[str, Any]) -> None:
    assert document["failures"] == []
    assert document["cells"] == []


@pytest.mark.parametrize("board", BOARDS)
def test_rows_have_their_unit_and_what_they_take_of_the_board(document: dict[str, Any], board: str) -> None:
    rows = [cell for cell in document["counted"] if cell["target"] == board]
    assert {cell["unit"] for cell in rows} == {UNITS[board]}
    assert {"cjson", "cmp", "jsmn", "json-parser", "tinycbor"} <= {cell["codec"] for cell in rows}
    assert all(cell["gross"] > cell["net"] > 0 for cell in rows)
    assert all(cell["flash_bytes"] > 500 for cell in rows)
    (baseline,) = [cell for cell in rows if cell["relative"]["ratio"] == 1 and cell["operation"] == "encode"]
    assert (baseline["codec"], baseline["variant"]) == ("cjson", None)
    sizes = {cell["format"]: cell["bytes"] for cell in rows if cell["operation"] == "encode"}
    assert sizes["msgpack"] < sizes["cbor"] + 4 < sizes["json"]
