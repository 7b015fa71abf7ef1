"""Avro."""

from __future__ import annotations

import json
from typing import Any

from weighbridge.schema.model import Integer, List, Map, RecordField, Reference, Schema, Slot, Type

_SCALARS = {"bool": "boolean", "float64": "double", "string": "string", "bytes": "bytes", "json": "string"}


class _Writer:
    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._defined: set[str] = set()

    def slot(self, slot: Slot) -> Any:
        kind = self.of(slot.type)
        return ["null", kind] if slot.nullable else kind

    def of(self, kind: Type) -> Any:
        if isinstance(kind, List):
            return {"type": "array", "items": self.slot(kind.element)}
        if isinstance(kind, Map):
            return {"type": "map", "values": self.slot(kind.value)}
        if isinstance(kind, Integer):
            # Avro has no unsigned integers: these are held as their two's complement.
            return {"type": "long", "unsigned": True} if kind.kind == "uint64" else "long"
        if isinstance(kind, Reference):
            return self._record(kind)
        return _SCALARS[kind.kind]

    def _record(self, kind: Reference) -> Any:
        if kind.record in self._defined:
            return kind.record
        self._defined.add(kind.record)
        record = self._schema.record(kind)
        return {"type": "record", "name": record.name, "fields": list(map(self._field, record.fields))}

    def _field(self, field: RecordField) -> dict[str, Any]:
        kind = self.of(field.type)
        members: dict[str, Any] = {"name": field.name}
        if field.name != field.key:
            members["key"] = field.key
        if field.optional or field.nullable:
            return members | {"type": ["null", kind], "default": None}
        return members | {"type": kind}


def as_object(schema: Schema) -> Any:
    """Return the schema as what JSON makes of an ``.avsc`` file."""
    return _Writer(schema).slot(schema.root)


def write(schema: Schema) -> str:
    """Return the text of an ``.avsc`` file."""
    return json.dumps(as_object(schema), indent=2) + "\n"
