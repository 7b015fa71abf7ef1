"""The command ``run`` and what follows it: resume, report, export, import."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import signal
import time
from pathlib import Path

import pytest
from workbench import ONCE, QUICK, Workbench

from weighbridge.measure.samples import COLUMNS, Phase


def test_a_users_document_is_weighed_verified_and_ranked(workbench: Workbench, orders: Path) -> None:
    document = workbench.json("run", orders, "--budget", "30s", "--no-progress")
    assert {cell["operation"] for cell in document["cells"]} == {"encode", "decode", "scan"}
    for cell in document["cells"]:
        assert cell["fidelity"] == "exact"
        assert cell["payload"] == "orders"
        assert cell["rank"] >= 1
        assert cell["samples"] >= cell["processes"]
        assert cell["processes"] >= 2
        assert cell["gross_ns"]["low"] < cell["gross_ns"]["estimate"] < cell["gross_ns"]["high"]
        assert cell["net_ns"]["estimate"] < cell["gross_ns"]["estimate"], "the tare was subtracted"
        assert cell["relative"]["to"] == "steady/json"
        assert cell["relative"]["estimate"] == pytest.approx(1)
    encode = next(cell for cell in document["cells"] if cell["operation"] == "encode")
    assert encode["bytes"] == len(json.dumps(json.loads(orders.read_text()), separators=(",", ":")).encode())
    assert document["run"]["status"] == "complete"
    assert document["run"]["self_check"]["pairs"] == 3
    assert document["failures"] == []


def test_people_see_the_answer_and_with_full_the_tables_above_it(workbench: Workbench, orders: Path) -> None:
    ended = workbench("run", orders, *QUICK)
    assert ended.returncode == 0
    answer = ("orders   ", "json", "= 1", "Not installed: steady absent", "All tables: weighbridge report")
    tables = ("orders · encode", "net time", "exact", "absent: it does not exist")
    assert [text for text in (*answer, *tables) if text in ended.stdout] == list(answer)
    full = workbench("run", orders, *QUICK, "--full").stdout
    assert [text for text in (*answer, *tables) if text not in full] == []
    assert full.index("net time") < full.index("All tables")


def test_not_installed_is_said_of_what_is_selected(workbench: Workbench, orders: Path) -> None:
    assert "Not installed" not in workbench("run", orders, *QUICK, "--codecs", "json").stdout


def test_a_bare_run_says_what_it_weighs_and_how_long_that_takes_before_it_begins(workbench: Workbench) -> None:
    said = " ".join(workbench("run", "--budget", "1s", "--operations", "scan").stderr.split())
    assert said.startswith("No document was named: weighing 4 of our own (websocket, ")
    assert "Measuring takes 1 s at most" in said
    assert "weighbridge run YOUR.json" in said
    assert said.index("YOUR.json") < said.index("to measure.")


def test_a_run_of_a_document_says_nothing_of_others(workbench: Workbench, orders: Path) -> None:
    assert "No document was named" not in workbench("run", orders, "--budget", "1s", "--operations", "scan").stderr


def test_a_run_is_kept_and_reported_in_every_format(kept: Workbench, name: str) -> None:
    assert [row["run"] for row in kept.json("list", "runs")] == [name]
    assert kept.json("report", "last")["run"]["run"] == name
    rows = list(csv.DictReader(io.StringIO(kept("report", name, "--format", "csv").stdout)))
    assert {row["operation"] for row in rows} == {"encode", "decode", "scan"}
    assert all(float(row["net_ns"]) > 0 for row in rows)
    assert "| json | json |" in kept("report", name, "--format", "markdown").stdout
    assert "orders · decode" in kept("report", name[:12]).stdout


def _timed_in_journal(workbench: Workbench) -> int:
    phase = COLUMNS.index("phase")
    with contextlib.suppress(FileNotFoundError):  # it is folded now and then
        for journal in workbench.folder.glob("runs.duckdb.*.journal"):
            lines = journal.read_bytes().split(b"\n")[:-1]
            return sum(json.loads(line)[phase] == Phase.TIMED for line in lines)
    return 0


def _wait_for_samples(workbench: Workbench) -> None:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        if _timed_in_journal(workbench) >= 20:
            return
        time.sleep(0.02)
    pytest.fail("no samples were taken")


def test_ctrl_c_keeps_what_was_measured_and_prints_it(workbench: Workbench, orders: Path) -> None:
    process = workbench.start("run", orders, "--budget", "60s", "--no-progress", "--json")
    _wait_for_samples(workbench)
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGTERM)  # the impatient change nothing
    out, _ = process.communicate(timeout=120)
    assert process.returncode == 130
    document = json.loads(out)
    assert document["run"]["status"] == "interrupted"
    assert document["cells"]


def test_a_killed_run_is_resumed_with_the_same_plan(workbench: Workbench, orders: Path) -> None:
    process = workbench.start("run", orders, "--budget", "4s", "--no-progress", "--precision", "0.1%")
    _wait_for_samples(workbench)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    before = workbench.json("report", "last")
    assert before["run"]["status"] == "running"
    taken = sum(cell["samples"] for cell in before["cells"])
    assert taken > 0
    after = workbench.json("resume", "last", "--no-progress")
    assert after["run"]["status"] == "complete"
    assert after["run"]["run"] == before["run"]["run"]
    assert after["run"]["settings"] == before["run"]["settings"]
    assert sum(cell["samples"] for cell in after["cells"]) > taken
    again = workbench("resume", "last")
    assert again.returncode == 2
    assert "is complete" in again.stderr


@pytest.mark.parametrize(
    ("faults", "words"),
    [
        (["dies-at-start"], "no licence key"),
        (["hangs", "--on", "never"], None),
        (["wrong-protocol"], "version 2"),
        (["garbage", "--on", "check"], "I would rather not"),
        (["dies", "--on", "time", "--after", "4"], "out of cheese"),
        (["floods", "--on", "time", "--after", "4"], "more than"),
        (["too-much-time", "--on", "time", "--after", "2"], "went by"),
    ],
)
def test_a_broken_runner_is_reported_and_the_others_are_weighed(
    workbench: Workbench, orders: Path, faults: list[str], words: str | None
) -> None:
    workbench.add_runner("broken", *faults)
    document = workbench.json("run", orders, *ONCE, status=0 if words is None else 3)
    assert any(cell["runner"] == "steady" for cell in document["cells"])
    if words is not None:
        assert any(words in failure["message"] and failure["runner"] == "broken" for failure in document["failures"])


@pytest.mark.parametrize(("fault", "operation"), [("wrong-hash", "decode"), ("wrong-bytes", "encode")])
def test_a_codec_that_lies_is_never_timed(workbench: Workbench, orders: Path, fault: str, operation: str) -> None:
    workbench.add_runner("liar", fault, "--on", "check")
    document = workbench.json("run", orders, *ONCE)
    assert not [c for c in document["cells"] if (c["runner"], c["operation"]) == ("liar", operation)]
    lies = [f for f in document["failures"] if (f["runner"], f["operation"]) == ("liar", operation)]
    assert lies
    assert lies[0]["stage"] == "verify"


def test_a_run_of_failures_alone_says_so(workbench: Workbench, orders: Path) -> None:
    workbench.add_runner("liar", "wrong-hash", "--on", "check")
    said = workbench("run", orders, *ONCE, "--runners", "liar", "--operations", "decode").stdout
    assert "What failed" in said
    assert "Nothing was measured" in said
    assert "advise" not in said


def test_a_codec_that_breaks_while_it_is_timed_loses_its_numbers(workbench: Workbench, orders: Path) -> None:
    # Six checks come before the first timing in a process of its own, where the lie then is the first check.
    workbench.add_runner("turncoat", "wrong-hash", "--on", "check", "--after", "9")
    document = workbench.json("run", orders, *ONCE, "--operations", "decode")
    assert {cell["runner"] for cell in document["cells"]} >= {"steady"}


def test_lossy_results_are_named(workbench: Workbench, orders: Path) -> None:
    orders.write_text('{"third": 0.333333333333}')
    workbench.add_runner("coarse", "float32")
    cells = workbench.json("run", orders, *ONCE)["cells"]
    lossy = {(c["runner"], c["operation"]): c["losses"] for c in cells if c["fidelity"] == "lossy"}
    assert lossy[("coarse", "decode")] == ["float32"]


def test_a_runner_that_cannot_be_built_is_reported_with_the_end_of_its_log(workbench: Workbench, orders: Path) -> None:
    workbench.add_runner("unbuilt", build=[["sh", "-c", "echo no such header; exit 1"]])
    document = workbench.json("run", orders, *ONCE, status=3)
    assert "no such header" in document["failures"][0]["message"]
    assert document["failures"][0]["stage"] == "build"


def test_only_what_is_selected_is_weighed(workbench: Workbench, orders: Path) -> None:
    cells = workbench.json("run", orders, *ONCE, "--operations", "decode", "--codecs", "js*")["cells"]
    assert [(cell["codec"], cell["operation"]) for cell in cells] == [("json", "decode")]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--formats", "jsno"], "did you mean json"),
        (["--languages", "pyhton"], "did you mean python?"),
        (["--codecs", "jsn"], "did you mean json"),
        (["--operations", "encoding"], "did you mean encode"),
        (["--baseline", "jsom"], "did you mean json"),
        (["--budget", "soon"], "is not a duration"),
        (["--wait-for-quiet", "long"], "is not a duration"),
        (["--wait-for-quiet", "0s"], "31 days; write 90s, 2m or 1h"),
        (["--wait-for-quiet", "-1s"], "is not a duration"),
        (["--precision", "200%"], "is not a share"),
        (["--clock", "fast"], "is not the frequency of a clock"),
        (["--clock", "0MHz"], "is not the frequency of a clock"),
        (["--codecs", "absent"], "no installed codec"),
    ],
)
def test_wrong_names_are_answered_with_the_right_ones(
    workbench: Workbench, orders: Path, arguments: list[str], words: str
) -> None:
    ended = workbench("run", orders, *ONCE, *arguments)
    assert ended.returncode == 2
    assert words in " ".join(ended.stderr.replace("│", " ").split())


def test_a_quick_run_weighs_what_most_people_use(workbench: Workbench, orders: Path) -> None:
    workbench.add_runner("packer", "--format", "bson")
    document = workbench.json("run", orders, *QUICK, "--quick", "--wait-for-quiet", "1ms", "--operations", "encode")
    assert {cell["format"] for cell in document["cells"]} == {"json"}
    assert document["failures"] == [], "what is not asked for is not verified either"
    settings = document["run"]["settings"]
    assert (settings["quick"], settings["wait_for_quiet_s"], settings["budget_s"]) == (True, 0.001, 25)
    assert document["run"]["status"] == "complete"


def test_a_quick_run_has_twenty_seconds_a_runner_unless_told(workbench: Workbench, orders: Path) -> None:
    process = workbench.start("run", orders, "--quick", "--json")
    _wait_for_samples(workbench)
    process.send_signal(signal.SIGINT)
    out, said = process.communicate(timeout=120)
    assert process.returncode == 130
    assert json.loads(out)["run"]["settings"]["budget_s"] == 20
    assert b"at most 20 s to measure" in said


def test_a_run_too_short_to_rank_says_so(workbench: Workbench, orders: Path) -> None:
    ended = workbench("run", orders, *ONCE)
    assert ended.returncode == 0
    assert "Too short to rank" in ended.stdout
    assert "1=" not in ended.stdout


def test_standard_input_can_be_weighed(workbench: Workbench) -> None:
    lines = b'{"a": 1}\n{"a": 2}\n'
    document = workbench.json("run", "-", "--stdin-format", "ndjson", *ONCE, "--operations", "encode", stdin=lines)
    assert document["run"]["payloads"][0]["documents"] == 2


def test_two_campaigns_do_not_measure_at_once(workbench: Workbench, orders: Path) -> None:
    process = workbench.start("run", orders, "--budget", "30s", "--no-progress")
    _wait_for_samples(workbench)
    second = workbench("run", orders, *ONCE)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=120)
    assert second.returncode == 2
    assert "another campaign" in second.stderr
