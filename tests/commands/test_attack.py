"""`weighbridge attack`: hostile bytes for decoders, by the command."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from pathlib import Path

import jsonschema
import pytest
from workbench import WEIGHBRIDGE, Workbench

from weighbridge.commands.schemas import schemas
from weighbridge.runners.launch import runners_root


@pytest.fixture
def trapped(empty_workbench: Workbench) -> Workbench:
    """A workbench with a runner that crashes over the bytes of BOOM."""
    empty_workbench.add_runner("soft", "trap-crash")
    return empty_workbench


def test_a_finding_is_repeated_by_its_command(trapped: Workbench) -> None:
    given = ("attack", "--operations", "decode", "--bytes", b'["BOOM"]'.hex(), "--no-progress")
    document = trapped.json(*given, status=1)
    jsonschema.validate(document, schemas()["attack"])
    finding = document["decoders"][0]["findings"][0]
    assert (finding["outcome"], finding["input"]) == ("crashes", b"BOOM".hex())
    words = shlex.split(finding["repeat"])
    again = trapped.json(*words[1:], "--no-progress", status=1)
    assert again["decoders"][0]["findings"][0]["input"] == b"BOOM".hex()
    shown = trapped(*given)
    assert "soft/json crashes: was killed by SIGSEGV" in shown.stdout
    assert finding["repeat"] in shown.stdout


def test_who_holds_has_a_status_of_zero(empty_workbench: Workbench) -> None:
    empty_workbench.add_runner("good")
    document = empty_workbench.json("attack", "--inputs", "300", "--seed", "7", "--no-progress")
    assert (document["seed"], document["inputs"]) == (7, {"json": 300})
    assert all(sum(one["outcomes"].values()) == one["tried"] == 300 for one in document["decoders"])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--bytes", "xyz"), "no hexadecimal bytes"),
        (("--operations", "encode"), "nothing that is selected reads documents"),
    ],
)
def test_what_cannot_be_done_is_said(workbench: Workbench, words: tuple[str, ...], message: str) -> None:
    ended = workbench("attack", *words, "--no-progress")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert message in " ".join(ended.stderr.replace("│", " ").split())


@pytest.mark.slow
def test_pythons_own_decoders_hold(empty_workbench: Workbench) -> None:
    environment = {**os.environ, **empty_workbench.environment(), "WEIGHBRIDGE_RUNNERS": str(runners_root())}
    words: list[str | Path] = [WEIGHBRIDGE, "attack", "--codecs", "python/json,python/cbor2", "--inputs", "600"]
    ended = subprocess.run(
        [*words, "--no-progress", "--json"], env=environment, capture_output=True, text=True, check=False, timeout=280
    )
    assert ended.returncode == 0, ended.stderr
    document = json.loads(ended.stdout)
    assert document["inputs"] == {"cbor": 600, "json": 600}
    assert all(one["outcomes"]["refuses"] > 100 for one in document["decoders"])
