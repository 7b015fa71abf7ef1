"""A schema's file is from anybody: every name in it is checked, in one place, before anything is written of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from weighbridge.schema import SchemaError, SchemaSource, infer
from weighbridge.schema.model import MOST_LEVELS, read_schema
from weighbridge.schema.source import MAX_BYTES

DOCUMENTS = [{"a": {"1": [1, None], "2": []}, "b": {"c": [[b"x"]], "d": [{"x": 1}]}, "e": 1, "a_b": 2}]
FORM: dict[str, Any] = json.loads(infer(DOCUMENTS).to_json())
FREE = ("key", "path", "fingerprint")
"""What may be any text: a document's own, a comment's, and what is not read."""
NO_NAMES = (
    "x\n}\nmessage Y {", "/* hi */", "*/", "//", "#", "{", "class", "", " ", "a b", "a__b", "_a", "a_",
    "größe", "ａ", "a\u200d", "a\0", "1a", "a;b", "a" * 1000, "__proto__", "\ud800",
)  # fmt: skip


def texts(form: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of all texts."""
    if isinstance(form, str):
        yield path
    elif isinstance(form, dict | list):
        for step, part in form.items() if isinstance(form, dict) else enumerate(form):
            yield from texts(part, (*path, step))


def with_text(path: tuple[Any, ...], text: str) -> str:
    form = deepcopy(FORM)
    holder: Any = form
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = text
    return json.dumps(form)


PLACES = [path for path in texts(FORM) if path[-1] not in FREE]


def test_a_form_has_names_of_every_kind() -> None:
    assert {path[-1] for path in PLACES} == {"kind", "name", "record", "box"}
    assert {path[-1] for path in texts(FORM)} >= set(FREE)


@pytest.mark.parametrize("path", PLACES, ids=lambda path: "/".join(map(str, path)))
def test_what_is_no_name_is_refused_wherever_it_stands(path: tuple[Any, ...]) -> None:
    where = "/".join(map(str, path[:-1] if path[-1] == "kind" else path))
    for text in NO_NAMES if path[-1] != "kind" else NO_NAMES[:3]:
        with pytest.raises(SchemaError) as caught:
            read_schema(with_text(path, text))
        assert str(caught.value).startswith(f"{where}: ")
        assert len(str(caught.value)) < 400


@pytest.mark.parametrize("path", [path for path in texts(FORM) if path[-1] in FREE[:2]], ids=str)
def test_half_of_a_surrogate_pair_is_no_text(path: tuple[Any, ...]) -> None:
    with pytest.raises(SchemaError, match="half of a surrogate pair"):
        read_schema(with_text(path, "a\ud800"))


def field(form: dict[str, Any], record: int, number: int) -> Any:
    return form["records"][record]["fields"][number]


def rename(form: dict[str, Any], record: int, name: str) -> None:
    text = json.dumps(form).replace(f'"{form["records"][record]["name"]}"', f'"{name}"')
    form.update(json.loads(text))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda form: field(form, 2, 0).update(name="A_B"), "fields/3/name is 'a_b', and fields/0 has the same name"),
        (lambda form: field(form, 2, 0).update(name="a_b"), "fields/3/name is 'a_b', and fields/0 has the same name"),
        (lambda form: field(form, 2, 0).update(key="e"), "fields/2/key is 'e', and fields/0 has the same key"),
        (lambda form: field(form, 2, 0).update(name="q", key="z") or field(form, 2, 1).update(name="z"),
         "records/2: fields/1/name is 'z', which is the key of fields/0"),
        (lambda form: field(form, 2, 1).update(number=7), "records/2: fields/1/number is 7, where 2 is to stand"),
        (lambda form: field(form, 2, 0)["type"].update(name="DOCUMENT"), "records/2/name is 'Document', and records/2"),
        (lambda form: field(form, 2, 0)["type"].update(name="Signed64"), None),
        (lambda form: field(form, 2, 0)["type"]["value"]["type"].update(name="DItemEntry"),
         "is 'DItemEntry', which compilers make beside 'DItem' of records/0/name"),
        (lambda form: field(form, 2, 0)["type"]["value"]["type"]["element"].update(box="DItem"),
         "records/2/fields/0/type/value/type/element/box is 'DItem', and records/0/name has that name"),
        (lambda form: field(form, 2, 0)["type"]["value"]["type"]["element"].update(box=None), "element/box is null"),
        (lambda form: field(form, 2, 0)["type"]["value"].update(box="Other"), "value/box is not null"),
        (lambda form: form["root"].update(box="Other"), "root/box is not null"),
        (lambda form: rename(form, 0, "DocumentEntry"), "'DocumentEntry', which compilers make beside 'Document'"),
        (lambda form: rename(form, 0, "DocumentStart"), "'DocumentStart', which compilers make beside 'Document'"),
        (lambda form: form["records"][0].update(fields=[
            {"key": str(at), "name": f"n{at}", "number": at + 1, "type": {"kind": "bool"}} for at in range(5_001)
        ]), "records/0/fields: Tuple should have at most 5000 items"),
    ],
)  # fmt: skip
def test_names_are_unique_but_for_case_and_the_place_is_told(
    change: Callable[[dict[str, Any]], None], words: str | None
) -> None:
    form = deepcopy(FORM)
    change(form)
    if words is None:
        read_schema(json.dumps(form))
        return
    with pytest.raises(SchemaError) as caught:
        read_schema(json.dumps(form))
    assert words in str(caught.value)


@pytest.mark.parametrize("levels", [MOST_LEVELS, MOST_LEVELS + 1, 200, 400])
def test_types_that_nest_too_deep_are_refused(levels: int) -> None:
    kind: dict[str, Any] = {"kind": "int64"}
    for level in range(levels):
        kind = {"kind": "list", "name": f"L{level}", "element": {"type": kind}}
    text = json.dumps({"weighbridge_schema": 1, "root": {"type": kind}})
    if levels == MOST_LEVELS:
        read_schema(text)
        return
    with pytest.raises(SchemaError):
        read_schema(text)


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"weighbridge_schema": 1, "root":' * 100_000, "1" * 5_000, "\ud800", ""]
)
def test_what_is_no_form_is_refused(text: str) -> None:
    with pytest.raises(SchemaError):
        read_schema(text)


def test_a_file_without_end_is_not_read_to_its_end(tmp_path: Path) -> None:
    file = tmp_path / "s.json"
    file.write_bytes(b" " * (MAX_BYTES + 1))
    with pytest.raises(SchemaError, match="more than the"):
        SchemaSource.read(file=file)


def test_the_fingerprint_is_made_here_and_not_read() -> None:
    assert read_schema(with_text(("fingerprint",), "../../x")).fingerprint == FORM["fingerprint"]
