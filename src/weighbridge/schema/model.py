"""A schema: what the documents of a payload hold, as types that every language and schema language can have.

Its JSON form is what `weighbridge schema --to weighbridge` writes, and what runners are given.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, computed_field, model_validator

from weighbridge.formats.model import shorten
from weighbridge.schema.names import folded, is_name, is_type_name, made_beside

MOST_LEVELS = 64
"""So deep may types nest: protobuf's and serde's readers take about 100 levels, and a wrapper is a level."""

MOST_RECORDS = 500
"""So many types are generated at the most."""

MOST_FIELDS = 5000
"""So many fields a record has at the most."""

_SHOWN = 80
"""Characters of what stands at a place, in messages."""


class SchemaError(ValueError):
    """There is no schema for the documents, or what was given is none; the message says where, why, and what to do."""


def _field_name(name: str) -> str:
    if not is_name(name):
        raise ValueError(
            f"{shorten(name, _SHOWN)!r} is no name that every language takes for a field: letters and digits, a letter "
            "first, with single underscores between them, no keyword, and no more than 80 characters"
        )
    return name


def _type_name(name: str) -> str:
    if not is_type_name(name):
        raise ValueError(
            f"{shorten(name, _SHOWN)!r} is no name that every language takes for a type: letters and digits, a capital "
            "first, no keyword and no type of a language's own, and no more than 120 characters"
        )
    return name


def _unicode(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{shorten(text, _SHOWN)!r} has half of a surrogate pair, which is no text") from None
    return text


FieldName = Annotated[str, AfterValidator(_field_name)]
"""For generated code: what no language can take for anything else."""

TypeName = Annotated[str, AfterValidator(_type_name)]
"""The same of a type."""

_Text = Annotated[str, AfterValidator(_unicode)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Basis(_Part):
    """What was seen at a place. It is for people: no runner may depend on it.

    Attributes:
        seen: how many values there were; of a field, in so many records.
        of: of a field: how many records there were; else as ``seen``.
        nulls: how many of the values were null.
        min: the lowest integer, of integers.
        max: the highest.
        integers: how many of the values were integers, of floats.
        most: how many elements or entries the largest had, of lists and maps.
    """

    seen: int
    of: int
    nulls: int = 0
    min: int | None = None
    max: int | None = None
    integers: int | None = None
    most: int | None = None


class Scalar(_Part):
    """A scalar that is no integer. ``json`` is what is carried as text: a string with the JSON of what is there."""

    kind: Literal["bool", "float64", "string", "bytes", "json"]


class Integer(_Part):
    """An integer.

    Attributes:
        kind: ``uint64`` where integers above 2**63 - 1 were seen.
        negative: whether negative ones were seen, for formats that can write them in two ways.
    """

    kind: Literal["int64", "uint64"]
    negative: bool = False


class Reference(_Part):
    """A record, by its name."""

    kind: Literal["record"] = "record"
    record: TypeName


class List(_Part):
    """A list.

    Attributes:
        name: of the record with one field ``items`` that holds it, in formats that need one: a list in a list.
        element: what its elements are.
    """

    kind: Literal["list"] = "list"
    name: TypeName
    element: Slot


class Map(_Part):
    """A map whose keys are data.

    Attributes:
        name: of the record with one field ``entries`` that holds it, in formats that need one: a map in a list. With
            ``Entry`` after it, of the record with the fields ``key`` and ``value``, in formats that have no maps.
        value: what its values are.
    """

    kind: Literal["map"] = "map"
    name: TypeName
    value: Slot


Type = Annotated[Scalar | Integer | Reference | List | Map, Field(discriminator="kind")]


class Slot(_Part):
    """Where a value stands: a list's element, a map's value, or the root.

    Attributes:
        type: what it is.
        nullable: whether it may be null.
        box: the name of the record with one field ``value`` that holds it, in formats that need one: for an element or
            value that may be null or is bytes, and for a root that is a scalar or may be null; None elsewhere.
        basis: what was seen there.
    """

    type: Type
    nullable: bool = False
    box: TypeName | None = None
    basis: Basis | None = None


class RecordField(_Part):
    """A field of a record.

    Attributes:
        key: as in the document.
        name: for generated code: unique in the record, and a safe name in every language.
        number: from 1, in document order.
        type: what it is.
        optional: whether it is absent in some of the records.
        nullable: whether it is null in some of them.
        basis: what was seen there.
    """

    key: _Text
    name: FieldName
    number: int
    type: Type
    optional: bool = False
    nullable: bool = False
    basis: Basis | None = None


class Record(_Part):
    """A map whose keys are known.

    Attributes:
        name: for generated code: unique in the schema.
        path: where it stands, as a JSON Pointer in which ``*`` is any element of a list or value of a map.
        fields: in document order.
    """

    name: TypeName
    path: _Text = ""
    fields: Annotated[tuple[RecordField, ...], Field(max_length=MOST_FIELDS)]

    @model_validator(mode="after")
    def _is_sound(self) -> Self:
        keys: dict[str, int] = {}
        names: dict[str, int] = {}
        for at, field in enumerate(self.fields):
            if field.number != at + 1:
                raise ValueError(
                    f"fields/{at}/number is {field.number}, where {at + 1} is to stand: fields are in the order of "
                    "their numbers, from 1, without gaps"
                )
            for what, found, own in (("key", keys, field.key), ("name", names, folded(field.name))):
                if found.setdefault(own, at) != at:
                    given = shorten(getattr(field, what), _SHOWN)
                    but = " but for case and underscores" if what == "name" else ""
                    raise ValueError(
                        f"fields/{at}/{what} is {given!r}, and fields/{found[own]} has the same {what}{but}"
                    )
        for at, field in enumerate(self.fields):
            if keys.get(field.name, at) != at:
                raise ValueError(f"fields/{at}/name is {field.name!r}, which is the key of fields/{keys[field.name]}")
        return self


class Schema(_Part):
    """What the documents of a payload hold.

    Attributes:
        weighbridge_schema: the version of this form.
        documents: how many were seen; None in a schema that was written by hand.
        root: what a document is.
        records: each after those that it refers to, so that the root's is the last.
    """

    weighbridge_schema: Literal[1] = 1
    documents: int | None = None
    root: Slot
    records: Annotated[tuple[Record, ...], Field(max_length=MOST_RECORDS)] = ()

    @model_validator(mode="after")
    def _is_sound(self) -> Self:
        names = _Names()
        for at, record in enumerate(self.records):
            names.enter_record(record, f"records/{at}")
        names.enter_slot(self.root, "root", boxed=isinstance(self.root.type, Scalar | Integer))
        names.require_apart()
        return self

    @cached_property
    def by_name(self) -> dict[str, Record]:
        """The records by their names."""
        return {record.name: record for record in self.records}

    def record(self, reference: Reference) -> Record:
        """Return the record that is referred to."""
        return self.by_name[reference.record]

    @computed_field(description="Of all but what was seen: documents of one shape with other values share it.")  # type: ignore[prop-decorator]
    @cached_property
    def fingerprint(self) -> str:
        shape = self.model_dump(exclude={"fingerprint", "documents"})
        text = json.dumps(_without_basis(shape), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    @cached_property
    def for_runners(self) -> dict[str, Any]:
        """What runners are given: all but what was seen."""
        shape: dict[str, Any] = _without_basis(self.model_dump(exclude={"documents"}))
        return shape

    def to_json(self) -> str:
        """Return the JSON form, indented. What a basis does not know is left out."""
        return json.dumps(_without_empty_basis(self.model_dump()), indent=2, ensure_ascii=False) + "\n"


class _Names:
    """The names of types in a schema: of records, boxes, lists and maps, and of what is made of these.

    Its methods raise ValueError, with the place, where a name is that of something else, too, but for case; where a
    record is not known yet; where a box is missing or not needed; and where types nest too deep.
    """

    def __init__(self) -> None:
        self._named: dict[str, tuple[str, Any, str]] = {}
        self._levels: dict[str, int] = {}

    def enter_record(self, record: Record, where: str) -> None:
        """Take in the names within a record, and its own."""
        inner = [self._enter_type(one.type, f"{where}/fields/{at}/type") for at, one in enumerate(record.fields)]
        self._levels[record.name] = self._one_more(max(inner, default=0), where)
        self._enter(record.name, ("record", where), f"{where}/name")

    def enter_slot(self, slot: Slot, where: str, *, boxed: bool) -> int:
        """Take in the names within a slot, and of its box; return how many levels deep it is.

        Args:
            slot: the slot.
            where: it stands.
            boxed: whether what is there needs a box even if it is never null.
        """
        levels = self._enter_type(slot.type, f"{where}/type")
        if (slot.box is not None) != (slot.nullable or boxed):
            raise ValueError(f"{where}/box is {'null' if slot.box is None else 'not null'}; docs/schema.md says when")
        if slot.box is not None:
            self._enter(slot.box, ("box", _shape(slot)), f"{where}/box")
        return levels

    def _enter_type(self, kind: Type, where: str) -> int:
        if isinstance(kind, Reference):
            if kind.record not in self._levels:
                raise ValueError(f"{where} refers to the record {kind.record!r}, which does not stand before it")
            return self._levels[kind.record]
        if not isinstance(kind, List | Map):
            return 0
        slot, of = (kind.element, "element") if isinstance(kind, List) else (kind.value, "value")
        levels = self.enter_slot(slot, f"{where}/{of}", boxed=slot.type.kind == "bytes")
        holds = _shape(slot)
        self._enter(kind.name, (kind.kind, holds), f"{where}/name")
        if isinstance(kind, Map):
            self._enter(f"{kind.name}Entry", ("entry", holds), f"{where}/name, with Entry after it,")
        return self._one_more(levels, where)

    def _one_more(self, levels: int, where: str) -> int:
        if levels >= MOST_LEVELS:
            raise ValueError(f"{shorten(where, _SHOWN)} nests more than {MOST_LEVELS} levels")
        return levels + 1

    def _enter(self, name: str, what: tuple[str, Any], where: str) -> None:
        other, holds, place = self._named.setdefault(folded(name), (name, what, where))
        if (other, holds) != (name, what):
            alike = "that name" if other == name else f"the name {other!r}"
            raise ValueError(f"{where} is {name!r}, and {place} has {alike} for something else")

    def require_apart(self) -> None:
        """Require that compilers make nothing beside one type that has the name of another.

        Raises:
            ValueError: they would.
        """
        for name, (kind, _), where in self._named.values():
            for made in made_beside(name):
                other, (beside, _), place = self._named.get(made, ("", ("", None), ""))
                if other and (kind, beside) != ("map", "entry"):
                    raise ValueError(f"{place} is {other!r}, which compilers make beside {name!r} of {where}")


def _shape(slot: Slot) -> Any:
    return _without_basis(slot.model_dump())


def _without_basis(item: Any) -> Any:
    if isinstance(item, dict):
        return {key: _without_basis(member) for key, member in item.items() if key != "basis"}
    return list(map(_without_basis, item)) if isinstance(item, list | tuple) else item


def _without_empty_basis(item: Any) -> Any:
    """Leave out what was not seen, which is most of the members of a basis, and a basis that is not there."""
    if isinstance(item, dict):
        return {
            key: {name: number for name, number in member.items() if number is not None}
            if key == "basis"
            else _without_empty_basis(member)
            for key, member in item.items()
            if key != "basis" or member is not None
        }
    return list(map(_without_empty_basis, item)) if isinstance(item, list | tuple) else item


def read_schema(text: str | bytes) -> Schema:
    """Read the JSON form.

    Raises:
        SchemaError: it is none; the message says where and why.
    """
    try:
        members = json.loads(text)
        if not isinstance(members, dict) or "weighbridge_schema" not in members:
            raise SchemaError("not a schema of Weighbridge's: it has no member weighbridge_schema")
        members.pop("fingerprint", None)
        return Schema.model_validate(members)
    except ValidationError as error:
        first = error.errors()[0]
        where = "/".join(_place(first["loc"]))
        problem = first["msg"].removeprefix("Value error, ")
        raise SchemaError(f"{where}: {problem}" if where else problem) from None
    except RecursionError:
        raise SchemaError(f"it nests deeper than the {MOST_LEVELS} levels that types may") from None
    except ValueError as error:
        if isinstance(error, SchemaError):
            raise
        raise SchemaError(f"not JSON: {error}") from None


def _place(loc: tuple[int | str, ...]) -> Iterator[str]:
    """Yield the steps to a place in the file. The library has the kind of a type as a step more."""
    before: int | str = ""
    for step in loc:
        if before != "type":
            yield str(step)
        before = "" if before == "type" else step


def types_in(kind: Type) -> Iterator[Type]:
    """Yield a type and those within it, innermost first, but not the fields of records."""
    if isinstance(kind, List):
        yield from types_in(kind.element.type)
    elif isinstance(kind, Map):
        yield from types_in(kind.value.type)
    yield kind
