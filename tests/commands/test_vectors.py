"""``verify --conformance`` and ``verify --matrix``: what codecs make of vectors and probes, and runners survive."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from workbench import ONCE, Workbench

from weighbridge.campaign.conformance import fault_of
from weighbridge.campaign.probing import Outcome
from weighbridge.formats.fidelity import told_of_probe
from weighbridge.formats.registry import find_format
from weighbridge.vectors import ABSENT, Ending, Expectation, Vector, suites
from weighbridge_kit.values import to_text

DECODE = ("--operations", "decode", "--no-progress")


def vector(expect: Expectation, value: Any = ABSENT) -> Vector:
    return Vector("x", b"", expect, value, "")


@pytest.mark.parametrize("form", ["bson", "ion", "msgpack", "ubjson"])
def test_reference_codecs_keep_the_vectors(form: str) -> None:
    read = find_format(form)
    for one in suites()[form].vectors:
        if one.expect == "accept":
            assert to_text(read.decode(one.data)) == to_text(one.value), one.name
        if one.expect == "refuse":
            with pytest.raises(ValueError):  # noqa: PT011
                read.decode(one.data)


def test_each_vector_has_a_name_of_its_own() -> None:
    for suite in suites().values():
        assert len({one.name for one in suite.vectors}) == len(suite.vectors)


@pytest.mark.parametrize(
    ("expect", "ending", "is_fault"),
    [
        ("accept", "accepted", False),
        ("accept", "refused", True),
        ("accept", "declined", True),
        ("refuse", "refused", False),
        ("refuse", "accepted", True),
        ("may", "accepted", False),
        ("may", "refused", False),
        ("may", "crashed", True),
        ("refuse", "hung", True),
    ],
)
def test_what_a_specification_lets_a_decoder_do(expect: Expectation, ending: Ending, is_fault: bool) -> None:
    assert (fault_of(vector(expect), Outcome(ending)) is not None) == is_fault


def test_a_number_may_become_another_kind_but_not_another_number() -> None:
    assert fault_of(vector("accept", [1.0]), Outcome("accepted", [1])) is None
    assert fault_of(vector("accept", [2**53 + 1]), Outcome("accepted", [2.0**53])) is not None
    assert fault_of(vector("accept", ["a"]), Outcome("accepted", ["b"])) == '/0: "a" became "b"'


def test_what_became_of_a_probe_has_a_name() -> None:
    assert told_of_probe("duplicate-key", {"a": 2}) == "duplicate-key-last"
    assert told_of_probe("timestamp", {"a": 5}) == "timestamp-became-int"
    assert told_of_probe("lone-surrogate", ["\ufffd"]) == "lone-surrogate-replaced"
    assert told_of_probe("key-not-string", {"1": 2}) == "key-became-string"


def test_a_decoder_is_told_what_it_takes_and_should_not(workbench: Workbench) -> None:
    document = workbench.json("verify", "--conformance", *DECODE, status=1)
    (row,) = document["codecs"]
    names = {fault["vector"] for fault in row["faults"]}
    assert {"refuse: number_NaN", "refuse: number_infinity", "refuse: number_minus_infinity"} <= names
    assert row["tried"] - row["right"] == len([fault for fault in row["faults"] if fault["expect"] != "may"])
    assert "refuse: number_NaN takes it" in workbench("verify", "--conformance", *DECODE).stdout


def test_a_runner_that_dies_of_a_vector_is_started_again(workbench: Workbench) -> None:
    workbench.add_runner("fragile", "crashes", "--on", "check", "--after", "100")
    document = workbench.json("verify", "--conformance", "--runners", "fragile", *DECODE, status=1)
    (row,) = document["codecs"]
    crashes = [fault for fault in row["faults"] if fault["ending"] == "crashed"]
    assert len(crashes) >= 2
    assert row["tried"] > 250


def test_payloads_and_vectors_do_not_go_together(workbench: Workbench) -> None:
    ended = workbench("verify", "compact", "--conformance")
    assert ended.returncode == 2
    assert "leave out the payloads" in ended.stderr


def test_formats_without_vectors_are_said_to_have_none(workbench: Workbench) -> None:
    workbench.add_runner("other", "--format", "smile")
    ended = workbench("verify", "--conformance", "--runners", "other", "--formats", "smile", "--operations", "encode")
    assert ended.returncode == 2
    assert "weighbridge list codecs" in ended.stderr


def test_a_matrix_names_what_becomes_of_each_probe(workbench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("weighbridge.payloads.corpus.edges.LARGE", ())
    workbench.add_runner("fragile", "crashes", "--on", "check", "--after", "3")
    document = workbench.json("verify", "--matrix", *DECODE, status=1)
    found = {
        (codec["runner"], probed["probe"]): (probed["outcome"], probed["losses"])
        for codec in document["codecs"]
        for probed in codec["probes"]
    }
    assert found["steady", "edges-integers"] == ("exact", [])
    assert found["steady", "edges-bytes"] == ("impossible", [])
    assert found["steady", "duplicate-key"] == ("lossy", ["duplicate-key-last"])
    assert "crashed" in {outcome for (runner, _), (outcome, _) in found.items() if runner == "fragile"}
    assert "**crashes on**" in workbench("verify", "--matrix", *DECODE, "--markdown").stdout


def test_what_was_found_of_codecs_is_told_with_their_runs(workbench: Workbench, tmp_path: Path) -> None:
    assert workbench("run", "compact", "--operations", "decode", *ONCE).returncode == 0
    assert workbench.json("report", "last")["conformance"] is None
    found = workbench.json("verify", "--conformance", *DECODE, status=1)
    kept = workbench.json("report", "last", "--operations", "decode")
    assert kept["conformance"] == found
    assert kept["matrix"] is None
    assert workbench("export", "last", "-o", tmp_path / "run.json").returncode == 0
    elsewhere = "--db", tmp_path / "other.duckdb"
    assert workbench("import", tmp_path / "run.json", *elsewhere).returncode == 0
    assert workbench.json("report", "last", *elsewhere)["conformance"] == found
