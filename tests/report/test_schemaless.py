"""The tables of schemaless-benchmarks: net and gross, and what a visit alone takes."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from board_cells import a_counted_cell

from weighbridge.report.comma_separated import to_csv
from weighbridge.report.document import CountedCell, PayloadInfo, RunDocument, RunInfo
from weighbridge.report.schemaless import to_text


def a_run(*rows: CountedCell) -> RunDocument:
    payload = PayloadInfo.model_construct(payload="orders", json_bytes=60)
    return RunDocument.model_construct(
        cells=(),
        counted=rows,
        run=RunInfo.model_construct(payloads=(payload,), settings={}),
        environment={"runners": {"mcu:cortex-m4": {"title": "Cortex-M4"}, "other:cortex-m4": {"title": "Other"}}},
    )


def weighed(codec: str, operation: str, gross: int, tare: int, **changes: Any) -> CountedCell:
    return a_counted_cell(
        codec=codec, library=codec, operation=operation, gross=gross, tare=tare, net=gross - tare, **changes
    )


ROWS = (
    weighed("mpack", "encode", 900, 300, policies={"starts_from": "events"}),
    weighed("mpack", "encode", 1500, 300, policies={"starts_from": "events"}, variant="tracking"),
    weighed("cmp", "encode", 700, 300, policies={"starts_from": "events"}),
    weighed("mpack", "decode", 1210, 10),
    weighed("mpack", "scan", 750, 300),
)


def test_the_results_have_a_row_a_library_and_the_extended_ones_a_row_a_variant() -> None:
    text = to_text(a_run(*ROWS))
    first, _, extended = text.partition("### Write Test, extended")
    assert "| cmp (1.1) | cmp | msgpack | 400 | 7 000 |\n| mpack (1.1) | mpack | msgpack | 600 | 7 000 |\n" in first
    assert "tracking" not in first
    assert "| mpack (1.1) [tracking] | msgpack | 1 200 | 7 000 | 1 500 | 5.00 | exact |" in extended
    assert "| visit | Cortex-M4 | 300 | subtracted from Incremental tests" in first
    assert "| call | Cortex-M4 | 10.0 | subtracted from Tree tests" in first


def test_a_library_of_several_runners_has_a_row_of_each() -> None:
    text = to_text(a_run(*ROWS, weighed("cmp", "encode", 500, 300, runner="other")))
    assert "| cmp (1.1) | Cortex-M4 | cmp | msgpack | 400 |" in text
    assert "| cmp (1.1) | Other | cmp | msgpack | 200 |" in text


@pytest.mark.parametrize(("operation", "overhead"), [("scan", 2.5), ("decode", 5.0)])
def test_overhead_is_what_visit_and_library_take_in_terms_of_the_visit(operation: str, overhead: float) -> None:
    rows = csv.DictReader(io.StringIO(to_csv(a_run(*ROWS), layout="schemaless")))
    (row,) = (row for row in rows if row["test"].startswith({"scan": "Incremental", "decode": "Tree"}[operation]))
    assert float(row["overhead"]) == overhead
    assert float(row["gross"]) - float(row["tare"]) == float(row["net"])


def test_what_nobody_measured_has_no_column() -> None:
    without = [row.model_copy(update={"flash_bytes": None}) for row in ROWS]
    assert "Code size" in to_text(a_run(*ROWS))
    assert "Code size" not in to_text(a_run(*without))
