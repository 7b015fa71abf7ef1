"""Reports for other tools and other people: files, and the page."""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
from base64 import b64decode
from pathlib import Path
from typing import Any

import duckdb
import pytest
from typer.testing import CliRunner
from workbench import ONCE, Workbench

from weighbridge.cli import app
from weighbridge.commands import stored_runs
from weighbridge.compression.compressors import COMPRESSORS
from weighbridge.report import page as page_module

BUILT = pytest.mark.skipif(not page_module._PAGE.exists(), reason="the page is not built: make page")


def embedded(html: str, name: str) -> Any:
    packed = re.search(rf'<script type="application/gzip" id="{name}">([^<]*)</script>', html)
    assert packed is not None
    return json.loads(gzip.decompress(b64decode(packed[1]))) if packed[1] else None


@BUILT
def test_the_page_holds_the_very_document_that_json_prints(kept: Workbench, name: str) -> None:
    ended = kept("report", "last", "--html", "out/run.html")
    assert ended.returncode == 0
    assert "out/run.html" in ended.stderr
    html = (kept.documents / "out" / "run.html").read_text()
    document = kept.json("report", name)
    assert embedded(html, "run") == document
    assert not re.search(r'<(script|link|img)[^>]+(src|href)="?(https?:)?//', html), "nothing comes from a network"
    columns = embedded(html, "samples")
    assert set(columns["cell"]) == {cell["cell"] for cell in document["cells"]}
    assert len({len(column) for column in columns.values()}) == 1


@BUILT
def test_the_page_without_samples_is_smaller(kept: Workbench, name: str) -> None:
    kept("report", name, "--html", "all.html")
    kept("report", name, "--html", "few.html", "--no-samples")
    sizes = [(kept.documents / file).stat().st_size for file in ("all.html", "few.html")]
    assert sizes[1] < sizes[0]
    assert sizes[1] < 2_000_000
    assert embedded((kept.documents / "few.html").read_text(), "samples") is None


@BUILT
def test_a_run_ends_with_its_page(workbench: Workbench, orders: Path) -> None:
    ended = workbench("run", orders, *ONCE)
    told = re.search(r"Page: file://(\S+\.html)", ended.stderr)
    assert told is not None
    assert embedded(Path(told[1]).read_text(), "run")["run"]["payloads"][0]["payload"] == "orders"


def test_a_run_without_a_page_says_nothing_of_one(workbench: Workbench, orders: Path) -> None:
    ended = workbench("run", orders, *ONCE, "--no-page")
    assert "Page" not in ended.stderr
    assert not (workbench.folder / "pages").exists()


def test_a_page_that_cannot_be_written_is_named(kept: Workbench, name: str) -> None:
    (kept.documents / "file").write_text("")
    ended = kept("report", name, "--html", "file/run.html")
    assert ended.returncode == 2
    assert "file" in ended.stderr


@BUILT
def test_a_page_that_cannot_be_kept_fails_no_run(workbench: Workbench, orders: Path) -> None:
    (workbench.folder / "pages").write_text("")
    ended = workbench("run", orders, *ONCE)
    assert ended.returncode == 0
    assert "No page was written" in ended.stderr
    assert "pages is not a folder" in ended.stderr


def test_a_command_says_that_it_was_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(stored_runs, "read_kept", interrupted)
    ended = CliRunner().invoke(app, ["report", "last"])
    assert ended.exit_code == 130
    assert "Interrupted" in ended.stderr


def test_reports_go_to_files(kept: Workbench, name: str) -> None:
    for form in ("markdown", "csv", "json"):
        printed = kept("report", name, "--format", form).stdout
        assert kept("report", name, "--format", form, "-o", f"{form}.out").stdout == ""
        assert (kept.documents / f"{form}.out").read_bytes().decode() == printed
    kept("report", name, "-o", "tables.txt")
    assert "orders · encode" in (kept.documents / "tables.txt").read_text()


def test_a_files_ending_says_what_to_write(kept: Workbench, name: str) -> None:
    for form, file in (("markdown", "run.md"), ("csv", "run.CSV"), ("json", "run.json")):
        printed = kept("report", name, "--format", form).stdout
        assert kept("report", name, "-o", file).returncode == 0
        assert (kept.documents / file).read_bytes().decode() == printed
    kept("report", name, "-o", "run.parquet")
    assert (kept.documents / "run.parquet").read_bytes().startswith(b"PAR1")
    kept("report", name, "-o", "other.json", "--format", "csv")
    assert (kept.documents / "other.json").read_text().startswith("language,")


@BUILT
def test_a_page_can_be_written_beside_another_form(kept: Workbench, name: str) -> None:
    kept("report", name, "-o", "only.html")
    assert (kept.documents / "only.html").read_text().startswith("<!doctype html>")
    kept("report", name, "--html", "run.html", "-o", "run.md")
    assert (kept.documents / "run.html").read_text() == (kept.documents / "only.html").read_text()
    assert (kept.documents / "run.md").read_text().startswith("# Run ")


def test_what_to_type_next_finds_the_run_again(kept: Workbench, name: str) -> None:
    assert f"weighbridge report {name}\n" in kept("report", name).stdout
    other = kept.documents / "other runs.duckdb"
    other.write_bytes(kept.database.read_bytes())
    shown = kept("report", name, "--db", "other runs.duckdb").stdout
    assert f"weighbridge report {name} --db 'other runs.duckdb'\n" in shown


def test_a_report_is_of_what_is_selected_and_short_if_asked(kept: Workbench, name: str) -> None:
    whole, part, short = (
        kept("report", name, *options).stdout for options in ((), ("--operations", "decode"), ("--short",))
    )
    assert "orders · encode" in whole
    assert "All tables" in whole
    assert "orders · decode" in part
    assert "orders · encode" not in part
    assert "All tables" not in part, "a part answers another question"
    assert "net time" not in short
    assert whole.endswith(short)
    refused = kept("report", name, "--languages", "pyton")
    assert refused.returncode == 2
    assert "did you mean python" in refused.stderr


def test_parquet_holds_what_csv_holds(kept: Workbench, name: str) -> None:
    assert kept("report", name, "--format", "parquet", "-o", "run.parquet").returncode == 0
    rows = list(csv.DictReader(io.StringIO(kept("report", name, "--format", "csv").stdout)))
    with duckdb.connect() as connection:
        file = str(kept.documents / "run.parquet")
        table = connection.execute("SELECT codec, operation, gross_ns FROM read_parquet(?)", [file]).fetchall()
    assert [(row["codec"], row["operation"], float(row["gross_ns"])) for row in rows] == table


def test_parquet_needs_a_file(kept: Workbench, name: str) -> None:
    ended = kept("report", name, "--format", "parquet")
    assert ended.returncode == 2
    assert "-o run.parquet" in ended.stderr


def test_what_a_run_keeps_besides_its_cells(kept: Workbench, name: str) -> None:
    """Compression was timed, each codec's own bytes were compressed, and the formats are described."""
    document = kept.json("report", name)
    timed = document["run"]["payloads"][0]["compression"]
    (sizes,) = document["run"]["payloads"][0]["sizes"]
    suited = {one["compressor"] for one in timed}
    assert suited == set(sizes["compressed"]) >= {"gzip", "zstd", "brotli", "lz4"}
    assert suited | set(sizes["unsuited"]) == set(COMPRESSORS)
    assert {one["format"] for one in timed} == {"json"}
    for one in timed:
        assert 0 < one["compress_ns"]["low"] < one["compress_ns"]["estimate"] < one["compress_ns"]["high"]
    assert all(set(cell["compressed_bytes"]) == suited for cell in document["cells"])
    assert [form["format"] for form in document["formats"]] == ["json"]
    assert document["formats"][0]["text"]


def test_an_export_brings_everything_to_another_database(kept: Workbench, name: str) -> None:
    kept("export", name, "-o", "run.json.gz")
    kept("import", "run.json.gz", "--db", "other.duckdb")
    assert kept.json("report", name, "--db", "other.duckdb") == kept.json("report", name)
    again = kept("import", "run.json.gz", "--db", "other.duckdb")
    assert again.returncode == 2
    assert "already holds" in again.stderr


def test_a_file_that_is_no_export_is_refused(kept: Workbench) -> None:
    (kept.documents / "strange.json").write_text('{"run": 1}')
    assert "is not a run that weighbridge export wrote" in kept("import", "strange.json").stderr


def test_an_export_of_an_earlier_version_can_be_read(kept: Workbench, name: str) -> None:
    kept("export", name, "-o", "run.json")
    file = kept.documents / "run.json"
    content = json.loads(file.read_text())
    del content["formats"], content["stored"]["compressions"], content["stored"]["sources"]
    for cell in content["stored"]["cells"]:
        del cell["compressed_bytes"], cell["released"]
    del content["samples"]["peak_bytes"]
    file.write_text(json.dumps(content))
    assert kept("import", "run.json", "--db", "earlier.duckdb").returncode == 0
    cells = kept.json("report", name, "--db", "earlier.duckdb")["cells"]
    assert len(cells) == 3
    assert cells[0]["compressed_bytes"] is None


def test_a_database_of_an_earlier_version_is_brought_up_to_date(kept: Workbench, name: str) -> None:
    database = kept.documents / "old.duckdb"
    database.write_bytes(kept.database.read_bytes())
    with duckdb.connect(str(database)) as connection:
        connection.execute("DROP TABLE sources")
        connection.execute("DROP TABLE compressions")
        connection.execute("ALTER TABLE samples DROP COLUMN peak_bytes")
        for column in ("released", "compressed_bytes"):
            connection.execute(f"CREATE OR REPLACE TABLE cells AS SELECT * EXCLUDE ({column}) FROM cells")
    assert kept.json("report", name, "--db", database)["run"]["payloads"][0]["compression"] == []
