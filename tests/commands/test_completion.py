"""What the shell's Tab key offers."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import click
import pytest
import typer
from runner_folders import write_runner
from workbench import WEIGHBRIDGE, Workbench

from weighbridge import completion


@pytest.fixture
def runners(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two runners, whose codecs are remembered."""
    for name in ("steady", "other"):
        write_runner(tmp_path / "runners", name)
    monkeypatch.setenv("WEIGHBRIDGE_RUNNERS", str(tmp_path / "runners"))
    monkeypatch.setenv("WEIGHBRIDGE_DB", str(tmp_path / "none.duckdb"))
    monkeypatch.setattr(completion, "_memory", lambda: tmp_path / "state" / "codecs.json")
    completion.remember_codecs({"steady": ["json", "orjson", "orjson[reuse]"]})
    completion.remember_codecs({"other": ["json", "yyjson"]})


def offered(incomplete: str, **parameters: Any) -> list[str]:
    context = typer.Context(click.Command("run"))  # type: ignore[arg-type]
    context.params = parameters
    return completion.codecs(context, incomplete)


@pytest.mark.usefixtures("runners")
def test_codecs_are_those_that_runners_offered() -> None:
    assert offered("") == ["json", "orjson", "orjson[reuse]", "yyjson"]
    assert offered("or") == ["orjson", "orjson[reuse]"]
    assert offered("nothing") == []


@pytest.mark.usefixtures("runners")
def test_codecs_are_those_of_the_runners_named_before() -> None:
    assert offered("", runners=["other"]) == ["json", "yyjson"]
    assert offered("y", runners=["steady,other"]) == ["yyjson"]


@pytest.mark.usefixtures("runners")
def test_a_codec_may_be_named_with_its_runner() -> None:
    assert offered("other/") == ["other/json", "other/yyjson"]


@pytest.mark.usefixtures("runners")
def test_a_list_with_commas_goes_on() -> None:
    assert offered("orjson,y") == ["orjson,yyjson"]
    assert "json,json" not in offered("json,")
    assert completion.formats("json,ub") == ["json,ubjson"]


@pytest.mark.usefixtures("runners")
def test_without_runs_there_are_none_to_offer() -> None:
    assert completion.runs("") == ["last"]
    assert completion.payloads_of_last_run("") == []


def test_what_was_remembered_wrongly_is_no_reason_to_complain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    memory = tmp_path / "codecs.json"
    monkeypatch.setattr(completion, "_memory", lambda: memory)
    for content in ("", "[1]", '{"a": 1}'):
        memory.write_text(content)
        assert offered("") == []
    monkeypatch.setattr(completion, "_memory", lambda: memory / "below" / "a file")
    completion.remember_codecs({"steady": ["json"]})


def test_the_shell_is_answered_after_a_command_has_met_the_runners(workbench: Workbench) -> None:
    workbench("list", "codecs")
    asked = {"_WEIGHBRIDGE_COMPLETE": "complete_bash", "COMP_WORDS": "weighbridge run --codecs js", "COMP_CWORD": "3"}
    ended = subprocess.run(
        [WEIGHBRIDGE],
        env={**os.environ, **workbench.environment(), **asked},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert ended.stdout.split() == ["json"]


def test_payloads_are_our_own_their_groups_and_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "boat.json").touch()
    assert completion.payloads("boa") == ["boards", "boat.json"]
    assert completion.payloads("array-") == ["array-strings", "array-int"]
