"""A schema: what the documents of a payload hold, as types that every language and schema language can have.

Its JSON form is what `weighbridge schema --to weighbridge` writes, and what runners are given.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, computed_field, model_validator

from weighbridge.schema.names import folded

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


class SchemaError(ValueError):
    """There is no schema for the documents, or what was given is none; the message says where, why, and what to do."""


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
    record: str


class List(_Part):
    """A list.

    Attributes:
        name: of the record with one field ``items`` that holds it, in formats that need one: a list in a list.
        element: what its elements are.
    """

    kind: Literal["list"] = "list"
    name: str
    element: Slot


class Map(_Part):
    """A map whose keys are data.

    Attributes:
        name: of the record with one field ``entries`` that holds it, in formats that need one: a map in a list. With
            ``Entry`` after it, of the record with the fields ``key`` and ``value``, in formats that have no maps.
        value: what its values are.
    """

    kind: Literal["map"] = "map"
    name: str
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
    box: str | None = None
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

    key: str
    name: str
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

    name: str
    path: str = ""
    fields: tuple[RecordField, ...]

    @model_validator(mode="after")
    def _is_sound(self) -> Self:
        for what, found in (
            ("key", Counter(field.key for field in self.fields)),
            ("name", Counter(folded(field.name) for field in self.fields)),
            ("number", Counter(field.number for field in self.fields)),
        ):
            twice = next((one for one, times in found.items() if times > 1), None)
            if twice is not None:
                raise ValueError(f"the record {self.name} has the {what} {twice!r} twice")
        for field in self.fields:
            _require_name(field.name)
            if field.number < 1:
                raise ValueError(f"the record {self.name} has the number {field.number}; numbers begin at 1")
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
    records: tuple[Record, ...] = ()

    @model_validator(mode="after")
    def _is_sound(self) -> Self:
        known: set[str] = set()
        for record in self.records:
            _require_name(record.name)
            if record.name in known:
                raise ValueError(f"there are two records {record.name}")
            for field in record.fields:
                _require_known(field.type, known, f"the field {field.key!r} of {record.name}")
            known.add(record.name)
        _require_known(self.root.type, known, "the root")
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


def _require_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} is no name: letters, digits and underscores, and a letter first")


def _require_known(kind: Type, known: set[str], where: str) -> None:
    if isinstance(kind, Reference) and kind.record not in known:
        raise ValueError(f"{where} refers to the record {kind.record!r}, which does not stand before it")
    if isinstance(kind, List | Map):
        slot = kind.element if isinstance(kind, List) else kind.value
        _require_known(slot.type, known, where)
        if (slot.nullable or slot.type.kind == "bytes") and slot.box is None:
            raise ValueError(f"{where} holds bytes or what may be null, and has no box")


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
        where = "/".join(map(str, first["loc"])) or "(root)"
        raise SchemaError(f"{where}: {first['msg'].removeprefix('Value error, ')}") from None
    except ValueError as error:
        if isinstance(error, SchemaError):
            raise
        raise SchemaError(f"not JSON: {error}") from None


def types_in(kind: Type) -> Iterator[Type]:
    """Yield a type and those within it, innermost first, but not the fields of records."""
    if isinstance(kind, List):
        yield from types_in(kind.element.type)
    elif isinstance(kind, Map):
        yield from types_in(kind.value.type)
    yield kind
