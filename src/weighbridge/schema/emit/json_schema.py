"""JSON Schema, draft 2020-12, of the documents as they are in JSON."""

from __future__ import annotations

import json
from typing import Any

from weighbridge.schema.model import Integer, List, Map, Record, Reference, Schema, Slot, Type

_SCALARS: dict[str, dict[str, Any]] = {
    "bool": {"type": "boolean"},
    "float64": {"type": "number"},
    "string": {"type": "string"},
    "bytes": {"type": "string", "contentEncoding": "base64"},
    "json": {},
}
_RANGES = {"int64": (-(2**63), 2**63 - 1), "uint64": (0, 2**64 - 1)}


def _of(kind: Type) -> dict[str, Any]:
    if isinstance(kind, Reference):
        return {"$ref": f"#/$defs/{kind.record}"}
    if isinstance(kind, List):
        return {"type": "array", "items": _slot(kind.element)}
    if isinstance(kind, Map):
        return {"type": "object", "additionalProperties": _slot(kind.value)}
    if isinstance(kind, Integer):
        lowest, highest = _RANGES[kind.kind]
        return {"type": "integer", "minimum": lowest if kind.negative else 0, "maximum": highest}
    return _SCALARS[kind.kind]


def _or_null(kind: dict[str, Any], *, nullable: bool) -> dict[str, Any]:
    if not nullable or not kind:
        return kind
    if "$ref" in kind:
        return {"anyOf": [kind, {"type": "null"}]}
    return {**kind, "type": [kind["type"], "null"]}


def _slot(slot: Slot) -> dict[str, Any]:
    return _or_null(_of(slot.type), nullable=slot.nullable)


def _record(record: Record) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {field.key: _or_null(_of(field.type), nullable=field.nullable) for field in record.fields},
        "required": [field.key for field in record.fields if not field.optional],
        "additionalProperties": False,
    }


def as_object(schema: Schema) -> dict[str, Any]:
    """Return the schema as what JSON makes of it."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **_slot(schema.root),
        "$defs": {record.name: _record(record) for record in reversed(schema.records)},
    }


def write(schema: Schema) -> str:
    """Return the text of a JSON Schema."""
    return json.dumps(as_object(schema), indent=2, ensure_ascii=False) + "\n"
