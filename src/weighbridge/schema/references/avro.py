"""Avro, by fastavro: one document without a header, the schema apart."""

from __future__ import annotations

import io

import fastavro

from weighbridge.formats.format import Malformed
from weighbridge.formats.guard import malformed, unrepresentable
from weighbridge.schema.emit import avsc
from weighbridge.schema.model import Integer, List, Map, Reference, Schema, Slot, Type
from weighbridge.schema.references.plain import SAME, SIGNED, Ways
from weighbridge_kit.values import Value

_TITLE = "Avro"


class _Conversion:
    """Documents as fastavro takes them, and back."""

    def __init__(self, schema: Schema) -> None:
        self._schema = schema

    def slot(self, slot: Slot) -> Ways:
        return self._or_null(slot.type) if slot.nullable else self.of(slot.type)

    def _or_null(self, kind: Type) -> Ways:
        to, back = self.of(kind)
        # Told which branch of a union it is, the library need not try what fits.
        branch = kind.record if isinstance(kind, Reference) else {"list": "array", "map": "map"}.get(kind.kind)
        return Ways(
            lambda value: None if value is None else (branch, to(value)) if branch else to(value),
            lambda value: None if value is None else back(value),
        )

    def of(self, kind: Type) -> Ways:
        if isinstance(kind, List):
            to, back = self.slot(kind.element)
            return Ways(lambda items: list(map(to, items)), lambda items: list(map(back, items)))
        if isinstance(kind, Map):
            to, back = self.slot(kind.value)
            return Ways(
                lambda entries: {key: to(value) for key, value in entries.items()},
                lambda entries: {key: back(value) for key, value in entries.items()},
            )
        if isinstance(kind, Reference):
            return self._record(kind)
        if isinstance(kind, Integer):
            return SIGNED if kind.kind == "uint64" else SAME
        return Ways(float, SAME.back) if kind.kind == "float64" else SAME

    def _record(self, kind: Reference) -> Ways:
        fields = [
            (field, self._or_null(field.type) if field.optional or field.nullable else self.of(field.type))
            for field in self._schema.record(kind).fields
        ]
        into = [(field.key, field.name, ways.to) for field, ways in fields]
        out_of = [(field.key, field.name, field.optional and not field.nullable, ways.back) for field, ways in fields]

        def back(entries: Value) -> Value:
            found = {}
            for key, name, leave_out, change in out_of:
                value = change(entries[name])
                if value is not None or not leave_out:
                    found[key] = value
            return found

        return Ways(lambda entries: {name: change(entries.get(key)) for key, name, change in into}, back)


class Codec:
    """The reference codec of a schema, see `weighbridge.schema.references`."""

    def __init__(self, schema: Schema) -> None:
        self._ways = _Conversion(schema).slot(schema.root)
        self._schema = fastavro.parse_schema(avsc.as_object(schema))

    def encode(self, document: Value) -> bytes:
        with unrepresentable(_TITLE):
            written = io.BytesIO()
            fastavro.schemaless_writer(written, self._schema, self._ways.to(document))
            return written.getvalue()

    def decode(self, data: bytes) -> Value:
        read = io.BytesIO(data)
        with malformed(_TITLE):
            document = self._ways.back(fastavro.schemaless_reader(read, self._schema, None))
        if read.tell() != len(data):
            raise Malformed("something follows after the end of the document", offset=read.tell())
        return document
