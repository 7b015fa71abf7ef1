from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from weighbridge.formats.typed import TYPED_FORMATS
from weighbridge.schema import infer
from weighbridge.schema.binding import texts_for_runners
from weighbridge_kit.__main__ import CONFORMING, FAULTY, USAGE, main
from weighbridge_kit.trials import documents, first_difference, golden_vectors, nearly_the_same, typed_samples
from weighbridge_kit.values import hash_text

RUNNER = Path(__file__).parents[1] / "runners" / "misbehaving_runner.py"
SOURCE = Path(__file__).parents[2] / "src"


def examine(
    capsys: pytest.CaptureFixture[str], *fault: str, timeout: str = "20", check: str = "*"
) -> tuple[int, dict[str, Any]]:
    status = main(["--json", "--timeout", timeout, "--check", check, "--", sys.executable, str(RUNNER), *fault])
    return status, json.loads(capsys.readouterr().out)


def faults(findings: dict[str, Any]) -> list[tuple[str, str]]:
    return [(fault["section"], fault["sentence"]) for check in findings["checks"] for fault in check["faults"]]


def test_a_good_runner_conforms(capsys: pytest.CaptureFixture[str]) -> None:
    status, findings = examine(capsys)
    assert faults(findings) == []
    assert status == CONFORMING
    assert findings["conforming"]
    names = [check["check"] for check in findings["checks"]]
    assert {"checks json", "times json", "checks the tare visit", "reads a long line"} <= set(names)


@pytest.mark.parametrize(
    ("fault", "check", "section", "words"),
    [
        (["dies-at-start"], "*", "Framing", "the runner ended with exit status 7"),
        (["two-lines"], "*", "Framing", "more than the one line that was due"),
        (["late-line", "--on", "describe"], "*", "Framing", "one more thing"),
        (["carriage-return"], "answers one line*", "Framing", "ends in a carriage return"),
        (["garbage"], "*", "Framing", "not JSON in UTF-8"),
        (["not-an-object"], "*", "Framing", "JSON that is not an object"),
        (["no-answer-member"], "*", "Framing", 'without a member "answer"'),
        (["no-message"], "*", "Framing", "answered 'failed' without a message"),
        (["refuses"], "describes itself in full", "describe", "answered 'failed' (the library says no), not ok"),
        (["picky"], "ignores members*", "Framing", "the runner ended with exit status 9"),
        (["dies-of-bad-request"], "refuses requests*", "Framing", "that was malformed"),
        (
            ["wrong-protocol"],
            "describes itself in full",
            "describe",
            "The description has 2 as 'protocol'; it should be 1.",
        ),
        (["no-version"], "describes itself in full", "describe", "The codec 'json' has '' as 'version'"),
        (["bad-name"], "describes itself in full", "describe", "has 'Json' as 'codec'"),
        (["twice"], "describes itself in full", "describe", "Two codecs are called 'json'."),
        (
            ["no-tare"],
            "describes itself in full",
            "describe",
            "names the tare 'visit', which is not among the runner's tares",
        ),
        (["no-start"], "describes itself in full", "describe", "lacks the member 'starts_from'"),
        (["odd-map"], "describes itself in full", "describe", "has 'paper' as 'map'; it should be one of 'list'"),
        (["no-map"], "describes itself in full", "describe", "has None as 'map'; it should be one of 'list'"),
        (["odd-start"], "describes itself in full", "describe", "has 'thin air' as 'starts_from'; it should be one of"),
        (
            ["needless-start"],
            "describes itself in full",
            "describe",
            "has 'native' as 'starts_from'; it should be one of None",
        ),
        (
            ["cheap-tare"],
            "describes itself in full",
            "describe",
            "names the tare 'call' for 'encode', which starts from 'events'; it should be 'visit'",
        ),
        (
            ["dear-tare"],
            "describes itself in full",
            "describe",
            "names the tare 'visit' for 'encode', which starts from 'native'; it should be 'call'",
        ),
        (
            ["decode-tare"],
            "describes itself in full",
            "describe",
            "names the tare 'visit' for 'decode'; it should be 'call'",
        ),
        (["odd-clock"], "describes itself in full", "describe", "has 'the moon' as 'covers'"),
        (["odd-heap"], "describes itself in full", "describe", "has 'tidy' as 'heap'"),
        (["odd-footprint"], "describes itself in full", "describe", "has the operation 'juggle', which it does not"),
        (["one-tare-operation"], "times the tare call", "time", "answered 'unsupported': a tare decodes"),
        (
            ["wrong-hash", "--on", "check"],
            "checks json",
            "The canonical hash",
            "json decode of golden vector null answers the hash",
        ),
        (["wrong-values", "--on", "check"], "checks json", "The canonical hash", '"a lie"'),
        (["wrong-bytes", "--on", "check"], "checks json", "check", 'the document: {"v":null} became "a lie"'),
        (["not-base64", "--on", "check"], "checks json", "check", "not base64"),
        (["too-few", "--on", "check"], "checks json", "check", "answers 0 bytes for a payload of 1 documents"),
        (["lax-text"], "checks json", "describe", "asked to decode a byte that begins no character, it answers '中WWW"),
        (["negative-time", "--on", "time"], "times *", "time", "wall_ns is -5, which is negative"),
        (["text-time", "--on", "time"], "times *", "time", "wall_ns is '5'; an integer is due"),
        (["too-much-time", "--on", "time"], "times *", "time", "wall_ns is 3600000000000, but the answer came after"),
        (["lenient"], "refuses impossible*", "time", "\"iterations\":-1}', the runner answers 'ok', not 'bad-request'"),
        (["counts-apart"], "times json", "Boards", "1 and 5 iterations count"),
        (["counts-nothing"], "times *", "time", "count is None; an integer is due"),
        (["numberless"], "reads a long line", "Boards", "without the numbers 'bytes' and 'limit'"),
        (["bad-exit"], "ends when told*", "drop and quit", "the runner exits with status 3"),
        (["dies", "--on", "check"], "checks the tare call", "check", "out of cheese"),
    ],
)
def test_a_fault_is_named(
    capsys: pytest.CaptureFixture[str], fault: list[str], check: str, section: str, words: str
) -> None:
    status, findings = examine(capsys, *fault, check=check)
    assert status == FAULTY
    assert not findings["conforming"]
    assert any(section == where and words in sentence for where, sentence in faults(findings)), faults(findings)


def test_a_board_conforms_whose_counts_stand_for_time_and_whose_memory_is_small(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, findings = examine(capsys, "counts")
    assert faults(findings) == []
    assert status == CONFORMING
    notes = [note for check in findings["checks"] for note in check["notes"]]
    assert any("too-large (the payload does not fit)" in note for note in notes)


@pytest.mark.parametrize(
    ("fault", "check", "section", "words"),
    [
        (["hangs"], "*", "Framing", "did not answer within 1 s"),
        (["ignores-end"], "ends with*", "Framing", "At the end of its input, the runner still runs"),
        (["ignores-quit"], "ends when*", "drop and quit", "Told to quit, the runner still runs"),
    ],
)
def test_patience_ends(
    capsys: pytest.CaptureFixture[str], fault: list[str], check: str, section: str, words: str
) -> None:
    _, findings = examine(capsys, *fault, timeout="1", check=check)
    assert any(section == where and words in sentence for where, sentence in faults(findings)), faults(findings)


def test_a_constant_time_is_a_fault(capsys: pytest.CaptureFixture[str]) -> None:
    _, findings = examine(capsys, "constant-time", "--on", "time", check="times the tare call")
    assert any("The time does not grow with the iterations." in sentence for _, sentence in faults(findings))


def test_what_a_library_loses_is_a_note(capsys: pytest.CaptureFixture[str]) -> None:
    status, findings = examine(capsys, "float32", check="checks json")
    assert status == CONFORMING
    notes = [note for check in findings["checks"] for note in check["notes"]]
    assert any("json decode changes" in note and "0.1 became 0.1000000014" in note for note in notes)


def test_integers_that_become_floats_are_a_note(capsys: pytest.CaptureFixture[str]) -> None:
    status, findings = examine(capsys, "one-number", check="checks json")
    assert status == CONFORMING
    notes = [note for check in findings["checks"] for note in check["notes"]]
    assert any("json decode changes" in note and "became" in note for note in notes)


@pytest.mark.parametrize(
    ("expected", "found", "same"),
    [
        ({"a": [1, 2.0]}, {"a": [1.0, 2]}, True),
        (1, True, False),
        (0, False, False),
        ([1], [1, 2], False),
        ({"a": None, "b": 1}, {"b": 1.0}, True),
        ({"a": None, "b": 1}, {"a": None}, False),
        ([None], [], False),
        ({"a": 1}, {"b": 1}, False),
        ("1", 1, False),
        (2**53 + 1, float(2**53), False),
    ],
)
def test_little_may_change_in_a_plain_document(expected: Any, found: Any, same: bool) -> None:
    assert nearly_the_same(expected, found) is same


def test_noise_on_standard_error_is_no_fault(capsys: pytest.CaptureFixture[str]) -> None:
    assert examine(capsys, "noisy-errors", "--on", "quit", check="ends *")[0] == CONFORMING


def test_people_are_told_what_and_where(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--", sys.executable, str(RUNNER), "no-version"]) == FAULTY
    told = capsys.readouterr().out
    assert "ok    answers one line, and nothing else" in told
    assert "FAULT describes itself in full" in told
    assert "→ docs/protocol.md, section “describe”" in told
    assert told.endswith("1 fault: the runner does not keep the protocol (docs/protocol.md).\n")


def test_codecs_can_be_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--codec", "none*", "--", sys.executable, str(RUNNER)]) == USAGE
    assert "no codec of this runner matches 'none*'; it has json" in capsys.readouterr().err


def test_checks_can_be_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    _, findings = examine(capsys, check="describes *")
    assert [check["check"] for check in findings["checks"]] == [
        "describes itself in full",
        "describes itself the same way twice",
    ]
    assert main(["--check", "dances", "--", sys.executable, str(RUNNER)]) == USAGE
    assert "no check is called 'dances'" in capsys.readouterr().err


def test_a_program_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--", "./no-such-runner"]) == USAGE
    assert "could not be started" in capsys.readouterr().err


def test_the_help_has_examples_and_wrong_usage_is_2(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as help_exit:
        main(["--help"])
    assert help_exit.value.code == 0
    assert "python -m weighbridge_kit -- ./my-runner" in capsys.readouterr().out
    with pytest.raises(SystemExit) as usage_exit:
        main(["--timeout", "soon", "--", "x"])
    assert usage_exit.value.code == USAGE


def test_it_runs_with_the_standard_library_alone() -> None:
    run = "runpy.run_module('weighbridge_kit', run_name='__main__')"
    code = f"import sys, runpy; sys.path.insert(0, sys.argv.pop(1)); {run}"
    command = [sys.executable, "-I", "-S", "-c", code, str(SOURCE), "--", sys.executable, str(RUNNER), "no-version"]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == FAULTY, result.stderr
    assert "has '' as 'version'" in result.stdout


def test_the_golden_vectors_are_right() -> None:
    vectors = golden_vectors()
    assert len(vectors) > 50
    assert all(hash_text(value) == expected for value, expected in vectors)


def test_documents_have_names_of_their_own() -> None:
    names = [document.name for document in documents()]
    assert len(names) == len(set(names))
    assert sum(document.plain for document in documents()) > 20


@pytest.mark.parametrize(
    ("expected", "found", "difference"),
    [
        ({"a": [1, {"b": 0.1}]}, {"a": [1, {"b": 0.5}]}, "/a/1/b: 0.1 became 0.5"),
        ({"a": 1.0}, {"a": 1}, "/a: 1.0 became 1"),
        ({"a": 1}, {}, "/a is gone"),
        ({}, {"a": 1}, "/a was added"),
        ([1, 2], [1], "the document has 1 elements instead of 2"),
        ({"a": b"x"}, {"a": "x"}, '/a: {"\\u0000bytes":"eA=="} became "x"'),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, ""),
    ],
)
def test_the_first_difference_is_named(expected: Any, found: Any, difference: str) -> None:
    assert first_difference(expected, found) == difference


@pytest.mark.parametrize("fault", ["typed", "typed-rounds"])
def test_a_runner_with_types_conforms(capsys: pytest.CaptureFixture[str], fault: str) -> None:
    status, findings = examine(capsys, fault)
    assert faults(findings) == []
    assert status == CONFORMING
    names = [check["check"] for check in findings["checks"]]
    assert {"refuses malformed schemas", "refuses typed operations without a schema"} <= set(names)


@pytest.mark.parametrize(
    ("fault", "check", "section", "words"),
    [
        ("typed-forgets", "checks json", "Typed operations", "of everyday records is wrong: /0/name is gone"),
        ("typed-guesses", "refuses typed*", "Typed operations", "without a schema is answered"),
        ("typed-trusts", "refuses malformed schemas", "Typed operations", "not 'bad-request'"),
    ],
)
def test_faults_of_typed_operations_are_found(
    capsys: pytest.CaptureFixture[str], fault: str, check: str, section: str, words: str
) -> None:
    status, findings = examine(capsys, fault, check=check)
    assert status == FAULTY
    assert any(where == section and words in said for where, said in faults(findings)), faults(findings)


def test_types_have_one_state_for_none() -> None:
    document: dict[str, Any] = {"absent": {}, "null": None, "empty": [], "lists": [{"a": []}], "n": 1}
    for other in (
        {**document, "more": None},
        {**document, "empty": None},
        {"lists": [{}], "n": 1.0},
    ):
        assert nearly_the_same(document, other, typed=True)
        assert not nearly_the_same(document, {**other, "n": 2}, typed=True)
        assert not nearly_the_same(document, {**other, "more": 0}, typed=True)
    assert not nearly_the_same(document, {**document, "lists": []}, typed=True)
    assert not nearly_the_same({"a": []}, {"a": [1]}, typed=True)
    assert not nearly_the_same(document, {**document, "more": None})


def test_the_typed_samples_are_what_the_core_would_send() -> None:
    samples = typed_samples()
    assert samples[0].plain
    for sample in samples:
        schema = infer(sample.values)
        texts = texts_for_runners(schema, TYPED_FORMATS)
        assert sample.types == {"schema": schema.for_runners, "types": texts}, "scripts/typed-samples renews them"
