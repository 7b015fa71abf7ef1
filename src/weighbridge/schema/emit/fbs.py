"""FlatBuffers."""

from __future__ import annotations

import json

from weighbridge.schema.emit.text import remark
from weighbridge.schema.lower import Leaf, Lowered, LoweredField, Lowering, Many, To, lower
from weighbridge.schema.model import Integer, Schema
from weighbridge.schema.names import snake

CAN = Lowering(nests=False, has_maps=False, lists_bytes=False)

_HEAD = """namespace weighbridge;

// A field's key in the document, where its name is another.
attribute "original";
"""

_SCALARS = {"bool": "bool", "float64": "double", "string": "string", "bytes": "[ubyte]", "json": "string"}


def _type(kind: Lowered) -> str:
    if isinstance(kind, To):
        return kind.record
    if isinstance(kind, Many):
        return f"[{_type(kind.of)}]"
    assert isinstance(kind, Leaf)
    if isinstance(kind, Integer):
        return "ulong" if kind.kind == "uint64" else "long"
    return _SCALARS[kind.kind]


def is_inline(kind: Lowered) -> bool:
    """Tell whether a value stands in the table itself, where there is no saying by nature whether it is there."""
    return isinstance(kind, Leaf) and kind.kind in ("bool", "int64", "uint64", "float64")


def _field(field: LoweredField) -> str:
    name = snake(field.name)
    attributes = ["key"] if field.sorts else [] if field.sometimes or is_inline(field.type) else ["required"]
    if name != field.key:
        attributes.append(f"original: {json.dumps(field.key)}")
    null = " = null" if field.sometimes and is_inline(field.type) else ""
    said = f" ({', '.join(attributes)})" if attributes else ""
    return f"  {name}: {_type(field.type)}{null}{said};\n"


def write(schema: Schema) -> str:
    """Return the text of a ``.fbs`` file."""
    lowered = lower(schema, CAN)
    tables = (
        f"// {remark(record)}\ntable {record.name} {{\n{''.join(map(_field, record.fields))}}}\n"
        for record in reversed(lowered.records)
    )
    return "\n".join((_HEAD, *tables, f"root_type {lowered.root};\n"))
