"""Paths to values that are picked out of a document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from weighbridge_kit.values import Value


@dataclass(frozen=True)
class Pick:
    """A path.

    Attributes:
        steps: the keys and the indices that lead to a scalar, or to nothing.
    """

    steps: tuple[str | int, ...]

    @property
    def at(self) -> str:
        """The path as a JSON Pointer (RFC 6901)."""
        return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in self.steps)

    @property
    def written(self) -> dict[str, Any]:
        """The path as ``load`` holds it."""
        return {"at": self.at, "steps": list(self.steps)}


def scalars(document: Value) -> Iterator[Pick]:
    """Yield the paths to all scalars of a document, in its order."""
    stack: list[tuple[tuple[str | int, ...], Value]] = [((), document)]
    while stack:
        steps, value = stack.pop()
        if isinstance(value, dict):
            stack.extend(((*steps, key), item) for key, item in reversed(list(value.items())))
        elif isinstance(value, list):
            stack.extend(((*steps, index), value[index]) for index in range(len(value) - 1, -1, -1))
        else:
            yield Pick(steps)


def first_middle_last(document: Value) -> list[Pick]:
    """Return the paths to the first, the middle and the last scalar of a document, and one to nothing."""
    every = list(scalars(document))
    chosen = [every[place] for place in sorted({0, len(every) // 2, len(every) - 1})] if every else []
    return [*chosen, _nowhere(document)]


def _nowhere(document: Value) -> Pick:
    if isinstance(document, list):
        return Pick((len(document),))
    key = "absent"
    while isinstance(document, dict) and key in document:
        key += "_"
    return Pick((key,))


def find(document: Value, pick: Pick) -> tuple[bool, Value]:
    """Return whether there is something at a path, and what."""
    for step in pick.steps:
        if isinstance(document, list):
            there = isinstance(step, int) and step < len(document)
        else:
            there = isinstance(document, dict) and isinstance(step, str) and step in document
        if not there:
            return False, None
        document = document[step]
    return True, document


def picked(document: Value, picks: Iterable[Pick]) -> dict[str, Value]:
    """Return what is found at paths, by path, in their order."""
    found = ((pick.at, find(document, pick)) for pick in picks)
    return {at: value for at, (there, value) in found if there}
