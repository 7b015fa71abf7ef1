"""Protocol Buffers, proto3.

A field has implicit presence where it was in every record and never null; an integer is zigzag (``sint64``) only where
negative ones were seen.
"""

from __future__ import annotations

from weighbridge.schema.emit.text import quoted, remark
from weighbridge.schema.lower import Keyed, Leaf, Lowered, LoweredField, LoweredRecord, Lowering, Many, To, lower
from weighbridge.schema.model import Integer, Schema

CAN = Lowering(nests=False, has_maps=True)
PACKAGE = "weighbridge"

_SCALARS = {"bool": "bool", "float64": "double", "string": "string", "bytes": "bytes", "json": "string"}


_LONGEST_JSON_NAME = 60_000


def _json_name(name: str) -> str:
    """Return what protoc takes for the key of a field, if nothing else is said."""
    first, *rest = name.split("_")
    return first + "".join(part[:1].upper() + part[1:] for part in rest)


def can_be_json_name(key: str) -> bool:
    """Tell whether protoc takes a key as ``json_name``."""
    is_like_an_extension = key.startswith("[") and key.endswith("]")
    return "\0" not in key and not is_like_an_extension and len(key.encode()) <= _LONGEST_JSON_NAME


def _type(kind: Lowered) -> str:
    if isinstance(kind, To):
        # Of a field `log` that is a map, protoc makes a message `LogEntry`, which would be nearer.
        return f".{PACKAGE}.{kind.record}" if kind.record.endswith("Entry") else kind.record
    if isinstance(kind, Many):
        return f"repeated {_type(kind.of)}"
    if isinstance(kind, Keyed):
        return f"map<string, {_type(kind.of)}>"
    if isinstance(kind, Integer):
        return "sint64" if kind.negative else kind.kind
    return _SCALARS[kind.kind]


def _has_oneof(field: LoweredField) -> bool:
    """Tell whether a field is ``optional``, of which protoc makes a oneof with an underscore before its name."""
    return field.sometimes and isinstance(field.type, Leaf)


def _message(record: LoweredRecord) -> str:
    oneofs = {f"_{field.name}" for field in record.fields if _has_oneof(field)}
    fields = "".join(_field(field, oneofs) for field in record.fields)
    return f"// {remark(record)}\nmessage {record.name} {{\n{fields}}}\n"


def _field(field: LoweredField, oneofs: set[str]) -> str:
    optional = "optional " if _has_oneof(field) else ""
    option = note = ""
    if _json_name(field.name) != field.key:
        if can_be_json_name(field.key) and field.key not in oneofs:
            option = f" [json_name = {quoted(field.key)}]"
        else:
            note = f"  // {quoted(field.key)}, which no json_name can be"
    return f"  {optional}{_type(field.type)} {field.name} = {field.number}{option};{note}\n"


def write(schema: Schema) -> str:
    """Return the text of a ``.proto`` file."""
    lowered = lower(schema, CAN)
    messages = map(_message, reversed(lowered.records))
    return "\n".join(('syntax = "proto3";\n', f"package {PACKAGE};\n", *messages))
