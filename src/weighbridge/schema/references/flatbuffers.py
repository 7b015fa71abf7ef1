"""FlatBuffers, by flatbuffers' Python library: its builder and its tables, told of the fields by the schema.

Not by flatc's JSON, which has twelve digits for a float.
"""

from __future__ import annotations

import struct
from collections.abc import Callable

import flatbuffers  # type: ignore[import-untyped]
import numpy as np
from flatbuffers import number_types
from flatbuffers.table import Table  # type: ignore[import-untyped]

from weighbridge.formats.guard import malformed, unrepresentable
from weighbridge.schema.emit import fbs
from weighbridge.schema.lower import Leaf, Lowered, LoweredRecord, Many, To, lower
from weighbridge.schema.model import Schema
from weighbridge.schema.references.plain import Plain
from weighbridge_kit.values import Value

_TITLE = "FlatBuffers"
_NUMBERS = {
    "bool": (number_types.BoolFlags, np.dtype(np.bool_), "PrependBoolSlot", False),
    "int64": (number_types.Int64Flags, np.dtype("<i8"), "PrependInt64Slot", 0),
    "uint64": (number_types.Uint64Flags, np.dtype("<u8"), "PrependUint64Slot", 0),
    "float64": (number_types.Float64Flags, np.dtype("<f8"), "PrependFloat64Slot", 0.0),
}
"""By kind: flags, the type in a vector, what writes a field, and its default."""
_OFFSET = 4


class _Writer:
    """Writes records of dicts."""

    def __init__(self, records: dict[str, LoweredRecord]) -> None:
        self._records = records
        self._builder = flatbuffers.Builder(1024)

    def whole(self, root: str, plain: Value) -> bytes:
        self._builder.Finish(self._table(self._records[root], plain))
        return bytes(self._builder.Output())

    def _table(self, record: LoweredRecord, plain: Value) -> int:
        builder = self._builder
        apart = {
            field.name: self._apart(field.type, plain[field.name])
            for field in record.fields
            if not fbs.is_inline(field.type) and field.name in plain
        }
        builder.StartObject(len(record.fields))
        for slot, field in enumerate(record.fields):
            if field.name in apart:
                builder.PrependUOffsetTRelativeSlot(slot, apart[field.name], 0)
            elif field.name in plain:
                assert isinstance(field.type, Leaf)
                _, _, write, default = _NUMBERS[field.type.kind]
                getattr(builder, write)(slot, plain[field.name], None if field.sometimes else default)
        return int(builder.EndObject())

    def _apart(self, kind: Lowered, value: Value) -> int:
        """Write what stands outside of its table; return where it is."""
        if isinstance(kind, To):
            return self._table(self._records[kind.record], value)
        if isinstance(kind, Many):
            return self._vector(kind.of, value)
        assert isinstance(kind, Leaf)
        made = self._builder.CreateByteVector(value) if kind.kind == "bytes" else self._builder.CreateString(value)
        return int(made)

    def _vector(self, kind: Lowered, items: Value) -> int:
        if fbs.is_inline(kind):
            assert isinstance(kind, Leaf)
            return int(self._builder.CreateNumpyVector(np.array(items, _NUMBERS[kind.kind][1])))
        if isinstance(kind, To) and self._records[kind.record].fields[0].sorts:
            items = sorted(items, key=lambda entry: entry["key"].encode())
        offsets = [self._apart(kind, item) for item in items]
        self._builder.StartVector(_OFFSET, len(offsets), _OFFSET)
        for offset in reversed(offsets):
            self._builder.PrependUOffsetTRelative(offset)
        return int(self._builder.EndVector())


class _Reader:
    """Reads records as dicts."""

    def __init__(self, records: dict[str, LoweredRecord]) -> None:
        self._records = records
        self._ways = {name: self._fields(record) for name, record in records.items()}

    def whole(self, root: str, data: bytes) -> Value:
        return self._table(root, Table(data, struct.unpack_from("<I", data)[0]))

    def _fields(self, record: LoweredRecord) -> list[tuple[str, int, Callable[[Table, int], Value], Value]]:
        return [
            (
                field.name,
                4 + 2 * slot,
                self._way(field.type),
                _NUMBERS[field.type.kind][3]
                if isinstance(field.type, Leaf) and fbs.is_inline(field.type) and not field.sometimes
                else None,
            )
            for slot, field in enumerate(record.fields)
        ]

    def _table(self, name: str, table: Table) -> Value:
        found = {}
        for field, vtable_offset, read, default in self._ways[name]:
            offset = table.Offset(vtable_offset)
            if offset:
                found[field] = read(table, table.Pos + offset)
            elif default is not None:
                found[field] = default
        return found

    def _way(self, kind: Lowered) -> Callable[[Table, int], Value]:
        """Return what reads a value at a place of a table's buffer."""
        if isinstance(kind, To):
            name = kind.record
            return lambda table, at: self._table(name, Table(table.Bytes, table.Indirect(at)))
        if isinstance(kind, Many):
            return self._vector(kind.of)
        assert isinstance(kind, Leaf)
        if kind.kind == "bytes":
            return lambda table, at: bytes(table.String(at))
        if kind.kind in ("string", "json"):
            return lambda table, at: table.String(at).decode()
        flags = _NUMBERS[kind.kind][0]
        return lambda table, at: flags.py_type(table.Get(flags, at))

    def _vector(self, kind: Lowered) -> Callable[[Table, int], Value]:
        if fbs.is_inline(kind):
            assert isinstance(kind, Leaf)
            dtype = _NUMBERS[kind.kind][1]

            def numbers(table: Table, at: int) -> Value:
                start = table.Indirect(at)
                return np.frombuffer(table.Bytes, dtype, _length(table, start), start + _OFFSET).tolist()

            return numbers
        way = self._way(kind)

        def items(table: Table, at: int) -> Value:
            start = table.Indirect(at)
            length = _length(table, start)
            return [way(table, place) for place in range(start + _OFFSET, start + _OFFSET * (length + 1), _OFFSET)]

        return items


def _length(table: Table, start: int) -> int:
    length: int = struct.unpack_from("<I", table.Bytes, start)[0]
    if start + length > len(table.Bytes):
        raise ValueError("a vector is longer than the buffer")
    return length


class Codec:
    """The reference codec of a schema, see `weighbridge.schema.references`."""

    def __init__(self, schema: Schema) -> None:
        self._plain = Plain(schema, fbs.CAN, lambda record: {field.number: field.name for field in record.fields})
        lowered = lower(schema, fbs.CAN)
        self._root = lowered.root
        self._records = {record.name: record for record in lowered.records}
        self._reader = _Reader(self._records)

    def encode(self, document: Value) -> bytes:
        with unrepresentable(_TITLE):
            return _Writer(self._records).whole(self._root, self._plain.to(document))

    def decode(self, data: bytes) -> Value:
        with malformed(_TITLE):
            return self._plain.back(self._reader.whole(self._root, data))
