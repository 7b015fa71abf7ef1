"""Targets of runners for the schemas of a run."""

from __future__ import annotations

from pathlib import Path

import pytest

from weighbridge.runners.build import build, is_built
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
