"""A test vector, and a format's suite of them. The data lies beside this module: one file a format, one line a vector.

A vector's bytes are its ``text``, or ``hex``, or, where they are long, ``runs``: parts in hexadecimal digits, and how
many times each is there.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any, Final, Literal, Self

from weighbridge_kit.values import Value, from_text

Expectation = Literal["accept", "refuse", "may"]

Ending = Literal["accepted", "refused", "declined", "crashed", "hung", "broke"]
"""What becomes of a vector; ``broke`` is a runner that went on, but against the protocol."""
ABSENT: Final = object()
"""Stands for the value of a vector that has none in the value model."""
DEEP: Final = "nesting-"
"""Begins the probes that nest deeper than values may."""


@dataclass(frozen=True, slots=True)
class Vector:
    """A document, and what a decoder has to make of it.

    Attributes:
        name: unique in its suite.
        data: its bytes.
        expect: whether a decoder must accept it, must refuse it, or may do either.
        value: what it holds; ``ABSENT`` where the value model has no such thing, or nothing in particular is asked for.
        probe: what it asks of codecs for the fidelity matrix; empty if nothing.
    """

    name: str
    data: bytes
    expect: Expectation
    value: Value
    probe: str

    @classmethod
    def read(cls, entry: Mapping[str, Any]) -> Self:
        """Make a vector of its line."""
        value = from_text(entry["value"]) if "value" in entry else ABSENT
        return cls(entry["name"], _bytes_of(entry), entry["expect"], value, entry.get("probe", ""))

    @property
    def has_value(self) -> bool:
        """Whether what is decoded can be compared."""
        return self.value is not ABSENT

    @property
    def is_deep(self) -> bool:
        """Whether it nests deeper than values may, so that what is decoded of it is no value."""
        return self.probe.startswith(DEEP)


@dataclass(frozen=True, slots=True)
class Source:
    """Where vectors come from: their name, and the package that ships them with its licence; empty for our own."""

    name: str
    package: str = ""
    licence: str = ""


@dataclass(frozen=True, slots=True)
class Suite:
    """The vectors of a format."""

    form: str
    sources: tuple[Source, ...]
    vectors: tuple[Vector, ...]


def _bytes_of(entry: Mapping[str, Any]) -> bytes:
    if "text" in entry:
        return str(entry["text"]).encode()
    if "hex" in entry:
        return bytes.fromhex(entry["hex"])
    return b"".join(bytes.fromhex(part) * times for part, times in entry["runs"])


@functools.cache
def suites() -> Mapping[str, Suite]:
    """Return every suite by the name of its format."""
    files = [file for file in resources.files(__package__).iterdir() if file.name.endswith(".json")]
    read = [json.loads(file.read_text(encoding="utf-8")) for file in sorted(files, key=lambda file: file.name)]
    return {
        suite["format"]: Suite(
            suite["format"],
            tuple(Source(**source) for source in suite["sources"]),
            tuple(map(Vector.read, suite["vectors"])),
        )
        for suite in read
    }
