"""Payloads that are too large are weighed by a sample, and everything that shows them says so."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import duckdb
import jsonschema
import pytest
from workbench import ONCE, Workbench

from weighbridge.commands.schemas import schemas

ENCODE = (*ONCE, "--operations", "encode")


@pytest.fixture
def messages(workbench: Workbench) -> Path:
    file = workbench.documents / "messages.ndjson"
    file.write_text("".join(f'{{"id":{number}}}\n' for number in range(1000, 2000)))
    return file


def sampled(document: Any) -> tuple[int | None, ...]:
    (payload,) = document["payloads"]
    return tuple(payload[name] for name in ("documents", "json_bytes", "whole_documents", "whole_bytes"))


def test_a_run_weighs_a_sample_and_says_so_wherever_it_is_shown(workbench: Workbench, messages: Path) -> None:
    document = workbench.json("run", messages, *ENCODE, "--sample", "20")
    jsonschema.validate(document, schemas()["run"])
    assert sampled(document["run"]) == (20, 220, 1000, 11_000)
    line = "a sample: 20 of 1 000 documents, 220 bytes of 11.0 KB, drawn evenly; --sample all weighs everything"
    assert line in workbench("report", "last").stdout.replace("\n", " ")
    assert f"{line[1:]}; " in workbench("report", "last", "--format", "markdown").stdout
    with duckdb.connect(str(workbench.database)) as connection:
        (documents,) = connection.execute("SELECT documents FROM payloads").fetchone() or ()
    assert [json.loads(text)["id"] for text in documents] == [1025 + 50 * number for number in range(20)]


def test_without_a_word_two_hundred_documents_are_weighed(workbench: Workbench, messages: Path) -> None:
    document = workbench.json("verify", messages, "--no-progress")
    assert sampled(document) == (200, 2200, 1000, 11_000)
    assert "messages: a sample: 200 of 1" in workbench("verify", messages, "--no-progress").stdout
    whole = workbench.json("verify", messages, "--no-progress", "--sample", "all")
    assert sampled(whole) == (1000, 11_000, None, None)
    assert "a sample" not in workbench("verify", messages, "--no-progress", "--sample", "all").stdout


def test_a_large_document_is_thinned(workbench: Workbench) -> None:
    (workbench.documents / "table.json").write_text(json.dumps({"rows": [[number, 0.5] for number in range(40_000)]}))
    one, size, whole, whole_size = sampled(workbench.json("verify", "table.json", "--no-progress"))
    assert (one, whole) == (1, 1)
    assert size is not None
    assert whole_size is not None
    assert 250_000 < size <= 256_000 < whole_size


def test_built_in_payloads_fall_under_the_same_rule(workbench: Workbench) -> None:
    assert sampled(workbench.json("verify", "websocket", "--no-progress", "--sample", "3"))[::2] == (3, 8)


def test_sizes_are_of_a_thousand_documents_unless_more_or_less_is_asked_for(
    workbench: Workbench, messages: Path
) -> None:
    assert sampled(workbench.json("sizes", messages)) == (1000, 11_000, None, None)
    messages.write_text(messages.read_text() * 5)
    assert sampled(workbench.json("sizes", messages)) == (1000, 11_000, 5000, 55_000)
    assert sampled(workbench.json("sizes", messages, "--sample", "all")) == (5000, 55_000, None, None)
    assert sampled(workbench.json("sizes", messages, "--sample", "1kB")) == (90, 990, 5000, 55_000)


def test_a_schema_says_of_how_many_documents_it_is(workbench: Workbench, messages: Path) -> None:
    assert workbench("schema", messages).stderr == ""
    some = workbench("schema", messages, "--sample", "100")
    assert "100 of 100" in " ".join(some.stdout.split())
    told = "messages: the schema is that of 100 of 1,000 documents, drawn evenly; --sample all looks at everything"
    assert some.stderr.strip() == told


def test_sizes_of_a_sample_are_of_it(workbench: Workbench, messages: Path) -> None:
    assert sampled(workbench.json("sizes", messages, "--sample", "1kB")) == (90, 990, 1000, 11_000)
    assert "a sample: 90 of 1" in workbench("sizes", messages, "--sample", "1kB").stdout


@pytest.mark.parametrize(
    ("words", "documents"), [("50", 50), ("1kB", 90), ("1 KiB", 93), ("50,1kB", 50), ("1kb, 95", 90), ("ALL", 1000)]
)
def test_a_sample_is_so_many_documents_or_so_much(
    workbench: Workbench, messages: Path, words: str, documents: int
) -> None:
    assert sampled(workbench.json("sizes", messages, "--sample", words))[0] == documents


@pytest.mark.parametrize(
    "words", ["none", "0", "-3", "2.5", "10 parsecs", "5,6", "1MB,2MB", "", "50,", "all,50", "0.5B"]
)
def test_anything_else_is_answered_with_what_may_be_written(workbench: Workbench, messages: Path, words: str) -> None:
    for command in ("run", "verify", "sizes"):
        ended = workbench(command, messages, "--sample", words)
        assert ended.returncode == 2
        said = " ".join(ended.stderr.split()).replace("│ ", "")
        assert "number of documents such as 50" in said
        assert "or all" in said
