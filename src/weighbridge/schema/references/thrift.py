"""Thrift, by thriftpy2: what its protocols share."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from thriftpy2.parser import parser
from thriftpy2.utils import deserialize, serialize

from weighbridge.formats.guard import malformed, unrepresentable
from weighbridge.schema.emit import thrift as language
from weighbridge.schema.lower import Keyed, Lowered, LoweredRecord, Many, To, lower
from weighbridge.schema.model import Schema
from weighbridge.schema.references.plain import SIGNED, Plain
from weighbridge_kit.values import Value

_TITLE = "Thrift"
_parse: Callable[..., Any] = parser.parse


class _Structs:
    """Dicts as the library's structs, and back."""

    def __init__(self, schema: Schema) -> None:
        lowered = lower(schema, language.CAN)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "schema.thrift")
            file.write_text(language.write(schema), encoding="utf-8")
            module = _parse(str(file), enable_cache=False)
        self._to: dict[str, Callable[[Value], Any]] = {}
        self._back: dict[str, Callable[[Any], Value]] = {}
        for record in lowered.records:
            self._add(record, getattr(module, record.name))
        self.struct = getattr(module, lowered.root)
        self.to, self.back = self._to[lowered.root], self._back[lowered.root]

    def _add(self, record: LoweredRecord, struct: Any) -> None:
        names = language.field_names(record)
        into = [(names[field.number], _each(field.type, self._to)) for field in record.fields]
        out_of = [(names[field.number], _each(field.type, self._back)) for field in record.fields]

        def to(plain: Value) -> Any:
            return struct(
                **{name: change(plain[name]) if change else plain[name] for name, change in into if name in plain}
            )

        def back(made: Any) -> Value:
            found = {}
            for name, change in out_of:
                value = getattr(made, name)
                if value is not None:
                    found[name] = change(value) if change else value
            return found

        self._to[record.name], self._back[record.name] = to, back


def _each(kind: Lowered, of: dict[str, Callable[[Any], Any]]) -> Callable[[Any], Any] | None:
    """Return what changes the records within a value; None where there are none."""
    if isinstance(kind, To):
        return of[kind.record]
    inner = _each(kind.of, of) if isinstance(kind, Many | Keyed) else None
    if inner is None:
        return None
    change = inner
    if isinstance(kind, Many):
        return lambda items: list(map(change, items))
    return lambda entries: {key: change(value) for key, value in entries.items()}


class ThriftCodec:
    """The reference codec of a schema in a protocol, see `weighbridge.schema.references`."""

    def __init__(self, schema: Schema, protocol: Callable[[], Any]) -> None:
        self._plain = Plain(schema, language.CAN, language.field_names, scalar={"uint64": SIGNED})
        self._structs = _Structs(schema)
        self._protocol = protocol()

    def encode(self, document: Value) -> bytes:
        with unrepresentable(_TITLE):
            return bytes(serialize(self._structs.to(self._plain.to(document)), self._protocol))

    def decode(self, data: bytes) -> Value:
        with malformed(_TITLE):
            return self._plain.back(self._structs.back(deserialize(self._structs.struct(), data, self._protocol)))
