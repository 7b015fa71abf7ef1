"""The notebook runs on a real run, and its charts show that run's numbers."""

from __future__ import annotations

import csv
import io
import json
import os
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import nbformat
import pytest
from in_process import weighbridge
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from weighbridge.store.database import measuring
from weighbridge.store.records import CellRecord, CountRecord, Run
from weighbridge.store.runs import add_run, read_with_samples

NOTEBOOK = Path(__file__).parents[2] / "docs" / "notebooks" / "brief-charts.ipynb"
PAYLOADS = ("websocket", "compact")

Marks = list[tuple[str, dict[str, str]]]
"""What a chart drew: the kind of each mark, and what it says to those who cannot see it."""


def execute(database: Path, run: str = "last") -> nbformat.NotebookNode:
    """Run the notebook in a process of its own, as an editor would; return it with what it showed."""
    notebook: nbformat.NotebookNode = nbformat.read(NOTEBOOK, as_version=4)
    environment = {**os.environ, "WEIGHBRIDGE_DB": str(database), "WEIGHBRIDGE_RUN": run}
    manager = AsyncKernelManager(kernel_name="python3", transport="ipc", ip=str(database.with_name("kernel")))
    NotebookClient(notebook, timeout=240, km=manager).execute(env=environment)
    return notebook


def ask(database: Path, *arguments: str) -> str:
    ended = weighbridge(*arguments, "--db", database, folder=database.parent, environment={})
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of CPython and PyPy; only the former has a MessagePack codec in it."""
    file = tmp_path_factory.mktemp("notebook") / "runs.duckdb"
    chosen = [f"--codecs={name}" for name in ("json", "orjson", "ormsgpack")]
    ask(
        file,
        "run",
        *PAYLOADS,
        "--runners=python,pypy",
        *chosen,
        "--operations=encode,decode",
        "--budget=40s",
        "--no-progress",
    )
    return file


@pytest.fixture(scope="module")
def document(database: Path) -> Any:
    return json.loads(ask(database, "report", "last", "--json"))


@pytest.fixture(scope="module")
def boards(database: Path) -> Path:
    """The codecs of CPython as if they were two emulated boards', one of which counts instructions, the other cycles.

    A codec counts one for each byte, MessagePack two thirds of that, and the second board three times as much.
    """
    run, _ = read_with_samples(database, "last")
    codecs = [cell for cell in run.cells if cell.runner == "python" and cell.role == "codec"]
    sizes = {cell.payload: cell.bytes for cell in codecs if cell.codec == "json" and cell.operation == "encode"}
    cells: list[CellRecord] = []
    counts: list[CountRecord] = []
    for target, unit, factor in (("cortex-m4", "instructions", 1), ("atmega2560", "cycles", 3)):
        for cell in codecs:
            changes = {"cell": len(cells), "runner": "mcu", "target": target, "counter": unit, "tare": None}
            count = (sizes[cell.payload] or 0) * factor * (6 if cell.format == "json" else 4)
            counts += [CountRecord(cell=len(cells), boot=boot, count=count) for boot in (1, 2)]
            cells.append(cell.model_copy(update={**changes, "baseline": None}))
    titles = {"mcu:cortex-m4": {"title": "Cortex-M4"}, "mcu:atmega2560": {"title": "ATmega2560"}}
    record = run.record.model_copy(update={"environment": run.record.environment | {"runners": titles}})
    counted = {"record": record, "cells": tuple(cells), "counts": tuple(counts), "compressions": ()}
    file = database.with_name("boards.duckdb")
    with measuring(file):
        add_run(file, run.model_copy(update=counted))
    return file


EVIL = (
    "\"'><img src=x onerror=alert(1)></text></svg><script>alert(1)</script>`[a](javascript:1)${1}$x^2$\x1b[31m\u202e|"
)


@pytest.fixture(scope="module")
def hostile(database: Path) -> Path:
    """The same run, had its codecs, payloads and runners names that try to become elements or code."""
    run, samples = read_with_samples(database, "last")
    changed = run.model_dump(mode="json")
    for member in ("payloads", "cells", "sizes", "compressions", "failures"):
        for row in changed[member]:
            for name in ("payload", "codec", "library", "library_version", "variant"):
                if row.get(name) is not None:
                    row[name] += EVIL
    for about in changed["record"]["environment"]["runners"].values():
        about["title"] += EVIL
    changed["record"]["environment"]["machine"]["cpu"] = EVIL
    file = database.with_name("hostile.duckdb")
    with measuring(file):
        add_run(file, Run.model_validate_json(json.dumps(changed)), samples)
    return file


def test_what_a_run_tells_is_text_in_what_the_notebook_shows(hostile: Path) -> None:
    pictures: list[tuple[str, str]] = []
    others: list[tuple[str, str]] = []
    for cell in execute(hostile).cells:
        for output in cell.get("outputs", []):
            for kind, content in output.get("data", {}).items():
                (pictures if kind == "image/svg+xml" else others).append((kind, content))
    assert len(pictures) > 5
    for _, svg in pictures:
        found = list(ElementTree.fromstring(svg).iter())
        assert not {element.tag.rpartition("}")[2] for element in found} & {"script", "img", "image", "foreignObject"}
        assert not [name for element in found for name in element.attrib if name.startswith("on")]
    assert any("<img src=x" in "".join(ElementTree.fromstring(svg).itertext()) for _, svg in pictures)
    assert any(kind == "text/html" for kind, _ in others)
    for kind, text in others:
        assert kind in ("text/plain", "text/html", "text/markdown")
        assert "\x1b[31m" not in text
        assert kind == "text/plain" or not re.search(r"<(img|script|/text|/svg)", text), text


@pytest.fixture(scope="module")
def charts(database: Path) -> dict[str, list[Marks]]:
    """The charts that the notebook shows, by the cell that draws them."""
    return drawn_of(database)


def drawn_of(database: Path) -> dict[str, list[Marks]]:
    """Run the notebook on a database; return its charts by the cell that draws them."""
    return {
        cell.id: [
            marks_of(output.data["image/svg+xml"])
            for output in cell.outputs
            if "image/svg+xml" in output.get("data", {})
        ]
        for cell in execute(database).cells
        if cell.cell_type == "code"
    }


def marks_of(svg: str) -> Marks:
    """Return what the marks of a chart say: ``net µs: 15.8; label: orjson 3.1; family: JSON``."""
    said = [
        (element.attrib["aria-roledescription"], element.attrib.get("aria-label", ""))
        for element in ElementTree.fromstring(svg).iter()
        if "aria-roledescription" in element.attrib
    ]
    return [(kind, dict(re.findall(r"([^:;]+): ([^;]*)(?:; |$)", words))) for kind, words in said if ": " in words]


def named(cell: dict[str, Any]) -> str:
    return f"{cell['codec']}[{cell['variant']}]" if cell["variant"] else str(cell["codec"])


def microseconds(cell: dict[str, Any]) -> float:
    net = cell["net_ns"]
    return float(net["high"] if net["at_most"] else net["estimate"]) / 1000


def numbers(marks: Marks, key: str, label: str) -> list[float]:
    """Return the numbers that a chart has under a label."""
    return [
        float(said[key].replace("−", "-")) for kind, said in marks if kind == "point" and said.get("label") == label
    ]


def test_the_notebook_is_kept_without_outputs() -> None:
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(notebook)
    assert set(notebook.metadata) == {"kernelspec", "language_info"}
    for cell in notebook.cells:
        assert not cell.metadata
        assert cell.get("outputs", []) == []
        assert cell.get("execution_count") is None


def test_every_kind_of_chart_is_drawn(charts: dict[str, list[Marks]]) -> None:
    drawn = {name: len(found) for name, found in charts.items() if found}
    assert drawn == {"operations": 2, "saved": 1, "places": 1, "sizes": 1, "totals": 2}


def test_the_times_of_each_operation_are_those_of_the_report(charts: dict[str, list[Marks]], document: Any) -> None:
    marks = [mark for chart in charts["operations"] for mark in chart]
    assert sum(kind == "point" for kind, _ in marks) == len(document["cells"])
    for cell in document["cells"]:
        shown = numbers(marks, "net µs", f"{named(cell)} {cell['library_version']}")
        assert any(number == pytest.approx(microseconds(cell), rel=1e-4) for number in shown), cell
    whiskers = sum(kind == "rule mark" and "high" in said for kind, said in marks)
    assert whiskers == sum(cell["net_ns"]["low"] is not None for cell in document["cells"])


def test_savings_are_those_of_the_arduino_layout(charts: dict[str, list[Marks]], database: Path) -> None:
    rows = csv.DictReader(io.StringIO(ask(database, "report", "last", "--format", "csv", "--layout", "arduino")))
    expected = [
        (1 - float(row[f"{kind}MsgPack"]) / float(row[f"{kind}Json"])) * 100
        for row in rows
        for kind in ("serTime", "deserTime", "serSpace")
        if row[f"{kind}MsgPack"] and row[f"{kind}Json"]
    ]
    (marks,) = charts["saved"]
    shown = [said["saved"].replace("−", "-").removesuffix("%") for kind, said in marks if kind == "text mark"]
    assert len(shown) >= 2, "sizes at least"
    assert sorted(map(float, shown)) == pytest.approx(sorted(expected), abs=0.06)


def test_places_are_compared_by_their_fastest_codecs(charts: dict[str, list[Marks]], document: Any) -> None:
    (marks,) = charts["places"]
    points = [(said["place"], said["family"]) for kind, said in marks if kind == "point"]
    everywhere = len(PAYLOADS) * 2  # encode and decode
    assert sorted(points) == sorted(
        [("Python", "JSON"), ("Python", "MessagePack"), ("Python (PyPy)", "JSON")] * everywhere
    )


def test_sizes_are_those_of_the_run(charts: dict[str, list[Marks]], document: Any) -> None:
    (marks,) = charts["sizes"]
    bars = sorted(float(said["bytes"]) for kind, said in marks if kind == "bar")
    texts = {said["number"] for kind, said in marks if kind == "text mark"}
    sizes = [size for payload in document["run"]["payloads"] for size in payload["sizes"]]
    shown = [size for size in sizes if size["format"] in {"json", "msgpack"}]
    compressed = [size["compressed"][name]["bytes"] for size in shown for name in ("gzip", "zstd", "brotli", "lz4")]
    assert bars == sorted([*(size["bytes"] for size in shown), *compressed])
    plain = {(size["payload"], size["format"]): size["bytes"] for size in sizes}
    smaller, larger = plain["websocket", "msgpack"], plain["websocket", "json"]
    assert {f"{larger}", f"{smaller} (−{larger - smaller})"} <= texts


def test_totals_are_the_bytes_and_both_operations(charts: dict[str, list[Marks]], document: Any) -> None:
    marks = [mark for chart in charts["totals"] for mark in chart]
    times: dict[tuple[str, str, str], list[float]] = {}
    for cell in document["cells"]:
        times.setdefault((cell["runner"], named(cell), cell["payload"]), []).append(microseconds(cell))
    both = {key: sum(found) for key, found in times.items() if len(found) == 2}
    assert both
    for (_, name, _), total in both.items():
        shown = numbers(marks, "µs to encode and decode", name)
        assert any(number == pytest.approx(total, rel=1e-4) for number in shown), name
    written = sorted(float(said["bytes written"]) for kind, said in marks if kind == "bar")
    assert written == sorted(
        cell["bytes"]
        for cell in document["cells"]
        if cell["operation"] == "encode" and (cell["runner"], named(cell), cell["payload"]) in both
    )


def test_counts_of_emulated_boards_are_drawn_unit_by_unit(boards: Path) -> None:
    charts = drawn_of(boards)
    (saved,) = charts["saved"]
    assert sorted(said["saved"] for kind, said in saved if kind == "text mark" and said["saved"] == "33.3%") == (
        ["33.3%"] * len(PAYLOADS) * 2 * 2
    ), "encode and decode, on two boards"
    (places,) = charts["places"]
    points = [said for kind, said in places if kind == "point"]
    by_unit = {
        unit: {said["place"] for said in points if f"net {unit}" in said} for unit in ("instructions", "cycles", "µs")
    }
    assert by_unit == {"instructions": {"Cortex-M4"}, "cycles": {"ATmega2560"}, "µs": set()}
    json = json_bytes_of(boards)
    assert {float(said["net cycles"]) for said in points if said["family"] == "JSON" and "net cycles" in said} == {
        18.0 * size for size in json.values()
    }


def json_bytes_of(database: Path) -> dict[str, int]:
    """Return the sizes of a run's payloads."""
    shown = json.loads(ask(database, "report", "last", "--json"))
    return {payload["payload"]: payload["json_bytes"] for payload in shown["run"]["payloads"]}


def test_a_reader_without_a_run_is_told_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(CellExecutionError, match=r"holds no runs yet. Make one with: weighbridge run"):
        execute(tmp_path / "none.duckdb")
