"""A run inside the page."""

from __future__ import annotations

import base64
import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

from weighbridge.measure.samples import Phase, Sample, Samples
from weighbridge.report import page as page_module
from weighbridge.report.document import RunDocument
from weighbridge.report.page import PageNotBuilt, page

FRAME = """<!doctype html><script type="module">"</scr" + 'ipt id="run">'</script>
<script type="application/gzip" id="run"></script>
<script type="application/gzip" id="samples"></script>
<script type="application/gzip" id="sources"></script>
<script type="application/gzip" id="schemas"></script>
"""


@pytest.fixture(autouse=True)
def frame(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A frame in the place of the built one, which needs Node.js."""
    path = tmp_path / "page.html"
    path.write_text(FRAME, encoding="utf-8")
    monkeypatch.setattr(page_module, "_PAGE", path)
    return path


@pytest.fixture(scope="module")
def document() -> RunDocument:
    content = json.loads((Path(__file__).parent / "run.json").read_text(encoding="utf-8"))
    return RunDocument.model_validate(content["document"])


def embedded(text: str, name: str) -> Any:
    found = re.search(rf'<script type="application/gzip" id="{name}">([A-Za-z0-9+/=]*)</script>', text)
    assert found, name
    return json.loads(gzip.decompress(base64.b64decode(found[1]))) if found[1] else None


def test_the_page_holds_the_document_as_json_prints_it(document: RunDocument) -> None:
    assert RunDocument.model_validate(embedded(page(document, None, {}), "run")) == document


def test_samples_are_those_of_the_cells_alone(document: RunDocument) -> None:
    first, second = document.cells[0].cell, document.cells[1].cell
    tare = max(cell.cell for cell in document.cells) + 1
    samples = Samples.from_rows(
        [
            Sample(first, 0, 0, Phase.FIRST, 1, 2000, 1900),
            Sample(tare, 0, 1, Phase.TIMED, 10, 50, 40),
            Sample(second, 1, 2, Phase.TIMED, 10, 20_000, None, pitch_ns=81_000, at_ns=5_000_000),
        ]
    )
    assert embedded(page(document, samples, {}), "samples") == {
        "cell": [first, second],
        "wave": [0, 1],
        "round": [0, 2],
        "phase": [0, 2],
        "iterations": [1, 10],
        "wall_ns": [2000, 20_000],
        "cpu_ns": [1900, None],
        "pitch_ns": [None, 81_000],
        "at_ns": [None, 5_000_000],
    }


def test_a_page_may_be_without_samples(document: RunDocument) -> None:
    assert embedded(page(document, None, {}), "samples") is None


def test_sources_may_hold_any_text(document: RunDocument) -> None:
    sources = {"runners/node/codecs/json.js": "// </script><script>alert('ü')</script>"}
    text = page(document, None, sources)
    assert embedded(text, "sources") == sources
    assert "alert" not in text


def test_a_page_names_the_files_of_schemas_where_there_are_some(document: RunDocument) -> None:
    files = {"orders": {"Avro": "run-schemas/orders.avsc"}}
    assert embedded(page(document, None, {}, files), "schemas") == files
    assert embedded(page(document, None, {}), "schemas") is None


def test_the_same_run_gives_the_same_page(document: RunDocument) -> None:
    assert page(document, None, {}) == page(document, None, {})


def test_without_a_built_page_it_says_how_to_build_one(document: RunDocument, frame: Path) -> None:
    frame.unlink()
    with pytest.raises(PageNotBuilt, match="make page"):
        page(document, None, {})


def test_a_page_of_another_kind_is_refused(document: RunDocument, frame: Path) -> None:
    frame.write_text("<!doctype html>", encoding="utf-8")
    with pytest.raises(PageNotBuilt, match="no place for the run"):
        page(document, None, {})
