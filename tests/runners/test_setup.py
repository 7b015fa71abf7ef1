from __future__ import annotations

import datetime
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from runner_folders import write_runner

from weighbridge.runners import debian, library_sources
from weighbridge.runners.manifest import Manifest, read_manifests
from weighbridge.runners.setup import missing_programs, plan_setup, run_setup

FAKE = Path(__file__).with_name("fake_apt.py")


class Apt:
    """An apt of the test's own, in the only folder on PATH."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        for name in ("dpkg-query", "dpkg-deb", "apt-cache", "apt-get", "dpkg"):
            program = folder / name
            program.write_text(FAKE.read_text().replace("#!/usr/bin/env python3", f"#!{sys.executable}"))
            program.chmod(0o755)
        self.set()

    def set(self, **world: Any) -> None:
        empty: dict[str, Any] = {"installed": {}, "offered": {}, "after_update": {}, "broken": [], "sources": {}}
        empty["locked"] = 0
        (self.folder / "world.json").write_text(json.dumps({**empty, **world}))

    def calls(self, start: str) -> list[str]:
        lines = (self.folder / "calls.txt").read_text().splitlines()
        return [line for line in lines if line.startswith(start)]


@pytest.fixture
def apt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Apt:
    found = Apt(tmp_path / "bin")
    monkeypatch.setenv("PATH", str(found.folder))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    keyring = tmp_path / "keyring.gpg"
    keyring.touch()
    monkeypatch.setattr(debian, "_KEYRINGS", (keyring,))
    library_sources._suite.cache_clear()
    return found


def manifest(
    tmp_path: Path,
    *packages: str,
    commands: tuple[str, ...] = (),
    at_least: str = "",
    files: str = "lib/*.c",
    binary: bool = False,
) -> Manifest:
    extra = f"[setup]\napt = {json.dumps(packages)}\ncommands = {json.dumps(commands)}\nhint = 'Build it by hand.'\n"
    if at_least:
        extra += (
            f"[[setup.apt_sources]]\npackage = 'host'\nat_least = '{at_least}'\nbinary = {json.dumps(binary)}\n"
            f"files = {json.dumps([files])}\ninto = 'third_party'\nprovides = 'Guest'\n"
        )
    return read_manifests(write_runner(tmp_path, "needy", extra=extra))[0]


GUEST = {"lib/guest.c": "int guest;", "lib/guest.h": "", "host.c": "int main;"}
NEW = {"unstable": {"host": {"1.9-1": GUEST, "2.0-1": GUEST}}, "stable": {"host": {"1.5-3": GUEST}}}


def test_only_what_is_missing_is_installed(apt: Apt, tmp_path: Path) -> None:
    apt.set(installed={"here": "1"}, offered={"here": "1", "wanted": "2.5"})
    plan = plan_setup([manifest(tmp_path, "here", "wanted")])
    assert plan.packages == ("wanted",)
    assert plan.automatic
    report = run_setup(plan)
    assert report.done == ("wanted 2.5",)
    assert not report.problems
    assert apt.calls("apt-get update") == []
    assert plan_setup([read_manifests(tmp_path / "needy" / "runner.toml")[0]]).complete


def test_lists_that_another_program_updates_are_waited_for(
    apt: Apt, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(debian, "_PAUSE_S", 0.0)
    apt.set(after_update={"wanted": "2.5"}, locked=2)
    heard: list[str] = []
    report = run_setup(plan_setup([manifest(tmp_path, "wanted")]), progress=heard.append)
    assert (report.done, report.problems) == (("wanted 2.5",), ())
    assert len(apt.calls("apt-get update")) == 3
    assert sum("waiting for another program" in line for line in heard) == 2


def test_the_lists_are_updated_where_they_lack_a_package(apt: Apt, tmp_path: Path) -> None:
    apt.set(after_update={"wanted": "2.5"})
    assert run_setup(plan_setup([manifest(tmp_path, "wanted")])).done == ("wanted 2.5",)
    assert len(apt.calls("apt-get update")) == 1


def test_a_package_that_does_not_exist_stops_no_other(apt: Apt, tmp_path: Path) -> None:
    apt.set(offered={"wanted": "2.5"})
    report = run_setup(plan_setup([manifest(tmp_path, "wanted", "imaginary")]))
    assert report.done == ("wanted 2.5",)
    assert report.problems == ("there is no Debian package imaginary for this release",)


def test_a_package_that_is_broken_stops_no_other(apt: Apt, tmp_path: Path) -> None:
    apt.set(offered={"wanted": "2.5", "bad": "1"}, broken=["bad"])
    report = run_setup(plan_setup([manifest(tmp_path, "wanted", "bad")]))
    assert report.done == ("wanted 2.5",)
    (problem,) = report.problems
    assert problem.startswith("the Debian package bad could not be installed: E: ")


def test_without_rights_the_command_is_told(apt: Apt, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    apt.set(offered={"a": "1", "b": "1"})
    plan = plan_setup([manifest(tmp_path, "b", "a")])
    assert not plan.automatic
    assert plan.advice == ("Type as root: apt-get install --no-install-recommends a b",)
    assert run_setup(plan).problems == ("Debian packages are missing: a, b",)
    assert apt.calls("apt-get install") == []


def test_without_apt_the_hint_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    plan = plan_setup([manifest(tmp_path, "wanted", commands=("cc",), at_least="2.0")])
    assert plan.packages == ()
    assert not plan.automatic
    assert plan.advice == ("For the runner needy: Build it by hand.",)
    problems = run_setup(plan).problems
    assert any("Guest" in problem for problem in problems)
    assert "the program cc is not on PATH, and the runner needy needs it" in problems


def test_a_target_s_need_is_not_laid_at_the_door_of_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    extra = "[targets.host]\n[targets.other.setup]\nhint = 'Install engine 8.'\n"
    extra += "[[targets.other.setup.tools]]\ncommand = 'engine'\n"
    plan = plan_setup(read_manifests(write_runner(tmp_path, "needy", extra=extra)))
    assert plan.advice == ("For the runner needy:other: Install engine 8.",)
    assert run_setup(plan).problems == ("the program engine is not on PATH, and the runner needy:other needs it",)


def test_what_types_are_made_with_is_got_too_and_keeps_no_runner_away(apt: Apt, tmp_path: Path) -> None:
    extra = "[typed]\nbuild = {}\nstart = { command = ['x'] }\n[typed.setup]\napt = ['wanted']\n"
    extra += "[[typed.setup.tools]]\ncommand = 'generator'\n"
    (needy,) = read_manifests(write_runner(tmp_path, "needy", extra=extra))
    plan = plan_setup([needy])
    assert plan.packages == ("wanted",)
    assert [missing.command for missing in plan.programs] == ["generator"]
    assert not missing_programs(needy)


def test_files_come_out_of_the_newest_source_package(apt: Apt, tmp_path: Path) -> None:
    apt.set(sources=NEW)
    needy = manifest(tmp_path, at_least="1.2")
    report = run_setup(plan_setup([needy]))
    assert report.done == ("Guest of 2023-11-14 from Debian's host 2.0-1 (unstable)",)
    assert not report.problems
    assert (needy.folder / "third_party/lib/guest.c").read_text() == "int guest;"
    assert not (needy.folder / "third_party/host.c").exists()
    assert plan_setup([needy]).complete
    assert len(apt.calls("apt-get update")) == 1, "older suites are not asked"
    (needy.folder / "third_party/lib/guest.c").unlink()
    assert not plan_setup([needy]).complete


def test_what_was_got_is_kept(apt: Apt, tmp_path: Path) -> None:
    apt.set(sources=NEW)
    needy = manifest(tmp_path, at_least="1.2")
    assert library_sources.unpacked(needy) == {}
    run_setup(plan_setup([needy]))
    (guest,) = library_sources.unpacked(needy).values()
    assert guest == library_sources.Unpacked("Guest", "Debian's host 2.0-1 (unstable)", datetime.date(2023, 11, 14))
    assert library_sources.unpacked(manifest(tmp_path / "other", at_least="1.2")) == {}


def test_setting_up_anew_takes_what_is_newer_by_now(apt: Apt, tmp_path: Path) -> None:
    apt.set(sources={"stable": NEW["stable"]})
    needy = manifest(tmp_path, at_least="1.2")
    run_setup(plan_setup([needy]))
    apt.set(sources=NEW)
    assert plan_setup([needy]).complete
    (done,) = run_setup(plan_setup([needy], anew=True)).done
    assert "host 2.0-1 (unstable)" in done


def test_a_list_of_our_own_names_the_machine_s_debian_alone(apt: Apt, tmp_path: Path) -> None:
    apt.set(sources=NEW)
    run_setup(plan_setup([manifest(tmp_path, at_least="1.2")]))
    (listing,) = (tmp_path / "cache").rglob("sources.list")
    (line,) = listing.read_text().splitlines()
    assert line.endswith("protocol://archive.example/debian/ unstable main")
    assert line.startswith("deb-src [signed-by=")


@pytest.mark.parametrize(
    ("newest", "broken"),
    [
        ({}, []),
        ({"host": {"1.1-1": GUEST}}, []),
        ({"host": {"2.0-1": {"lib/guest.h": ""}}}, []),
        ({"host": {"2.0-1": GUEST}}, ["host=2.0-1"]),
    ],
    ids=["not there", "too old", "without the files", "not to be fetched"],
)
def test_where_a_suite_does_not_have_it_an_older_one_does(
    apt: Apt, tmp_path: Path, newest: dict[str, Any], broken: list[str]
) -> None:
    apt.set(sources={"unstable": newest, "stable": NEW["stable"]}, broken=broken)
    report = run_setup(plan_setup([manifest(tmp_path, at_least="1.2")]))
    assert report.done == ("Guest of 2023-11-14 from Debian's host 1.5-3 (stable)",)
    assert not report.problems


def test_where_no_suite_has_it_each_says_why(apt: Apt, tmp_path: Path) -> None:
    apt.set(sources=NEW)
    (problem,) = run_setup(plan_setup([manifest(tmp_path, at_least="1.7", files="lib/*.rs")])).problems
    assert problem == (
        "Guest could not be had: no suite of Debian gives host: unstable: host has no file lib/*.rs; "
        "testing: it is not there; stable: 1.5-3 is older than 1.7; oldstable: it is not there"
    )


def test_a_copy_in_another_project_has_no_date(apt: Apt, tmp_path: Path) -> None:
    apt.set(sources=NEW)
    (wanted,) = manifest(tmp_path, at_least="1.2").setup.apt_sources
    copied = wanted.model_copy(update={"copied": True})
    assert library_sources.unpack(copied, tmp_path, print).released is None
    assert library_sources.is_unpacked(copied, tmp_path)


CHANGELOG = """\
host (2.0-2) unstable; urgency=medium

  * Rebuild.

 -- Somebody <somebody@example.org>  Tue, 10 Feb 2026 10:00:00 +0000

host (2.0-1) unstable; urgency=medium

  * New upstream release.

 -- Somebody <somebody@example.org>  Fri, 02 Jan 2026 10:00:00 +0000

host (1.9-1) unstable; urgency=medium

 -- Somebody <somebody@example.org>  Mon, 01 Jan 2024 10:00:00 +0000
"""


def test_headers_come_out_of_a_binary_package(apt: Apt, tmp_path: Path) -> None:
    files = {"usr/include/guest.hpp": "", "usr/share/doc/host/changelog.Debian.gz": CHANGELOG}
    apt.set(sources={"unstable": {"host": {"2.0-2": files}}})
    needy = manifest(tmp_path, at_least="1.2", files="usr/include/*.hpp", binary=True)
    report = run_setup(plan_setup([needy]))
    assert report.done == ("Guest of 2026-01-02 from Debian's host 2.0-2 (unstable)",)
    assert (needy.folder / "third_party/usr/include/guest.hpp").exists()


def test_files_come_out_of_a_package_of_pypi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def download(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
        assert command[-1] == "guest==1.2"
        with zipfile.ZipFile(folder / "guest-1.2-py3-none-any.whl", "w") as wheel:
            wheel.writestr(zipfile.ZipInfo("guest/guest.h", (2026, 3, 4, 0, 0, 0)), "int guest;")
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(library_sources, "run", download)
    extra = (
        "[[setup.pypi_sources]]\npackage = 'guest'\nversion = '1.2'\nwheel = true\n"
        "files = ['guest/*.h']\ninto = 'third_party'\nprovides = 'Guest'\n"
    )
    (needy,) = read_manifests(write_runner(tmp_path, "needy", extra=extra))
    assert run_setup(plan_setup([needy])).done == ("Guest of 2026-03-04 from PyPI's guest 1.2",)
    assert (needy.folder / "third_party/guest/guest.h").read_text() == "int guest;"


def tool(tmp_path: Path, version: str, at_least: str) -> Manifest:
    script = tmp_path / "bin" / "engine"
    if version:
        script.write_text(f"#!/bin/sh\necho engine version go{version} built 2026.1\n")
        script.chmod(0o755)
    extra = (
        "[[setup.tools]]\ncommand = 'engine'\nversion = ['engine', 'version']\n"
        f"at_least = '{at_least}'\napt = ['engine-deb']\nsuite = 'bookworm-backports'\n"
    )
    return read_manifests(write_runner(tmp_path, "needy", extra=extra))[0]


@pytest.mark.parametrize(
    ("version", "reason"),
    [("", "is not on PATH"), ("1.19", "is 1.19, and 1.24.2 is needed"), ("1.24.1", "is 1.24.1, and 1.24.2 is needed")],
)
def test_a_tool_that_is_missing_or_too_old_is_installed(
    apt: Apt, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, reason: str
) -> None:
    monkeypatch.setenv("PATH", f"{apt.folder}:/bin")
    apt.set(offered={"engine-deb": "1"})
    plan = plan_setup([tool(tmp_path, version, "1.24.2")])
    assert plan.packages == ("engine-deb",)
    assert [str(missing) for missing in plan.programs] == [f"the program engine {reason}"]
    report = run_setup(plan)
    assert report.done == ("engine-deb 1", "engine-deb 1 from bookworm-backports")
    (newer,) = [call for call in apt.calls("apt-get install") if "--target-release" in call]
    assert newer.endswith("--target-release bookworm-backports engine-deb")
    (listing,) = (tmp_path / "cache").rglob("sources.list")
    assert "protocol://archive.example/debian/ bookworm-backports main" in listing.read_text()
    assert report.problems == (f"the program engine {reason}, and the runner needy needs it",), "it is looked at again"


def test_a_tool_that_is_new_enough_needs_no_package(apt: Apt, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{apt.folder}:/bin")
    apt.set(offered={"engine-deb": "1"})
    assert plan_setup([tool(tmp_path, "1.100", "1.24.2")]).complete
