"""The document of ``advise``, and how it looks on a terminal."""

from __future__ import annotations

import re
from typing import Any

import pytest
from advise_documents import both, payload_info, run_document
from advise_vectors import small_run
from rich.console import Console

from weighbridge.advise.advice import advise
from weighbridge.advise.document import Advice, AdviceDocument
from weighbridge.advise.scenario import AdviceError, read_scenario
from weighbridge.advise.terminal import renderable

BASE: dict[str, Any] = {"relative": ("python/json", 1.0, 0.0)}
JSON = both("json", 50_000, 50_000, 100, size=1000, **BASE)


def shown(document: AdviceDocument, width: int = 120) -> str:
    console = Console(width=width, highlight=False, markup=False, force_terminal=False, no_color=True)
    with console.capture() as capture:
        console.print(renderable(document))
    return capture.get()


def python_of(document: AdviceDocument) -> Advice:
    return next(advice for advice in document.advice if advice.member == "python")


def test_every_payload_and_member_gets_advice_in_the_order_of_the_run() -> None:
    document = run_document(
        [*JSON, *both("json", 1, 1, member="node"), *both("json", 1, 1, payload="small", **BASE)],
        [payload_info(), payload_info("small")],
    )
    assert [(one.payload, one.member) for one in advise(document, read_scenario()).advice] == [
        ("orders", "python"),
        ("orders", "node"),
        ("small", "python"),
    ]
    (only,) = advise(document, read_scenario(), payloads=["small"], languages=["python"]).advice
    assert (only.payload, only.member, only.title) == ("small", "python", "Python")


def test_unknown_names_are_refused() -> None:
    document = run_document(JSON)
    for about in ({"payloads": ["ordres"]}, {"languages": ["pyton"]}):
        with pytest.raises(AdviceError, match="did you mean"):
            advise(document, read_scenario(), **about)
    with pytest.raises(AdviceError, match="did you mean json"):
        advise(document, read_scenario(baseline="jsn"))


def test_the_numbers_of_the_document_are_those_of_the_model() -> None:
    advice = python_of(advise(small_run(), read_scenario(rtt="0")))
    assert (advice.kind, advice.obstacle) == ("format", None)
    assert advice.baseline is not None
    assert advice.best is not None
    assert advice.savings is not None
    saved = advice.baseline.total_ns.estimate - advice.best.total_ns.estimate
    assert advice.savings.total_ns.estimate == pytest.approx(saved)
    assert advice.savings.total_share == pytest.approx(saved / advice.baseline.total_ns.estimate)
    parts = (advice.best.encode_ns, advice.best.decode_ns, advice.best.compress_ns, advice.best.decompress_ns)
    assert advice.best.total_ns.estimate == pytest.approx(
        sum(part.estimate for part in parts) + advice.best.transfer_ns
    )
    assert advice.candidates[0].codec == "ormsgpack[reuse]"
    assert advice.savings.codec == advice.best.codec == "ormsgpack"
    assert {loss.kind for loss in advice.losses} == {"readability", "ecosystem"}


def test_staying_shows_what_the_best_alternative_would_save() -> None:
    advice = python_of(advise(small_run(), read_scenario()))
    assert advice.kind == "stay"
    assert advice.best == advice.baseline
    assert advice.savings is not None
    assert advice.savings.codec == "ormsgpack"
    assert advice.savings.total_ns.low is not None
    assert advice.savings.total_ns.low > 0


def test_what_may_not_be_advised_is_listed_with_its_reasons() -> None:
    (advice,) = advise(small_run(), read_scenario(require=["maintained"]), languages=["node"]).advice
    assert {one.codec: one.reasons for one in advice.excluded} == {
        "packer": ("when it was released is not known from this run",),
        "loser": ("loses int53",),
        "once": ("measured in too few processes to know its error",),
    }
    assert (advice.savings, advice.losses) == (None, ())


def test_remarks_name_what_the_reader_must_know() -> None:
    unsettled = both("fast", 1, 1, 0, size=10, settled=False)
    baseline = both("json", 50_000, 50_000, 1, losses=["int53"], policies={"utf8": "unchecked"}, **BASE)
    document = run_document([*baseline, *[one | {"fidelity": "lossy", "losses": ("int53",)} for one in unsettled]])
    (advice,) = advise(document, read_scenario(require=["checked"], rtt="0", bandwidth="1Mbit/s", rate="10/s")).advice
    assert advice.remarks == (
        "not settled: the speed of fast was still changing when it was timed",
        "json itself loses int53",
        "json itself is not what is required: UTF-8 not checked",
    )
    (full,) = advise(run_document(JSON), read_scenario(bandwidth="1Mbit/s", rate="100/s")).advice
    assert full.remarks == ("json takes 80 % of the link: messages would queue, which is not counted",)


def test_a_change_for_money_says_what_it_costs_in_time() -> None:
    """Half the bytes for 4 ms of processor: cheaper where traffic is dear, and slower on a fast link."""
    small = both("small", 2_000_000, 2_000_000, 0, size=500, form="msgpack")
    run = run_document([*both("json", 50_000, 50_000, 0, relative=("python/json", 1.0, 0.0)), *small])
    (advice,) = advise(run, read_scenario(minimise="cost", bandwidth="1Gbit/s", cpu_price="0")).advice
    assert advice.kind == "format"
    assert advice.remarks == ("a message takes 3.90 ± 0 ms longer with small",)
    (slow,) = advise(run, read_scenario(rtt="0", bandwidth="500kbit/s", egress_price="0", rate="20/s")).advice
    assert slow.kind == "format"
    assert slow.remarks[-1].startswith("small costs 2.28 ± 0 a month more")


def test_what_would_be_better_still_is_named_with_its_price() -> None:
    """Two of 92 µs for reused buffers: not to be advised, and not to be passed over in silence."""
    (advice,) = advise(
        run_document(
            [
                *both("json", 50_000, 50_000, relative=("python/json", 1.0, 0.0)),
                *both("fast", 6_000, 6_000),
                *both("kept", 5_000, 5_000, policies={"buffers": "reuse"}),
            ]
        ),
        read_scenario(rtt="0", bandwidth="100Mbit/s"),
    ).advice
    assert advice.best is not None
    assert advice.best.codec == "fast"
    assert advice.remarks == (
        "kept saves 2.00 ± 0.028 µs more than fast, but reuses its buffers: for that it would have to save 5 % more",
    )


def test_a_run_that_cannot_be_trusted_gives_reasons_and_no_numbers() -> None:
    (advice,) = advise(run_document(JSON, passed=False), read_scenario()).advice
    assert (advice.kind, advice.obstacle) == ("none", "self-check")
    assert (advice.best, advice.savings, advice.flips, advice.candidates) == (None, None, None, ())
    assert "failed its own check" in shown(advise(run_document(JSON, passed=False), read_scenario()))


def test_the_document_survives_json() -> None:
    document = advise(small_run(), read_scenario(change_cost="12k"))
    assert AdviceDocument.model_validate_json(document.model_dump_json()) == document


def test_the_terminal_shows_the_sentence_three_numbers_flips_and_losses() -> None:
    text = shown(
        advise(small_run(), read_scenario(rtt="0", rate="100/s", change_cost="12k"), languages=["python"]), 160
    )
    assert "orders · Python" in text
    assert "Move to MessagePack with ormsgpack: it saves 79.6 ± 0.51 µs of a 233 µs call (34 %) against json." in text
    assert re.search(
        r"saves +latency 79\.6 ± 0\.51 µs \(34 %\) +cores 0\.00444 ± 0\.000051 +money 10\.5 ± 0\.0015 a month", text
    )
    assert "below 1.41 Mbit/s no codec fits; above 2.61 Gbit/s use orjson" in text
    assert "with gzip or zstd use orjson" in text
    assert "no numbers for lz4" in text
    assert "at 5 680/s with json, at 7 100/s with ormsgpack" in text
    assert "within 12 months from" in text
    assert re.search(r"left out +made for Python alone: pickle", text)
    assert "MessagePack is not readable without a tool" in text


def test_the_terminal_says_what_would_be_saved_by_not_staying() -> None:
    text = shown(advise(small_run(), read_scenario(), languages=["python"]))
    assert "Stay with JSON (json)" in text
    assert "would save" in text
    assert "would lose" in text


def test_a_baseline_that_does_not_fit_has_no_latency_to_compare_with() -> None:
    text = shown(advise(small_run(), read_scenario(rate="6000/s"), languages=["python"]))
    assert "latency: without bound today" in text


def test_the_terminal_names_some_of_what_is_left_out_by_reason() -> None:
    lossy = [one for number in range(5) for one in both(f"lossy-{number}", 1, 1, losses=["int53"])]
    text = shown(advise(run_document([*JSON, *lossy, *both("once", 1, 1, None)]), read_scenario()))
    assert "loses int53: lossy-0, lossy-1, lossy-2 and 2 more; measured in too few processes" in text


def test_what_would_be_lost_for_no_gain_is_not_worth_a_line() -> None:
    slower = both("slower", 90_000, 90_000, 1, size=2000, form="msgpack")
    text = shown(advise(run_document([*JSON, *slower]), read_scenario()))
    assert "slower, takes" in text
    assert "would save" in text
    assert "would lose" not in text


def test_amounts_that_nobody_would_notice_are_not_spelled_out() -> None:
    text = shown(advise(small_run(), read_scenario(rate="0.01/s", rtt="0"), languages=["python"]))
    assert "cores under 0.001" in text
    assert "money under 0.01 a month" in text


@pytest.mark.parametrize("width", [80, 120])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    for scenario in (read_scenario(), read_scenario(rtt="0", change_cost="12k"), read_scenario(rate="9000/s")):
        lines = shown(advise(small_run(), scenario), width).splitlines()
        assert max(map(len, lines)) <= width
        assert not any("…" in line for line in lines)
