from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from runner_folders import write_runner

from weighbridge.runners import errors
from weighbridge.runners.launch import RUNNERS_VARIABLE, runners_root, start
from weighbridge.runners.manifest import ManifestError, find_manifests, read_manifests


def test_runners_are_found_in_the_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(RUNNERS_VARIABLE, raising=False)
    assert runners_root() == Path(__file__).resolve().parents[2] / "runners"


def test_runners_are_found_where_the_variable_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_runner(tmp_path, "one")
    write_runner(tmp_path, "two")
    monkeypatch.setenv(RUNNERS_VARIABLE, str(tmp_path))
    assert [manifest.name for manifest in find_manifests(runners_root())] == ["one", "two"]
    monkeypatch.setenv(RUNNERS_VARIABLE, str(tmp_path / "nowhere"))
    with pytest.raises(ManifestError, match="nowhere, which is not a folder"):
        runners_root()


def test_a_program_that_is_not_there(tmp_path: Path) -> None:
    file = write_runner(tmp_path, "absent")
    file.write_text(file.read_text().replace('"{python}"', '"./no-such-program"'))
    with pytest.raises(errors.CannotStart, match="Runner absent, asked to start, could not be started"):
        start(read_manifests(file)[0])


def test_priority_is_raised_where_the_system_grants_it(tmp_path: Path) -> None:
    with start(read_manifests(write_runner(tmp_path, "quick"))[0], log=tmp_path / "log") as client:
        client.describe()
        assert client.raised_priority == (os.geteuid() == 0)


@pytest.mark.parametrize("inherits", [True, False])
def test_the_environment_of_the_manifest_reaches_the_runner_and_that_of_the_user_if_it_may(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, inherits: bool
) -> None:
    monkeypatch.setenv("FILLER", "user's")
    file = write_runner(tmp_path, "shell")
    head = file.read_text().split("[start]")[0]
    answer = '{"answer":"failed","message":"%s in %s%s"}'
    script = f"""read x; printf '{answer}' "$WORD" "${{PWD##*/}}" "${{FILLER:+ of the user}}"; echo"""
    command = json.dumps(["sh", "-c", script])
    file.write_text(
        f'{head}[start]\ncommand = {command}\nenvironment = {{ WORD = "tare" }}\ninherits = {str(inherits).lower()}\n'
    )
    with (
        start(read_manifests(file)[0], log=tmp_path / "log") as client,
        pytest.raises(errors.Failed, match="tare in shell of the user$" if inherits else "tare in shell$"),
    ):
        client.describe()
