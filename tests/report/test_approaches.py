"""Trees and types, side by side; and floors below the ranks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from weighbridge.report.approaches import Comparison, comparisons
from weighbridge.report.document import Cell, Floor, FormatInfo, NetTime, RunDocument
from weighbridge.report.markdown import to_markdown
from weighbridge.report.tables import HEADINGS, tables_of


@pytest.fixture(scope="module")
def document() -> RunDocument:
    content = json.loads((Path(__file__).parent / "run.json").read_text(encoding="utf-8"))
    return RunDocument.model_validate(content["document"])


def cell(document: RunDocument, codec: str, form: str, operation: str, ns: float, **more: object) -> Cell:
    """Return a cell of Python's with this time and nothing else of interest."""
    first = next(one for one in document.cells if one.runner == "python")
    about = {
        "codec": codec,
        "variant": None,
        "format": form,
        "operation": operation,
        "net_ns": NetTime(estimate=ns, low=ns, high=ns, at_most=False),
        "bytes": 100 if form == "json" else 50,
        "losses": (),
        "policies": {"strings": "owned"},
    }
    return first.model_copy(update={**about, **more})


def compared(document: RunDocument, *cells: Cell) -> list[Comparison]:
    schema = FormatInfo(format="protobuf", title="", text=False, schemaless=False, specification="")
    run = document.model_copy(update={"cells": cells, "formats": (*document.formats, schema)})
    payload = next(one for one in document.run.payloads if one.payload == cells[0].payload)
    return list(comparisons(run, payload))


def both(document: RunDocument, codec: str, form: str, ns: float, *, typed: bool, **more: object) -> list[Cell]:
    suffix = "-typed" if typed else ""
    return [cell(document, codec, form, operation + suffix, ns, **more) for operation in ("encode", "decode")]


def test_the_best_of_each_approach_is_compared_with_json_as_trees(document: RunDocument) -> None:
    (found,) = compared(
        document,
        *both(document, "json", "json", 900, typed=False),
        *both(document, "orjson", "json", 100, typed=False),
        *both(document, "msgspec-json", "json", 50, typed=True),
        *both(document, "msgpack", "msgpack", 200, typed=False),
        *both(document, "msgspec-msgpack", "msgpack", 40, typed=True, losses=("absent-became-null",)),
        *both(document, "protobuf", "protobuf", 25, typed=True),
    )
    assert [(one.name, one.codec, found.multiple(one), found.share(one)) for one in found.approaches] == [
        ("JSON as trees", "orjson", "1.0×", "100%"),
        ("JSON as types", "msgspec-json", "0.50×", "100%"),
        ("another format without a schema, as types", "msgspec-msgpack", "0.40×", "50%"),
        ("a format with a schema", "protobuf", "0.25×", "50%"),
    ]
    assert found.approaches[2].losses == ("absent-became-null",)


def test_what_was_measured_one_way_only_or_is_not_known_is_no_approach(document: RunDocument) -> None:
    trees = both(document, "json", "json", 900, typed=False)
    assert compared(document, *trees) == []
    one_way = cell(document, "protobuf", "protobuf", "encode-typed", 5)
    unknown = NetTime(estimate=0.0, low=None, high=9.0, at_most=True)
    bounds = both(document, "avro", "avro", 5, typed=True, net_ns=unknown)
    borrowed = both(document, "capnp", "capnp", 5, typed=True, policies={"strings": "borrowed"})
    assert compared(document, *trees, one_way, *bounds, *borrowed) == []


def test_floors_stand_below_the_codecs_of_their_runner(document: RunDocument) -> None:
    first = document.cells[0]
    floor = Floor(
        cell=999,
        language=first.language,
        runner=first.runner,
        target=first.target,
        floor="memcpy",
        format="json",
        operation=first.operation,
        payload=first.payload,
        bytes=735,
        gross_ns=first.gross_ns,
        net_ns=NetTime(estimate=40.0, low=39.0, high=41.0, at_most=False),
        megabytes_per_second=18_000.0,
        relative=None,
    )
    with_floor = document.model_copy(update={"floors": (floor,)})
    shown = [
        dict(zip(HEADINGS, texts, strict=True))
        for table in tables_of(with_floor)
        for section in table.sections
        for texts in section.floors
    ]
    assert [(row["#"], row["codec"], row["net time"], row["bytes"]) for row in shown] == [
        ("–", "memcpy", "40.0 ns", "735")
    ]
    assert "| – | memcpy | json | 40.0 ns |" in to_markdown(with_floor)
