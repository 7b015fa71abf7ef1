"""What people see at the end of a run."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from advise_documents import both, cell, payload_info, run_document
from rich.console import Console

from weighbridge.advise.advice import advise
from weighbridge.advise.document import AdviceDocument
from weighbridge.advise.scenario import Scenario
from weighbridge.answer import markdown
from weighbridge.answer.terminal import SCREEN, answer, first_look
from weighbridge.report.document import Quietness, RunDocument
from weighbridge.report.markdown import to_markdown

JSON = ("python/json", 1.0, 0.0)
SHARED = "Somebody else used the processor through most of this run"


@pytest.fixture(scope="module")
def document() -> RunDocument:
    """Four runners and two payloads of a real run."""
    content = json.loads((Path(__file__).parents[1] / "report" / "run.json").read_text(encoding="utf-8"))
    return RunDocument.model_validate(content["document"])


def shown(
    document: RunDocument, width: int = 100, advice: AdviceDocument | None = None, why_none: str = "", at: str = ""
) -> list[str]:
    text = io.StringIO()
    console = Console(file=text, width=width, no_color=True, highlight=False, markup=False)
    console.print(answer(console, document, advice, why_none, at), crop=False)
    return [line.rstrip() for line in text.getvalue().splitlines()]


def answered(document: RunDocument, width: int = 100, **scenario: Any) -> list[str]:
    return shown(document, width, advise(document, Scenario(**scenario)))


def changed(document: RunDocument, **run: Any) -> RunDocument:
    return document.model_copy(update={"run": document.run.model_copy(update=run)})


def python(*more: dict[str, Any], **about: Any) -> RunDocument:
    """A run of a slow JSON, a fast one, and a codec that nobody is advised to use."""
    return run_document(
        [
            *both("json", 3e6, 2e6, 1e4, relative=JSON),
            *both("orjson", 6e4, 4e4, 1e3, relative=("python/json", 0.02, 0.001), library_version="3.13.0"),
            *both("pickle", 1e4, 1e4, 1e2, form="pickle", relative=("python/json", 0.004, 0.0001)),
            *more,
        ],
        **about,
    )


def many(languages: int, payloads: int) -> RunDocument:
    names = [f"payload{number}" for number in range(payloads)]
    cells = []
    for payload in names:
        for number in range(languages):
            own: dict[str, Any] = {"participant": f"language{number}", "payload": payload}
            cells += both("json", 3e6, 2e6, 1e4, relative=(f"language{number}/json", 1.0, 0.0), **own)
            cells += both("quick", 6e4, 4e4, 1e3, **own)
    return run_document(cells, [payload_info(name) for name in names])


def test_one_language_has_its_verdict_a_table_and_json_below() -> None:
    lines = answered(python())
    verdict = next(
        number for number, line in enumerate(lines) if line.startswith("Python  Stay with JSON, but use orjson")
    )
    heading = next(number for number, line in enumerate(lines) if line.split()[:2] == ["#", "codec"])
    assert verdict < heading
    assert lines[heading + 1].split()[:3] == ["1", "orjson", "json"]
    assert "0.020× ±5%" in lines[heading + 1]
    assert "= 1" in lines[heading + 2]
    assert not any("pickle" in line for line in lines), "nobody is advised to change to it"


def test_every_table_says_how_old_libraries_are() -> None:
    lines = answered(python())
    assert next(line for line in lines if "orjson" in line and "3.13.0" in line).rstrip().endswith("9 mo")


def test_what_the_verdict_speaks_of_is_shown_if_it_is_not_among_the_fastest() -> None:
    small = both("tiny", 2e6, 2e6, 1e4, form="msgpack", size=10, relative=("python/json", 0.8, 0.01))
    fast = [one for name in ("a", "b", "c") for one in both(name, 2e6, 1e6, 1e4, size=100_000)]
    document = run_document([*both("json", 3e6, 2e6, 1e4, size=100_000, relative=JSON), *fast, *small])
    lines = answered(document, bandwidth_bits_per_s=1e6)
    assert any(line.startswith("Python  Move to MessagePack with tiny") for line in lines)
    assert any(line.split()[:1] == ["tiny"] for line in lines)


@pytest.mark.parametrize(("languages", "payloads"), [(1, 1), (9, 2), (9, 4)])
def test_the_answer_fits_on_a_screen(languages: int, payloads: int) -> None:
    lines = answered(many(languages, payloads))
    assert len(lines) <= SCREEN
    for payload in range(payloads):
        assert any(line.startswith(f"payload{payload}") for line in lines)
    assert sum("quick" in line and line.startswith("language") for line in lines) == languages * payloads


def test_with_more_languages_each_has_two_lines() -> None:
    lines = answered(many(9, 2))
    verdict = next(number for number, line in enumerate(lines) if line.startswith("language0"))
    assert lines[verdict + 1].strip() == "quick 0.020×, json 5.00 ms"


def test_a_tie_and_an_unsettled_speed_are_marked_where_they_stand_and_explained() -> None:
    tied = both("ultra", 6e4, 5e4, 1e3, tied_with=("python/orjson",), settled=False)
    document = python(*tied)
    assert [line.split()[:2] for line in answered(document) if "orjson" in line or "ultra" in line][1:] == [
        ["1=", "orjson"],
        ["1=", "ultra"],
    ]
    assert any("ultra" in line and line.endswith("not settled") for line in answered(document))
    two_lines = "\n".join(to_markdown(document, markdown.answer(document, None)).splitlines())
    assert "≈ ultra\\* 0.022×" in two_lines
    assert "≈: not told apart from the fastest; \\*: not settled when it was timed" in two_lines


def test_what_a_codec_asks_of_its_user_stands_in_its_row() -> None:
    careless = both("careless", 1e4, 1e4, 1e2, policies={"utf8": "unchecked", "strings": "borrowed"})
    row = next(line for line in answered(python(*careless), 140) if line.split()[1:2] == ["careless"])
    assert "strings borrowed; UTF-8 unchecked" in row


def test_sizes_stand_below_in_terms_of_json(document: RunDocument) -> None:
    lines = answered(document)
    assert any(line.startswith("Size, of JSON's 735: cbor 80%, msgpack 80%") for line in lines)
    assert any(line.startswith("After gzip, of JSON's 11 575: ") for line in lines)


def test_sizes_are_of_formats_that_several_languages_have() -> None:
    size = {"payload": "orders", "gzip": 10, "zstd": 10, "brotli": 10, "lz4": 10, "reference": ""}
    names = ("json", "msgpack", "pickle")
    info = payload_info() | {"sizes": [size | {"format": name, "bytes": 100 + len(name)} for name in names]}
    assert "Size, of JSON's 104: msgpack 103%" in answered(python(payloads=[info]))


def test_a_message_that_gzip_makes_larger_is_said_to_be_so() -> None:
    size = {"payload": "orders", "gzip": 81, "zstd": 10, "brotli": 10, "lz4": 10, "reference": ""}
    info = payload_info() | {"sizes": [size | {"format": name, "bytes": 64} for name in ("json", "msgpack")]}
    assert "After gzip, of JSON's 81, more than without: msgpack 100%" in answered(python(payloads=[info]))


def test_what_failed_and_what_is_not_installed_take_a_line(document: RunDocument) -> None:
    lines = answered(document, 1000)
    assert sum(line.startswith("Failed: node ") for line in lines) == 1
    assert sum(line.startswith("Not installed: ") for line in lines) == 1


def test_another_baseline_stands_above_the_times() -> None:
    document = changed(python(), settings={"precision": 0.01, "baseline": "orjson"})
    assert "×: in terms of orjson's; tables are of one message" in answered(document)


def test_without_the_engine_there_are_no_verdicts_and_a_line_says_how_to_get_them() -> None:
    lines = shown(python(), why_none="install Node.js")
    assert "Python" in lines
    assert "No verdicts: install Node.js" in lines
    assert any("orjson" in line for line in lines)
    assert not any("advise" in line for line in lines)
    assert "No verdicts: install Node.js" in to_markdown(python(), markdown.answer(python(), None, "install Node.js"))


def test_a_run_that_nobody_should_believe_says_so_once_and_first() -> None:
    document = python(passed=False)
    lines = answered(document)
    assert lines[0].startswith("This run failed its own check")
    assert sum("failed its own check" in line for line in lines) == 1
    assert not any("advise" in line for line in lines), "there is nothing to advise"


def test_a_run_too_short_to_rank_says_so_once_and_first() -> None:
    cells = [
        one | {"processes": 1} for one in (*both("json", 3e6, 2e6, None, relative=JSON), *both("x", 1e4, 1e4, None))
    ]
    lines = answered(run_document(cells))
    assert lines[0].startswith("Too short to rank")
    assert not any("No advice" in line for line in lines)
    assert [line.split()[:2] for line in lines if line.startswith("?")] == [["?", "x"], ["?", "json"]]


def test_a_run_on_a_shared_processor_is_warned_of_below(document: RunDocument) -> None:
    for share, warned in ((None, False), (0.0, True), (0.249, True), (0.25, False), (1.0, False)):
        quietness = Quietness(quiet_ns=80_000.0, quiet_share=share, corrected=0.03, moments=())
        lines = answered(changed(document, quietness=quietness))
        assert any(line.startswith(SHARED) for line in lines) is warned
        assert not lines[0].startswith(SHARED)


def test_an_interrupted_run_says_how_to_go_on_in_one_line(document: RunDocument) -> None:
    run = changed(document, status="interrupted")
    lines = shown(run, 40, at=" --db x.duckdb")
    assert f"This run was interrupted. To go on: weighbridge resume {run.run.run} --db x.duckdb" in lines
    assert f"All tables: weighbridge report {run.run.run} --db x.duckdb" in lines


@pytest.mark.parametrize("width", [40, 80, 100, 160])
def test_only_commands_are_wider_than_the_terminal(document: RunDocument, width: int) -> None:
    assert all(len(line) <= width or "weighbridge" in line for line in answered(document, width))


def test_a_run_without_cells_says_that_nothing_was_measured() -> None:
    lines = shown(run_document([]))
    assert "Nothing was measured." in lines
    assert not any("advise" in line for line in lines)


def test_one_operation_alone_is_answered_without_a_verdict_on_messages() -> None:
    lines = answered(
        run_document([cell("json", "decode", 2e6, 1e4, relative=JSON), cell("orjson", "decode", 4e4, 1e2)])
    )
    assert any(line.split()[:2] == ["1", "orjson"] for line in lines)
    assert not any(line.startswith("Verdicts are for") for line in lines)


def test_a_first_look_names_what_is_fast_and_ranks_nothing() -> None:
    text = io.StringIO()
    Console(file=text, width=100).print(first_look(python()))
    assert "orjson 0.020×, json 5.00 ms" in text.getvalue()
    assert "pickle" not in text.getvalue()


def test_markdown_begins_with_the_answer(document: RunDocument) -> None:
    text = to_markdown(document, markdown.answer(document, advise(document, Scenario())))
    first, full = text.index("## websocket: 8 messages"), text.index("## websocket: encode")
    assert first < full
    assert "|  | verdict | fastest | second | third | JSON |" in text[first:full]
    assert "Size, of JSON's 735: " in text[first:full]


@pytest.mark.parametrize("draw", [answered, shown])
def test_the_answer_is_the_same_every_time(document: RunDocument, draw: Callable[[RunDocument], list[str]]) -> None:
    assert draw(document) == draw(document)
