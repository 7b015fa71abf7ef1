"""What Python makes of the engine's advice: the document of ``advise``, and how it looks on a terminal."""

from __future__ import annotations

from typing import Any

import pytest
from advise_documents import both, payload_info, run_document
from rich.console import Console

from weighbridge import engine
from weighbridge.advise.advice import advise
from weighbridge.advise.document import AdviceDocument
from weighbridge.advise.scenario import Scenario, read_scenario
from weighbridge.advise.terminal import renderable

BASE: dict[str, Any] = {"relative": ("python/json", 1.0, 0.0)}
JSON = both("json", 50_000, 50_000, 100, size=1000, **BASE)
PACKED = both("packed", 20_000, 20_000, 100, size=600, form="msgpack")


def shown(document: AdviceDocument, width: int = 100) -> str:
    console = Console(width=width, highlight=False, markup=False, force_terminal=False, no_color=True)
    with console.capture() as capture:
        console.print(renderable(document))
    return capture.get()


def test_every_payload_and_runner_gets_advice_in_the_order_of_the_run() -> None:
    document = run_document(
        [*JSON, *both("json", 1, 1, participant="node"), *both("json", 1, 1, payload="small", **BASE)],
        [payload_info(), payload_info("small")],
    )
    advice = advise(document, Scenario()).advice
    assert [(one.payload, one.participant) for one in advice] == [
        ("orders", "python"),
        ("orders", "node"),
        ("small", "python"),
    ]


def test_the_numbers_of_the_document_add_up() -> None:
    (advice,) = advise(run_document([*JSON, *PACKED]), read_scenario(rtt="0", bandwidth="8Mbit/s")).advice
    assert (advice.kind, advice.headline) == ("format", "Move to MessagePack with packed: 42 % less time a call")
    assert advice.baseline is not None
    assert advice.best is not None
    assert advice.savings is not None
    saved = advice.baseline.total_ns.estimate - advice.best.total_ns.estimate
    assert advice.savings.total_ns.estimate == pytest.approx(saved)
    assert advice.savings.total_share == pytest.approx(saved / advice.baseline.total_ns.estimate)


def test_a_terminal_shows_the_sentence_and_what_is_to_be_known() -> None:
    text = shown(advise(run_document([*JSON, *PACKED]), read_scenario(rtt="0", bandwidth="8Mbit/s")))
    assert "Move to MessagePack with packed: it saves" in text
    for label in ("saves", "flips", "rate", "loses"):
        assert f"  {label} " in text
    assert max(map(len, text.splitlines())) <= 100


def test_runners_that_have_the_same_to_say_say_it_once() -> None:
    run = run_document([*both("json", 1, 1, None, processes=1, **BASE)], passed=True)
    (advice,) = advise(run, Scenario()).advice
    twice = AdviceDocument(
        run="r",
        scenario=Scenario(),
        asked="",
        assumed="",
        cautions=(),
        advice=(advice, advice.model_copy(update={"title": "Go"})),
    )
    assert shown(twice).count("too short") == 1
    assert "Python, Go" in shown(twice)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ({"bandwidth": "fast"}, "'fast' is not a bandwidth: write 100Mbit/s or 1Gbit/s"),
        ({"bandwidth": "100MB/s"}, "a bandwidth is in bits"),
        ({"rate": "0/s"}, "it must be above 0"),
        ({"threshold": "120%"}, "below 100%"),
    ],
)
def test_what_cannot_be_read_is_refused_with_an_example(written: Any, said: str) -> None:
    with pytest.raises(engine.Refusal, match=said):
        read_scenario(**written)


def test_the_usual_scenario_is_the_same_on_both_sides() -> None:
    assert read_scenario() == Scenario()


def test_an_engine_that_is_not_built_is_said_with_the_way_to_get_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    engine._engine.cache_clear()
    monkeypatch.setattr(engine, "_SCRIPT", tmp_path / "engine.js")
    with pytest.raises(engine.EngineNotBuilt, match="make page"):
        advise(run_document(JSON), Scenario())


def as_types(codec: str, encode: float, decode: float, **about: Any) -> list[dict[str, Any]]:
    return [one | {"operation": f"{one['operation']}-typed"} for one in both(codec, encode, decode, 100, **about)]


def test_trees_and_types_are_advised_on_apart_and_stand_side_by_side() -> None:
    typed_json = as_types(
        "json", 9_000, 9_000, size=1000, participant="python:typed", relative=("python:typed/json", 1, 0)
    )
    proto = as_types("protobuf", 6_000, 6_000, size=400, form="protobuf", participant="python:typed")
    pickle = both("pickle", 10, 10, 1, size=900, form="pickle")
    document = advise(
        run_document([*JSON, *PACKED, *pickle, *typed_json, *proto]), read_scenario(rtt="0", bandwidth="8Mbit/s")
    )
    assert [(one.participant, one.held, one.kind) for one in document.advice] == [
        ("python", "trees", "format"),
        ("python:typed", "types", "format"),
    ]
    assert "schema" in {loss.kind for loss in document.advice[1].losses}
    (compared,) = document.approaches
    assert [(approach.name, approach.codec.codec) for approach in compared.approaches] == [
        ("JSON as trees", "json"),
        ("JSON as types", "json"),
        ("another format without a schema", "packed"),
        ("a format with a schema", "protobuf"),
    ]
    less = compared.approaches[3].less_ns
    assert less is not None
    # 100 µs and 1000 bytes at 1 byte a microsecond, less 12 µs and 400 bytes.
    assert less.estimate == pytest.approx(688_000)
    rows = [line.split() for line in shown(document, 140).splitlines()]
    (row,) = [row for row in rows if row[:5] == ["a", "format", "with", "a", "schema"]]
    assert row[5:] == ["protobuf", "688", "µs", "±", "283", "ns", "12.0", "µs", "400", "(40%)", "0.00012", *row[-1:]]


def test_without_types_nothing_stands_side_by_side() -> None:
    assert advise(run_document([*JSON, *PACKED]), Scenario()).approaches == ()
