"""Documents as the dicts and lists that a library of a schema language takes, and back.

Keys become names, and what the language lacks is wrapped, as `weighbridge.schema.lower` wraps it in types.
A field that is absent or null is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from weighbridge.schema.lower import LoweredRecord, Lowering, lower
from weighbridge.schema.model import Integer, List, Map, Reference, Scalar, Schema, Slot, Type
from weighbridge_kit.values import Value

_Change = Callable[[Value], Value]


class Ways(NamedTuple):
    """How a value becomes plain, and comes back."""

    to: _Change
    back: _Change


def _same(value: Value) -> Value:
    return value


SAME = Ways(_same, _same)
SIGNED = Ways(lambda number: number - 2**64 if number >= 2**63 else number, lambda number: number % 2**64)
"""An unsigned integer as its two's complement."""


_NOTHING: Mapping[str, Value] = {
    "bool": False, "int64": 0, "uint64": 0, "float64": 0.0, "string": "", "bytes": b"", "json": "",
    "list": (), "map": (),
}  # fmt: skip


class Plain:
    """The conversion for one schema.

    Args:
        schema: the documents'.
        can: what the schema language can do.
        names: gives the names of a lowered record's fields by their numbers.
        scalar: how scalars of a kind are converted.
        option: how a scalar that may be absent is wrapped, where it is.
        defaults: whether a field that is always there may be left out if it is empty, or zero.
    """

    def __init__(
        self,
        schema: Schema,
        can: Lowering,
        names: Callable[[LoweredRecord], Mapping[int, str]],
        *,
        scalar: Mapping[str, Ways] | None = None,
        option: Ways | None = None,
        defaults: bool = False,
    ) -> None:
        self._schema = schema
        self._can = can
        self._names = {record.name: names(record) for record in lower(schema, can).records}
        self._scalar = {"float64": Ways(float, _same), **(scalar or {})}
        self._option = option
        self._defaults = defaults
        self._ways = self._root(schema.root)

    def to(self, document: Value) -> Value:
        """Return a document as what the root's record holds."""
        return self._ways.to(document)

    def back(self, plain: Value) -> Value:
        """Return the document of what the root's record holds."""
        return self._ways.back(plain)

    def _root(self, slot: Slot) -> Ways:
        if slot.box:
            return self._boxed(slot)
        if isinstance(slot.type, List | Map):
            return self._wrapped(slot.type)
        return self._of(slot.type, within=False)

    def _of(self, kind: Type, *, within: bool) -> Ways:
        if isinstance(kind, Reference):
            return self._record(kind)
        if isinstance(kind, List | Map):
            return self._wrapped(kind) if within and not self._can.nests else self._container(kind)
        return self._leaf(kind)

    def _leaf(self, kind: Scalar | Integer) -> Ways:
        return self._scalar.get(kind.kind, SAME)

    def _wrapped(self, kind: List | Map) -> Ways:
        to, back = self._container(kind)
        name = self._names[kind.name][1]
        nothing = {name: ()} if self._defaults else {}
        return Ways(lambda value: {name: to(value)}, lambda plain: back((nothing | plain)[name]))

    def _boxed(self, slot: Slot) -> Ways:
        assert slot.box
        name = self._names[slot.box][1]
        to, back = self._field(name, slot.type, sometimes=slot.nullable, within=True)
        return Ways(lambda value: {} if value is None else {name: to(value)}, back)

    def _field(self, name: str, kind: Type, *, sometimes: bool, within: bool = False) -> Ways:
        """Return the ways of a field from a value that is not null, and back from the record's dict, or as null."""
        to, back = self._of(kind, within=within)
        if not sometimes:
            nothing = _NOTHING.get(kind.kind) if self._defaults else None
            return Ways(to, lambda plain: back(plain[name] if nothing is None else plain.get(name, nothing)))
        if self._option is None or not isinstance(kind, Scalar | Integer) or kind.kind in ("string", "bytes", "json"):
            return Ways(to, lambda plain: back(plain[name]) if name in plain else None)
        wrap, unwrap = self._option
        return Ways(lambda value: wrap(to(value)), lambda plain: _through(back, unwrap(plain.get(name))))

    def _held(self, slot: Slot) -> Ways:
        return self._boxed(slot) if self._can.boxes(slot) else self._of(slot.type, within=True)

    def _container(self, kind: List | Map) -> Ways:
        if isinstance(kind, List):
            to, back = self._held(kind.element)
            return Ways(
                list if to is _same else lambda items: list(map(to, items)),
                list if back is _same else lambda plain: list(map(back, plain)),
            )
        if self._can.has_maps:
            to, back = self._held(kind.value)
            return Ways(
                lambda entries: {key: to(value) for key, value in entries.items()},
                lambda plain: {key: back(value) for key, value in plain.items()} if plain else {},
            )
        return self._entries(kind)

    def _entries(self, kind: Map) -> Ways:
        names = self._names[f"{kind.name}Entry"]
        key, item = names[1], names[2]
        to, back = self._field(item, kind.value.type, sometimes=kind.value.nullable)
        return Ways(
            lambda entries: [
                {key: name} if value is None else {key: name, item: to(value)} for name, value in entries.items()
            ],
            lambda plain: {entry[key]: back(entry) for entry in plain},
        )

    def _record(self, kind: Reference) -> Ways:
        record = self._schema.record(kind)
        names = self._names[record.name]
        fields = [
            (field, names[field.number], self._field(
                names[field.number], field.type, sometimes=field.optional or field.nullable
            ))
            for field in record.fields
        ]  # fmt: skip
        into = [(field.key, name, ways.to) for field, name, ways in fields]
        out_of = [(field.key, field.nullable, ways.back) for field, _, ways in fields]

        def to(entries: Value) -> Value:
            return {name: change(entries[key]) for key, name, change in into if entries.get(key) is not None}

        def back(plain: Value) -> Value:
            found = {}
            for key, nullable, change in out_of:
                value = change(plain)
                if value is not None or nullable:
                    found[key] = value
            return found

        return Ways(to, back)


def _through(change: _Change, value: Value) -> Value:
    return None if value is None else change(value)
