"""Bad input gets a message that says where, what and what next, and exit status 2; never a traceback."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from workbench import ONCE, Workbench

BAD = {
    "malformed.json": (b'{"a": 1,\n "b": }', ["line 2, column 7"]),
    "cut.json": (b'{"a": [1, 2', ["line 1"]),
    "empty.json": (b"", ["is empty"]),
    "nan.json": (b"[1,\n NaN]", ["line 2", "NaN"]),
    "twice.json": (b'{"a": 1,\n "a": 2}', ["line 2", '"a"', "twice"]),
    "deep.json": (b"[" * 10_000 + b"]" * 10_000, ["512", "nesting"]),
    "integer.json": (b"[" + b"9" * 400 + b"]", ["400 digits", "64 bits"]),
    "float.json": (b"[1e999]", ["line 1"]),
    "latin.json": ('{"a": "\xe9"}'.encode("latin-1"), ["UTF-8"]),
    "garbage.msgpack": (b"\xc1\xc1\xc1", ["MessagePack"]),
    "cut.cbor": (b"\x83\x01", ["CBOR"]),
    "one-bad-line.ndjson": (b'{"a": 1}\n{"a": }\n', ["line 2"]),
    "notes.txt": (b"hello", [".json"]),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_named_with_the_place_and_the_problem(workbench: Workbench, name: str) -> None:
    data, words = BAD[name]
    (workbench.documents / name).write_bytes(data)
    ended = workbench("run", name, "--budget", "1s", "--no-progress")
    message = " ".join(ended.stderr.split())
    assert ended.returncode == 2
    assert name in message
    for word in words:
        assert word in message


def test_a_missing_file_is_answered_with_a_near_one(workbench: Workbench, orders: Path) -> None:
    ended = workbench("run", "order.json")
    assert ended.returncode == 2
    assert "did you mean orders.json" in ended.stderr


def test_a_folder_without_payloads_says_which_endings_count(workbench: Workbench) -> None:
    (workbench.documents / "empty").mkdir()
    ended = workbench("sizes", "empty")
    assert ended.returncode == 2
    assert ".ndjson" in ended.stderr


def test_a_document_of_200_megabytes_is_refused_before_it_is_read(workbench: Workbench) -> None:
    with (workbench.documents / "huge.json").open("wb") as file:
        file.truncate(200_000_000)
    ended = workbench("run", "huge.json")
    assert ended.returncode == 2
    assert "200,000,000 bytes" in ended.stderr


def test_an_unknown_run_points_to_the_list(workbench: Workbench) -> None:
    assert "weighbridge run" in workbench("report", "last").stderr
    assert workbench("resume", "20200101").returncode == 2


def test_a_folder_without_runners_is_said(empty_workbench: Workbench) -> None:
    ended = empty_workbench("run", "compact")
    assert ended.returncode == 2
    assert "WEIGHBRIDGE_RUNNERS" in ended.stderr


def test_a_broken_manifest_is_named(workbench: Workbench) -> None:
    (workbench.runners / "steady" / "runner.toml").write_text('title = "x"\nlanguag = "y"\n')
    ended = workbench("list", "runners")
    assert ended.returncode == 2
    assert "runner.toml" in ended.stderr
    assert "languag" in ended.stderr


def test_a_lossy_conversion_is_refused_unless_allowed(workbench: Workbench) -> None:
    (workbench.documents / "a.cbor").write_bytes(b"\xa1\x61a\x41\x00")
    refused = workbench("convert", "a.cbor", "a.json")
    assert refused.returncode == 2
    assert "bytes" in refused.stderr
    assert "--lossy" in refused.stderr
    assert not (workbench.documents / "a.json").exists()
    allowed = workbench("convert", "a.cbor", "a.json", "--lossy")
    assert allowed.returncode == 0
    assert "bytes-became-string" in allowed.stderr


def test_conversion_without_a_known_format_asks_for_it(workbench: Workbench) -> None:
    assert "--from" in workbench("convert", "-", "a.json", stdin=b"{}").stderr
    assert "--to" in workbench("convert", "-", "-", "--from", "json", stdin=b"{}").stderr
    assert workbench("convert", "nothing.json", "a.cbor").returncode == 2


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--pick", "/nope"], ["--pick /nope", "nothing is there in orders", "/"]),
        (["--pick", "120%"], ["120%", "no more than 100%"]),
        (["--as-json", "/nope"], ["--as-json /nope", "there is nothing at this path"]),
        (["--schema", "none.json"], ["none.json", "No such file"]),
        (["--schema", "orders.json"], ["orders.json", "not a schema"]),
    ],
)
def test_paths_and_schemas_that_are_of_no_use_are_refused(
    workbench: Workbench, orders: Path, options: list[str], words: list[str]
) -> None:
    for command in ("run", "verify"):
        ended = workbench(command, "orders.json", *options, "--no-progress")
        message = " ".join(ended.stderr.split())
        assert ended.returncode == 2
        for word in words:
            assert word in message


def test_a_bad_file_of_a_folder_is_left_out_and_named(workbench: Workbench, orders: Path) -> None:
    (workbench.documents / "bad.json").write_text("{")
    for argument in (".", "*.json"):
        ended = workbench("sizes", argument, "--json")
        assert ended.returncode == 0
        assert "left out: bad.json: line 1" in ended.stderr
        assert '"payload": "orders"' in ended.stdout
    assert workbench("sizes", "bad.json", "orders.json").returncode == 2
    orders.unlink()
    assert "bad.json: line 1" in workbench("sizes", ".").stderr


def test_an_empty_name_is_no_folder(workbench: Workbench, orders: Path) -> None:
    ended = workbench("run", "")
    assert ended.returncode == 2
    assert "without a name" in ended.stderr


def test_only_endings_that_are_read_are_listed(workbench: Workbench) -> None:
    endings = {row["format"]: row["endings"] for row in workbench.json("list", "formats")}
    assert ".cbor" in endings["cbor"]
    assert endings["pickle"] == endings["marshal"] == endings["smile"] == []


@pytest.mark.parametrize(
    "content",
    [b"\xff\xfe", b"a = " + b"[" * 3000 + b"]" * 3000, b"title = 1979-05-27\n", b"", b"[start]\ncommand = []\n"],
    ids=["not UTF-8", "deep", "a date", "empty", "no command"],
)
def test_an_odd_manifest_is_named(workbench: Workbench, content: bytes) -> None:
    (workbench.runners / "steady" / "runner.toml").write_bytes(content)
    ended = workbench("list", "runners")
    assert ended.returncode == 2
    assert "runner.toml" in ended.stderr


def test_a_command_with_a_nul_cannot_be_started(workbench: Workbench, orders: Path) -> None:
    manifest = workbench.runners / "steady" / "runner.toml"
    odd = workbench.runners / "odd" / "runner.toml"
    odd.parent.mkdir()
    odd.write_text(re.sub(r"command = \[", 'command = ["a\\\\u0000", ', manifest.read_text()))
    document = workbench.json("run", orders, *ONCE, "--no-page", status=3)
    assert {failure["runner"] for failure in document["failures"]} == {"odd"}
