"""The documents that codecs are tried with."""

from __future__ import annotations

import json
import math
from ctypes import c_float
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Any

from weighbridge_kit.operations import PICKERS
from weighbridge_kit.picks import Pick, first_middle_last, picked
from weighbridge_kit.values import Value, from_text, hash_text, to_text


@dataclass(frozen=True)
class Document:
    """A document and whether every format and library can be expected to hold it exactly."""

    name: str
    value: Value
    plain: bool

    @cached_property
    def text(self) -> str:
        """The document as value text."""
        return to_text(self.value)

    @cached_property
    def hash(self) -> str:
        """Its canonical hash, as the protocol writes it."""
        return hash_text(self.value)

    @cached_property
    def picks(self) -> list[Pick]:
        """The paths to what is picked out of it."""
        return first_middle_last(self.value)

    @cached_property
    def picked(self) -> Document:
        """What is found there."""
        return Document(f"{self.name}, picked", picked(self.value, self.picks), self.plain)


SAMPLE: Value = {
    "id": 4711,
    "name": "Weighbridge",
    "active": True,
    "ratio": 2.5,
    "nothing": None,
    "tags": ["gross", "tare", "net"],
    "position": {"row": 3, "column": -14},
    "scores": [1, 20, 300, 4000, 50000],
}
"""An everyday document, which every format can hold."""

_COMMON_DEPTH = 20
"""Some libraries go no deeper than 32 unless they are told to."""

STREAM: list[Value] = [SAMPLE, {"second": [1, 2, 3]}, {"third": "message"}]
"""A stream of messages."""


def golden_vectors() -> list[tuple[Value, str]]:
    """Return the golden vectors of the canonical hash: a value, and its hash as 16 hexadecimal digits."""
    rows = json.loads(Path(__file__).with_name("golden.json").read_text(encoding="utf-8"))
    return [(from_text(row["value"]), row["hash"]) for row in rows]


def documents(longest: float = math.inf) -> list[Document]:
    """Return all of them, or those whose value text is not too long.

    Golden vectors are members of a map, since some formats hold nothing else at the root.
    """
    found = [_document(f"golden vector {to_text(value)}", {"v": value}) for value, _ in golden_vectors()]
    others: dict[str, Value] = {
        "an everyday document": SAMPLE,
        "an empty map": {},
        "empty containers": {"map": {}, "array": [], "string": "", "both": [{}, []]},
        "a map of 300 entries": {f"key{number}": number for number in range(300)},
        "an array of 70,000 integers": {"v": [number % 100 for number in range(70_000)]},
        "a string of 70,000 letters": {"v": "weighing " * 8_000},
        "containers nested 16 deep": _nested(16),
        "containers nested 100 deep": _nested(100),
        "every kind of escape": {'"\\/\b\f\n\r\t': '"\\/\b\f\n\r\t\x01\x1f\x7f\u2028'},
        "several scripts": {"Größe": "Ünïcödé", "重さ": "橋", "мост": "весы", "🌉": "⚖️🚚"},
        "an empty key": {"": 1},
        "strings of 1 to 40 letters": {"v": ["x" * length for length in range(1, 41)]},
        "integers at the limits": {"v": [0, -1, 2**31, -(2**31) - 1, 2**53 + 1, 2**63 - 1, -(2**63), 2**63, 2**64 - 1]},
        "floats": {"v": [0.0, -0.0, 1.0, 0.1, 1 / 3, 1e300, 5e-324, -2.5]},
        "entries like members of the object": {"__proto__": 1, "constructor": 2, "length": 3, "toString": 4},
        "keys that look like numbers, out of order": {"10": 1, "9": 2, "x": 3, "1": 4},
    }
    found += [_document(name, value) for name, value in others.items()]
    return [document for document in found if len(document.text) <= longest]


def _nested(depth: int) -> Value:
    value: Value = {"end": True}
    for level in range(depth - 1):
        value = {"down": value} if level % 2 else [level, value]
    return {"root": value} if isinstance(value, list) else value


def _document(name: str, value: Value) -> Document:
    return Document(name if len(name) < 70 else f"{name[:69]}…", value, _plain(value))


def _plain(value: Value, depth: int = 0) -> bool:
    if depth > _COMMON_DEPTH:
        return False
    if value is None or isinstance(value, bool):
        return True
    if isinstance(value, int):
        return -(2**31) <= value < 2**31
    if isinstance(value, float):
        return abs(value) < 1e6 and (value * 4).is_integer() and not value.is_integer()
    if isinstance(value, str):
        return value.isprintable()
    if isinstance(value, list):
        return all(_plain(item, depth + 1) for item in value)
    if isinstance(value, dict):
        ordinary = all(key and key.isprintable() and "_" not in key for key in value)
        return bool(value) and ordinary and all(_plain(item, depth + 1) for item in value.values())
    return False


@dataclass(frozen=True)
class TypedSample:
    """Documents with their schema.

    Attributes:
        name: what they are.
        plain: whether every format and library can be expected to hold them, by types.
        types: what a ``load`` request says of their schema.
        values: the documents.
    """

    name: str
    plain: bool
    types: dict[str, Any]
    values: list[Value]

    @property
    def picks(self) -> list[list[Pick]]:
        """The paths to what is picked out of each document."""
        return list(map(first_middle_last, self.values))

    def expected(self, operation: str) -> list[Value]:
        """Return what an operation is to give of each document."""
        if operation not in PICKERS:
            return self.values
        return [picked(value, picks) for value, picks in zip(self.values, self.picks, strict=True)]


@lru_cache(maxsize=2)
def typed_samples(pattern: str = "*") -> list[TypedSample]:
    """Return those whose names fit a pattern; of all, the first is plain."""
    rows = json.loads(Path(__file__).with_name("typed.json").read_text(encoding="utf-8"))
    every = [
        TypedSample(row["name"], row["plain"], row["types"], list(map(from_text, row["documents"]))) for row in rows
    ]
    return [sample for sample in every if fnmatchcase(sample.name, pattern)]


def nearly_the_same(expected: Value, found: Value, *, typed: bool = False, narrow: bool = False) -> bool:
    """Whether two values are the same but for the habits of whole languages and of some libraries.

    Integers may have become floats of the same value, or floats integers: in some languages there is only one kind of
    number, and some libraries make floats of all numbers in JSON. Entries of maps that were null may be gone. Where
    nothing is left, a map may be an array, or an array a map: some languages have one type for both. Types
    have one state for none, so there entries that are null may be new, and empty lists and maps may be gone or null.
    Where floats are narrow, numbers need only be nearly the same in single precision, and tiny ones may be zero.
    """
    same = partial(nearly_the_same, typed=typed, narrow=narrow)
    if isinstance(expected, dict) and found == []:
        return all(value is None for value in expected.values())
    if expected == [] and found == {}:
        return True
    if isinstance(expected, dict) and isinstance(found, dict):

        def may_go(key: str, value: Value) -> bool:
            return value is None or (typed and value in ([], {}) and found.get(key) is None)

        kept = {key: value for key, value in expected.items() if key in found or not may_go(key, value)}
        new = {key for key in found if key not in kept and not (typed and found[key] is None)}
        return not new and all(
            key in found and (same(value, found[key]) or may_go(key, value)) for key, value in kept.items()
        )
    if isinstance(expected, list) and isinstance(found, list):
        return len(expected) == len(found) and all(map(same, expected, found))
    numbers = {type(expected), type(found)} <= {int, float}
    if narrow and numbers:
        return math.isclose(c_float(expected).value, c_float(found).value, rel_tol=1e-6, abs_tol=1e-37)
    return bool(expected == found) and (numbers or type(expected) is type(found))


def first_difference(expected: Value, found: Value, path: str = "") -> str:
    """Say where two values differ first."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key, value in expected.items():
            if key not in found:
                return f"{path}/{key} is gone"
            difference = first_difference(value, found[key], f"{path}/{key}")
            if difference:
                return difference
        extra = [key for key in found if key not in expected]
        return f"{path}/{extra[0]} was added" if extra else ""
    if isinstance(expected, list) and isinstance(found, list):
        if len(expected) != len(found):
            return f"{path or 'the document'} has {len(found)} elements instead of {len(expected)}"
        pairs = enumerate(zip(expected, found))  # noqa: B905  (Python 3.9)
        differences = (first_difference(one, other, f"{path}/{index}") for index, (one, other) in pairs)
        return next(filter(None, differences), "")
    one, other = _short(expected), _short(found)
    return "" if one == other and type(expected) is type(found) else f"{path or 'the document'}: {one} became {other}"


def _short(value: Value) -> str:
    text = to_text(value)
    return text if len(text) <= 40 else f"{text[:39]}…"
