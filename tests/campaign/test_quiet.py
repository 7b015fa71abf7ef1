"""What is remembered of the machine between runs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from weighbridge.campaign import quiet
from weighbridge.campaign.fork import VERSION


@pytest.fixture(autouse=True)
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "state" / "weighbridge" / "quiet.json"
    monkeypatch.setattr("platformdirs.user_state_path", lambda name: tmp_path / "state" / name)
    monkeypatch.setattr(quiet, "describe_machine", lambda: {"cpu": "an abacus"})
    return file


def test_before_the_first_run_nothing_is_known() -> None:
    assert quiet.recall() is None


def test_what_is_remembered_comes_back(memory: Path) -> None:
    quiet.remember(100.4)
    assert quiet.recall() == 100
    assert memory.exists()


def test_one_fluke_does_not_rule() -> None:
    for pitch in (50, 101, 102, 140, 150):
        quiet.remember(pitch)
    assert quiet.recall() == 101


def test_old_runs_are_forgotten(memory: Path) -> None:
    for _ in range(3):
        quiet.remember(50)
    for _ in range(30):
        quiet.remember(100)
    assert quiet.recall() == 100
    (known,) = json.loads(memory.read_text()).values()
    assert len(known) == 30


def test_another_machine_or_work_is_another_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    quiet.remember(100)
    monkeypatch.setattr(quiet, "describe_machine", lambda: {"cpu": "a slide rule"})
    assert quiet.recall() is None
    quiet.remember(30)
    assert quiet.recall() == 30
    monkeypatch.setattr(quiet, "describe_machine", lambda: {"cpu": "an abacus"})
    assert quiet.recall() == 100, "and neither forgets the other"
    monkeypatch.setattr(quiet, "VERSION", VERSION + 1)
    assert quiet.recall() is None


@pytest.mark.parametrize(
    "content", ["", "{", "[1, 2]", "17", '{"key": 5}', '{"key": ["much"]}', '{"key": [null]}', "\ud83d"]
)
def test_a_damaged_memory_is_begun_anew(memory: Path, content: str) -> None:
    memory.parent.mkdir(parents=True)
    memory.write_bytes(content.encode("utf-8", "surrogatepass"))
    assert quiet.recall() is None
    quiet.remember(100)
    assert quiet.recall() == 100


def test_a_memory_that_cannot_be_written_is_no_trouble(memory: Path) -> None:
    memory.parent.parent.mkdir(parents=True)
    memory.parent.write_text("a file where the folder should be")
    quiet.remember(100)
    assert quiet.recall() is None
