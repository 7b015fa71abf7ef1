"""CSV in both layouts, and Parquet: the same cells, complete, in types that other tools read."""

from __future__ import annotations

import csv
import datetime
import io
from pathlib import Path
from typing import Any

import duckdb
import pytest

from weighbridge.compression.compressors import COMPRESSORS
from weighbridge.report.comma_separated import to_csv
from weighbridge.report.document import Cell, Interval, NetTime, Relative, RunDocument
from weighbridge.report.parquet import write_parquet
from weighbridge.store.database import StoreError

BEFORE = (
    "language,runner,target,codec,variant,format,library,library_version,operation,payload,fidelity,losses,bytes,"
    "gzip_bytes,gross_ns,gross_low_ns,gross_high_ns,net_ns,net_low_ns,net_high_ns,net_at_most,relative_to,relative,"
    "relative_low,relative_high,rank,rank_in_language,samples,processes,clock,settled,allocated_bytes,"
    "allocated_objects,peak_bytes"
)
FIRMWARE = "name,deserTimeJson,deserTimeMsgPack,serTimeJson,serTimeMsgPack,serSpaceJson,serSpaceMsgPack"


def net(nanoseconds: float) -> NetTime:
    return NetTime(estimate=nanoseconds, low=nanoseconds * 0.9, high=nanoseconds * 1.1, at_most=False)


def a_cell(**changes: Any) -> Cell:
    """A cell that has everything; ``changes`` are what a test cares about."""
    content: dict[str, Any] = {
        "cell": 7, "language": "python", "runner": "python", "target": "host", "codec": "orjson", "variant": "bytes",
        "format": "json", "library": "orjson", "library_version": "3.10", "released": datetime.date(2025, 2, 3),
        "operation": "encode", "payload": "orders", "fidelity": "lossy", "losses": ("float32", "int53"), "notes": (),
        "bytes": 48, "gzip_bytes": 40,
        "compressed_bytes": {name: 41 + number for number, name in enumerate(COMPRESSORS)},
        "policies": {}, "links": {}, "gross_ns": Interval(estimate=300.5, low=290, high=310), "net_ns": net(290),
        "first_call_ns": 900.0, "megabytes_per_second": 165.5,
        "relative": Relative(to="python/json", estimate=0.5, low=0.4, high=0.6), "rank": 2, "tied_with": (),
        "rank_in_language": 1, "samples": 30, "processes": 3, "preempted": 0.0, "settled": True, "clock": "cpu",
        "instructions": 1200.0, "allocated_bytes": 64.0, "allocated_objects": 2.0, "peak_bytes": 128.0,
        "wall_ns": 320.0,
    }  # fmt: skip
    return Cell(**content | changes)


def board_cells(payload: str, times: dict[str, float], sizes: dict[str, int], **changes: Any) -> list[Cell]:
    """JSON and MessagePack on a board: microseconds by format and operation, bytes by format."""
    plain = {"codec": "arduinojson", "variant": None, "fidelity": "exact", "losses": ()} | changes
    return [
        a_cell(payload=payload, format=form, operation=operation, net_ns=net(us * 1000), bytes=sizes[form], **plain)
        for (form, operation), us in ((name.split(), us) for name, us in times.items())
    ]


def a_document(*cells: Cell) -> RunDocument:
    return RunDocument.model_construct(cells=cells)


TIMES = {"json decode": 226.0, "msgpack decode": 180.0, "json encode": 290.0, "msgpack encode": 119.0}
SIZES = {"json": 48, "msgpack": 35}


def read(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_columns_of_the_cells_layout_are_only_added_at_its_end() -> None:
    header = to_csv(a_document()).strip()
    assert header.startswith(BEFORE + ",cell,")


def test_no_column_of_a_complete_cell_is_empty() -> None:
    (row,) = read(to_csv(a_document(a_cell())))
    assert "" not in row.values()
    assert row["losses"] == "float32 int53"
    assert (row["gross_ns"], row["net_low_ns"], row["relative_high"]) == ("300.5", "261.0", "0.6")
    compressed = [row[f"compressed_{name.replace('-', '_')}_bytes"] for name in COMPRESSORS]
    assert compressed == [str(41 + number) for number in range(len(COMPRESSORS))]
    assert (row["cell"], row["instructions"], row["released"]) == ("7", "1200.0", "2025-02-03")
    assert row["wall_ns"] == "320.0"


def test_what_was_not_measured_is_empty() -> None:
    (row,) = read(to_csv(a_document(a_cell(relative=None, compressed_bytes=None, released=None, losses=()))))
    (short,) = read(to_csv(a_document(a_cell(compressed_bytes={"gzip": 41}))))
    assert (short["compressed_gzip_bytes"], short["compressed_zstd_dict_bytes"]) == ("41", "")
    for name in ("relative", "relative_to", "relative_low", "compressed_zstd_bytes", "released", "losses"):
        assert row[name] == ""


def test_one_library_on_one_board_gives_the_lines_of_the_firmware() -> None:
    again = {name: time / 4 for name, time in TIMES.items()}
    cells = [*board_cells("short int", TIMES, SIZES), *board_cells("short json", again, {"json": 27, "msgpack": 18})]
    lines = to_csv(a_document(*cells), layout="arduino").splitlines()
    assert lines == [FIRMWARE, "short int,226.0,180.0,290.0,119.0,48,35", "short json,56.5,45.0,72.5,29.75,27,18"]


def test_several_boards_and_libraries_are_named_and_the_fastest_stand_for_their_format() -> None:
    slow = {name: time * 2 for name, time in TIMES.items()}
    cells = [
        *board_cells("short int", slow, SIZES, codec="slow"),
        *board_cells("short int", TIMES, SIZES, codec="fast"),
        *board_cells("short int", {"json decode": 1.0, "msgpack decode": 1.0}, SIZES, codec="reader"),
        *board_cells("short int", dict.fromkeys(slow, 1.0), SIZES, codec="fast", variant="reuse"),
        *board_cells("short int", slow, SIZES, runner="c", target="uno"),
    ]
    first, second = read(to_csv(a_document(*cells), layout="arduino"))
    assert first["name"] == "short int (python: fast, fast)", "plain codecs that have both operations come first"
    assert (first["deserTimeJson"], first["serTimeMsgPack"]) == ("226.0", "119.0")
    assert second["name"] == "short int (c:uno: arduinojson, arduinojson)"
    assert second["serTimeMsgPack"] == "238.0"


def test_a_lossy_codec_stands_for_its_format_only_where_none_is_exact_and_is_named() -> None:
    lossy = dict.fromkeys(TIMES, 1.0)
    cells = board_cells("short int", lossy, SIZES, codec="quick", fidelity="lossy")
    (row,) = read(to_csv(a_document(*cells), layout="arduino"))
    assert row["name"] == "short int (python: lossy quick, lossy quick)"
    (row,) = read(to_csv(a_document(*cells, *board_cells("short int", TIMES, SIZES)), layout="arduino"))
    assert row["name"] == "short int (python: arduinojson, arduinojson)"


def test_what_has_no_counterpart_there_is_empty() -> None:
    tiny = a_cell(payload="nil", variant=None, fidelity="exact", losses=(), operation="decode",
                  net_ns=NetTime(estimate=0, low=None, high=3, at_most=True))  # fmt: skip
    other = a_cell(payload="nil", format="cbor")
    scan = a_cell(payload="elsewhere", operation="scan")
    assert to_csv(a_document(tiny, other, scan), layout="arduino").splitlines() == [FIRMWARE, "nil,,,,,,"]


def test_parquet_has_the_columns_of_the_csv_in_types_of_their_own(tmp_path: Path) -> None:
    bare = a_cell(cell=8, losses=(), relative=None, compressed_bytes=None, released=None, variant=None)
    document = a_document(a_cell(), bare)
    file = tmp_path / "o'clock.parquet"
    file.write_text("an older file")
    write_parquet(document, file)
    with duckdb.connect() as connection:
        relation = connection.read_parquet(str(file))
        names, kinds = relation.columns, {str(kind) for kind in relation.types}
        rows = [dict(zip(names, row, strict=True)) for row in relation.fetchall()]
    assert names == next(csv.reader(io.StringIO(to_csv(document))))
    assert kinds == {"VARCHAR", "VARCHAR[]", "BIGINT", "INTEGER", "DOUBLE", "BOOLEAN", "DATE"}
    assert rows[0]["losses"] == ["float32", "int53"]
    assert (rows[0]["net_ns"], rows[0]["settled"], rows[0]["released"]) == (290.0, True, datetime.date(2025, 2, 3))
    assert (rows[1]["losses"], rows[1]["relative"], rows[1]["variant"], rows[1]["released"]) == ([], None, None, None)


def test_a_run_without_cells_is_an_empty_table_of_the_same_columns(tmp_path: Path) -> None:
    write_parquet(a_document(), tmp_path / "empty.parquet")
    with duckdb.connect() as connection:
        relation = connection.read_parquet(str(tmp_path / "empty.parquet"))
        assert (relation.fetchall(), str(relation.types[relation.columns.index("losses")])) == ([], "VARCHAR[]")


def test_a_parquet_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"nowhere/run\.parquet cannot be written"):
        write_parquet(a_document(), tmp_path / "nowhere" / "run.parquet")
