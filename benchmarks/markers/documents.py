"""Documents whose keys, and some of whose values, would make a marker: drawn by a seed, of every shape of types."""

from __future__ import annotations

import itertools
import json
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.markers.languages import LANGUAGES, Language
from benchmarks.markers.routes import DISGUISES, JOINTS, OPENERS, QUOTES
from weighbridge.schema import Schema, infer
from weighbridge_kit.values import Value

_OWN_SHARE = 0.6
"""Of the keys, so many are of the language that a generator writes; the others are of any."""

_PLAIN_SHARE = 0.3
"""Of the keys, so many are not disguised."""

_WITHOUT = (
    r"\Z.",
    r"\Z.",
    r'["\\\x00-\x1f]',
    r"""["'`,\\\x00-\x1f]|[^ -~]""",
    r"[(){}\[\]<>;]",
    r"[^A-Za-z0-9 _.:@$-]",
)
"""Marks that the keys of a document are without: a generator that refuses some is to be given what it takes."""

_BEFORE = ("", "", "", "id", "a b", "ß", "x_", "1", "class ", "$", "x" * 60)
"""What a key begins with, before it tries to get out: names are made of it."""


@dataclass(frozen=True, slots=True)
class Marked:
    """A document that is code in many languages.

    Attributes:
        name: what its markers are called, up to a dot and the number of the key.
        value: the document.
        keys: how many of its keys and values would make a marker.
        maps: the places whose keys are data.
        schema_text: its schema as a user's file has it, where it is not inferred.
    """

    name: str
    value: Value
    keys: int
    maps: tuple[str, ...] = ()
    schema_text: str | None = None

    @property
    def schema(self) -> Schema:
        """Its schema as it is inferred."""
        return infer([self.value], maps=self.maps)


def marked(folder: Path, languages: Sequence[str] = (), *, seed: int = 1) -> Iterator[Marked]:
    """Yield documents without end. The first is harmless: what cannot take that one was not tried.

    Args:
        folder: where they would make their markers.
        languages: those that most keys are written in, one a document.
        seed: of every choice.
    """
    keys = _Keys(folder, seed)
    yield Marked("d0", _PLAIN, 0, maps=("/by",))
    for number, shape in enumerate(itertools.cycle((*_SHAPES, None)), 1):
        name = f"d{number}"
        keys.begin(name, keys.random.choice(languages or ("",)))
        if shape is None:
            yield _with_schema(name, keys, keys.random.choice(_NAMES))
        else:
            value = shape(keys)
            yield Marked(name, value, keys.made, maps=("/by",) if shape is _map else ())


def marked_schemas(folder: Path, *, seed: int = 1) -> Iterator[Marked]:
    """Yield documents without end that fit schemas of a user's own, in which names are code."""
    keys = _Keys(folder, seed)
    for number in itertools.count():
        name = f"s{number}"
        keys.begin(name)
        yield _with_schema(name, keys, keys.key() if number % 3 else keys.random.choice(_NAMES))


def _with_schema(name: str, keys: _Keys, hostile: str) -> Marked:
    """Return a document with a schema in which something is called otherwise, wherever it is named."""
    schema = json.loads(infer([_PLAIN], maps=["/by"]).to_json())
    schema.pop("fingerprint")
    renamed = {keys.random.choice(sorted(set(_names_in(schema)))): hostile}
    return Marked(name, _renamed_keys(_PLAIN, renamed), keys.made, schema_text=json.dumps(_renamed(schema, renamed)))


class _Keys:
    """Draws keys."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.random = random.Random(seed)  # noqa: S311 (no secret)
        self.made = 0
        self._folder = folder
        self._name = ""
        self._own: Language | None = None
        self._ways = {name: itertools.cycle(self._shuffled(list(ways(one)))) for name, one in LANGUAGES.items()}
        self._closing: list[str] = []
        self._without = _WITHOUT[0]
        self._marks: Iterator[str] = itertools.cycle(_MARKS)

    def begin(self, name: str, language: str = "") -> None:
        """Begin a document, most of whose keys are written in a language."""
        self._name, self.made, self._closing = name, 0, []
        self._own = LANGUAGES.get(language)
        self._without = self.random.choice(_WITHOUT)

    def key(self) -> str:
        """Return a key that no other has."""
        return re.sub(self._without, "", self._any())

    def mark(self) -> str:
        """Return the next of the marks that no name has."""
        return next(self._marks)

    def _any(self) -> str:
        self.made += 1
        if self._closing:  # the last one left something open
            return self._closing.pop() + self._code("statement")
        if self.random.random() < 0.08:
            opener = self.random.choice(OPENERS)
            self._closing.append(self.random.choice(("", ";", '";', "*/", ")", "}", "\n")))
            return self._before() + f"{self.made}" + opener
        way = next(self._ways[self._language().name])
        plain = self.random.random() < _PLAIN_SHARE
        return self._before() + written(way, self._marker(), "plain" if plain else self.random.choice(list(DISGUISES)))

    def text(self) -> str:
        """Return a value: one in three is as keys are."""
        return self.key() if self.random.random() < 1 / 3 else str(self.random.choice(("", "text", "größer", "日本")))

    def _language(self) -> Language:
        if self._own and self.random.random() < _OWN_SHARE:
            return self._own
        return self.random.choice(list(LANGUAGES.values()))

    def _code(self, where: str) -> str:
        language = self._language()
        fitting = [way for way in language.every if way[0] == where] or language.every
        template = self.random.choice(fitting)
        way = Way(*template, "@C", "", self.random.choice(language.literals), language.comment)
        return written(way, self._marker())

    def _marker(self) -> Path:
        return self._folder / f"{self._name}.{self.made}"

    def _before(self) -> str:
        return self.random.choice(_BEFORE)

    def _shuffled(self, several: list[Way]) -> list[Way]:
        """Put ways in an order of chance, in which those by the quotes of most languages come earlier."""
        return sorted(several, key=lambda way: self.random.random() * (1 if way.quote in QUOTES[:3] else 3))


@dataclass(frozen=True, slots=True)
class Way:
    """A way from a key to a marker: code, and what joins it to what stands around the key.

    Attributes:
        where: what kind of place the code is for.
        template: the code.
        joint: what joins it.
        quote: what the joint has for a quote.
        literal: how the marker's path is written.
        comment: what begins a comment to the line's end.
    """

    where: str
    template: str
    joint: str
    quote: str
    literal: Callable[[str], str]
    comment: str = "//"


def ways(language: Language) -> Iterator[Way]:
    """Yield all ways of a language."""
    for where, template in language.every:
        for joint in JOINTS[where]:
            for quote in QUOTES if "@Q" in joint else QUOTES[:1]:
                for literal in language.literals if "@P" in template else language.literals[:1]:
                    yield Way(where, template, joint, quote, literal, language.comment)


def written(way: Way, marker: Path, disguise: str = "plain") -> str:
    """Return the key that goes a way, to make a marker."""
    number = "".join(mark for mark in marker.name if mark.isdigit())
    code = way.template.replace("@P", way.literal(str(marker))).replace("@R", str(marker))
    key = way.joint.replace("@C", code).replace("@Q", way.quote).replace("@L", way.comment).replace("@N", number)
    return DISGUISES[disguise](key)


def _scalars(keys: _Keys) -> dict[str, Value]:
    seldom = keys.random.choice(((), (), (2**64 - 1,), (b"\0\xff",)))  # some libraries hold none
    return {keys.key(): value for value in (1, -2, 0.5, True, keys.text(), None, "", *seldom)}


def _containers(keys: _Keys) -> dict[str, Value]:
    several: tuple[Value, ...] = (
        [1, 2],
        [keys.text(), keys.text()],
        [1, None],
        [keys.random.choice((b"\1", "", 0.5))],
        [[1], []],
        [[{keys.key(): 1}]],
        [],
        {},
        {"1": 1, "2": 2},
        {"1": [keys.text()], "2": None},
        {"1": {keys.key(): keys.text()}, "2": {}},
    )
    return {keys.key(): value for value in several}


def _flat(keys: _Keys) -> Value:
    return _scalars(keys)


def _every_kind(keys: _Keys) -> Value:
    return _scalars(keys) | _containers(keys)


def _nested(keys: _Keys) -> Value:
    value: Value = {keys.key(): keys.text()}
    for depth in range(5):
        inner = [value, None] if depth == 2 else [value] if depth == 4 else value
        value = {keys.key(): inner, keys.key(): depth}
    return value


def _map(keys: _Keys) -> Value:
    return {
        "by": {keys.key(): {"id": number, "own": {keys.key(): True}} for number in range(6)},
        keys.key(): {"1": {keys.key(): 1}},
    }


def _rows(keys: _Keys) -> Value:
    columns = [keys.key() for _ in range(8)]
    rows: list[dict[str, Value]] = [
        dict(zip(columns, (1, "t", None, [1], {"a": 1}, 0.5, True, None), strict=True)),
        dict(zip(columns, (None, keys.text(), 5, None, None, None, None, None), strict=True)),
        dict(zip(columns[:3], (-3, "t", 6), strict=True)),
    ]
    return {keys.key(): rows, keys.key(): len(rows)}


def _root_list(keys: _Keys) -> Value:
    return [{keys.key(): 1, keys.key(): [{keys.key(): keys.text()}]}, {keys.key(): None}]


def _alike(keys: _Keys) -> Value:
    """Keys that begin alike and end otherwise, and names that generated code is likely to have."""
    begin = "x" * 60
    same = (begin, f"{begin} y", f"{begin}_2", f"{begin}_", f"{begin}2")
    return {
        **dict.fromkeys(same, 1),
        **{f"{begin}{keys.key()}": "t" for _ in range(3)},
        **dict.fromkeys(keys.random.sample(_NAMES, 6), 1),
        **{f"{name}{keys.key()}": {name: keys.text()} for name in keys.random.sample(_NAMES, 4)},
    }


def _one(keys: _Keys) -> Value:
    return {keys.key(): 1}


def _identifiers(keys: _Keys) -> Value:
    """Keys that every language has for names: these reach generators that take no others."""
    names = [name for name in _NAMES if name.isidentifier()]
    few = keys.random.sample(names, 8)
    beside = {keys.random.choice(_BEFORE_NAMES) + name + keys.random.choice(_AFTER_NAMES): "t" for name in few[:6]}
    values: tuple[Value, ...] = (1, [1], "t", {"1": 1}, {few[4]: keys.text()}, {few[5]: [keys.text()]})
    return {**dict(zip(few, values, strict=False)), few[6]: [{few[7]: 1}, {}], **beside}


def _one_mark(keys: _Keys) -> Value:
    """Keys with a single mark that no name has, where generators take some marks and no others."""
    mark = keys.mark()
    few = (f"a{mark}b", mark, f"{mark}a", f"b{mark}", f"a {mark}{mark} b", f"{mark}n")
    return {**dict.fromkeys(few[:4], 1), few[4]: {few[0]: keys.text()}, few[5]: [{few[0]: 1}, {few[1]: None}]}


_SHAPES = (_flat, _every_kind, _one_mark, _one, _nested, _map, _identifiers, _rows, _root_list, _alike, _one)

_BEFORE_NAMES = ("", "", "get_", "set", "has_", "clear_", "New", "_", "is")
_AFTER_NAMES = (
    "_2",
    "2",
    "_",
    "Length",
    "_count",
    "_list",
    "List",
    "_field",
    "Builder",
    "_entry",
    "_bytes",
    "_value",
    "s",
)
"""What generators put around a field's name to make another."""

_MARKS: list[str] = [
    *map(chr, (*range(48), *range(58, 65), *range(91, 97), *range(123, 161))),
    *"\u00ad\u034f\u061c\u180e\u200b\u200d\u200e\u2028\u2029\u202e\u2060\u2066\u3000\ufeff\uff02\uff07\uff3c\uff40\ufffd",
    *"\uffff\ud7ff\ue000\U0001f600\U000e0022\U0010ffff\u0130\u0131\u212a\ufb01\u0338\u0122\u0127\u015c\u010a",
    '\\"', "\\'", "\\\\", "*/", "/*", "//", "${", "#{", "{{", "%s", "%n", "&#34;", "\\u0022", "\\u000a", "\\x22", "\\n",
    "--",
]  # fmt: skip
"""Single marks, and some that mean something together."""

_NAMES = [
    "builder", "model_config", "Pack", "toJSON", "__proto__", "constructor", "prototype", "hasOwnProperty", "then",
    "__class__", "__init__", "__dict__", "__slots__", "__reduce__", "__annotations__", "self", "cls", "it", "found",
    "key", "item", "value", "entries", "items", "os", "init", "main", "String", "Object", "System", "Root", "Document",
    "weighbridge", "getClass", "hashCode", "finalize", "serialVersionUID", "Reset", "ProtoMessage", "Descriptor",
    "crate", "Self", "super", "union", "which", "message", "import", "option", "syntax", "package", "namespace",
    "struct", "include", "root_type", "table", "enum", "google", "json_name", "unnamed", "empty", "", "_", "__", "$",
    "-", "$ref", "$schema", "$type", "@type", "@class", "#text", "$jsonSchema", "$where", "$function", "lc",
    "py/object",
    "!!python/object", "nextEncode", "UnPack", "size", "clear", "encode", "decode", "validate", "model_fields", "json",
]  # fmt: skip
"""Names that a library, a language or a generator has for something of its own."""

_PLAIN: dict[str, Value] = {
    "id": 1,
    "ratio": 0.5,
    "on": True,
    "lists": [[1]],
    "nullable": [1, None],
    "tags": ["a", ""],
    "by": {"a": {"x": 1}, "b": {"x": 2}},
    "maps": [{"1": 1}],
    "inner": {"note": "text"},
}


def _names_in(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        for member, value in part.items():
            if member in _NAMING and isinstance(value, str):
                yield value
            yield from _names_in(value)
    elif isinstance(part, list):
        for value in part:
            yield from _names_in(value)


_NAMING = ("name", "record", "box", "path", "key")


def _renamed(part: Any, renamed: Mapping[str, str], *, at: str = "") -> Any:
    if isinstance(part, dict):
        return {member: _renamed(value, renamed, at=member) for member, value in part.items()}
    if isinstance(part, list):
        return [_renamed(value, renamed, at=at) for value in part]
    return renamed.get(part, part) if at in _NAMING and isinstance(part, str) else part


def _renamed_keys(value: Value, renamed: Mapping[str, str]) -> Value:
    if isinstance(value, dict):
        return {renamed.get(key, key): _renamed_keys(item, renamed) for key, item in value.items()}
    return [_renamed_keys(item, renamed) for item in value] if isinstance(value, list) else value
