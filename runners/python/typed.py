"""The application's own types for the schema of a payload, and what turns them into those of a library and back.

The types are dataclasses. What converts is written as source and compiled, as a programmer would have written it by
hand for this very schema: a function for each record, a comprehension for each list and map.
"""

from __future__ import annotations

import keyword
import re
import sys
from copy import copy, deepcopy
from dataclasses import MISSING, field, make_dataclass
from itertools import chain
from types import ModuleType
from typing import TYPE_CHECKING, Any, Callable, Optional

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from picking import Steps

from codec import Unsupported
from picking import ABSENT, reader

Json = dict[str, Any]
"""A part of a schema, in the JSON form that docs/schema.md has."""

SCALARS: dict[str, type] = {
    "bool": bool,
    "int64": int,
    "uint64": int,
    "float64": float,
    "string": str,
    "bytes": bytes,
    "json": str,
}


class Types:
    """The types of a schema, as an application in Python has them.

    Attributes:
        schema: the schema's JSON form.
        texts: the schema in languages of formats, by the names that ``weighbridge schema --to`` knows.
        records: the schema's records by their names.
        classes: the dataclasses of the records.
        root: what a document is, as an annotation.
        build: makes the application's object of a document as a tree.
        plain: makes the tree of the document that an object stands for.
        renamed: what a library has to refuse that cannot write keys other than the names of fields; None where there
            are none.
    """

    def __init__(self, schema: Json, texts: Mapping[str, str]) -> None:
        require_identifiers(schema)
        self.schema = schema
        self.texts = texts
        for one in chain.from_iterable(record["fields"] for record in schema["records"]):
            one["attribute"] = one["key"] if is_attribute(one["key"]) else one["name"]
        self.records: dict[str, Json] = {record["name"]: record for record in schema["records"]}
        self.classes = self.family(_dataclass)
        self.root = self.annotation(schema["root"], self.classes)
        self._enter_a_module(str(schema["fingerprint"]))
        self.build: Callable[[Any], Any] = FromDicts(self, floats=True).function()
        self.plain: Callable[[Any], Any] = ToDicts(self).function()
        fields = chain.from_iterable(record["fields"] for record in schema["records"])
        other = next((one for one in fields if one["key"] != one["attribute"]), None)
        self.renamed = other and Unsupported(
            "it takes the names of attributes for keys, "
            f"and {other['key'][:80]!r} is the attribute {other['attribute']!r}"
        )

    @property
    def root_name(self) -> str:
        """What the record at the root is called in schema languages, which have nothing else there."""
        slot = self.schema["root"]
        return str(slot["box"] or slot["type"].get("record") or slot["type"]["name"])

    def text(self, language: str) -> str:
        """Return the schema in a schema language.

        Raises:
            Unsupported: it did not come, since the format cannot hold the documents.
        """
        if language not in self.texts:
            raise Unsupported(f"the payload came without its schema in {language}")
        return self.texts[language]

    def called(self, name: Callable[[Json, Json], str]) -> Types:
        """Return the same types, but for the names that their fields have in a library.

        Args:
            name: makes the name, of a record and a field.
        """
        other = copy(self)
        other.schema = deepcopy(self.schema)
        for record in other.schema["records"]:
            for one in record["fields"]:
                one["name"] = name(record, one)
        return other

    def apart_from(self, owner: Any) -> Types:
        """Return the same types with an underscore behind those names of fields that a library's class has itself.

        No name in a schema ends so.
        """
        return self.called(lambda _, one: f"{one['name']}_" if hasattr(owner, one["name"]) else one["name"])

    def require_names(self) -> None:
        """Refuse types with a key that is not the name of its field.

        Raises:
            Unsupported: there is one.
        """
        if self.renamed:
            raise self.renamed

    def _enter_a_module(self, fingerprint: str) -> None:
        """Give the classes a module: some libraries look there for what annotations name."""
        module = ModuleType(f"types_{fingerprint}")
        for name, made in self.classes.items():
            made.__module__ = module.__name__
            setattr(module, name, made)
        sys.modules[module.__name__] = module

    def family(self, make: Callable[[str, list[tuple[Json, Any]]], Any]) -> dict[str, Any]:
        """Make a class for each record.

        Args:
            make: makes it, of its name, and its fields with their annotations.
        """
        classes: dict[str, Any] = {}
        for record in self.schema["records"]:  # each after those that it refers to
            fields = [(one, self.annotation({**one, "nullable": may_lack(one)}, classes)) for one in record["fields"]]
            classes[record["name"]] = make(record["name"], fields)
        return classes

    def stand_for(self, into: Callable[[Any], Any], out_of: Callable[[Any], Any]) -> dict[str, Callable[[Any], Any]]:
        """Return `build` and `plain` for a library's own objects.

        Args:
            into: makes them of the application's.
            out_of: makes the application's of them.
        """
        return {"build": lambda value: into(self.build(value)), "plain": lambda made: self.plain(out_of(made))}

    def from_dicts(self) -> Callable[[Any], Any]:
        """Return what makes the application's object of a library's tree, taking scalars as they are."""
        return FromDicts(self).function()

    def between(self, classes: Mapping[str, Any], names: str = "attribute") -> dict[str, Callable[[Any], Any]]:
        """Return `build` and `plain` for a library's own classes, whose attributes bear the names given."""
        into = ToObjects(self, classes=classes, made_by=names).function()
        out_of = ToObjects(self, found_by=names).function()
        return self.stand_for(into, out_of)

    def reader(self, paths: list[Steps]) -> Callable[[Any], tuple[Any, ...]]:
        """Return what reads the values at paths out of the application's object."""
        return reader(self._at(steps) for steps in paths)

    def _at(self, steps: Steps) -> str:
        """Return the expression of the value at a path. One that the schema does not know is absent."""
        expression, slot = "it", self.schema["root"]
        for step in steps:
            kind = slot["type"]
            if kind["kind"] == "record":
                slot = next((one for one in self.records[kind["record"]]["fields"] if one["key"] == step), None)
                if slot is None:
                    return "ABSENT"
                expression += f".{slot['attribute']}"
            elif kind["kind"] in ("list", "map"):
                slot = kind["element" if kind["kind"] == "list" else "value"]
                expression += f"[{step!r}]"
            else:
                return "ABSENT"
        absent = slot.get("optional", False) and not slot["nullable"]
        return f"ABSENT if (found := {expression}) is None else found" if absent else expression

    def annotation(self, slot: Json, classes: Mapping[str, Any]) -> Any:
        """Return the annotation of a slot or field, with one family's classes."""
        kind = slot["type"]
        if kind["kind"] == "record":
            made = classes[kind["record"]]
        elif kind["kind"] == "list":
            made = list[self.annotation(kind["element"], classes)]  # type: ignore[misc]
        elif kind["kind"] == "map":
            made = dict[str, self.annotation(kind["value"], classes)]  # type: ignore[misc]
        else:
            made = SCALARS[kind["kind"]]
        return Optional[made] if slot["nullable"] else made


def is_attribute(key: str) -> bool:
    """Tell whether a key can be the name of a public attribute; else the attribute has the name in the schema."""
    return bool(re.fullmatch("[A-Za-z][A-Za-z0-9_]*", key)) and not keyword.iskeyword(key)


def require_identifiers(part: Any) -> None:
    """Refuse a schema, or a part of one, with a name that is more than a name: all of them become source.

    Raises:
        ValueError: there is one.
    """
    if isinstance(part, list):
        for item in part:
            require_identifiers(item)
    elif isinstance(part, dict):
        for member, item in part.items():
            if member in ("name", "box", "record") and item is not None and not is_attribute(str(item)):
                raise ValueError(f"{item!r} is no name")
            require_identifiers(item)


def may_lack(one: Json) -> bool:
    """Tell whether a field may hold None."""
    return bool(one["optional"] or one["nullable"])


def _dataclass(name: str, fields: list[tuple[Json, Any]]) -> type:
    made = [
        (one["attribute"], annotation, field(default=None if may_lack(one) else MISSING)) for one, annotation in fields
    ]
    if sys.version_info >= (3, 10):
        return make_dataclass(name, made, slots=True, kw_only=True)
    # Python 3.9 has no fields by keyword alone, so that none may follow upon one with a default.
    parameters = "".join(f", {one['attribute']}{'=None' if may_lack(one) else ''}" for one, _ in fields)
    # No attribute begins with an underscore, but one may be called self.
    statements = "".join(f"\n    _self.{one['attribute']} = {one['attribute']}" for one, _ in fields)
    names = compiled(f"def __init__(_self{', *' if fields else ''}{parameters}):{statements or ' pass'}\n", {})
    return make_dataclass(name, made, init=False, namespace={"__init__": names["__init__"]})


def compiled(source: str, names: Mapping[str, Any]) -> dict[str, Any]:
    """Return the names that a source defines, which sees others."""
    scope = dict(names)
    exec(compile(source, "<conversion>", "exec"), scope)
    return scope


class Conversion:
    """Writes the functions that turn the values of a schema from one family of types into another.

    What a library does otherwise its codec's file derives. Every method returns an expression, of an expression.

    Attributes:
        also: a second parameter that all functions have, after a comma.
        boxes: whether what may be null in a list or map, and all but a record at the root, is in a record of its own.
        wraps: whether a list or map within another is in a record of its own.
    """

    boxes = False
    wraps = False
    also = ""

    def __init__(self, types: Types, names: Mapping[str, Any] | None = None) -> None:
        self.types = types
        self._names = dict(names or {})
        self._functions: dict[str, list[str]] = {}

    def function(self) -> Callable[..., Any]:
        """Return the function that converts a document."""
        for record in self.types.schema["records"]:
            self.define(record["name"], self.record(record))
        root = self.root(self.types.schema["root"], "it")
        self._functions["convert"] = [f"return {root}"]
        bodies = (f"def {name}(it{self.also}):\n{_indented(body)}" for name, body in self._functions.items())
        try:
            scope = compiled("".join(bodies), self._names)
        except SyntaxError as error:
            if "too many" not in str(error):
                raise
            raise Unsupported(f"Python nests no code as deep as these types: {error.msg}") from error
        # What has a function of its own is converted by it, without a call more.
        function, _, arguments = root.partition("(")
        made: Callable[..., Any] = scope[function if arguments == f"it{self.also})" else "convert"]
        return made

    def define(self, name: str, body: list[str]) -> None:
        """Define the function that converts a record, or a wrapper."""
        self._functions[f"of_{name}"] = body

    def call(self, name: str, value: str) -> str:
        """Call it."""
        return f"of_{name}({value}{self.also})"

    def record(self, record: Json) -> list[str]:
        """Return the statements that convert a record, named ``it``."""
        raise NotImplementedError

    def root(self, slot: Json, value: str) -> str:
        if self.boxes and slot["box"]:
            return self.boxed(slot, value)
        if self.boxes and slot["type"]["kind"] in ("list", "map"):
            return self.wrapped(slot["type"], value)
        return self.or_none(slot, value)

    def slot(self, slot: Json, value: str) -> str:
        """Convert an element of a list, or a value of a map."""
        if slot["nullable"] and self.boxes:
            return self.boxed(slot, value)
        return self.or_none(slot, value, within=True)

    def boxed(self, slot: Json, value: str) -> str:
        raise NotImplementedError

    def or_none(self, slot: Json, value: str, *, within: bool = False) -> str:
        """Convert what may be None."""
        # Never both: what is made twice at each level of nesting takes for ever.
        if not slot["nullable"]:
            return self.value(slot["type"], value, within=within)
        made = self.value(slot["type"], "found", within=within)
        return value if made == "found" else f"None if (found := {value}) is None else {made}"

    def value(self, kind: Json, value: str, *, within: bool = False) -> str:
        """Convert what is not None."""
        if kind["kind"] == "record":
            return self.call(kind["record"], value)
        if kind["kind"] in ("list", "map"):
            return self.wrapped(kind, value) if within and self.wraps else self.container(kind, value)
        return self.scalar(kind, value)

    def wrapped(self, kind: Json, value: str) -> str:
        raise NotImplementedError

    def container(self, kind: Json, value: str) -> str:
        if kind["kind"] == "list":
            item = self.slot(kind["element"], "item")
            return self.copied("list", value) if item == "item" else f"[{item} for item in {value}]"
        item = self.slot(kind["value"], "item")
        return self.copied("dict", value) if item == "item" else f"{{key: {item} for key, item in {value}.items()}}"

    def copied(self, container: str, value: str) -> str:  # noqa: ARG002
        """Take over a list or dict whose contents need no conversion."""
        return value

    def scalar(self, kind: Json, value: str) -> str:  # noqa: ARG002
        return value


def _indented(statements: Iterable[str]) -> str:
    return "".join(f"    {statement}\n" for statement in statements)


class ToDicts(Conversion):
    """From the application's objects to dicts with the original keys. None of a field that is optional is left out."""

    def record(self, record: Json) -> list[str]:
        entries: list[str] = []
        statements: list[str] = []
        for one in record["fields"]:
            key, member = repr(self.key(one)), f"it.{one['attribute']}"
            if self.leaves_out(one):
                statements += [
                    f"if (found := {member}) is not None:",
                    f"    made[{key}] = {self.present(one, 'found')}",
                ]
            elif statements:
                statements.append(f"made[{key}] = {self.or_none(one, member)}")
            else:
                entries.append(f"{key}: {self.or_none(one, member)}")
        begin = f"{{{', '.join(entries)}}}"
        return [f"made = {begin}", *statements, "return made"] if statements else [f"return {begin}"]

    def key(self, one: Json) -> str:
        """Return the key of a field."""
        return str(one["key"])

    def leaves_out(self, one: Json) -> bool:
        """Tell whether a field that is None is left out."""
        return bool(one["optional"] and not one["nullable"])

    def present(self, one: Json, value: str) -> str:
        """Convert what is in a field that may be left out."""
        return self.value(one["type"], value)


class ToObjects(Conversion):
    """From objects to objects: between the application's and those of another family, in either direction.

    Args:
        classes: the classes to make; by default the application's.
        made_by: which of a field's names they are made by: ``attribute``, ``name`` or ``key``.
        found_by: which names its attributes have in the objects that there are.
    """

    def __init__(
        self,
        types: Types,
        names: Mapping[str, Any] | None = None,
        *,
        classes: Mapping[str, Any] | None = None,
        made_by: str = "attribute",
        found_by: str = "attribute",
    ) -> None:
        super().__init__(types, {**(classes or types.classes), **(names or {})})
        self._made_by = made_by
        self._found_by = found_by

    def record(self, record: Json) -> list[str]:
        arguments = (f"{one[self._made_by]}={self.member(one)}" for one in record["fields"])
        return [f"return {record['name']}({', '.join(arguments)})"]

    def member(self, one: Json) -> str:
        """Return what a field is made of."""
        return self.or_none({**one, "nullable": may_lack(one)}, self.found(one))

    def found(self, one: Json) -> str:
        """Return where a field's value is found."""
        return f"it.{one[self._found_by]}"


class FromDicts(ToObjects):
    """From dicts with the original keys to the application's objects.

    Args:
        floats: whether integers become floats where the schema says so.
    """

    def __init__(self, types: Types, *, floats: bool = False) -> None:
        super().__init__(types)
        self._floats = floats

    def found(self, one: Json) -> str:
        return f"it.get({one['key']!r})" if one["optional"] else f"it[{one['key']!r}]"

    def scalar(self, kind: Json, value: str) -> str:
        return f"float({value})" if self._floats and kind["kind"] == "float64" else value


class ToLibrary(ToObjects):
    """To the classes that a library made of its schema language, by the names of the fields in the schema."""

    boxes = True

    def __init__(self, types: Types, classes: Mapping[str, Any], names: Mapping[str, Any] | None = None) -> None:
        super().__init__(types, names, classes=classes, made_by="name")

    def boxed(self, slot: Json, value: str) -> str:
        return f"{slot['box']}(value={self.or_none(slot, value, within=True)})"

    def wrapped(self, kind: Json, value: str) -> str:
        return f"{kind['name']}({content(kind)}={self.container(kind, value)})"


class FromLibrary(ToObjects):
    """From objects of such classes to the application's."""

    boxes = True

    def __init__(self, types: Types, names: Mapping[str, Any] | None = None) -> None:
        super().__init__(types, names, found_by="name")

    def boxed(self, slot: Json, value: str) -> str:
        return self.or_none(slot, f"{value}.value", within=True)

    def wrapped(self, kind: Json, value: str) -> str:
        return self.container(kind, f"{value}.{content(kind)}")


def content(kind: Json) -> str:
    """Return the field of a wrapper that holds a list or map."""
    return "items" if kind["kind"] == "list" else "entries"


class Filling(Conversion):
    """Writes the functions that fill a library's record, by the name ``to``, from an application's object.

    The methods return statements.
    """

    boxes = True
    also = ", to"

    def record(self, record: Json) -> list[str]:
        fields = (self.field(one, "to", one["name"], f"it.{one['attribute']}") for one in record["fields"])
        return list(chain.from_iterable(fields)) or ["pass"]

    def root(self, slot: Json, value: str) -> str:
        kind = slot["type"]
        if slot["box"]:
            self.define(slot["box"], self.field(slot, "to", "value", value))
            return self.call(slot["box"], value)
        if kind["kind"] == "record":
            return self.call(kind["record"], value)
        self.define(kind["name"], self.fill(kind, "to", content(kind), value))
        return self.call(kind["name"], value)

    def field(self, slot: Json, to: str, name: str, value: str) -> list[str]:
        """Fill a field of a record with what may be None."""
        if not (slot["nullable"] or slot.get("optional", False)):
            return self.fill(slot["type"], to, name, value)
        return [
            f"if (found := {value}) is not None:",
            *_inner(self.fill(slot["type"], to, name, "found", sometimes=True)),
        ]

    def fill(self, kind: Json, to: str, name: str, value: str, *, sometimes: bool = False) -> list[str]:
        """Fill a field with what is there."""
        raise NotImplementedError

    def box(self, slot: Json, to: str, value: str) -> list[str]:
        """Fill a record that holds what may be null, or a list or map within another."""
        kind = slot["type"]
        return self.field(slot, to, "value", value) if slot["nullable"] else self.fill(kind, to, content(kind), value)


Place = tuple[str, Optional[str]]
"""Where a reader finds something: an object with the field's name, or a value itself, without a name."""


class Reading(Conversion):
    """Writes the functions that read every field of a library's record where it lies, and hand it to a visitor.

    The methods return statements.
    """

    boxes = True
    also = ", visitor"

    def record(self, record: Json) -> list[str]:
        fields = chain.from_iterable(
            self.field(one, ("it", one["name"]), f"visitor.key({one['key']!r})") for one in record["fields"]
        )
        return ["visitor.begin_map(None)", *fields, "visitor.end_map(None)"]

    def root(self, slot: Json, value: str) -> str:
        kind = slot["type"]
        if slot["box"]:
            self.define(slot["box"], self.box(slot, value))
            return self.call(slot["box"], value)
        if kind["kind"] == "record":
            return self.call(kind["record"], value)
        self.define(kind["name"], self.read(kind, (value, content(kind))))
        return self.call(kind["name"], value)

    def field(self, slot: Json, place: Place, key: str = "") -> list[str]:
        """Read what may not be there, with its key before it."""
        keys = [key] if key else []
        optional = slot.get("optional", False)
        read = self.read(slot["type"], place, sometimes=slot["nullable"] or optional)
        if not (slot["nullable"] or optional):
            return [*keys, *read]
        if slot["nullable"]:
            return [*keys, f"if {self.is_there(slot, place)}:", *_inner(read), "else:", "    visitor.value(None)"]
        return [f"if {self.is_there(slot, place)}:", *_inner([*keys, *read])]

    def element(self, slot: Json, item: str) -> list[str]:
        """Read an element of a list."""
        kind = slot["type"]
        if slot["nullable"]:
            return self.box(slot, item)
        if self.wraps and kind["kind"] in ("list", "map"):
            return self.read(kind, (item, content(kind)))
        return self.read(kind, (item, None))

    def box(self, slot: Json, item: str) -> list[str]:
        """Read what is in a record of its own."""
        kind = slot["type"]
        if not (self.wraps and kind["kind"] in ("list", "map")):
            return self.field(slot, (item, "value"))
        held = f"{item}_held"
        read = self.read(kind, (held, content(kind)))
        found = f"{held} = {self.at({'kind': 'record'}, (item, 'value'))}"
        return [found, f"if {held} is None:", "    visitor.value(None)", "else:", *_inner(read)]

    def read(self, kind: Json, place: Place, *, sometimes: bool = False) -> list[str]:
        """Read what is there."""
        if kind["kind"] == "record":
            return [self.call(kind["record"], self.at(kind, place, sometimes=sometimes))]
        if kind["kind"] not in ("list", "map"):
            return [f"visitor.value({self.at(kind, place, sometimes=sometimes)})"]
        # Loops within loops have variables of their own.
        item = f"{place[0]}_item" if place[0].startswith("it") else "it_item"
        if kind["kind"] == "list":
            begin, body, end = "begin_array", self.element(kind["element"], item), "end_array"
        else:
            key = f"visitor.key({self.at({'kind': 'string'}, (item, 'key'))})"
            begin, body, end = "begin_map", [key, *self.field(kind["value"], (item, "value"))], "end_map"
        return [f"visitor.{begin}(None)", *self.loop(kind, place, item, body), f"visitor.{end}(None)"]

    def paths(self, paths: list[Steps]) -> list[Callable[[Any], Any]]:
        """Return functions that read the values at paths out of a library's record, without what is beside them.

        Raises:
            Unsupported: a path leads through what is no record, and no list of records or scalars.
        """
        return [self._reader(steps) for steps in paths]

    def _reader(self, steps: Steps) -> Callable[[Any], Any]:
        lines = ["def read(it):", *_inner(self._steps(steps))]
        read: Callable[[Any], Any] = compiled("\n".join(lines), {"ABSENT": ABSENT})["read"]
        return read

    def _steps(self, steps: Steps) -> Iterator[str]:
        slot, holder, rest = self.types.schema["root"], "it", list(steps)
        if slot["box"] or slot["type"]["kind"] != "record":
            raise Unsupported("no path leads through a root that is no record here")
        records = {record["name"]: record for record in self.types.schema["records"]}
        while rest and slot["type"]["kind"] == "record":
            step = rest.pop(0)
            found = next((one for one in records[slot["type"]["record"]]["fields"] if one["key"] == step), None)
            if found is None:
                break
            slot, place = found, (holder, found["name"])
            yield from self._or_none(slot, place)
            if slot["type"]["kind"] == "map" and rest:
                entry = f"entry{len(rest)}"
                yield f"for {entry} in {self.every(place)}:"
                yield f"    if {self.at({'kind': 'string'}, (entry, 'key'))} == {rest.pop(0)!r}:"
                yield "        break"
                yield "else:"
                yield "    return ABSENT"
                slot, place = slot["type"]["value"], (entry, "value")
                yield from self._or_none(slot, place)
            if slot["type"]["kind"] == "list" and rest:
                kind, at = slot["type"], rest.pop(0)
                slot = kind["element"]
                if slot["nullable"] or slot["box"]:
                    raise Unsupported("no path leads through lists of what may be null here")
                yield f"if {at!r} >= {self.length(place)}:"
                yield "    return ABSENT"
                value = self.item(slot["type"], place, at)
            else:
                value = self.at(slot["type"], place, sometimes=slot["nullable"] or slot.get("optional", False))
            if slot["type"]["kind"] in ("list", "map"):
                raise Unsupported("no path leads through lists and maps in one another here")
            holder = f"at{len(rest)}"
            yield f"{holder} = {value}"
            if slot["type"]["kind"] != "record":
                yield f"return {'ABSENT' if rest else holder}"
                return
        yield "return ABSENT"

    def _or_none(self, slot: Json, place: Place) -> Iterator[str]:
        if slot["nullable"] or slot.get("optional", False):
            yield f"if not ({self.is_there(slot, place)}):"
            yield f"    return {'None' if slot['nullable'] else 'ABSENT'}"

    def every(self, place: Place) -> str:
        """Return the expression of what a loop over the entries of a map goes over."""
        return self.at({"kind": "map"}, place)

    def length(self, place: Place) -> str:
        """Return the expression of a list's length."""
        return f"len({self.at({'kind': 'list'}, place)})"

    def item(self, kind: Json, place: Place, at: int | str) -> str:  # noqa: ARG002
        """Return the expression of an element of a list."""
        return f"{self.at({'kind': 'list'}, place)}[{at!r}]"

    def is_there(self, slot: Json, place: Place) -> str:
        """Return an expression that tells whether something is there."""
        raise NotImplementedError

    def at(self, kind: Json, place: Place, *, sometimes: bool = False) -> str:
        """Return the expression of a scalar or record."""
        raise NotImplementedError

    def loop(self, kind: Json, place: Place, item: str, body: list[str]) -> list[str]:
        """Return the loop over the elements of a list, or the entries of a map, each under a name."""
        return [f"for {item} in {self.at(kind, place)}:", *_inner(body)]


def _inner(statements: Iterable[str]) -> list[str]:
    return [f"    {statement}" for statement in statements]
