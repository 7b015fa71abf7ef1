"""Give names to what was found, and make the schema of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from weighbridge.schema.infer import Found, find
from weighbridge.schema.model import (
    Integer,
    List,
    Map,
    Record,
    RecordField,
    Reference,
    Scalar,
    Schema,
    Slot,
    Type,
)
from weighbridge.schema.names import TypeNames, field_names, pascal
from weighbridge.schema.places import Choices, pointer
from weighbridge_kit.values import Value

_NEGATIVE = "Signed64"
_OF_SCALARS = ("Bool", "Int64", _NEGATIVE, "Uint64", "Float64", "String", "Bytes", "Json")
"""What scalars are called in the names of wrappers, so that no record may be called so."""

ROOT_NAME = "Document"
"""Of the record at the root: the same for all payloads, so that those of one shape share what is generated."""


def infer(
    documents: Sequence[Value],
    *,
    maps: Iterable[str] = (),
    records: Iterable[str] = (),
    as_json: Iterable[str] = (),
    strict: bool = True,
) -> Schema:
    """Return the schema of documents.

    Args:
        documents: at least one.
        maps: paths of objects whose keys are data, whatever the rules say.
        records: paths of objects whose keys are names of fields, whatever the rules say.
        as_json: paths of what is carried as text.
        strict: whether every path has to concern a place.

    Raises:
        UntypableError: places that no type fits.
        SchemaError: a path concerns no place, or there are too many types.
    """
    return _Namer().schema(find(documents, Choices(maps, records, as_json), strict=strict), len(documents))


class _Namer:
    def __init__(self) -> None:
        self._types = TypeNames(_OF_SCALARS)
        self._records: dict[int, str] = {}
        self._wrappers: dict[tuple[str, str], str] = {}
        self._done: list[Record] = []

    def schema(self, root: Found, documents: int) -> Schema:
        self._name_records(root)
        slot = self._slot(root, is_root=True)
        return Schema(documents=documents, root=slot, records=tuple(self._done))

    def _name_records(self, root: Found) -> None:
        """Name records after their keys, outer ones first; one whose name is taken also after the record around it."""
        stack = [(root, ROOT_NAME, "")]
        while stack:
            found, base, around = stack.pop()
            within = around
            if found.kind == "record":
                within = self._records[id(found)] = self._types.give(base, f"{around}{base}")
                stack.extend((part, pascal(key), within) for key, part in reversed(found.fields.items()))
            elif found.inner:
                stack.append((found.inner, base + ("Item" if found.kind == "list" else "Value"), within))

    def _type(self, found: Found) -> Type:
        if found.kind == "record":
            return self._record(found)
        if found.inner:
            slot = self._slot(found.inner)
            what = slot.box or self._word(slot.type)
            if found.kind == "list":
                return List(name=self._wrapper("list", f"{what}List"), element=slot)
            return Map(name=self._wrapper("map", f"{what}Map"), value=slot)
        if found.kind in ("int64", "uint64"):
            return Integer(kind=found.kind, negative=found.negative)  # type: ignore[arg-type]
        return Scalar(kind=found.kind)  # type: ignore[arg-type]

    def _record(self, found: Found) -> Reference:
        names = field_names(found.fields)
        fields = tuple(
            RecordField(
                key=key,
                name=names[key],
                number=number,
                type=self._type(part),
                optional=part.optional,
                nullable=part.nullable,
                basis=part.basis,
            )
            for number, (key, part) in enumerate(found.fields.items(), 1)
        )
        name = self._records[id(found)]
        self._done.append(Record(name=name, path=pointer(found.tokens), fields=fields))
        return Reference(record=name)

    def _slot(self, found: Found, *, is_root: bool = False) -> Slot:
        kind = self._type(found)
        box = None
        if found.nullable:
            box = self._wrapper("box", f"Nullable{self._word(kind)}")
        elif kind.kind == "bytes" or (is_root and isinstance(kind, Scalar | Integer)):
            box = self._wrapper("box", f"{self._word(kind)}Value")
        return Slot(type=kind, nullable=found.nullable, box=box, basis=found.basis)

    def _wrapper(self, of: str, wanted: str) -> str:
        """Return the name of a wrapper: one for all that wrap the same."""
        key = of, wanted
        if key not in self._wrappers:
            self._wrappers[key] = self._types.give(wanted)
        return self._wrappers[key]

    @staticmethod
    def _word(kind: Type) -> str:
        if isinstance(kind, Reference):
            return kind.record
        if isinstance(kind, List | Map):
            return kind.name
        if isinstance(kind, Integer) and kind.negative:
            return _NEGATIVE
        return kind.kind.capitalize()
