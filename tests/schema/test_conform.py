"""Whether documents fit a schema, and what a typed round trip is expected to give."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from schema_documents import DOCUMENTS

from weighbridge.formats import compare
from weighbridge.schema import SchemaError, infer
from weighbridge.schema.conform import Misfit, carried, expected, require_fit
from weighbridge_kit.values import Value, canonical_hash


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ({"a": "x", "l": []}, "/a: 'x', where the schema has int64"),
        ({"a": 2**63, "l": []}, "/a: 9223372036854775808, where the schema has int64"),
        ({"a": True, "l": []}, "/a: True, where the schema has int64"),
        ({"a": None, "l": []}, "/a: None, where the schema has int64"),
        ({"l": []}, "/a: absent, where every Document has one"),
        ({"a": 1, "l": [], "c": 1}, "/c: the record Document has no such field"),
        ({"a": 1, "l": {}}, "/l: a map of 0, where the schema has a list"),
        ({"a": 1, "l": [{"x": None}, {"x": 1}]}, "/l/1/x: 1, where the schema has string"),
        ([], "(root): a list of 0, where the schema has the record Document"),
    ],
)
def test_a_document_that_does_not_fit_is_refused_with_the_place(document: Any, words: str) -> None:
    schema = infer([{"a": 1, "l": [{"x": "y"}]}, {"a": -1, "b": 1.5, "l": [{"x": None}]}])
    require_fit([{"a": 3, "b": 2, "l": []}], schema)
    with pytest.raises(Misfit) as caught:
        require_fit([{"a": 0, "l": []}, document], schema)
    assert str(caught.value) == words


def test_what_is_carried_as_text_is_the_text_of_its_json() -> None:
    document = {"a": [1, {"b": None}, None, "x"], "c": 1}
    schema = infer([document], as_json=["/a/*"])
    assert carried(document, schema) == {"a": ["1", '{"b":null}', None, '"x"'], "c": 1}


def test_a_document_without_text_is_carried_as_it_is() -> None:
    document = {"a": [1]}
    assert carried(document, infer([document])) is document


@pytest.mark.parametrize(
    ("documents", "tells_empty", "back", "losses"),
    [
        ([{"a": None}, {}, {"a": 1}], True, [{"a": None}, {"a": None}, {"a": 1}], {"absent-became-null"}),
        ([{"a": [1]}, {}, {"a": []}], True, [{"a": [1]}, {}, {"a": []}], set()),
        ([{"a": [1]}, {}, {"a": []}], False, [{"a": [1]}, {}, {}], {"empty-became-absent"}),
        ([{"a": ["x"]}, {"a": None}, {"a": []}], False, [{"a": ["x"]}, {"a": None}, {"a": None}],
         {"empty-became-null"}),
        ([{"a": ["x"]}, {"a": []}], False, [{"a": ["x"]}, {"a": []}], set()),
        ([{"a": [[], [1]]}, {}], False, [{"a": [[], [1]]}, {}], set()),
        ([{"a": [1, 1.5, None]}], True, [{"a": [1.0, 1.5, None]}], {"int-became-float"}),
        ([{"a": 2**53 + 1, "b": 1}, {"a": 0.5, "b": 1}], True, [{"a": 2.0**53, "b": 1}, {"a": 0.5, "b": 1}],
         {"int-became-float", "int53"}),
    ],
)  # fmt: skip
def test_what_a_typed_round_trip_gives(
    documents: list[Value], tells_empty: bool, back: list[Value], losses: set[str]
) -> None:
    schema = infer(documents)
    given_back = [expected(document, schema, tells_empty=tells_empty) for document in documents]
    assert list(map(canonical_hash, given_back)) == list(map(canonical_hash, back))
    named = [compare(one, other, typed=True) for one, other in zip(documents, given_back, strict=True)]
    assert {loss for one in named for loss in one.losses} == losses
    assert all(one.fidelity != "failed" for one in named)


def test_these_losses_are_failures_where_nothing_is_typed() -> None:
    assert compare({}, {"a": None}).fidelity == "failed"
    assert compare({"a": []}, {}).fidelity == "failed"
    assert compare({"a": []}, {"a": None}).fidelity == "failed"
    assert compare({"a": [0]}, {}, typed=True).fidelity == "failed"


@settings(max_examples=80, deadline=None)
@given(DOCUMENTS)
def test_documents_fit_their_own_schema_and_every_loss_has_a_name(documents: list[Value]) -> None:
    try:
        schema = infer(documents)
    except SchemaError:
        return
    require_fit(documents, schema)
    for document in documents:
        held = carried(document, schema)
        for tells_empty in (True, False):
            back = expected(held, schema, tells_empty=tells_empty)
            assert compare(held, back, typed=True).fidelity != "failed"
