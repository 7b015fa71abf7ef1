"""What is advised: by hand, and by the rules that no run and no scenario may break."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from advise_documents import both, cell, compression, payload_info, run_document
from hypothesis import given, settings
from hypothesis import strategies as st
from weighbridge.advise.case import Case, consider
from weighbridge.advise.contest import Contest
from weighbridge.advise.sentences import further, sentence
from weighbridge.advise.verdict import Verdict, decide, objective, saved

from weighbridge.advise import flips, model
from weighbridge.advise.candidates import candidates_of
from weighbridge.advise.scenario import Scenario
from weighbridge.report.document import RunDocument

BASE: dict[str, Any] = {"relative": ("python/json", 1.0, 0.0)}
WIRE = Scenario(bandwidth_bits_per_s=8e6, rtt_s=0.0, messages_per_s=1)
"""A byte takes a microsecond, and nothing else takes any time."""


def considered(document: RunDocument, scenario: Scenario = WIRE, member: str = "python") -> Case:
    payload = document.run.payloads[0]
    return consider(document, payload, member, candidates_of(document, payload, member), scenario)


def decided(cells: Sequence[dict[str, Any]], scenario: Scenario = WIRE, **about: Any) -> tuple[Contest, Verdict]:
    case = considered(run_document(cells, **about), scenario)
    assert case.contest is not None
    assert case.verdict is not None
    return case.contest, case.verdict


def advised(cells: Sequence[dict[str, Any]], scenario: Scenario = WIRE) -> tuple[str, str]:
    _, verdict = decided(cells, scenario)
    return verdict.kind, verdict.best.name


JSON = both("json", 50_000, 50_000, 100, size=1000, **BASE)  # 1.1 ms
FAST = both("fast", 20_000, 20_000, 100, size=1000)  # 1.04 ms: 5.45 % less
PACKED: dict[str, Any] = {"form": "msgpack"}


def test_another_library() -> None:
    assert advised([*JSON, *FAST]) == ("library", "fast")


def test_a_gain_under_the_threshold_is_no_reason_to_change() -> None:
    _, verdict = decided([*JSON, *FAST], replace(WIRE, threshold=0.055))
    assert (verdict.kind, verdict.library.outcome) == ("stay", "threshold")
    assert verdict.rejected is verdict.library


def test_a_gain_within_its_interval_is_no_reason_to_change() -> None:
    _, verdict = decided([*JSON, *both("fast", 20_000, 20_000, 60_000, size=1000)])
    assert (verdict.kind, verdict.library.outcome) == ("stay", "noise")


def test_a_certain_gain_is_preferred_to_a_larger_one_that_may_be_noise() -> None:
    noisy = both("noisy", 10_000, 10_000, 90_000, size=1000)
    assert advised([*JSON, *noisy, *FAST]) == ("library", "fast")


def test_another_format_has_to_beat_the_best_library_too() -> None:
    little_better = both("packed", 20_000, 20_000, 100, size=990, **PACKED)
    much_better = both("packed", 20_000, 20_000, 100, size=900, **PACKED)
    assert advised([*JSON, *FAST, *little_better]) == ("library", "fast")
    assert advised([*JSON, *FAST, *much_better]) == ("format", "packed")


def test_a_format_must_beat_a_library_that_is_almost_enough() -> None:
    """One saves 4.9 %, the other 5.5 %: for half a per cent nobody changes the format."""
    almost = both("almost", 23_000, 23_000, 10, size=1000)
    packed = both("packed", 20_000, 20_000, 10, size=1000, **PACKED)
    case = considered(run_document([*JSON, *almost, *packed]))
    assert case.verdict is not None
    assert (case.verdict.kind, case.verdict.format.reference.name) == ("stay", "almost")
    assert "the best other library, almost," in sentence(case, run_document([*JSON]), WIRE)
    said = further(case, run_document([*JSON]), WIRE)
    assert said.startswith("No other format either: against almost, the best of them, packed, saves 6.00 ± ")
    assert "Against json it saves 60.0 ± " in said
    assert said.endswith("a part of that comes with almost alone.")


def test_the_size_decides_on_a_slow_link_and_the_processor_on_a_fast_one() -> None:
    small = both("small", 150_000, 150_000, 100, size=500, **PACKED)
    assert advised([*JSON, *small]) == ("format", "small")
    assert advised([*JSON, *small], replace(WIRE, bandwidth_bits_per_s=1e9)) == ("stay", "json")


def test_what_counts_may_be_money() -> None:
    """Half the bytes for three times the processor: cheaper where traffic costs, dearer where only cores do."""
    small = both("small", 150_000, 150_000, 100, size=500, **PACKED)
    cost = replace(WIRE, minimise="cost", bandwidth_bits_per_s=1e9)
    assert advised([*JSON, *small], cost) == ("format", "small")
    assert advised([*JSON, *small], replace(cost, egress_price_per_gigabyte=0.0)) == ("stay", "json")


def test_a_change_that_pays_back_too_late_is_not_advised_where_money_counts() -> None:
    """Traffic for half of 1 kB a second for a month is 1.314 GB, 0.118 of money."""
    small = both("small", 50_000, 50_000, 0, size=500, **PACKED)
    cost = replace(WIRE, minimise="cost", change_cost=1.5)
    contest, verdict = decided([*JSON, *small], cost)
    assert (verdict.kind, verdict.format.outcome) == ("stay", "payback")
    assert advised([*JSON, *small], replace(cost, change_cost=1.4)) == ("format", "small")
    assert advised([*JSON, *small], replace(cost, payback_months=13)) == ("format", "small")
    assert advised([*JSON, *small], replace(cost, minimise="latency")) == ("format", "small")
    rate = flips.payback_rate(contest.less(contest.baseline, contest.others[0]), cost)
    assert rate == pytest.approx(1.5 / 12 / (500 * 730 * 3600 / 1e9 * 0.09))


def test_a_codec_that_loses_no_more_than_the_baseline_is_advised_beside_exact_ones() -> None:
    lossy = [one | {"fidelity": "lossy", "losses": ("int53",)} for one in (*JSON, *FAST)]
    contest, verdict = decided([*lossy, *both("careful", 900_000, 900_000, size=100_000)])
    assert (verdict.kind, contest.excluded) == ("library", {})


def test_who_lives_with_one_loss_is_not_led_into_another() -> None:
    baseline = [one | {"fidelity": "lossy", "losses": ("int53",)} for one in JSON]
    worse = both("worse", 1, 1, losses=["int53", "float32"], size=1000)
    contest, verdict = decided([*baseline, *worse])
    assert (verdict.kind, contest.excluded) == ("stay", {"worse": ("loses float32",)})


def test_who_accepts_a_loss_is_advised_what_suffers_it() -> None:
    lossy = both("lossy", 1, 1, losses=["int53", "float32"], size=1000)
    assert advised([*JSON, *lossy], replace(WIRE, accepted=("int53", "float32"))) == ("library", "lossy")
    assert advised([*JSON, *lossy], replace(WIRE, accepted=("int53",))) == ("stay", "json")


def test_a_codec_that_loses_what_the_baseline_does_not_is_not_advised() -> None:
    lossy = both("lossy", 1, 1, losses=["int53"], size=1000)
    contest, verdict = decided([*JSON, *lossy])
    assert (verdict.kind, contest.excluded) == ("stay", {"lossy": ("loses int53",)})


def test_where_all_lose_the_same_the_best_of_them_is_advised_unless_exact_ones_are_required() -> None:
    cells = [one | {"fidelity": "lossy", "losses": ("int53",)} for one in (*JSON, *FAST)]
    assert advised(cells) == ("library", "fast")
    assert advised(cells, replace(WIRE, requirements=("exact",))) == ("stay", "json")


def test_the_librarys_own_tree_is_no_fair_start() -> None:
    contest, verdict = decided([*JSON, cell("json[prebuilt]", "encode", 1, 0)])
    assert (verdict.kind, list(contest.excluded)) == ("stay", ["json[prebuilt]"])
    contest, verdict = decided([*JSON, *both("json[tree]", 1, 1, 0)])
    assert (verdict.kind, list(contest.excluded)) == ("stay", ["json[tree]"])
    # A tree that is only decoded to is no head start.
    assert advised(
        [*JSON, *both("yajl", 40_000, 90_000, 0, size=1000), cell("yajl[tree]", "decode", 1, 0, size=1000)]
    ) == (
        "library",
        "yajl[tree]",
    )


def test_a_format_made_for_one_language_is_advised_only_to_those_who_use_such_a_one() -> None:
    pickle = both("pickle", 10, 10, 0, size=100, form="pickle")
    contest, verdict = decided([*JSON, *pickle])
    assert (verdict.kind, contest.excluded) == ("stay", {"pickle": ("made for Python alone",)})
    marshal = both("marshal", 50_000, 50_000, 0, size=900, form="marshal", **BASE)
    found = considered(run_document([*JSON, *pickle, *marshal]), replace(WIRE, baseline="marshal")).verdict
    assert found is not None
    assert (found.kind, found.best.name) == ("format", "pickle")


@pytest.mark.parametrize(
    ("requirement", "about", "reason"),
    [
        ("maintained", {"released": "2023-11-19"}, "released 2023-11-19, long before the run"),
        ("maintained", {"released": None}, "when it was released is not known from this run"),
        ("schemaless", {"form": "protobuf"}, "needs a schema"),
        ("schemaless", {"form": "unheard-of"}, "whether it needs a schema is not known from this run"),
        ("readable", {"form": "msgpack"}, "not readable without a tool"),
        ("checked", {"policies": {"utf8": "unchecked"}}, "UTF-8 not checked"),
        ("owned", {"policies": {"strings": "borrowed"}}, "strings borrowed"),
        ("fresh", {"policies": {"buffers": "reuse"}}, "buffers reused"),
    ],
)
def test_requirements(requirement: Any, about: dict[str, Any], reason: str) -> None:
    rival = both("rival", 1, 1, 0, size=100, **about)
    assert advised([*JSON, *rival])[1] == "rival"
    contest, verdict = decided([*JSON, *rival], replace(WIRE, requirements=(requirement,)))
    assert (verdict.best.name, contest.excluded) == ("json", {"rival": (reason,)})


def test_three_years_before_the_run_is_maintained() -> None:
    rival = both("rival", 1, 1, 0, size=100, released="2023-11-20")
    assert advised([*JSON, *rival], replace(WIRE, requirements=("maintained",))) == ("library", "rival")


def test_a_concession_has_to_be_worth_it() -> None:
    reuse = {"policies": {"buffers": "reuse"}}
    little = both("fast[reuse]", 19_000, 19_000, 100, size=1000, **reuse)
    much = both("fast[reuse]", 5_000, 5_000, 100, size=940, **reuse)
    assert advised([*JSON, *FAST, *little]) == ("library", "fast")
    assert advised([*JSON, *FAST, *much]) == ("library", "fast[reuse]")
    assert advised([*JSON, *little]) == ("library", "fast[reuse]")
    # What the baseline concedes as well is no concession.
    conceding = [one | {"policies": {"buffers": "reuse"}} for one in JSON]
    assert advised([*conceding, *FAST, *little]) == ("library", "fast[reuse]")


def test_what_does_not_fit_through_the_link_is_not_advised() -> None:
    """At 2,000 a second, 8 Mbit/s carry 500 bytes."""
    busy = replace(WIRE, messages_per_s=2000)
    small = both("small", 900_000, 900_000, 100, size=499, **PACKED)
    large = both("large", 1, 1, 0, size=500, **PACKED)
    document = run_document([*JSON, *small, *large])
    case = considered(document, busy)
    assert case.verdict is not None
    assert (case.verdict.kind, case.verdict.best.name) == ("format", "small")
    assert sentence(case, document, busy) == (
        "Move to MessagePack with small: json needs 200 % of the link at 2 000/s, small 100 %."
    )
    nothing = considered(run_document([*JSON, *large]), busy)
    assert (nothing.obstacle, nothing.verdict and nothing.verdict.kind) == ("saturated", "none")
    assert "even large, the smallest, needs 100 % of 8 Mbit/s" in sentence(nothing, document, busy)


def test_a_codec_measured_once_is_left_out_and_said() -> None:
    contest, verdict = decided([*JSON, *both("once", 1, 1, None)])
    assert (verdict.kind, list(contest.excluded)) == ("stay", ["once"])
    assert "too few processes" in contest.excluded["once"][0]


def test_a_run_of_one_process_advises_nothing_but_more_time() -> None:
    document = run_document(both("json", 1, 1, None, processes=1, **BASE))
    case = considered(document)
    assert (case.obstacle, case.budget_s) == ("too-short", 600)
    assert "--budget 600s" in sentence(case, document, WIRE)


def test_a_baseline_without_an_error_advises_nothing() -> None:
    document = run_document([*both("json", 1, 1, None, **BASE), *FAST])
    assert considered(document).obstacle == "too-short"


def test_a_run_that_failed_its_self_check_advises_nothing() -> None:
    document = run_document([*JSON, *FAST], passed=False)
    case = considered(document)
    assert (case.obstacle, case.verdict) == ("self-check", None)
    assert "of 4 codecs measured twice, 3 differ from themselves" in sentence(case, document, WIRE)


def test_missing_numbers_are_named_instead_of_guessed() -> None:
    times = [compression("json", "gzip", 10, 10)]
    cells = [
        *both("json", 1000, 1000, 1, compressed={"gzip": 300}, **BASE),
        *both("packed", 10, 10, 1, compressed={"gzip": 100}, **PACKED),
        *both("unsized", 10, 10, 1),
    ]
    document = run_document(cells, [payload_info(compression=times)])
    case = considered(document, replace(WIRE, compressor="gzip"))
    assert case.contest is not None
    assert case.contest.excluded == {
        "packed": ("not in this run: times of gzip for msgpack",),
        "unsized": ("not in this run: size after gzip",),
    }
    lacking = considered(document, replace(WIRE, compressor="zstd"))
    assert (lacking.obstacle, lacking.lacking) == (
        "missing",
        ("json's size after zstd", "json's times of zstd for json"),
    )
    assert sentence(lacking, document, WIRE) == (
        "No advice: this run lacks json's size after zstd, json's times of zstd for json."
    )


def test_a_run_that_only_decodes_or_compares_with_nothing_says_so() -> None:
    decodes = considered(run_document([cell("json", "decode")]))
    assert decodes.lacking == ("a codec that both encodes and decodes",)
    alone = considered(run_document(both("json", 1, 1)))
    assert "--baseline" in alone.lacking[0]


def test_every_compressor_is_considered() -> None:
    times = [compression(form, "gzip", 10, 10) for form in ("json", "msgpack")]
    cells = [
        *both("json", 1000, 1000, 1, size=1000, compressed={"gzip": 300}, **BASE),
        *both("packed", 1000, 1000, 1, size=800, compressed={"gzip": 299}, **PACKED),
    ]
    document = run_document(cells, [payload_info(compression=times)])
    found = flips.cases_by_compressor(document, considered(document), WIRE)
    assert [(name, case.verdict and case.verdict.kind, case.obstacle) for name, case in found] == [
        ("none", "format", None),
        ("gzip", "stay", None),
        ("zstd", None, "missing"),
        ("brotli", None, "missing"),
        ("lz4", None, "missing"),
    ]


# Laws ----------------------------------------------------------------------------------------------------------------

rivals = st.fixed_dictionaries(
    {
        "encode": st.integers(0, 10**6),
        "decode": st.integers(1, 10**6),
        "half": st.sampled_from([0, 10, 1000, 10**5, None]),
        "size": st.integers(1, 100_000),
        "form": st.sampled_from(["json", "msgpack", "protobuf"]),
        "losses": st.sampled_from([(), (), ("int53",)]),
        "policies": st.sampled_from([{}, {"buffers": "reuse"}, {"strings": "borrowed"}]),
        "released": st.sampled_from(["2026-01-01", "2019-01-01", None]),
    }
)
scenarios = st.builds(
    Scenario,
    bandwidth_bits_per_s=st.floats(1e3, 1e12),
    rtt_s=st.sampled_from([0.0, 1e-4, 0.02]),
    messages_per_s=st.floats(0.1, 1e5),
    requirements=st.sampled_from([(), (), ("exact",), ("maintained",), ("readable",), ("owned", "fresh")]),
    minimise=st.sampled_from(["latency", "cost"]),
    threshold=st.sampled_from([0.0, 0.05, 0.3]),
    change_cost=st.sampled_from([None, 1.0, 1e4]),
)


@st.composite
def runs(draw: st.DrawFn) -> RunDocument:
    baseline: dict[str, Any] = draw(rivals) | {"form": "json", "half": draw(st.sampled_from([0, 10, 1000]))}
    cells = both("json", **(baseline | BASE))
    others: list[dict[str, Any]] = draw(st.lists(rivals, max_size=6))
    for number, rival in enumerate(others):
        cells += both(f"rival-{number}", **rival)
    return run_document(cells)


@settings(max_examples=200, deadline=None)
@given(runs(), scenarios)
def test_a_change_is_certain_enough_admissible_and_better_than_the_own_formats(
    document: RunDocument, scenario: Scenario
) -> None:
    case = considered(document, scenario)
    assert case.contest is not None
    assert case.verdict is not None
    contest, verdict = case.contest, case.verdict
    best, baseline = verdict.best, contest.baseline
    assert sentence(case, document, scenario)
    if best is baseline:
        assert verdict.kind == ("none" if model.is_saturated(baseline, scenario) else "stay")
        return
    assert verdict.kind == ("library" if best.format == "json" else "format")
    assert not model.is_saturated(best, scenario)
    assert best.name not in contest.excluded
    assert set(best.candidate.losses) <= set(baseline.candidate.losses)
    references = [baseline]
    if verdict.kind == "format" and verdict.library.gains and verdict.library.challenger is not None:
        references.append(verdict.library.challenger)
    for reference in references:
        if not model.is_saturated(reference, scenario):
            gain = saved(contest.less(reference, best), scenario)
            whole = objective(reference, scenario).estimate
            assert gain.half is not None
            assert gain.estimate > gain.half
            assert gain.estimate >= scenario.threshold * whole


@settings(max_examples=200, deadline=None)
@given(runs(), scenarios)
def test_staying_means_that_nothing_that_concedes_nothing_would_do(document: RunDocument, scenario: Scenario) -> None:
    case = considered(document, scenario)
    assert case.contest is not None
    assert case.verdict is not None
    if case.verdict.kind != "stay":
        return
    for other in case.contest.others:
        if other.format != "json" or case.contest.concedes(other) or model.is_saturated(other, scenario):
            continue
        less = case.contest.less(case.contest.baseline, other)
        gain = saved(less, scenario)
        assert gain.half is not None
        whole = objective(case.contest.baseline, scenario).estimate
        enough = gain.estimate > gain.half and gain.estimate >= scenario.threshold * whole
        assert not enough or scenario.change_cost is not None


@settings(max_examples=150, deadline=None)
@given(runs(), scenarios, st.lists(st.floats(1.001e3, 0.999e12), min_size=1, max_size=5))
def test_the_verdict_in_a_stretch_is_the_same_everywhere(
    document: RunDocument, scenario: Scenario, bandwidths: list[float]
) -> None:
    contest = considered(document, scenario).contest
    assert contest is not None
    stretches = flips.verdicts_by_bandwidth(contest, scenario)
    assert (stretches[0].from_bits_per_s, stretches[-1].to_bits_per_s) == (1e3, 1e12)
    for before, after in pairwise(stretches):
        assert before.to_bits_per_s == after.from_bits_per_s
        assert (before.kind, before.best.name) != (after.kind, after.best.name)
    edges = [part.to_bits_per_s for part in stretches]
    for bandwidth in bandwidths:
        if any(abs(bandwidth - edge) < 1e-6 * edge for edge in edges):
            continue  # on an edge, either is right
        part = next(part for part in stretches if part.from_bits_per_s <= bandwidth <= part.to_bits_per_s)
        verdict = decide(contest, replace(scenario, bandwidth_bits_per_s=bandwidth))
        assert (verdict.kind, verdict.best.name) == (part.kind, part.best.name)
