"""Thrift."""

from __future__ import annotations

from weighbridge.schema.emit.text import remark
from weighbridge.schema.lower import Keyed, Leaf, Lowered, LoweredField, LoweredRecord, Lowering, Many, To, lower
from weighbridge.schema.model import Schema
from weighbridge.schema.names import Taken

CAN = Lowering(nests=True, has_maps=True)

# Thrift has no unsigned integers: these are held as their two's complement.
_SCALARS = {
    "bool": "bool",
    "int64": "i64",
    "uint64": "i64",
    "float64": "double",
    "string": "string",
    "bytes": "binary",
    "json": "string",
}

_RESERVED = (
    "alias and args as assert begin break case catch class clone continue declare def default del delete do "
    "dynamic elif else elseif elsif end enddeclare endfor endforeach endif endswitch endwhile ensure except exec "
    "finally float for foreach from function global goto if implements import in inline instanceof interface is "
    "lambda module native new next nil not or package pass public print private protected raise redo rescue retry "
    "register return self sizeof static super switch synchronized then this throw transient try undef union "
    "unless unsigned until use var virtual volatile when while with xor yield void bool byte i8 i16 i32 i64 "
    "double string binary slist senum map list set struct exception extends throws service enum const required "
    "optional oneway async namespace include cpp_include xsd_all xsd_optional xsd_nillable xsd_attrs typedef uuid "
    "true false read write thrift_spec default_spec"
)
"""What Thrift's compilers take for no name, in any language, and what thriftpy2's structs call their own."""


_IS_RESERVED = frozenset(_RESERVED.split())


def field_names(record: LoweredRecord) -> dict[int, str]:
    """Return the names of a record's fields by their numbers."""
    names = {field.number: field.name for field in record.fields}
    taken = Taken(name for name in names.values() if name.lower() not in _IS_RESERVED)
    return {
        number: taken.unique(f"{name}_field", "_") if name.lower() in _IS_RESERVED else name
        for number, name in names.items()
    }


_ESCAPES = str.maketrans({"\\": r"\\", '"': r"\"", "\n": r"\n", "\r": r"\r", "\t": r"\t", "\0": r"\\0"})


def _quoted(text: str) -> str:
    """Return a string literal; Thrift has no other escapes, and none for U+0000, which is written as two characters."""
    return f'"{text.translate(_ESCAPES)}"'


def _type(kind: Lowered) -> str:
    if isinstance(kind, To):
        return kind.record
    if isinstance(kind, Many):
        return f"list<{_type(kind.of)}>"
    if isinstance(kind, Keyed):
        return f"map<string, {_type(kind.of)}>"
    assert isinstance(kind, Leaf)
    return _SCALARS[kind.kind]


def _field(field: LoweredField, name: str) -> str:
    requiredness = "optional" if field.sometimes else "required"
    key = "" if name == field.key else f" (key = {_quoted(field.key)})"
    return f"  {field.number}: {requiredness} {_type(field.type)} {name}{key}\n"


def _struct(record: LoweredRecord) -> str:
    names = field_names(record)
    fields = "".join(_field(field, names[field.number]) for field in record.fields)
    return f"// {remark(record)}\nstruct {record.name} {{\n{fields}}}\n"


def write(schema: Schema) -> str:
    """Return the text of a ``.thrift`` file."""
    return "\n".join(map(_struct, lower(schema, CAN).records))  # Thrift wants each after those that it refers to.
