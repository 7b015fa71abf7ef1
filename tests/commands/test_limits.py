"""Every count, size and name that a user writes has limits: what is beyond them is refused at once, by its name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from test_terminals import on_a_terminal
from workbench import ONCE, Workbench

from weighbridge.store.database import connect
from weighbridge.store.runs import list_runs
from weighbridge.suggestion import suggest

ODD = ("-1", "99999999999999999999999999", "nan", "inf", "1e9", "٣", "0x10", "1_000", "", " ", "\0")
COUNTS = {
    ("run", "--family"): ("0", "1001", *ODD),
    ("run", "--seed"): ODD,
    ("run", "--budget"): ("0", "0s", "32d", "745h", "9" * 400, *ODD),
    ("run", "--precision"): ("0", "100%", "1", *ODD),
    ("run", "--sample"): ("0", "0.5", "50,50", "2TB", "9" * 400 + "MB", *ODD),
    ("run", "--max-bytes"): ("0", *ODD),
    ("run", "--wait-for-quiet"): ("0", *ODD),
    ("run", "--clock"): ("0Hz", "9999THz", "0.1", *(odd for odd in ODD if odd != "1e9")),
    ("attack", "--inputs"): ("0", "1000001", *ODD),
    ("attack", "--seed"): ODD,
    ("generate", "--size"): ("0", "6", *ODD),
    ("generate", "--seed"): ODD,
    ("plot", "--most"): ("0", *ODD),
    ("plot", "--width"): ("0", *ODD),
    ("plot", "--scale"): ("0", "8.1", *ODD),
    ("import", "--max-bytes"): ("0", *ODD),
}
NAMES = {
    "run": ("--languages", "--runners", "--formats", "--codecs", "--operations", "--payloads", "--pick", "--baseline"),
    "report": ("--languages", "--payloads"),
    "advise": ("--to", "--baseline", "--require", "--accept"),
    "plot": ("--codecs",),
}
REST = {"report": ("last",), "advise": ("last",), "plot": ("last", "-o", "a.svg"), "import": ("a.json",)}


@pytest.mark.parametrize(("command", "option"), COUNTS, ids=" ".join)
def test_a_count_or_a_size_beyond_its_limits_is_refused(workbench: Workbench, command: str, option: str) -> None:
    for value in COUNTS[command, option]:
        ended = workbench(command, *REST.get(command, ()), f"{option}={value}")
        assert ended.returncode == 2, (value, ended.stderr)
        assert option in ended.stderr, value
    assert not list_runs(workbench.database)


@pytest.mark.parametrize("command", NAMES)
def test_an_empty_name_never_means_all(workbench: Workbench, command: str) -> None:
    for option in NAMES[command]:
        for value in ("", " ", ","):
            ended = workbench(command, *REST.get(command, ()), f"{option}={value}")
            assert ended.returncode == 2, (option, value)
            if value != ",":
                assert option in ended.stderr


@pytest.mark.parametrize("command", ["report", "advise", "plot", "export", "resume", "delete"])
def test_an_empty_run_is_none(kept: Workbench, command: str) -> None:
    rest = ("-o", "a.svg") if command == "plot" else ()
    for name in ("", " "):
        ended = kept(command, name, *rest)
        assert ended.returncode == 2
        assert "empty" in ended.stderr
    assert len(list_runs(kept.database)) == 1


@pytest.mark.parametrize("option", ["-o", "--html"])
def test_a_file_without_a_name_is_refused(kept: Workbench, option: str) -> None:
    ended = kept("report", "last", option, "")
    assert ended.returncode == 2
    assert "names no file" in ended.stderr


def test_a_family_is_no_larger_than_a_runner_can_hold(workbench: Workbench) -> None:
    (workbench.documents / "large.json").write_text(f'["{"x" * 100_000}"]')
    ended = workbench("run", "large.json", *ONCE, "--family", "1000")
    assert ended.returncode == 2
    assert "take --family 671" in ended.stderr


def _two_runs(workbench: Workbench, orders: Path) -> list[str]:
    for _ in range(2):
        assert workbench("run", orders, *ONCE, "--no-page").returncode == 0
    names = [record.run for record in list_runs(workbench.database)]
    with connect(workbench.database) as connection:
        tables = connection.execute("SELECT table_name FROM duckdb_columns() WHERE column_name = 'run'").fetchall()
        for table, *_ in tables:
            for number, name in enumerate(names):
                connection.execute(f"UPDATE {table} SET run = ? WHERE run = ?", [f"2026010{number}-120000-abcd", name])
    return [record.run for record in list_runs(workbench.database)]


def test_a_run_is_deleted_by_enough_of_its_name(workbench: Workbench, orders: Path) -> None:
    newest, _ = _two_runs(workbench, orders)
    for name, words in (("2", "could be any"), ("202601", "could be any"), ("x", "no run named")):
        ended = workbench("delete", name)
        assert ended.returncode == 2
        assert words in ended.stderr
    ended = workbench("delete", newest[:8])
    assert re.fullmatch(rf"Deleted run {newest} \(orders, of 20\d\d-\d\d-\d\d \d\d:\d\d\)\.\n", ended.stdout)
    (last,) = [record.run for record in list_runs(workbench.database)]
    refused = workbench("delete", last[:5])
    assert refused.returncode == 2
    assert "6 characters at least" in refused.stderr
    assert workbench("delete", last).returncode == 0


@pytest.mark.parametrize(("answer", "left"), [(b"n\n", 1), (b"y\n", 0)])
def test_a_person_is_asked_before(workbench: Workbench, orders: Path, answer: bytes, left: int) -> None:
    assert workbench("run", orders, *ONCE, "--no-page").returncode == 0
    status, shown = on_a_terminal(workbench, "delete", "last", typed=answer)
    assert status == 0
    assert "for good? [y/N]" in shown
    assert len(list_runs(workbench.database)) == left


def test_nothing_is_suggested_that_is_not_close() -> None:
    assert suggest("nope", ["encode-typed", "decode"]) == "there are decode, encode-typed"
    assert suggest("nope", []) == "there are none"
    assert suggest("JSON", ["json", "cbor"]) == "did you mean json?"


def test_a_loss_that_no_run_has_is_said(kept: Workbench) -> None:
    ended = kept("advise", "last", "--accept", "nope")
    assert ended.returncode == 2
    assert "there are none" in ended.stderr


def test_an_index_of_what_is_picked_is_of_digits(workbench: Workbench, orders: Path) -> None:
    for index in ("٠", "00", "9" * 5000):
        ended = workbench("verify", orders, "--no-progress", "--pick", f"/orders/{index}/id")
        assert ended.returncode == 2
        assert "nothing is there" in ended.stderr
