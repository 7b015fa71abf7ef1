"""The rules of inference, and what it says where no type fits."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from schema_documents import DOCUMENTS, GOLDEN, NASTY, golden

from weighbridge.schema import Schema, SchemaError, UntypableError, infer, read_schema
from weighbridge.schema.infer import MANY_KEYS, VERY_MANY_KEYS
from weighbridge.schema.model import MOST_LEVELS, MOST_RECORDS, Integer, List, Map, RecordField, Reference, Scalar
from weighbridge_kit.values import Value


def field(key: str, *documents: Value) -> RecordField:
    """The field of a key at the root."""
    schema = infer(documents)
    assert isinstance(schema.root.type, Reference)
    return next(field for field in schema.record(schema.root.type).fields if field.key == key)


@pytest.mark.parametrize(
    ("value", "kind"),
    [(True, "bool"), (1, "int64"), (2**63, "uint64"), (1.0, "float64"), ("", "string"), (b"", "bytes"), (None, "json")],
)
def test_scalars(value: object, kind: str) -> None:
    assert field("a", {"a": value}).type.kind == kind


def test_fields_have_their_numbers_in_the_order_in_which_their_keys_are_first_seen() -> None:
    schema = infer([{"b": 1, "a": 2}, {"c": 3, "a": 4}])
    assert [(one.key, one.number) for one in schema.records[-1].fields] == [("b", 1), ("a", 2), ("c", 3)]


def test_what_is_absent_somewhere_is_optional_and_what_is_null_somewhere_is_nullable() -> None:
    documents = {"a": 1, "b": None}, {"b": "x"}, {"a": 2, "b": "y"}
    a, b = field("a", *documents), field("b", *documents)
    assert (a.optional, a.nullable, b.optional, b.nullable) == (True, False, False, True)
    assert a.basis
    assert b.basis
    assert (a.basis.seen, a.basis.of, a.basis.min, a.basis.max, b.basis.nulls) == (2, 3, 1, 2, 1)


def test_integers_among_floats_are_floats() -> None:
    found = field("a", {"a": 1}, {"a": 1.5})
    assert found.type == Scalar(kind="float64")
    assert found.basis
    assert found.basis.integers == 1


def test_integers_are_unsigned_above_64_bits_with_a_sign_and_told_to_be_negative() -> None:
    assert field("a", {"a": 1}, {"a": 2**64 - 1}).type == Integer(kind="uint64", negative=False)
    assert field("a", {"a": 1}, {"a": -1}).type == Integer(kind="int64", negative=True)
    with pytest.raises(UntypableError, match=r"/a: integers from -1 to 9223372036854775808"):
        infer([{"a": -1}, {"a": 2**63}])


def test_the_elements_of_all_lists_of_a_place_are_of_one_type() -> None:
    found = field("a", {"a": [{"x": 1}]}, {"a": [{"y": 1}, None]})
    assert isinstance(found.type, List)
    assert found.type.element.nullable
    assert isinstance(found.type.element.type, Reference)


def test_what_was_never_seen_is_carried_as_text() -> None:
    empty = field("a", {"a": []}).type
    assert isinstance(empty, List)
    assert empty.element.type == Scalar(kind="json")
    keyless = field("a", {"a": {}}).type
    assert isinstance(keyless, Map)
    assert keyless.value.type == Scalar(kind="json")
    null = field("a", {"a": None})
    assert null.nullable
    assert null.type == Scalar(kind="json")


def test_objects_whose_keys_are_all_digits_are_maps() -> None:
    assert isinstance(field("a", {"a": {"1": "x", "22": "y"}}).type, Map)
    assert isinstance(field("a", {"a": {"1": "x", "b": "y"}}).type, Reference)
    assert isinstance(field("a", {"a": {"1": "x", "2": 1}}).type, Reference), "of two types"


def test_objects_with_many_rare_keys_of_one_type_are_maps() -> None:
    rare = [{"a": {f"k{number}": number}} for number in range(MANY_KEYS)]
    assert isinstance(field("a", *rare).type, Map)
    assert isinstance(field("a", *rare[:-1]).type, Reference), "too few"
    common = {"a": {f"k{number}": number for number in range(MANY_KEYS)}}
    assert isinstance(field("a", common).type, Reference), "not rare"
    mixed = [{"a": {f"k{number}": str(number) if number == 3 else number}} for number in range(MANY_KEYS)]
    assert isinstance(field("a", *mixed).type, Reference), "not of one type"


def test_an_object_with_very_many_keys_of_one_type_is_a_map() -> None:
    alike = {f"k{number}": {"x": number, "y": 1.0} for number in range(VERY_MANY_KEYS)}
    assert isinstance(field("a", {"a": alike}).type, Map)
    fewer = {f"k{number}": {"x": number, "y": 1.0} for number in range(MANY_KEYS)}
    assert isinstance(field("a", {"a": fewer}).type, Map), "objects"
    unlike = {f"k{number}": {f"x{number}": 1, f"y{number}": "z"} for number in range(VERY_MANY_KEYS)}
    assert isinstance(field("a", {"a": unlike}).type, Reference), "objects of no common keys"


def test_a_user_overrules_the_rules() -> None:
    documents = [{"a": {"1": 1, "2": 2}, "b": [{"x": {"k": 1}}]}]
    schema = infer(documents, records=["/a"], maps=["/b/*/x"])
    a, b = schema.records[-1].fields
    assert isinstance(a.type, Reference)
    assert [one.name for one in schema.record(a.type).fields] == ["n1", "n2"]
    assert isinstance(b.type, List)
    assert isinstance(b.type.element.type, Reference)
    assert isinstance(schema.record(b.type.element.type).fields[0].type, Map)


def test_untypable_places_are_all_named_with_what_to_do() -> None:
    documents = [{"a": [1, {}], "b": {"c": "x"}}, {"a": [], "b": {"c": [True]}}]
    with pytest.raises(UntypableError) as caught:
        infer(documents)
    assert [(place.path, place.reason) for place in caught.value.places] == [
        ("/a/*", "1 integer and 1 object"),
        ("/b/c", "1 string and 1 list"),
    ]
    assert "--as-json '/a/*' --as-json /b/c" in str(caught.value)
    schema = infer(documents, as_json=["/a/*", "/b/c"])
    a, b = schema.records[-1].fields
    assert isinstance(a.type, List)
    assert a.type.element.type == Scalar(kind="json")
    assert isinstance(b.type, Reference)


@pytest.mark.parametrize(
    ("option", "path", "words"),
    [
        (
            "as_json",
            "/orders/*/it",
            "--as-json /orders/*/it: there is nothing at this path; did you mean /orders/*/id",
        ),
        ("maps", "/orders", "--map /orders: there is no object at this path"),
        ("records", "orders", "'orders' is no path"),
    ],
)
def test_a_choice_that_concerns_nothing_is_refused(option: str, path: str, words: str) -> None:
    with pytest.raises(SchemaError) as caught:
        infer([{"orders": [{"id": 1}]}], **{option: [path]})  # type: ignore[arg-type]
    assert words in str(caught.value)


def test_a_path_may_name_one_key_of_a_map_and_keys_with_slashes() -> None:
    documents = [{"m": {"1": {"a/b": [1, "x"]}, "2": {"a/b": []}}}]
    schema = infer(documents, as_json=["/m/*/a~1b"])
    assert [record.path for record in schema.records] == ["/m/*", ""]
    assert schema.records[0].fields[0].type == Scalar(kind="json")


def test_what_nests_too_deep_is_untypable() -> None:
    deep: object = 1
    for _ in range(MOST_LEVELS):
        deep = [deep]
    infer([deep])
    with pytest.raises(UntypableError, match="more than 64 levels"):
        infer([[deep]])


def test_too_many_types_are_refused_and_the_place_is_named() -> None:
    objects = {f"k{number}": {f"x{number}": 1, f"y{number}": "z"} for number in range(MOST_RECORDS)}
    with pytest.raises(SchemaError, match=r"502 record types, more than 500, 501 of them in /a: .* --map /a"):
        infer([{"a": objects}])
    assert isinstance(infer([{"a": objects}], maps=["/a"]).records[-1].fields[0].type, Map)


def test_records_are_named_after_their_keys_and_no_two_alike() -> None:
    schema = infer([{"user": {"address": {"x": 1}}, "shop": {"address": {"y": 1}, "user": {"z": 1}}}])
    assert {record.path: record.name for record in schema.records} == {
        "": "Document",
        "/user": "User",
        "/user/address": "Address",
        "/shop": "Shop",
        "/shop/address": "ShopAddress",
        "/shop/user": "ShopUser",
    }
    assert schema.records[-1].name == "Document"


def test_the_fingerprint_is_of_the_shape_and_not_of_the_values() -> None:
    first, same = infer([{"a": 1, "b": ["x"]}]), infer([{"a": 7, "b": ["y", "z"]}, {"a": 8, "b": []}])
    assert first != same
    assert first.fingerprint == same.fingerprint
    assert first.fingerprint != infer([{"a": -1, "b": ["x"]}]).fingerprint


def test_a_document_whose_keys_are_no_names_gives_the_schema_that_generators_are_tested_with() -> None:
    """Written anew with: python tests/schema/schema_documents.py."""
    assert json.loads(GOLDEN.read_text(encoding="utf-8")) == json.loads(golden())


def test_the_json_form_reads_back() -> None:
    schema = infer([NASTY], records=["/typed"])
    assert read_schema(schema.to_json()) == schema


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda form: form.clear(), "no member weighbridge_schema"),
        (lambda form: form.update(weighbridge_schema=2), "weighbridge_schema: Input should be 1"),
        (lambda form: form["records"].pop(), "refers to the record 'Document', which does not stand before it"),
        (
            lambda form: form["records"].append(form["records"][0]),
            "records/1/name is 'Document', and records/0/name has that name",
        ),
        (lambda form: form["records"][0]["fields"][0].update(name="a b"), "'a b' is no name"),
        (
            lambda form: form["records"][0]["fields"][1].update(number=1),
            "records/0: fields/1/number is 1, where 2 is to stand",
        ),
        (lambda form: form["records"][0]["fields"][0].update(colour="red"), "colour: Extra inputs are not permitted"),
    ],
)
def test_a_schema_that_is_none_is_refused_with_the_place(change: object, words: str) -> None:
    form = json.loads(infer([{"a": 1, "b": 2}]).to_json())
    change(form)  # type: ignore[operator]
    with pytest.raises(SchemaError) as caught:
        read_schema(json.dumps(form))
    assert words in str(caught.value)


@settings(max_examples=60, deadline=None)
@given(DOCUMENTS)
def test_the_same_documents_give_the_same_schema(documents: list[Value]) -> None:
    first = outcome(documents)
    assert first == outcome(documents)
    if isinstance(first, Schema):
        assert read_schema(first.to_json()) == first


def outcome(documents: list[Value]) -> Schema | str:
    try:
        return infer(documents)
    except SchemaError as error:
        return str(error)
