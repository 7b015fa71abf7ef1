"""The comparison with an ecosystem's own harness."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from batch_clock import BatchClock
from runner_folders import write_runner

from benchmarks.own_harness import main


def add(root: Path, name: str, script: str) -> None:
    write_runner(root, name)
    program = root / name / "bench-harness"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)


@pytest.fixture
def runners(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "runners"
    monkeypatch.setenv("WEIGHBRIDGE_RUNNERS", str(root))
    BatchClock(monkeypatch)
    return root


def line(**participants: object) -> str:
    return json.dumps({"harness": "stopwatch 1", "codec": "json", "operation": "decode", "ns": 1e4, **participants})


def test_both_time_the_same_document(runners: Path, capsys: pytest.CaptureFixture[str]) -> None:
    add(runners, "one", f"test -s \"$1\" && echo '{line()}' && echo '{line(operation='encode', cpu_ns=100.0)}'")
    write_runner(runners, "without")
    assert main(["--budget", "1s", "--json"]) == 0
    decode, encode = json.loads(capsys.readouterr().out)
    assert (decode["runner"], decode["codec"], decode["operation"]) == ("one", "json", "decode")
    assert decode["ratio"] == pytest.approx(decode["weighbridge_ns"] / 1e4)
    assert encode["harness_ns"] == 100.0, "CPU time is compared with CPU time"


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        ("exit 4", "ended with status 4"),
        ("echo fast", "printed what is no time"),
        ("true", "printed no times"),
        (f"echo '{line(codec='msgpack')}'", "unknown codec 'msgpack'"),
        (f"echo '{line(operation='fly')}'", "does not have json fly"),
    ],
)
def test_a_harness_that_fails_is_told_and_stops_no_other(
    runners: Path, capsys: pytest.CaptureFixture[str], script: str, complaint: str
) -> None:
    add(runners, "broken", script)
    add(runners, "good", f"echo '{line()}'")
    assert main(["--budget", "1s", "--json"]) == 3
    told = capsys.readouterr()
    assert complaint in " ".join(told.err.split())
    assert [entry["runner"] for entry in json.loads(told.out)] == ["good"]
