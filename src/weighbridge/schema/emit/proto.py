"""Protocol Buffers, proto3.

A field has implicit presence where it was in every record and never null; an integer is zigzag (``sint64``) only where
negative ones were seen.
"""

from __future__ import annotations

from weighbridge.schema.emit.text import quoted, remark
from weighbridge.schema.lower import Keyed, Leaf, Lowered, LoweredField, Lowering, Many, To, lower
from weighbridge.schema.model import Integer, Schema

CAN = Lowering(nests=False, has_maps=True)
PACKAGE = "weighbridge"

_SCALARS = {"bool": "bool", "float64": "double", "string": "string", "bytes": "bytes", "json": "string"}


def _json_name(name: str) -> str:
    """Return what protoc takes for the key of a field, if nothing else is said."""
    first, *rest = name.split("_")
    return first + "".join(part[:1].upper() + part[1:] for part in rest)


def _type(kind: Lowered) -> str:
    if isinstance(kind, To):
        return kind.record
    if isinstance(kind, Many):
        return f"repeated {_type(kind.of)}"
    if isinstance(kind, Keyed):
        return f"map<string, {_type(kind.of)}>"
    if isinstance(kind, Integer):
        return "sint64" if kind.negative else kind.kind
    return _SCALARS[kind.kind]


def _field(field: LoweredField) -> str:
    optional = "optional " if field.sometimes and isinstance(field.type, Leaf) else ""
    key = "" if _json_name(field.name) == field.key else f" [json_name = {quoted(field.key)}]"
    return f"  {optional}{_type(field.type)} {field.name} = {field.number}{key};\n"


def write(schema: Schema) -> str:
    """Return the text of a ``.proto`` file."""
    lowered = lower(schema, CAN)
    messages = (
        f"// {remark(record)}\nmessage {record.name} {{\n{''.join(map(_field, record.fields))}}}\n"
        for record in reversed(lowered.records)
    )
    return "\n".join(('syntax = "proto3";\n', f"package {PACKAGE};\n", *messages))
