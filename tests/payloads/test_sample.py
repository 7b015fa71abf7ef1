"""Samples of payloads: even, in order, within their limit, and of the original's shape."""

from __future__ import annotations

import json
import math
import time
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from weighbridge.payloads.payload import Payload
from weighbridge.payloads.sample import LARGEST_RECORD, Limit, draw_sample
from weighbridge_kit.values import Value, to_text


def payload(*documents: Value) -> Payload:
    return Payload("p", documents, "built in", "")


def thinned(document: Value, limit: float) -> Any:
    (one,) = draw_sample(payload(document), Limit(bytes=limit)).documents
    return one


def size(*documents: Value) -> int:
    return sum(len(to_text(document).encode()) for document in documents)


def rows(count: int) -> list[Value]:
    return [{"id": 1000 + number, "name": f"user {1000 + number}", "tags": ["a", "b"]} for number in range(count)]


def test_what_keeps_the_limit_is_taken_as_it_is() -> None:
    whole = payload(*rows(10))
    assert draw_sample(whole, Limit()) is whole
    assert draw_sample(whole, Limit(documents=10, bytes=size(*rows(10)))) is whole


def test_documents_of_a_stream_are_drawn_at_even_distances_and_in_order() -> None:
    sample = draw_sample(payload(*range(1000)), Limit(documents=4))
    assert sample.documents == (125, 375, 625, 875)
    assert (sample.whole_documents, sample.whole_bytes) == (1000, size(*range(1000)))


def test_a_stream_keeps_both_limits() -> None:
    documents = rows(1000)
    by_size = draw_sample(payload(*documents), Limit(documents=200, bytes=2500)).documents
    assert 2000 < size(*by_size) <= 2500
    places = [documents.index(document) for document in by_size]
    steps = {after - before for before, after in pairwise(places)}
    assert max(steps) - min(steps) <= 1
    assert len(draw_sample(payload(*documents), Limit(documents=200, bytes=10**6)).documents) == 200


def test_a_stream_gives_one_document_at_least() -> None:
    assert draw_sample(payload("x" * 100, "y" * 100, "z" * 100), Limit(bytes=50)).documents == ("y" * 100,)


def test_a_large_document_in_a_stream_is_thinned_and_does_not_crowd_out_the_others() -> None:
    small = rows(50)
    sample = draw_sample(payload(*small[:25], rows(1000), *small[25:]), Limit(bytes=4000))
    assert len(sample.documents) >= 10
    assert size(*sample.documents) <= 4000


@pytest.mark.parametrize("document", ["x" * 1000, {"text": "x" * 1000}, [["x" * 1000]], 10**18])
def test_what_cannot_be_thinned_is_taken_whole(document: Value) -> None:
    whole = payload(document)
    assert draw_sample(whole, Limit(bytes=10)) is whole


def test_an_array_keeps_whole_elements_at_even_distances() -> None:
    table = rows(1000)
    sample = thinned(table, 6000)
    assert 5500 < size(sample) <= 6000
    assert all(row in table for row in sample)
    middles = [row["id"] - 1000 for row in sample]
    assert middles == [(2 * n + 1) * 1000 // (2 * len(sample)) for n in range(len(sample))]


def test_few_large_elements_are_thinned_within_and_none_is_left_out() -> None:
    features = [
        {"kind": f"line {number}", "points": [number + point for point in range(10_000)]} for number in range(4)
    ]
    sample = thinned({"features": features}, 8000)["features"]
    assert [feature["kind"] for feature in sample] == [f"line {number}" for number in range(4)]
    lengths = [len(feature["points"]) for feature in sample]
    assert max(lengths) - min(lengths) < 0.1 * max(lengths)
    assert 7000 < size({"features": sample}) <= 8000


def test_one_giant_among_small_elements_gives_up_what_is_too_much() -> None:
    table = [*rows(10), list(range(100_000)), *rows(10)]
    sample = thinned(table, 20_000)
    assert sample[:10] == rows(10)
    assert sample[11:] == rows(10)
    assert 18_000 < size(sample) <= 20_000


def test_a_record_keeps_its_keys_and_small_parts_and_the_proportion_of_large_ones() -> None:
    document = {
        "version": 1, "links": ["a", "b", "c"], "users": rows(3000), "nothing": None, "numbers": list(range(15_000)),
    }  # fmt: skip
    sample = thinned(document, 40_000)
    assert list(sample) == list(document)
    assert (sample["version"], sample["links"], sample["nothing"]) == (1, ["a", "b", "c"], None)
    before = size(document["users"]) / size(document["numbers"])
    assert size(sample["users"]) / size(sample["numbers"]) == pytest.approx(before, rel=0.05)
    assert 38_000 < size(sample) <= 40_000


def test_a_map_of_many_entries_is_a_collection() -> None:
    record = {f"field {number}": "x" * 20 for number in range(LARGEST_RECORD)}
    assert thinned(record, 500) == record
    collection = {f"id {number}": "x" * 20 for number in range(LARGEST_RECORD * 10)}
    sample = thinned(collection, 500)
    assert 450 < size(sample) <= 500
    assert list(sample) == [f"id {(2 * n + 1) * 1000 // (2 * len(sample))}" for n in range(len(sample))]


def test_what_json_lacks_is_measured_as_value_text() -> None:
    document = [math.inf, b"abc"] * 100
    sample = draw_sample(payload(document), Limit(bytes=1000))
    assert 900 < size(*sample.documents) <= 1000
    assert sample.whole_bytes == size(document)


def test_the_original_is_left_alone() -> None:
    document = {"a": [rows(50), rows(50)], "b": {"c": rows(50)}}
    before = json.dumps(document)
    assert thinned(document, 1000) != document
    assert json.dumps(document) == before


values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text(max_size=20) | st.binary(),
    lambda inner: st.lists(inner, max_size=30) | st.dictionaries(st.text(max_size=3), inner, max_size=6),
    max_leaves=200,
)


def is_part_of(sample: Value, original: Value) -> bool:
    """Tell whether a value is left of another: every element comes from one, in order, and every key of a record."""
    if isinstance(sample, list) and isinstance(original, list):
        rest = iter(original)
        return bool(sample) == bool(original) and all(any(is_part_of(own, one) for one in rest) for own in sample)
    if isinstance(sample, dict) and isinstance(original, dict):
        same = list(sample) == list(original) or len(original) > LARGEST_RECORD
        return same and all(is_part_of(own, original[key]) for key, own in sample.items())
    return to_text(sample) == to_text(original)


@settings(deadline=None)
@given(st.lists(values, min_size=1, max_size=8), st.integers(1, 2000), st.integers(1, 10))
def test_any_sample_keeps_its_limit_or_cannot_be_smaller(documents: list[Value], limit: int, count: int) -> None:
    whole = payload(*documents)
    sample = draw_sample(whole, Limit(count, limit))
    assert 1 <= len(sample.documents) <= count
    assert is_part_of(list(sample.documents), documents)
    assert repr(draw_sample(whole, Limit(count, limit))) == repr(sample)
    if size(*sample.documents) > limit:
        assert len(sample.documents) == 1
        assert size(*sample.documents) <= size(*draw_sample(whole, Limit(bytes=0)).documents)
    if sample is not whole:
        assert (sample.whole_documents, sample.whole_bytes) == (len(documents), size(*documents))
        assert size(*sample.documents) < size(*documents)


def test_nesting_as_deep_as_payloads_may_have_is_no_trouble() -> None:
    document: Value = list(range(500))
    for _ in range(500):
        document = {"next": document, "more": list(range(100))}
    assert size(thinned(document, 60_000)) <= 60_000


def test_the_time_grows_with_the_payload_and_no_faster() -> None:
    def seconds(count: int) -> float:
        # Arrays in arrays, each too large for its share: what would be measured again at every level.
        document: Value = [[[row] * 4 for row in rows(count)]]
        for _ in range(30):
            document = [document, {"id": 1}]
        began = time.process_time()
        thinned(document, 1000)
        return time.process_time() - began

    seconds(100)
    assert seconds(16_000) < 20 * max(seconds(2000), 0.01)
