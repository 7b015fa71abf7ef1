"""The cost model, by hand and by its laws."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import astuple, replace
from itertools import pairwise
from typing import Any

import pytest
from advise_documents import both, cell, compression, payload_info, run_document
from hypothesis import given, settings
from hypothesis import strategies as st

from weighbridge.advise import model
from weighbridge.advise.candidates import candidates_of
from weighbridge.advise.model import Term, Weight
from weighbridge.advise.scenario import Compressor, Scenario

SCENARIO = Scenario(bandwidth_bits_per_s=8e6, rtt_s=0.001, messages_per_s=500, compressor="none")


def weights(
    *cells: dict[str, Any], documents: int = 1, compressor: Compressor = "none", times: Sequence[dict[str, Any]] = ()
) -> dict[str, Weight]:
    document = run_document(cells, [payload_info(documents=documents, compression=times)])
    found = candidates_of(document, document.run.payloads[0], "python")
    return {candidate.name: model.weigh(candidate, compressor) for candidate in found}


def test_one_message_by_hand() -> None:
    """Ten messages a pass: 30 + 50 µs of processor, 1,000 bytes at 1 byte/µs, a round trip of 1,000 µs."""
    json = weights(*both("json", 300_000, 500_000, half=3_000, size=10_000), documents=10)["json"]
    total = model.total(json, SCENARIO)
    assert total.estimate == pytest.approx(30_000 + 50_000 + 1_000_000 + 1_000_000)
    assert total.half == pytest.approx(300 + 300)
    assert model.cores(json.processor, SCENARIO).estimate == pytest.approx(500 * 80e-6)
    assert model.cores(json.processor, SCENARIO).half == pytest.approx(500 * 600 * 1e-9)
    money = model.money(json.processor, json.bytes, SCENARIO)
    # 0.04 cores for 730 hours at 0.04; 500 × 1,000 bytes/s for 730 × 3,600 s at 0.09 per 10⁹
    assert money.estimate == pytest.approx(0.04 * 730 * 0.04 + 0.5e6 * 730 * 3600 / 1e9 * 0.09)
    assert model.load(json, SCENARIO) == pytest.approx(0.5)
    assert model.saturating_rate(json, SCENARIO) == pytest.approx(1000)


def test_compression_by_hand() -> None:
    times = (compression("json", "zstd", 7_000, 2_000, half=40),)
    cells = both("json", 300_000, 500_000, half=0, size=10_000, compressed={"zstd": 4_000})
    json = weights(*cells, documents=10, compressor="zstd", times=times)["json"]
    assert (json.compress, json.decompress, json.bytes) == (Term(700, 4), Term(200, 4), 400)
    assert model.total(json, SCENARIO).estimate == pytest.approx(30_000 + 700 + 400_000 + 200 + 50_000 + 1_000_000)
    assert model.total(json, SCENARIO).half == pytest.approx(4 + 4)
    assert json.processor.estimate == pytest.approx(80_900)


def test_what_is_at_most_so_much_lies_in_the_middle_of_what_is_possible() -> None:
    tiny = weights(cell("json", "encode", 12_000, at_most=True), cell("json", "decode", 1_000, 10))["json"]
    assert tiny.encode == Term(6_000, 6_000)


@pytest.mark.parametrize(
    ("gross", "expected"),
    [
        ({"estimate": 5_000, "low": 4_000, "high": 7_000}, Term(3_500, 3_500)),
        ({"estimate": 5_000, "low": 1_000, "high": 25_000}, Term(5_000, 7_000)),
        ({"estimate": 5_000, "low": None, "high": None}, Term(5_000, 7_000)),
    ],
)
def test_no_part_is_more_than_the_whole(gross: dict[str, float | None], expected: Term) -> None:
    """A bound from few processes may lie far above the gross time, of which the net is a part."""
    bound = cell("json", "encode", 12_000, at_most=True, gross_ns=gross)
    assert weights(bound, cell("json", "decode", 1_000, 10))["json"].encode == expected


def test_what_is_known_only_as_bounds_may_be_nothing() -> None:
    json = weights(*both("json", 12_000, 8_000, at_most=True))["json"]
    assert json.processor == Term(10_000, 10_000)


def test_an_unknown_error_makes_the_error_of_every_sum_unknown() -> None:
    json = weights(cell("json", "encode", 100, None), cell("json", "decode", 100, 1))["json"]
    assert json.processor == Term(200, None)
    assert model.total(json, SCENARIO).half is None
    assert model.money(json.processor, json.bytes, SCENARIO).half is None


def test_missing_numbers_are_named() -> None:
    document = run_document(both("json", 1, 1, compressed={"gzip": 10}, size=None))
    (json,) = candidates_of(document, document.run.payloads[0], "python")
    assert model.missing(json, "none") == ("encoded size",)
    assert model.missing(json, "zstd") == ("size after zstd", "times of zstd for json")
    assert model.missing(json, "gzip") == ("times of gzip for json",)


def test_a_paired_ratio_sharpens_a_saving() -> None:
    """b − c = b (1 − r): the error of r counts b times, the error of b only as far as it is not shared."""
    fast: dict[str, Any] = {"relative": ("python/json", 0.2, 0.01)}
    known = weights(
        cell("json", "encode", 1000, 100),
        cell("json", "decode", 2000, 200),
        cell("fast", "encode", 200, 30, **fast),
        cell("fast", "decode", 1000, 40, relative=("python/other", 0.2, 0.01)),
    )
    less = model.difference(known["json"], known["fast"])
    encode = math.hypot(1000 * 0.01, 0.8 * 100)
    decode = math.hypot(200, 40)  # its ratio is to another codec
    assert less.processor.estimate == pytest.approx(800 + 1000)
    assert less.processor.half == pytest.approx(encode + decode)


def test_halves_of_one_cell_cancel() -> None:
    """A variant that only encodes decodes with the plain codec's cell."""
    known = weights(
        cell("json", "encode", 1000, 100), cell("json", "decode", 2000, 200), cell("json[x]", "encode", 700, 7)
    )
    less = model.difference(known["json"], known["json[x]"])
    assert astuple(less.processor) == pytest.approx((300, math.hypot(100, 7)))


def test_compression_of_one_format_cancels_and_of_two_does_not() -> None:
    times = (compression("json", "gzip", 100, 50, half=3), compression("msgpack", "gzip", 80, 40, half=4))
    sizes: dict[str, Any] = {"compressed": {"gzip": 500}, "half": 0}
    known = weights(
        *both("json", 10, 10, **sizes),
        *both("other", 10, 10, **sizes),
        *both("mp", 10, 10, form="msgpack", **sizes),
        compressor="gzip",
        times=times,
    )
    assert model.difference(known["json"], known["other"]).processor == Term(0, 0)
    across = model.difference(known["json"], known["mp"]).processor
    assert astuple(across) == pytest.approx((30, math.hypot(3 + 3, 4 + 4)))


def test_a_crossover_by_hand() -> None:
    """1,000 bytes more against 1 ms more: 8,000 bits in a millisecond."""
    known = weights(*both("heavy", 0, 0, size=2_000), *both("light", 500_000, 500_000, size=1_000))
    assert model.crossover(known["heavy"], known["light"]) == pytest.approx(8e6)
    assert model.crossover(known["light"], known["heavy"]) == pytest.approx(8e6)
    at = replace(SCENARIO, bandwidth_bits_per_s=8e6)
    assert model.total(known["heavy"], at).estimate == pytest.approx(model.total(known["light"], at).estimate)


def test_there_is_no_crossover_where_one_always_wins() -> None:
    known = weights(*both("best", 1, 1, size=10), *both("worst", 2, 2, size=20), *both("same", 1, 1, size=20))
    assert model.crossover(known["best"], known["worst"]) is None
    assert model.crossover(known["best"], known["same"]) is None
    assert model.crossover(known["same"], known["worst"]) is None


times_ns = st.integers(min_value=0, max_value=10**12).map(lambda picoseconds: picoseconds / 1000)
half_ns = st.integers(min_value=0, max_value=10**9).map(lambda picoseconds: picoseconds / 1000)
sizes = st.integers(min_value=1, max_value=1_000_000)
bandwidths = st.floats(min_value=model.SLOWEST_BITS_PER_S, max_value=model.FASTEST_BITS_PER_S)
codecs = st.tuples(times_ns, times_ns, half_ns, sizes)


def weighed(found: list[tuple[float, float, float, int]]) -> list[Weight]:
    cells = [
        one
        for number, (encode, decode, half, size) in enumerate(found)
        for one in both(f"codec-{number}", encode, decode, half, size=size)
    ]
    return list(weights(*cells).values())


@settings(deadline=None)
@given(st.lists(half_ns, max_size=5))
def test_quadrature_lies_between_the_largest_and_the_sum(halves: list[float]) -> None:
    found = model.quadrature(*halves)
    assert found is not None
    assert max(halves, default=0) * (1 - 1e-9) <= found <= sum(halves) * (1 + 1e-9)
    assert model.quadrature(*halves, None) is None


@settings(deadline=None)
@given(codecs, codecs, bandwidths)
def test_savings_are_antisymmetric(one: tuple[Any, ...], other: tuple[Any, ...], bandwidth: float) -> None:
    first, second = weighed([one, other])
    scenario = replace(SCENARIO, bandwidth_bits_per_s=bandwidth)
    there, back = model.difference(first, second), model.difference(second, first)
    for saved in (model.saved_time, model.saved_cores, model.saved_money):
        assert saved(there, scenario).estimate == -saved(back, scenario).estimate
        assert saved(there, scenario).half == saved(back, scenario).half


@settings(deadline=None)
@given(codecs, codecs, bandwidths)
def test_a_saving_is_the_difference_of_totals(one: tuple[Any, ...], other: tuple[Any, ...], bandwidth: float) -> None:
    first, second = weighed([one, other])
    scenario = replace(SCENARIO, bandwidth_bits_per_s=bandwidth)
    less = model.difference(first, second)
    larger = max(model.total(weight, scenario).estimate for weight in (first, second))
    expected = model.total(first, scenario).estimate - model.total(second, scenario).estimate
    assert model.saved_time(less, scenario).estimate == pytest.approx(expected, abs=larger * 1e-12)


@settings(deadline=None)
@given(codecs, codecs, bandwidths, bandwidths)
def test_a_slower_link_never_helps_the_heavier(
    one: tuple[Any, ...], other: tuple[Any, ...], first: float, second: float
) -> None:
    light, heavy = sorted(weighed([one, other]), key=lambda weight: weight.bytes)
    slow, fast = sorted((first, second))

    def lead(bandwidth: float) -> float:
        scenario = replace(SCENARIO, bandwidth_bits_per_s=bandwidth)
        return model.saved_time(model.difference(heavy, light), scenario).estimate

    assert lead(slow) >= lead(fast)


@settings(deadline=None)
@given(st.lists(codecs, min_size=1, max_size=8), st.lists(bandwidths, min_size=1, max_size=8))
def test_the_envelope_is_the_least_everywhere(found: list[tuple[Any, ...]], asked: list[float]) -> None:
    known = weighed(found)
    segments = model.envelope(known)
    assert segments[0].from_bits_per_s == model.SLOWEST_BITS_PER_S
    assert segments[-1].to_bits_per_s == model.FASTEST_BITS_PER_S
    for before, after in pairwise(segments):
        assert before.to_bits_per_s == after.from_bits_per_s
        assert before.best.bytes > after.best.bytes or before.best.processor.estimate > after.best.processor.estimate
    for bandwidth in asked:
        scenario = replace(SCENARIO, bandwidth_bits_per_s=bandwidth)
        least = min(model.total(weight, scenario).estimate for weight in known)
        best = next(part.best for part in segments if part.from_bits_per_s <= bandwidth <= part.to_bits_per_s)
        assert model.total(best, scenario).estimate == pytest.approx(least, rel=1e-9)


def test_nothing_has_no_envelope() -> None:
    assert model.envelope(()) == ()
