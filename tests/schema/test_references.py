"""Reference codecs of formats that need a schema: what comes back is what is expected, to the bit."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from schema_documents import DOCUMENTS, NASTY

from weighbridge.formats import Format, Malformed, Unrepresentable, compare
from weighbridge.formats.typed import TYPED_FORMATS
from weighbridge.payloads import built_in_payload
from weighbridge.schema import SchemaError, infer
from weighbridge.schema.binding import bind, tells_empty
from weighbridge.schema.conform import carried, expected
from weighbridge.schema.model import Schema
from weighbridge_kit.values import Value, canonical_hash

FORMATS = pytest.mark.parametrize("form", TYPED_FORMATS.values(), ids=TYPED_FORMATS.keys())
NO_SIGN = {"negative-zero"}
"""What FlatBuffers loses by nature: -0.0 is its default, 0.0, and is left out."""


def assert_all_come_back(form: Format, schema: Schema, documents: list[Value]) -> None:
    codec = bind(form, schema)
    for document in documents:
        held = carried(document, schema)
        back = codec.decode(codec.encode(held))
        wanted = expected(held, schema, tells_empty=tells_empty(form))
        if canonical_hash(back) != canonical_hash(wanted):
            difference = compare(wanted, back)
            assert form.name == "flatbuffers", difference
            assert set(difference.losses) == NO_SIGN, difference


PAYLOADS = (
    "orders simple-object glossary device-status issues-page number-table edges-integers edges-unsigned "
    "edges-floats edges-not-finite edges-keys edges-nul-keys edges-characters edges-long-keys edges-strings "
    "edges-bytes edges-lengths"
)


@pytest.mark.parametrize("payload", PAYLOADS.split())
@FORMATS
def test_built_in_payloads_come_back(form: Format, payload: str) -> None:
    documents = list(built_in_payload(payload).documents)
    assert_all_come_back(form, infer(documents), documents)


@FORMATS
@pytest.mark.parametrize(
    "documents",
    [
        [NASTY],
        [[]],
        [[1, None], [], [-3]],
        [{"1": [None, {"a": [[]]}], "2": []}],
        [1, 2],
        [None, 2.5, 0],
        [None, {"a": 1}, {"a": None}, {}],
        ["", "\0", "x\0y"],
        [{"a": {}, "b": [], "c": None, "d": [[], [[]]], "e": [{}], "f": [None]}],
        [
            {"a": False, "b": 0, "c": 0.0, "d": "", "e": b""},
            {},
            {"a": None, "b": None, "c": None, "d": None, "e": None},
        ],
        [{"a": [{"1": 1, "2": None}], "b": {"1": {"2": []}}, "c": {"1": None}}],
        [{"a": [True, None, False], "b": [b"x", None], "c": [0.5, None]}],
        [2**64 - 1, 0],
    ],
)
def test_what_is_empty_null_or_absent_comes_back(form: Format, documents: list[Value]) -> None:
    assert_all_come_back(form, infer(documents), documents)


@settings(max_examples=40, deadline=None)
@given(documents=DOCUMENTS)
def test_documents_of_one_type_come_back(documents: list[Value]) -> None:
    try:
        schema = infer(documents)
    except SchemaError:
        return
    for form in TYPED_FORMATS.values():
        assert_all_come_back(form, schema, documents)


@FORMATS
def test_what_does_not_fit_is_not_encoded_and_what_is_not_of_the_format_not_decoded(form: Format) -> None:
    codec = bind(form, infer([{"a": [{"b": "x", "c": [1]}], "d": 1}]))
    with pytest.raises(Unrepresentable):
        codec.encode({"a": [{"b": 1, "c": "x"}], "d": {}})
    with pytest.raises(Malformed):
        codec.decode(b"\xff" * 7)
