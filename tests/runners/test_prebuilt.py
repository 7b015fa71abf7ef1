from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from runner_folders import write_runner

from weighbridge.campaign.enlisting import look_at
from weighbridge.campaign.participants import Participant
from weighbridge.campaign.progress import Silence
from weighbridge.commands.machine import setup
from weighbridge.commands.outcome import TROUBLE
from weighbridge.runners import prebuilt, shipped
from weighbridge.runners.build import is_built
from weighbridge.runners.halt import Halt
from weighbridge.runners.launch import RUNNERS_VARIABLE
from weighbridge.runners.manifest import Manifest, Setup, read_manifests
from weighbridge.runners.setup import how_to_add, missing_programs


@pytest.fixture
def runner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Manifest:
    """A runner that is not built, and a package that holds it built by a compiler that is not here."""
    file = write_runner(tmp_path / "runners", "compiled", build=[["no-such-compiler"]])
    package = tmp_path / "packages" / "weighbridge_runners"
    (package / "compiled" / "build").mkdir(parents=True)
    (package / "compiled" / "build" / "program").touch(mode=0o755)
    about = {"sources": "these", "runners": ["compiled"], "made": "built 2026-01-02 on Some Linux, glibc 2.36"}
    (package / "about.json").write_text(json.dumps(about))
    monkeypatch.syspath_prepend(package.parent)
    prebuilt.package.cache_clear()
    return read_manifests(file)[0]


@pytest.fixture(autouse=True)
def forgotten():
    yield
    prebuilt.package.cache_clear()
    sys.modules.pop("weighbridge_runners", None)


def test_what_came_built_takes_part_without_a_compiler_and_says_so(runner: Manifest):
    assert not is_built(runner)
    prebuilt.lay(runner.folder.parent, "these")
    assert is_built(runner)
    assert (runner.folder / "build" / "program").stat().st_mode & 0o100
    found = look_at(runner, Silence(), Halt())
    assert isinstance(found, Participant)
    assert (found.description.compiler or "").endswith("built 2026-01-02 on Some Linux, glibc 2.36")


def test_what_came_built_of_other_sources_is_not_used(runner: Manifest):
    prebuilt.lay(runner.folder.parent, "others")
    assert not is_built(runner)


def test_what_came_built_is_stale_once_its_sources_change_and_never_replaces_what_was_built_here(runner: Manifest):
    prebuilt.lay(runner.folder.parent, "these")
    (runner.folder / "added.c").write_text("")
    assert not is_built(runner)
    record = next((runner.folder / "build").glob("built*.json"))
    before = record.read_bytes()
    prebuilt.lay(runner.folder.parent, "these")
    assert record.read_bytes() == before


def test_what_came_built_takes_part_again_where_it_cannot_be_built_here(
    runner: Manifest, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv(RUNNERS_VARIABLE, str(runner.folder.parent))
    monkeypatch.setattr(shipped, "is_unfolded", lambda folder: True)
    monkeypatch.setattr(shipped, "digest", lambda: "these")
    prebuilt.lay(runner.folder.parent, "these")
    (runner.folder / "added.c").write_text("")  # as a library's source that was got for the build
    assert setup([runner.name], Silence()) == TROUBLE
    assert is_built(runner)
    assert prebuilt.words(runner)


def test_what_came_built_needs_only_what_starts_it(runner: Manifest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    prebuilt.lay(runner.folder.parent, "these")
    monkeypatch.setenv("PATH", str(tmp_path))
    needy = runner.model_copy(
        update={
            "setup": Setup(commands=("no-such-compiler",)),
            "start": runner.start.model_copy(update={"command": ("java", "-version")}),
        }
    )
    assert [missing.command for missing in missing_programs(needy)] == ["java"]
    assert "pip install 'weighbridge[java]'" in how_to_add(needy)
