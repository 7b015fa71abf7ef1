"""Inference: the schema of documents, by fixed rules. ``docs/schema.md`` states them.

Values are looked at place by place, all those of one place at once: the time is linear in the documents' size.
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from weighbridge.schema.model import MOST_FIELDS, MOST_LEVELS, MOST_RECORDS, Basis, SchemaError
from weighbridge.schema.places import ANY, Choices, Here, Tokens, shown
from weighbridge_kit.values import Value

MANY_KEYS = 20
"""So many keys objects have at the least, all in all, that are taken for maps without being digits."""

RARE = 1 / 4
"""A key is rare if no more of the objects than this share have it, on average over the keys."""

VERY_MANY_KEYS = 100
"""So many keys of one type make a map even if no key is rare, as in a single object, and their values no objects."""

ALIKE = 1 / 4
"""Objects are of one type if each has, on average, this share of the keys that any of them has."""

_WORDS = {
    bool: "boolean",
    int: "integer",
    float: "float",
    str: "string",
    bytes: "byte string",
    list: "list",
    dict: "object",
}
_HIGHEST_SIGNED = 2**63 - 1
_NAMED = 10
"""Places that an error names at the most."""


@dataclass(frozen=True, slots=True)
class Untypable:
    """A place that no type fits.

    Attributes:
        path: where, as a path for ``--as-json``.
        reason: why.
    """

    path: str
    reason: str


class UntypableError(SchemaError):
    """Some places fit no type.

    Attributes:
        places: which, and why.
    """

    def __init__(self, places: Sequence[Untypable]) -> None:
        named = "\n".join(f"  {place.path}: {place.reason}" for place in places[:_NAMED])
        more = f"\n  and {len(places) - _NAMED} more" if len(places) > _NAMED else ""
        options = " ".join(f"--as-json {shlex.quote(place.path)}" for place in places[:_NAMED])
        count = "one place fits" if len(places) == 1 else f"{len(places)} places fit"
        super().__init__(f"{count} no type:\n{named}{more}\nCarry what is there as text: {options}")
        self.places = tuple(places)


@dataclass(slots=True)
class Found:
    """What stands at a place, before anything has a name.

    Attributes:
        tokens: where.
        kind: a kind of the schema's types.
        basis: what was seen; of a field, ``of`` is the number of records.
        inner: of a list or a map: what it holds.
        fields: of a record, by key.
        negative: of integers: whether there are negative ones.
    """

    tokens: Tokens
    kind: str
    basis: Basis
    inner: Found | None = None
    fields: dict[str, Found] = field(default_factory=dict)
    negative: bool = False

    @property
    def optional(self) -> bool:
        """Whether it is absent in some of the records."""
        return self.basis.seen < self.basis.of

    @property
    def nullable(self) -> bool:
        """Whether it is null somewhere."""
        return self.basis.nulls > 0

    @property
    def parts(self) -> Iterator[Found]:
        """What it holds."""
        if self.inner:
            yield self.inner
        yield from self.fields.values()

    def walk(self) -> Iterator[Found]:
        """Yield it and all that it holds, in document order, each before what it holds."""
        stack = [self]
        while stack:
            found = stack.pop()
            yield found
            stack.extend(reversed(list(found.parts)))


def find(documents: Sequence[Value], choices: Choices, *, strict: bool = True) -> Found:
    """Return what stands where in documents.

    Raises:
        UntypableError: places that no type fits.
        SchemaError: a choice of the user's concerns no place, and has to, or there are too many types.
    """
    search = _Search()
    root = search.at((), documents, len(documents), choices.at_root)
    if strict:
        choices.require_used(found.tokens for found in root.walk())
    _require_few(root)  # Before all else: what then becomes a map may have other places that no type fits.
    if search.untypable:
        raise UntypableError(search.untypable)
    return root


class _Search:
    def __init__(self) -> None:
        self.untypable: list[Untypable] = []

    def at(self, tokens: Tokens, values: Sequence[Value], of: int, here: Here) -> Found:
        """Return what stands at a place.

        Args:
            tokens: where.
            values: all that stand there.
            of: how many records could have one.
            here: what the user said of it.
        """
        kinds = Counter(map(type, values))
        nulls = kinds.pop(type(None), 0)
        basis = Basis(seen=len(values), of=of, nulls=nulls)
        if here.says("as-json"):
            here.heed("as-json")
            return Found(tokens, "json", basis)
        if not kinds:
            return Found(tokens, "json", basis)
        if set(kinds) == {int, float}:
            return Found(tokens, "float64", basis.model_copy(update={"integers": kinds[int]}))
        if len(kinds) > 1:
            return self._give_up(tokens, basis, _mixture(kinds))
        (kind,) = kinds
        present = [value for value in values if value is not None] if nulls else values
        if kind is int:
            return self._integer(tokens, present, basis)
        if kind is list or kind is dict:
            if len(tokens) >= MOST_LEVELS:
                return self._give_up(tokens, basis, f"more than {MOST_LEVELS} levels of nesting")
            basis = basis.model_copy(update={"most": max(map(len, present))})
            return (self._list if kind is list else self._object)(tokens, present, basis, here)
        return Found(tokens, {bool: "bool", float: "float64", str: "string", bytes: "bytes"}[kind], basis)

    def _give_up(self, tokens: Tokens, basis: Basis, reason: str) -> Found:
        self.untypable.append(Untypable(shown(tokens), reason))
        return Found(tokens, "json", basis)

    def _integer(self, tokens: Tokens, values: Sequence[int], basis: Basis) -> Found:
        low, high = min(values), max(values)
        basis = basis.model_copy(update={"min": low, "max": high})
        if not _fit_64_bits(low, high):
            return self._give_up(tokens, basis, f"integers from {low} to {high}, which no type of 64 bits holds")
        return Found(tokens, "uint64" if high > _HIGHEST_SIGNED else "int64", basis, negative=low < 0)

    def _list(self, tokens: Tokens, values: Sequence[list[Value]], basis: Basis, here: Here) -> Found:
        elements = list(chain.from_iterable(values))
        inner = self.at((*tokens, ANY), elements, len(elements), here.below(()))
        return Found(tokens, "list", basis, inner)

    def _object(self, tokens: Tokens, values: Sequence[dict[str, Value]], basis: Basis, here: Here) -> Found:
        columns = _columns(values)
        if here.says("map") or here.says("record"):
            is_map = here.says("map")
            here.heed("map" if is_map else "record")
        else:
            is_map = _are_maps(columns, len(values), here)
        if is_map:
            entries = list(chain.from_iterable(columns.values()))
            inner = self.at((*tokens, ANY), entries, len(entries), here.below(columns))
            return Found(tokens, "map", basis, inner)
        fields = {
            key: self.at((*tokens, key), column, len(values), here.below((key,))) for key, column in columns.items()
        }
        return Found(tokens, "record", basis, fields=fields)


def _mixture(kinds: Counter[type]) -> str:
    counted = [f"{number:,} {_WORDS[kind]}{'s' if number > 1 else ''}" for kind, number in kinds.items()]
    return f"{', '.join(counted[:-1])} and {counted[-1]}"


def _fit_64_bits(low: int, high: int) -> bool:
    return low >= 0 or high <= _HIGHEST_SIGNED


def _columns(objects: Iterable[dict[str, Value]]) -> dict[str, list[Value]]:
    """Return the values of each key, the keys in the order in which they are first seen."""
    columns: dict[str, list[Value]] = {}
    for entries in objects:
        for key, value in entries.items():
            column = columns.get(key)
            if column is None:
                columns[key] = [value]
            else:
                column.append(value)
    return columns


def _are_maps(columns: dict[str, list[Value]], objects: int, here: Here) -> bool:
    """Tell whether the keys of objects are data, and not names of fields."""
    if not columns:
        return True  # Nothing says what their keys are.
    are_digits = all(key.isascii() and key.isdigit() for key in columns)
    if not are_digits and len(columns) < MANY_KEYS:
        return False
    values = list(chain.from_iterable(columns.values()))
    are_rare = len(values) <= RARE * len(columns) * objects
    if not (are_digits or are_rare or len(columns) >= VERY_MANY_KEYS or all(type(value) is dict for value in values)):
        return False
    below = here.below(columns)
    return _unify(values, below) and (are_digits or _are_alike(values, below))


def _unify(values: Sequence[Value], here: Here) -> bool:
    """Tell whether values are of one type, where every object is a record."""
    if here.says("as-json"):
        return True
    kinds = set(map(type, values)) - {type(None)}
    if not kinds or kinds == {int, float}:
        return True
    if len(kinds) > 1:
        return False
    (kind,) = kinds
    present = [value for value in values if value is not None]
    if kind is int:
        return _fit_64_bits(min(present), max(present))
    if kind is list:
        return _unify(list(chain.from_iterable(present)), here.below(()))
    if kind is dict:
        return all(_unify(column, here.below((key,))) for key, column in _columns(present).items())
    return True


def _are_alike(values: Sequence[Value], here: Here) -> bool:
    objects = [value for value in values if type(value) is dict]
    columns = _columns(objects)
    entries = sum(map(len, columns.values()))
    return entries >= ALIKE * len(columns) * len(objects) or _are_maps(columns, len(objects), here)


def _require_few(root: Found) -> None:
    records = [found for found in root.walk() if found.kind == "record"]
    widest = max(records, key=lambda found: len(found.fields), default=None)
    if widest and len(widest.fields) > MOST_FIELDS:
        raise SchemaError(
            f"{shown(widest.tokens)}: a record of {len(widest.fields):,} fields, more than {MOST_FIELDS:,}; make it a "
            f"map with --map {shlex.quote(shown(widest.tokens))}, or carry it as text with --as-json"
        )
    if len(records) > MOST_RECORDS:
        place, count = _fullest(records)
        raise SchemaError(
            f"{len(records):,} record types, more than {MOST_RECORDS}, {count:,} of them in {shown(place)}: make that "
            f"a map with --map {shlex.quote(shown(place))}, or carry it as text with --as-json"
        )


def _fullest(records: Sequence[Found]) -> tuple[Tokens, int]:
    """Return the innermost place that holds more than half of the record types, and how many."""
    place: Tokens = ()
    count = len(records)
    while True:
        below = Counter(
            found.tokens[: len(place) + 1]
            for found in records
            if len(found.tokens) > len(place) and found.tokens[: len(place)] == place
        )
        if not below:
            return place, count
        deeper, number = below.most_common(1)[0]
        if number * 2 <= len(records):
            return place, count
        place, count = deeper, number
