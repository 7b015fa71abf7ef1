"""The files beside a run's page: the schemas of what was weighed as types."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from weighbridge.campaign.selection import Selection
from weighbridge.campaign.settings import Settings
from weighbridge.commands.pages import write_page
from weighbridge.commands.stored_runs import Kept
from weighbridge.measure.samples import Samples
from weighbridge.report import page as page_module
from weighbridge.report.build import build_document
from weighbridge.schema import SchemaSource, read_schema
from weighbridge.store.records import CellRecord, PayloadRecord, Run, RunRecord
from weighbridge_kit.operations import Operation


def a_run(operation: Operation) -> Run:
    settings = Settings(
        budget_s=1.0, precision=0.01, seed=0, baseline=None, selection=Selection(),
        schemas=SchemaSource(as_json=("/b",)),
    )  # fmt: skip
    document = '{"a":1,"b":[1,"x"]}'
    return Run(
        record=RunRecord(
            run="r", started=datetime.datetime(2026, 1, 1), version="0", environment={},
            settings=settings.model_dump(mode="json"),
        ),
        payloads=(PayloadRecord(payload="my own/p", source="", documents=(document,), json_bytes=len(document)),),
        sizes=(),
        cells=(
            CellRecord(
                cell=0, role="codec", runner="r", language="l", target="host", codec="c", operation=operation,
                payload="my own/p", clock="cpu", format="json", library="c", library_version="1",
            ),
        ),
        failures=(),
    )  # fmt: skip


@pytest.fixture(autouse=True)
def frame(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A frame in the place of the built page, which needs Node.js."""
    path = tmp_path / "frame.html"
    names = ("run", "samples", "sources", "schemas")
    path.write_text("".join(f'<script type="application/gzip" id="{name}"></script>' for name in names))
    monkeypatch.setattr(page_module, "_PAGE", path)


def write(run: Run, target: Path) -> None:
    samples = Samples.from_rows([])
    write_page(Kept(run, samples, build_document(run, samples)), target)


def test_the_schema_of_what_was_weighed_as_types_is_beside_the_page(tmp_path: Path) -> None:
    write(a_run("decode-typed"), tmp_path / "out.html")
    files = {file.name for file in (tmp_path / "out-schemas").iterdir()}
    assert {"my_own_p.proto", "my_own_p.avsc", "my_own_p.fbs", "my_own_p.json"} <= files
    schema = read_schema((tmp_path / "out-schemas" / "my_own_p.json").read_bytes())
    assert [one.type.kind for one in schema.records[0].fields] == ["int64", "json"]


def test_a_page_of_trees_stands_alone(tmp_path: Path) -> None:
    write(a_run("decode"), tmp_path / "out.html")
    assert not (tmp_path / "out-schemas").exists()
