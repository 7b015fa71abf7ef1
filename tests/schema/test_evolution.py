"""Changes of a schema: which fields each end knows, and what a reader is to find."""

from __future__ import annotations

from weighbridge.schema import Schema, infer
from weighbridge.schema.evolution import Change, changes
from weighbridge_kit.values import Value

ORDER: Value = {"id": 7, "to": {"name": "Ada", "street": "x", "city": {"name": "L"}}, "items": [{"sku": "a", "n": 1}]}


def changes_of(*documents: Value) -> dict[str, Change]:
    return {change.name: change for change in changes(infer(documents))}


def fields(schema: Schema) -> dict[str, list[str]]:
    return {record.name: [one.key for one in record.fields] for record in schema.records}


def test_a_newer_reader_has_an_optional_field_more() -> None:
    change = changes_of(ORDER)["reader-newer"]
    assert fields(change.writer) == {"City": ["name"], "To": ["name", "street", "city"], "Document": ["id", "to"]}
    added = change.reader.records[-1].fields[-1]
    assert (added.key, added.number, added.optional) == ("items", 3, True)
    assert change.written(ORDER) == change.expected(ORDER) == {"id": 7, "to": ORDER["to"]}
    assert change.text == "the field 'items' of Document was added"


def test_an_older_reader_knows_the_first_half_of_the_fields() -> None:
    change = changes_of(ORDER)["reader-older"]
    assert change.writer == infer([ORDER])
    # What nothing refers to any more is gone.
    assert fields(change.reader) == {"To": ["name", "street"], "Document": ["id", "to"]}
    assert change.written(ORDER) == ORDER
    assert change.expected(ORDER) == {"id": 7, "to": {"name": "Ada", "street": "x"}}
    assert change.text == "the reader knows 4 of 9 fields"


def test_the_outermost_record_may_stand_in_lists_and_maps() -> None:
    change = changes_of([{"1": {"a": 1, "b": None}}, {"2": {"a": 2, "b": "x"}}])["reader-newer"]
    assert list(fields(change.writer).values()) == [["a"]]
    assert change.expected([{"1": {"a": 1, "b": None}}]) == [{"1": {"a": 1}}]


def test_without_two_fields_there_is_no_change() -> None:
    assert changes_of([1, 2]) == {}
    assert changes_of({"only": 1}) == {}
