"""A schema for people: a line a field, with what was seen there."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from weighbridge.formats.model import shorten
from weighbridge.schema.model import Basis, List, Map, Reference, Scalar, Schema, Slot, Type

_INDENT = "  "
_LONGEST_KEY = 40


def outline(schema: Schema) -> RenderableType:
    """Return a table of a schema's fields, each record's below the field that holds it."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("Field")
    table.add_column("Type")
    table.add_column("Seen in", justify="right")
    table.add_column("Values")
    for row in _rows(schema):
        table.add_row(*row)
    records = len(schema.records)
    types = "1 record type" if records == 1 else f"{records} record types"
    of = "" if schema.documents is None else f", from {_count(schema.documents, 'document')}"
    return Group(table, Text(f"\n{types}{of}. Write it with: weighbridge schema … --to proto", style="dim"))


def _rows(schema: Schema) -> Iterator[tuple[Text, Text, str, str]]:
    root = schema.root
    yield (
        Text("(root)"),
        _type_text(root.type, nullable=root.nullable),
        _seen(root.basis),
        _values(root.type, root.basis),
    )
    yield from _fields(schema, root.type, 1)


def _fields(schema: Schema, kind: Type, depth: int) -> Iterator[tuple[Text, Text, str, str]]:
    held = _innermost(kind)
    if not isinstance(held, Reference):
        return
    for field in schema.record(held).fields:
        label = Text(_INDENT * depth + shorten(_printable(field.key), _LONGEST_KEY))
        if field.name != field.key:
            label.append(f" {field.name}", style="dim")
        kind_text = _type_text(field.type, nullable=field.nullable)
        if field.optional:
            kind_text.append(", optional", style="yellow")
        yield label, kind_text, _seen(field.basis), _values(field.type, field.basis)
        yield from _fields(schema, field.type, depth + 1)


def _innermost(kind: Type) -> Type:
    """Return what lists and maps hold in the end."""
    while isinstance(kind, List | Map):
        kind = kind.element.type if isinstance(kind, List) else kind.value.type
    return kind


def _type_text(kind: Type, *, nullable: bool) -> Text:
    if isinstance(kind, List | Map):
        slot = kind.element if isinstance(kind, List) else kind.value
        text = Text(f"{kind.kind} of ").append_text(_type_text(slot.type, nullable=slot.nullable))
    else:
        text = Text(kind.record if isinstance(kind, Reference) else kind.kind)
    return text.append(" or null", style="yellow") if nullable else text


def _seen(basis: Basis | None) -> str:
    return f"{basis.seen:,} of {basis.of:,}" if basis else ""


def _values(kind: Type, basis: Basis | None) -> str:
    """Say what was seen of a value, and of what a list or map holds."""
    if basis is None:
        return ""
    said = []
    if isinstance(kind, Scalar) and kind.kind == "json":
        if basis.seen == basis.nulls:
            return "always null" if basis.nulls else "never seen"
        said.append("carried as text")
    if basis.nulls:
        said.append(f"{basis.nulls:,} null")
    if basis.min is not None and basis.max is not None:
        said.append(str(basis.min) if basis.min == basis.max else f"{basis.min} to {basis.max}")
    if basis.integers:
        said.append(f"{basis.integers:,} integers")
    if basis.most is not None and isinstance(kind, List | Map):
        said.append(f"at most {basis.most:,}")
        slot: Slot = kind.element if isinstance(kind, List) else kind.value
        if not isinstance(slot.type, Reference) and (within := _values(slot.type, slot.basis)):
            said.append(f"in it: {within}")
    return ", ".join(said)


def _printable(key: str) -> str:
    return key if key.isprintable() and key.strip() == key and key else repr(key)


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
