"""Targets of runners for the schemas of a run."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

import pytest

from weighbridge.runners import in_use
from weighbridge.runners.build import BuildError, build, is_built
from weighbridge.runners.manifest import Manifest, read_manifests
from weighbridge.runners.typed import typed_target
from weighbridge.schema import Schema, infer, read_schema

MANIFEST = """
title = "Toy"
language = "toy"
baseline = "json"
[start]
command = ["true"]
[typed]
build = { commands = [["cp", "generator", "{types}/program"]], inputs = ["generator"] }
start = { command = ["{types}/program"] }
baseline = "json-typed"
"""


@pytest.fixture
def toy(tmp_path: Path) -> Manifest:
    folder = tmp_path / "toy"
    folder.mkdir()
    (folder / "runner.toml").write_text(MANIFEST)
    (folder / "generator").write_text("#!/bin/sh\n")
    (manifest,) = read_manifests(folder / "runner.toml")
    return manifest


def schema_of(document: object) -> Schema:
    return infer([document])


def target(manifest: Manifest, *schemas: Schema) -> Manifest:
    found = typed_target(manifest, schemas)
    assert found is not None
    return found


def test_a_target_finds_its_schemas_in_a_folder_of_its_own(toy: Manifest) -> None:
    first, second = schema_of({"a": 1}), schema_of({"b": "text"})
    found = target(toy, first, second)
    assert (found.participant, found.baseline) == ("toy:typed", "json-typed")
    place = (toy.folder / found.start.command[0]).parent
    assert {read_schema(file.read_text()).fingerprint for file in place.glob("*.json")} == {
        first.fingerprint,
        second.fingerprint,
    }


def test_the_same_shape_with_other_values_builds_nothing(toy: Manifest) -> None:
    found = target(toy, schema_of({"a": 1}))
    assert not is_built(found)
    assert not build(found).fresh
    assert build(target(toy, schema_of({"a": 2}))).fresh
    assert not is_built(target(toy, schema_of({"a": "text"})))


def test_another_generator_builds_it_again(toy: Manifest) -> None:
    found = target(toy, schema_of({"a": 1}))
    build(found)
    (toy.folder / "generator").write_text("#!/bin/sh\n# newer\n")
    assert not is_built(found)


def test_there_is_no_target_without_schemas_or_a_way_to_build_it(toy: Manifest) -> None:
    assert typed_target(toy, []) is None
    assert typed_target(toy.model_copy(update={"typed": None}), [schema_of({"a": 1})]) is None


def test_the_runner_itself_is_built_first_and_nobody_writes_what_is_there(toy: Manifest) -> None:
    own = toy.build.model_copy(update={"commands": (("cp", "generator", "part"),), "inputs": ("generator",)})
    toy = toy.model_copy(update={"build": own})
    found = target(toy, schema_of({"a": 1}))
    place = (toy.folder / found.start.command[0]).parent
    written = {file: file.stat().st_mtime_ns for file in place.iterdir()}
    build(found)
    assert (toy.folder / "part").exists()
    assert is_built(toy)
    target(toy, schema_of({"a": 2}))
    assert {file: file.stat().st_mtime_ns for file in written} == written


def test_what_was_not_asked_for_in_a_long_time_goes_unless_somebody_uses_it(toy: Manifest) -> None:
    def place(found: Manifest) -> Path:
        return (toy.folder / found.start.command[0]).parent

    found = [target(toy, schema_of({f"a{number}": 1})) for number in range(20)]
    for age, one in enumerate(found):
        build(one)
        os.utime(place(one), (1000 + age, 1000 + age))
    (toy.folder / "build" / "types" / "cache").mkdir()
    assert target(toy, schema_of({"a0": 2})).own_files == found[0].own_files  # asked for again: now the newest
    with in_use.held():
        build(found[1])
        target(toy, schema_of({"b": 1}))
        assert is_built(found[1])
    with (toy.folder / "build" / f"in-use{found[1].own_files}.lock").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)  # as another process does
        target(toy, schema_of({"b": 1}))
        assert is_built(found[1])
    target(toy, schema_of({"b": 1}))
    assert [one for one in found if not place(one).exists()] == [found[1]]
    assert not (toy.folder / "build" / f"built{found[1].own_files}.json").exists()
    assert (toy.folder / "build" / "types" / "cache").exists()
    assert not build(target(toy, schema_of({"a1": 1}))).fresh


def test_where_nobody_may_write_the_build_says_so(toy: Manifest) -> None:
    (toy.folder / "build").write_text("no folder")
    found = target(toy, schema_of({"a": 1}))
    with pytest.raises(BuildError, match="build"):
        build(found)
