"""Cap'n Proto.

A scalar that may be absent is a union with nothing; of everything else the pointer tells whether it is there.
"""

from __future__ import annotations

from itertools import count

from weighbridge.schema.emit.text import quoted, remark
from weighbridge.schema.lower import Leaf, Lowered, LoweredField, LoweredRecord, Lowering, Many, To, lower
from weighbridge.schema.model import Schema
from weighbridge.schema.names import camel

CAN = Lowering(nests=True, has_maps=False)

_SCALARS = {
    "bool": "Bool",
    "int64": "Int64",
    "uint64": "UInt64",
    "float64": "Float64",
    "string": "Text",
    "bytes": "Data",
    "json": "Text",
}


def _type(kind: Lowered) -> str:
    if isinstance(kind, To):
        return kind.record
    if isinstance(kind, Many):
        return f"List({_type(kind.of)})"
    assert isinstance(kind, Leaf)
    return _SCALARS[kind.kind]


def is_pointer(kind: Lowered) -> bool:
    """Tell whether a value is reached by a pointer, which may be null."""
    return not isinstance(kind, Leaf) or kind.kind in ("string", "bytes", "json")


def _field(field: LoweredField, ordinals: count[int]) -> str:
    name = camel(field.name)
    key = "" if name == field.key else f" $key({quoted(field.key)})"
    kind = _type(field.type)
    if field.sometimes and not is_pointer(field.type):
        return (
            f"  {name} :union{key} {{\n    none @{next(ordinals)} :Void;\n    some @{next(ordinals)} :{kind};\n  }}\n"
        )
    return f"  {name} @{next(ordinals)} :{kind}{key};\n"


def _struct(record: LoweredRecord) -> str:
    ordinals = count()
    fields = "".join(_field(field, ordinals) for field in record.fields)
    return f"# {remark(record)}\nstruct {record.name} {{\n{fields}}}\n"


def write(schema: Schema) -> str:
    """Return the text of a ``.capnp`` file."""
    lowered = lower(schema, CAN)
    own = int(schema.fingerprint[:16], 16) | 1 << 63
    head = f"@{own:#018x};\n\n# A field's key in the document, where its name is another.\nannotation key(*) :Text;\n"
    return "\n".join((head, *map(_struct, reversed(lowered.records))))
