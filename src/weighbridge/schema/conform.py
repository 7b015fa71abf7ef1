"""Documents and a schema: whether one fits the other, and what a typed round trip makes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from weighbridge.formats.model import Place, pointer, shorten
from weighbridge.schema.model import Integer, List, Map, Record, Reference, Scalar, Schema, SchemaError, Type
from weighbridge_kit.values import Value, to_text

_SCALARS: dict[str, set[type]] = {"bool": {bool}, "string": {str}, "bytes": {bytes}, "float64": {float, int}}
_RANGES = {"int64": (-(2**63), 2**63 - 1), "uint64": (0, 2**64 - 1)}

_Change = Callable[[Value], Value]


class Misfit(SchemaError):
    """A document does not fit a schema; the message names the place and says why."""


def require_fit(documents: Sequence[Value], schema: Schema) -> None:
    """Check that documents fit a schema.

    Raises:
        Misfit: one does not.
    """
    if not _fit(documents, schema.root.type, schema, nullable=schema.root.nullable):
        for document in documents:
            _find_misfit(document, schema)


def carried(document: Value, schema: Schema) -> Value:
    """Return a document that fits as typed programs are given it: text in JSON, minified, where the schema says so."""
    change = _Changes(schema, _json_text).of(schema.root.type)
    return change(document) if change and document is not None else document


def expected(document: Value, schema: Schema, *, tells_empty: bool) -> Value:
    """Return what a typed round trip is to give of a document that fits, and is as `carried` gives it.

    A type has one state for "none". So a field that is absent in some records and null in others comes back as null
    where it was absent (``absent-became-null``). An integer among floats comes back as a float
    (``int-became-float``). `weighbridge.formats.compare` names these losses, if it is told that the result is typed.

    Args:
        document: as `carried` gives it.
        schema: its schema.
        tells_empty: whether the format tells an empty list or map from none. Where it does not, an empty one comes
            back as null in a field that may be null (``empty-became-null``), else as absent in one that may be
            absent (``empty-became-absent``).
    """
    change = _Changes(schema, _as_float, record=_settle(tells_empty=tells_empty)).of(schema.root.type)
    return change(document) if change and document is not None else document


def _fit(values: Sequence[Value], kind: Type, schema: Schema, *, nullable: bool) -> bool:
    """Tell whether values are of a type: all of a place at once, for speed."""
    kinds = set(map(type, values))
    if type(None) in kinds:
        if not nullable:
            return False
        kinds.discard(type(None))
        values = [value for value in values if value is not None]
    if not values:
        return True
    if isinstance(kind, Integer):
        lowest, highest = _RANGES[kind.kind]
        return kinds == {int} and lowest <= min(values) and max(values) <= highest
    if isinstance(kind, Scalar):
        return kind.kind == "json" or kinds <= _SCALARS[kind.kind]
    if isinstance(kind, List):
        elements = kind.element
        return kinds == {list} and _fit(
            list(chain.from_iterable(values)), elements.type, schema, nullable=elements.nullable
        )
    if kinds != {dict}:
        return False
    if isinstance(kind, Map):
        entries = list(chain.from_iterable(entries.values() for entries in values))
        return _fit(entries, kind.value.type, schema, nullable=kind.value.nullable)
    return _records_fit(values, schema.record(kind), schema)


def _records_fit(values: Sequence[dict[str, Value]], record: Record, schema: Schema) -> bool:
    known = 0
    for field in record.fields:
        column = [entries[field.key] for entries in values if field.key in entries]
        known += len(column)
        if len(column) < len(values) and not field.optional:
            return False
        if not _fit(column, field.type, schema, nullable=field.nullable):
            return False
    return known == sum(map(len, values))


def _find_misfit(document: Value, schema: Schema) -> None:
    """Raise at the first place of a document that does not fit, if there is one."""
    stack: list[tuple[Value, Type, bool, Place | None]] = [(document, schema.root.type, schema.root.nullable, None)]
    while stack:
        value, kind, nullable, place = stack.pop()
        if value is None and nullable:
            continue
        if isinstance(kind, Scalar | Integer):
            if not _fit([value], kind, schema, nullable=False):
                raise Misfit(f"{pointer(place)}: {_say(value)}, where the schema has {kind.kind}")
        elif type(value) is not (list if isinstance(kind, List) else dict):
            raise Misfit(f"{pointer(place)}: {_say(value)}, where the schema has {_title(kind)}")
        else:
            stack.extend(reversed(list(_contents(value, kind, schema, place))))


def _contents(
    value: Value, kind: Reference | List | Map, schema: Schema, place: Place | None
) -> Iterator[tuple[Value, Type, bool, Place | None]]:
    depth = place.depth + 1 if place else 1
    if isinstance(kind, List):
        for index, item in enumerate(value):
            yield item, kind.element.type, kind.element.nullable, Place(place, index, depth)
        return
    if isinstance(kind, Map):
        for key, item in value.items():
            yield item, kind.value.type, kind.value.nullable, Place(place, key, depth)
        return
    record = schema.record(kind)
    known = {field.key for field in record.fields}
    for key in value:
        if key not in known:
            raise Misfit(f"{pointer(Place(place, key, depth))}: the record {record.name} has no such field")
    for field in record.fields:
        inner = Place(place, field.key, depth)
        if field.key in value:
            yield value[field.key], field.type, field.nullable, inner
        elif not field.optional:
            raise Misfit(f"{pointer(inner)}: absent, where every {record.name} has one")


def _title(kind: Reference | List | Map) -> str:
    return f"the record {kind.record}" if isinstance(kind, Reference) else f"a {kind.kind}"


def _say(value: Value) -> str:
    if isinstance(value, dict | list):
        return f"{'a map' if isinstance(value, dict) else 'a list'} of {len(value)}"
    return shorten(repr(value))


def _json_text(kind: Scalar | Integer) -> _Change | None:
    return to_text if kind.kind == "json" else None


def _as_float(kind: Scalar | Integer) -> _Change | None:
    return float if kind.kind == "float64" else None


def _settle(*, tells_empty: bool) -> Callable[[Record], _Change | None]:
    """Return what settles the fields of a record that have one state for several."""

    def of(record: Record) -> _Change | None:
        nullable = [field.key for field in record.fields if field.optional and field.nullable]
        emptied = (
            []
            if tells_empty
            else [
                field
                for field in record.fields
                if isinstance(field.type, List | Map) and (field.optional or field.nullable)
            ]
        )
        if not nullable and not emptied:
            return None

        def settle(entries: dict[str, Value]) -> dict[str, Value]:
            found = dict(entries)
            for field in emptied:
                if found.get(field.key) in ([], {}):
                    del found[field.key]
                    if field.nullable:
                        found[field.key] = None
            for key in nullable:
                found.setdefault(key, None)
            return found

        return settle

    return of


class _Changes:
    """What a type's values are changed by: None where nothing is, so that what stays is not walked over."""

    def __init__(
        self,
        schema: Schema,
        scalar: Callable[[Scalar | Integer], _Change | None],
        record: Callable[[Record], _Change | None] = lambda _: None,
    ) -> None:
        self._schema = schema
        self._scalar = scalar
        self._record = record
        self._known: dict[str, _Change | None] = {}

    def of(self, kind: Type) -> _Change | None:
        """Return what changes a value of a type that is not null."""
        if isinstance(kind, Reference):
            if kind.record not in self._known:
                self._known[kind.record] = self._of_record(self._schema.record(kind))
            return self._known[kind.record]
        if isinstance(kind, List):
            element = self.of(kind.element.type)
            return element and (lambda items: [None if item is None else element(item) for item in items])
        if isinstance(kind, Map):
            value = self.of(kind.value.type)
            return value and (
                lambda entries: {key: None if item is None else value(item) for key, item in entries.items()}
            )
        return self._scalar(kind)

    def _of_record(self, record: Record) -> _Change | None:
        settle = self._record(record)
        found = ((field.key, self.of(field.type)) for field in record.fields)
        changed = [(key, change) for key, change in found if change]
        if not settle and not changed:
            return None

        def change_record(entries: dict[str, Value]) -> dict[str, Value]:
            entries = settle(entries) if settle else dict(entries)
            for key, change in changed:
                item = entries.get(key)
                if item is not None:
                    entries[key] = change(item)
            return entries

        return change_record
