"""Schema evolution: documents that were written by one schema, and are read by a newer or an older one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from weighbridge.schema.model import List, Map, Record, RecordField, Reference, Schema, Type, types_in
from weighbridge_kit.values import Value

ChangeName = Literal["reader-newer", "reader-older"]


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a schema that has reached one end only.

    Attributes:
        name: which.
        text: what has changed.
        writer: the schema that documents are written by.
        reader: the schema that they are read by.
    """

    name: ChangeName
    text: str
    writer: Schema
    reader: Schema

    def written(self, document: Value) -> Value:
        """Return what of a document, which fits both schemas together, is written."""
        return _project(document, self.writer.root.type, self.writer)

    def expected(self, document: Value) -> Value:
        """Return what of it a reader is to find."""
        return _project(self.written(document), self.reader.root.type, self.reader)


def changes(schema: Schema) -> Iterator[Change]:
    """Yield the changes that a schema allows; none where it has no record with two fields or more.

    * ``reader-newer``: the last field of the outermost record was added, as an optional one, and is in no document yet.
    * ``reader-older``: each record had only the first half of its fields, and documents have all.

    Fields keep their numbers.
    """
    outermost = _outermost(schema)
    if outermost is not None and len(outermost.fields) > 1:
        added = outermost.fields[-1]
        yield Change(
            "reader-newer",
            f"the field {added.key!r} of {outermost.name} was added",
            _with_fields(schema, lambda record: record.fields[:-1] if record is outermost else record.fields),
            _with_fields(schema, lambda record: tuple(_optional(one, added) for one in record.fields)),
        )
    older = _with_fields(schema, lambda record: record.fields[: (len(record.fields) + 1) // 2])
    few, many = (sum(len(record.fields) for record in one.records) for one in (older, schema))
    if few < many:
        yield Change("reader-older", f"the reader knows {few} of {many} fields", schema, older)


def _outermost(schema: Schema) -> Record | None:
    kind: Type = schema.root.type
    while isinstance(kind, List | Map):
        kind = (kind.element if isinstance(kind, List) else kind.value).type
    return schema.record(kind) if isinstance(kind, Reference) else None


def _optional(one: RecordField, added: RecordField) -> RecordField:
    return one.model_copy(update={"optional": True}) if one is added else one


def _with_fields(schema: Schema, fields_of: Callable[[Record], Iterable[RecordField]]) -> Schema:
    """Return a schema with other fields, and without the records that nothing refers to any more."""
    changed = [record.model_copy(update={"fields": tuple(fields_of(record))}) for record in schema.records]
    wanted = set(_records_in(schema.root.type))
    kept: list[Record] = []
    for record in reversed(changed):  # each before those that it refers to
        if record.name in wanted:
            kept.append(record)
            wanted.update(name for one in record.fields for name in _records_in(one.type))
    return Schema(documents=schema.documents, root=schema.root, records=tuple(reversed(kept)))


def _records_in(kind: Type) -> Iterator[str]:
    return (one.record for one in types_in(kind) if isinstance(one, Reference))


def _project(value: Value, kind: Type, schema: Schema) -> Value:
    """Return what a schema knows of a value. Types nest no deeper than `weighbridge.schema.infer.MOST_LEVELS`."""
    if value is None:
        return None
    if isinstance(kind, Reference):
        known = {one.key: one.type for one in schema.record(kind).fields}
        return {key: _project(item, known[key], schema) for key, item in value.items() if key in known}
    if isinstance(kind, List):
        return [_project(item, kind.element.type, schema) for item in value]
    if isinstance(kind, Map):
        return {key: _project(item, kind.value.type, schema) for key, item in value.items()}
    return value
