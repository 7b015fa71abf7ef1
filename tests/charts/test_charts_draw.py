"""Charts become pictures. What they show is tested with the engine, in ``web/tests/unit``."""

from __future__ import annotations

import json
import re
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, get_args

import pytest
from board_cells import a_counted_cell

from weighbridge import engine
from weighbridge.advise.scenario import Scenario
from weighbridge.charts.draw import ChartOptions, Form, Kind, chart, draw
from weighbridge.charts.style import Families, theme
from weighbridge.measure.samples import Phase, Sample, Samples
from weighbridge.report.document import RunDocument

RUN = Path(__file__).parents[1] / "report" / "run.json"
PNG = b"\x89PNG\r\n\x1a\n"
KINDS = get_args(Kind)


@pytest.fixture(scope="module")
def run() -> RunDocument:
    return RunDocument.model_validate(json.loads(RUN.read_text(encoding="utf-8"))["document"])


def drawn(run: RunDocument, kind: Kind, form: Form = "svg", scale: float = 1, **changes: Any) -> bytes:
    orjson = next(cell for cell in run.cells if (cell.codec, cell.operation) == ("orjson", "encode"))
    samples = Samples.from_rows([Sample(orjson.cell, 0, n, Phase.TIMED, 10, 9000 + n, 9000 + n) for n in range(3)])
    only = ("orjson", "encode") if kind == "samples" else ("*", "*")
    cells = tuple(
        cell
        for cell in run.cells
        if cell.participant == "python" and fnmatch(cell.codec, only[0]) and fnmatch(cell.operation, only[1])
    )
    counted = [
        a_counted_cell(runner="python", target="host", payload=run.run.payloads[0].payload, operation=operation)
        for operation in ("encode", "decode")
    ]
    shown = run.model_copy(update={"cells": cells, "counted": tuple(counted)})
    return draw(chart(kind, shown, ChartOptions(**changes), samples), form, scale)


def texts(svg: bytes) -> str:
    """The lines of a picture; those of one title are joined by blanks."""
    parts = re.findall(r"<text.*?</text>", svg.decode(), re.DOTALL)
    return "\n".join(re.sub(r"<[^>]*>", " ", part) for part in parts)


@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_holds_its_title_and_the_provenance(run: RunDocument, kind: Kind) -> None:
    text = texts(drawn(run, kind))
    assert ", Python" in text
    for part in (run.run.run, f"{run.run.started:%Y-%m-%d}", f"Weighbridge {run.run.version}"):
        assert part in text


def test_a_picture_is_of_the_users_network_and_baseline(run: RunDocument) -> None:
    assert "10 kbit/s" in texts(drawn(run, "bandwidth", scenario=Scenario(bandwidth_bits_per_s=1e4)))
    assert "python/orjson" in texts(drawn(run, "ranking", scenario=Scenario(baseline="orjson")))


@pytest.mark.parametrize("kind", KINDS)
def test_a_png_has_the_pixels_that_were_asked_for(run: RunDocument, kind: Kind) -> None:
    png = drawn(run, kind, "png", 2, width=400, theme="dark")
    assert png.startswith(PNG)
    assert int.from_bytes(png[16:20], "big") == 800


@pytest.mark.parametrize("width", [358, 1100])
@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_is_as_wide_as_was_asked_for_and_refers_to_nothing_elsewhere(
    run: RunDocument, kind: Kind, width: int
) -> None:
    svg = drawn(run, kind, width=width).decode()
    found = re.search(r'<svg[^>]* width="([\d.]+)"', svg)
    assert found is not None
    assert float(found[1]) == width
    assert re.findall(r'(?:href|src)="(?!#)', svg) == []
    assert set(re.findall(r"https?://[^\"\s)]+", svg)) <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}


def test_what_cannot_be_drawn_says_what_to_do(run: RunDocument) -> None:
    with pytest.raises(engine.Refusal, match=r"nothing to rank.*choose another unit"):
        drawn(run, "ranking", unit="instructions")


def test_without_a_built_engine_the_command_that_builds_it_is_named(
    run: RunDocument, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "_SCRIPT", tmp_path / "engine.js")
    monkeypatch.setattr(engine, "_engine", engine._engine.__wrapped__)
    with pytest.raises(engine.EngineNotBuilt, match="make page"):
        drawn(run, "ranking")


def test_who_draws_charts_of_their_own_finds_the_same_colours() -> None:
    families = Families()
    assert families.of(["json", "gob"]) == {"json": "JSON", "gob": families.others}
    colours = theme("dark")["range"]["category"]
    assert len(colours) == len(families.every)
    assert len(set(colours)) == len(colours)
    assert colours == theme("light")["range"]["category"]
