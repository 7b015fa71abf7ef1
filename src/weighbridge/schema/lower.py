"""A schema brought down to what schema languages have: records of scalars, records, lists and maps.

What they lack is held by a record of its own: a list in a list, an element that may be null, a root that is no record.
`docs/schema.md` says which names these have.
"""

from __future__ import annotations

from dataclasses import dataclass

from weighbridge.schema.model import Integer, List, Map, Reference, Scalar, Schema, Slot, Type

Leaf = Scalar | Integer


@dataclass(frozen=True, slots=True)
class To:
    """A record, by its name."""

    record: str


@dataclass(frozen=True, slots=True)
class Many:
    """A list."""

    of: Lowered


@dataclass(frozen=True, slots=True)
class Keyed:
    """A map from strings."""

    of: Lowered


Lowered = Leaf | To | Many | Keyed


@dataclass(frozen=True, slots=True)
class LoweredField:
    """A field.

    Attributes:
        key: as in the document; of a field that no document has, its name.
        name: for generated code.
        number: from 1.
        type: what it holds.
        sometimes: whether it may be absent or null, which is one state here.
        sorts: whether it is the key of a map's entry.
    """

    key: str
    name: str
    number: int
    type: Lowered
    sometimes: bool = False
    sorts: bool = False


@dataclass(frozen=True, slots=True)
class LoweredRecord:
    """A record, of the documents or a wrapper.

    Attributes:
        name: unique in the schema.
        fields: in the order of their numbers.
        path: where it stands in documents; None for a wrapper.
    """

    name: str
    fields: tuple[LoweredField, ...]
    path: str | None = None


@dataclass(frozen=True, slots=True)
class Lowering:
    """What a schema language can do.

    Attributes:
        nests: whether a list or map may directly hold lists and maps.
        has_maps: whether there are maps; else they are lists of entries.
        lists_bytes: whether bytes may be in lists.
    """

    nests: bool
    has_maps: bool
    lists_bytes: bool = True

    def boxes(self, slot: Slot) -> bool:
        """Tell whether an element needs a record of its own."""
        return slot.nullable or (slot.type.kind == "bytes" and not self.lists_bytes)


@dataclass(frozen=True, slots=True)
class LoweredSchema:
    """A schema in terms of a schema language.

    Attributes:
        root: the name of the record that a document is.
        records: each after those that it refers to.
    """

    root: str
    records: tuple[LoweredRecord, ...]


def lower(schema: Schema, can: Lowering) -> LoweredSchema:
    """Bring a schema down to what a schema language has."""
    return _Lower(schema, can).whole()


class _Lower:
    def __init__(self, schema: Schema, can: Lowering) -> None:
        self._schema = schema
        self._can = can
        self._done: dict[str, LoweredRecord] = {}

    def whole(self) -> LoweredSchema:
        root = self._root(self._schema.root)
        return LoweredSchema(root, tuple(self._done.values()))

    def _root(self, slot: Slot) -> str:
        if slot.box:
            return self._box(slot)
        if isinstance(slot.type, List | Map):
            return self._wrapper(slot.type).record
        assert isinstance(slot.type, Reference)
        return self._record(slot.type).record

    def of(self, kind: Type, *, within: bool) -> Lowered:
        """Return a type as it is in a field, or within a list or map."""
        if isinstance(kind, Reference):
            return self._record(kind)
        if isinstance(kind, List | Map):
            return self._wrapper(kind) if within and not self._can.nests else self._container(kind)
        return kind

    def _container(self, kind: List | Map) -> Lowered:
        if isinstance(kind, List):
            return Many(self._held(kind.element))
        if self._can.has_maps:
            return Keyed(self._held(kind.value))
        return Many(self._entry(kind))

    def _held(self, slot: Slot) -> Lowered:
        return To(self._box(slot)) if self._can.boxes(slot) else self.of(slot.type, within=True)

    def _add(self, name: str, *fields: LoweredField, path: str | None = None) -> To:
        self._done.setdefault(name, LoweredRecord(name, fields, path))
        return To(name)

    def _record(self, kind: Reference) -> To:
        record = self._schema.record(kind)
        if record.name in self._done:
            return To(record.name)
        fields = (
            LoweredField(
                field.key,
                field.name,
                field.number,
                self.of(field.type, within=False),
                sometimes=field.optional or field.nullable,
            )
            for field in record.fields
        )
        return self._add(record.name, *fields, path=record.path)

    def _box(self, slot: Slot) -> str:
        assert slot.box
        held = self.of(slot.type, within=True)
        return self._add(slot.box, LoweredField("value", "value", 1, held, sometimes=slot.nullable)).record

    def _wrapper(self, kind: List | Map) -> To:
        name = "items" if isinstance(kind, List) else "entries"
        return self._add(kind.name, LoweredField(name, name, 1, self._container(kind)))

    def _entry(self, kind: Map) -> To:
        value = self.of(kind.value.type, within=False)
        return self._add(
            f"{kind.name}Entry",
            LoweredField("key", "key", 1, Scalar(kind="string"), sorts=True),
            LoweredField("value", "value", 2, value, sometimes=kind.value.nullable),
        )
