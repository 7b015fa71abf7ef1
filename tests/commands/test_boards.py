"""Runs on an emulated board, which counts in the place of time."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from workbench import ONCE, Workbench

SCHEMAS = Path(__file__).parents[2] / "docs" / "schemas"
OPERATIONS = ["encode", "decode", "scan"]


@pytest.fixture
def board(workbench: Workbench) -> Workbench:
    """A workbench with a board beside the runner that has clocks."""
    workbench.add_runner("board", "counts")
    return workbench


def rows(document: dict[str, Any], operation: str) -> list[dict[str, Any]]:
    return [cell for cell in document["counted"] if cell["operation"] == operation]


def test_a_board_counts_and_has_no_times(board: Workbench, orders: Path) -> None:
    document = board.json("run", orders, "--runners", "board", *ONCE)
    assert document["cells"] == []
    assert [cell["operation"] for cell in document["counted"]] == OPERATIONS
    (encode,) = rows(document, "encode")
    assert (encode["unit"], encode["gross"] - encode["net"], encode["tare"]) == ("instructions", 7, 7)
    assert encode["relative"] == {"to": "board/json", "ratio": 1}
    assert (encode["flash_bytes"], encode["ram_bytes"], encode["stack_bytes"]) == (4000, 16, 32)
    assert encode["estimated_ns"] is None
    assert document["run"]["status"] == "complete"
    assert document["failures"] == []


def test_what_has_a_clock_is_timed_beside_it(board: Workbench, orders: Path) -> None:
    document = board.json("run", orders, "--runners", "board,steady", *ONCE)
    assert {cell["runner"] for cell in document["cells"]} == {"steady"}
    assert {cell["runner"] for cell in document["counted"]} == {"board"}
    assert all(cell["relative"]["to"] == "board/json" for cell in document["counted"])


def test_two_runs_agree_to_the_digit(board: Workbench, orders: Path) -> None:
    first, second = (board.json("run", orders, "--runners", "board", *ONCE)["counted"] for _ in range(2))
    assert [cell["gross"] for cell in first] == [cell["gross"] for cell in second]


def test_a_clock_without_a_board_is_refused(board: Workbench, orders: Path) -> None:
    ended = board("run", orders, "--runners", "steady", "--clock", "16MHz", *ONCE)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "--clock is for emulated boards" in ended.stderr


def test_boots_that_disagree_are_a_failure_and_give_no_number(workbench: Workbench, orders: Path) -> None:
    workbench.add_runner("board", "counts-apart")
    document = workbench.json("run", orders, "--runners", "board", *ONCE, status=3)
    assert document["counted"] == []
    assert {failure["stage"] for failure in document["failures"]} == {"count"}
    assert "one boot counts" in document["failures"][0]["message"]


def test_what_does_not_fit_is_said_with_its_numbers_and_is_no_failure(board: Workbench, orders: Path) -> None:
    large = orders.with_name("large.json")
    large.write_text(json.dumps(["x" * 3000]))
    document = board.json("run", orders, large, "--runners", "board", *ONCE)
    assert {cell["payload"] for cell in document["counted"]} == {"orders"}
    assert [(one["payload"], one["operation"]) for one in document["too_large"]] == [
        ("large", operation) for operation in OPERATIONS
    ]
    assert document["too_large"][0]["reason"] == "the payload does not fit: 3004 bytes are needed, and there are 2000"
    assert "too large: json encode: the payload does not fit" in board("report", "last").stdout


def test_people_see_a_table_of_the_board_and_what_was_counted(board: Workbench, orders: Path) -> None:
    shown = board("run", orders, "--runners", "board", *ONCE).stdout
    for text in ("orders   ", "instructions", "flash", "stack", "4 000", "two boots that agree to the digit"):
        assert text in shown
    assert "Nothing was measured" not in shown
    assert "No verdicts" not in shown
    verdict = "Stay with JSON (json): the run has nothing else that may be advised."
    assert 0 < shown.index(verdict) < shown.index("instructions\n")
    assert "json: flash 4 000 bytes, RAM 96 bytes" in shown
    markdown = board("report", "last", "--format", "markdown").stdout
    assert "| json | json | " in markdown
    assert f"| {verdict} | json: flash 4 000 bytes, RAM 96 bytes |" in markdown
    assert board("report", "last").stdout.count("two boots") == 1


def test_the_table_of_cells_has_its_own_columns_for_counts(board: Workbench, orders: Path) -> None:
    board("run", orders, "--runners", "board", *ONCE)
    found = list(csv.DictReader(io.StringIO(board("report", "last", "--format", "csv").stdout)))
    assert [row["operation"] for row in found] == OPERATIONS
    assert {row["net_ns"] for row in found} == {""}
    assert all(int(row["gross_count"]) == int(row["net_count"]) + 7 for row in found)


def test_a_clock_gives_estimated_times(board: Workbench, orders: Path) -> None:
    (encode,) = rows(board.json("run", orders, "--runners", "board", "--clock", "16MHz", *ONCE), "encode")
    assert encode["estimated_ns"] == pytest.approx(encode["net"] * 62.5)
    assert "the count at 16.0 MHz" in board("report", "last").stdout
    faster = board.json("report", "last", "--clock", "0.5 GHz")
    assert rows(faster, "encode")[0]["estimated_ns"] == pytest.approx(encode["net"] * 2)
    assert "the count at 500 MHz" in board("report", "last", "--clock", "500MHz").stdout


def test_a_clock_is_refused_where_it_has_nothing_to_estimate(workbench: Workbench, orders: Path) -> None:
    workbench("run", orders, "--runners", "steady", *ONCE)
    refused = workbench("report", "last", "--clock", "16MHz")
    assert refused.returncode == 2
    assert "no counts of emulated boards: leave --clock out" in refused.stderr


def test_firmware_prints_counts_for_people_and_needs_a_clock_for_its_times(board: Workbench, orders: Path) -> None:
    board("run", orders, "--runners", "board", *ONCE)
    shown = board("report", "last", "--layout", "arduino").stdout
    assert 'Benchmarking "orders", length: 84byte, content: {"orders":[{"id"' in shown
    assert "    Json         instructions: " in shown
    refused = board("report", "last", "--format", "csv", "--layout", "arduino")
    assert refused.returncode == 2
    assert "give the clock at which they are to be estimated" in refused.stderr
    clocked = board("report", "last", "--format", "csv", "--layout", "arduino", "--clock", "16MHz")
    assert clocked.stdout.splitlines()[1].startswith("orders,")


def test_an_export_brings_the_counts_along(board: Workbench, orders: Path) -> None:
    before = board.json("run", orders, "--runners", "board", *ONCE)
    board("export", "last", "-o", "run.json")
    (board.database).unlink()
    assert board("import", "run.json").returncode == 0
    assert board.json("report", "last")["counted"] == before["counted"]


def test_advice_for_a_board_is_about_energy_and_memory(board: Workbench, orders: Path) -> None:
    board("run", orders, "--runners", "board", *ONCE, "--no-page")
    document = board.json(
        "advise", "last", "--rate", "1/min", "--energy-per-byte", "1uJ", "--energy-per-million", "100uA/MHz@3V"
    )
    jsonschema.validate(document, json.loads((SCHEMAS / "advise.json").read_text()))
    assert document["advice"] == []
    (advice,) = document["boards"]
    assert (advice["unit"], advice["kind"], advice["best"]["codec"]) == ("instructions", "stay", "json")
    best = advice["best"]
    each = best["bytes_per_message"] * 1e-6 + best["count_per_message"] * 300e-12
    assert best["energy_j_per_month"] == pytest.approx(each * 730 * 60)
    # 16 bytes static, 48 of heap and 32 of stack.
    assert (best["flash_bytes"], best["ram_bytes"]) == (4000, 96)
    said = board("advise", "last", "--runners", "board").stdout
    assert "without the prices of energy" in said
    assert "flash 4 000 bytes, RAM 96 bytes" in said
    refused = board("advise", "last", "--battery", "1000mAh")
    assert refused.returncode == 2
    assert "1000mAh@3V" in refused.stderr
