"""`weighbridge schema`: an outline, schema languages, choices, and what it says where no type fits."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from workbench import Workbench

from weighbridge.commands.schemas import schemas
from weighbridge.completion import schema_languages
from weighbridge.schema.emit import TARGETS


@pytest.fixture
def shop(workbench: Workbench) -> Path:
    file = workbench.documents / "shop.json"
    rows = [{"id": 1, "user-name": "a", "tags": ["x", None]}, {"id": -2, "user-name": "b", "note": None}]
    file.write_text(json.dumps({"rows": rows, "stock": {"17": 1.5, "18": 2}}))
    return file


@pytest.fixture
def mixed(workbench: Workbench) -> Path:
    file = workbench.documents / "mixed.json"
    file.write_text('{"a": [1, {}], "b": {"c": ["x", [2]]}}')
    return file


def test_an_outline_says_on_what_it_rests(workbench: Workbench, shop: Path) -> None:
    ended = workbench("schema", shop)
    assert ended.returncode == 0
    lines = [line.split() for line in ended.stdout.splitlines()]
    assert ["rows", "list", "of", "RowsItem", "1", "of", "1", "at", "most", "2"] in lines
    assert ["id", "int64", "2", "of", "2", "-2", "to", "1"] in lines
    assert ["user-name", "user_name", "string", "2", "of", "2"] in lines
    assert "list of string or null, optional" in ended.stdout
    assert "json or null, optional" in ended.stdout
    assert "map of float64" in ended.stdout


@pytest.mark.parametrize("language", TARGETS)
def test_every_language_is_written_to_a_file_whose_ending_says_it(
    workbench: Workbench, shop: Path, language: str
) -> None:
    printed = workbench("schema", shop, "--to", language)
    file = workbench.documents / f"shop{TARGETS[language].ending}"
    if language == "weighbridge":
        file = workbench.documents / "own.json"
    assert workbench("schema", shop, "-o", file).returncode == 0
    assert printed.stdout == file.read_text()
    assert "user-name" in printed.stdout


def test_json_is_as_its_schema_says_and_can_be_given_back(workbench: Workbench, shop: Path) -> None:
    printed = workbench("schema", shop, "--json").stdout
    jsonschema.validate(json.loads(printed), schemas()["schema"])
    own = workbench.documents / "own.json"
    own.write_text(printed.replace('"user_name"', '"who"'))
    assert "string who = 2" in workbench("schema", shop, "--schema", own, "--to", "proto").stdout
    assert "string who = 2" in workbench("schema", "--schema", own, "--to", "proto").stdout


def test_documents_that_do_not_fit_a_given_schema_are_refused(workbench: Workbench, shop: Path, mixed: Path) -> None:
    own = workbench.documents / "own.json"
    workbench("schema", shop, "-o", own)
    ended = workbench("schema", mixed, "--schema", own)
    assert ended.returncode == 2
    assert "/a: the record Document has no such field" in ended.stderr


def test_untypable_places_are_named_with_what_to_do_and_that_helps(workbench: Workbench, mixed: Path) -> None:
    ended = workbench("schema", mixed)
    assert ended.returncode == 2
    assert "/a/*: 1 integer and 1 object" in ended.stderr
    assert "--as-json '/a/*' --as-json '/b/c/*'" in ended.stderr
    assert workbench("schema", mixed, "--as-json", "/a/*", "--as-json", "/b/c/*").returncode == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "name a document"),
        (("shop.json", "--to", "protobuf"), "unknown schema language 'protobuf': did you mean proto?"),
        (("shop.json", "--map", "/row"), "--map /row: there is no object at this path; did you mean /rows"),
        (("shop.json", "--as-json", "rows"), "'rows' is no path; write /orders/*/id"),
        (("shop.json", "--schema", "shop.json"), "not a schema of Weighbridge's"),
        (("shop.json", "--schema", "none.json"), "none.json: No such file"),
        (("shop.json", "--schema", "shop.json", "--map", "/stock"), "--schema replaces inference"),
    ],
)
def test_what_is_wrong_is_said_with_what_to_do(
    workbench: Workbench, shop: Path, arguments: tuple[str, ...], words: str
) -> None:
    ended = workbench("schema", *arguments)
    assert ended.returncode == 2
    assert words in ended.stderr


def test_all_documents_together_give_one_schema(workbench: Workbench) -> None:
    (workbench.documents / "one.json").write_text('{"a": 1}')
    (workbench.documents / "two.ndjson").write_text('{"b": 2}\n{"a": 3}\n')
    outline = workbench("schema", "one.json", "two.ndjson").stdout
    assert "int64, optional" in outline
    assert "2 of 3" in outline


def test_the_tab_key_offers_languages() -> None:
    assert schema_languages("pro") == ["proto"]
