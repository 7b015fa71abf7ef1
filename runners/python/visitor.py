"""Visitors: what a scan hands every value to.

A visitor has one method for each kind of event, and each takes one argument, so that a prepared list of events can be
replayed without telling them apart:

    begin_map(None), key(text), …, end_map(None)    begin_array(None), …, end_array(None)    value(scalar)
"""

from __future__ import annotations

from typing import Any, Callable


class Reader:
    """Reads every value in the timed loop: adds up integers, lengths, first characters, and one for anything else."""

    def __init__(self) -> None:
        self.total = 0

    def value(self, value: Any) -> None:
        kind = type(value)
        if kind is str:
            self.key(value)
        elif kind is int:
            self.total ^= value
        elif kind is bytes:
            self.total += len(value) + (value[0] if value else 0)
        else:
            self.total += 1

    def key(self, key: str) -> None:
        self.total += len(key) + (ord(key[0]) if key else 0)

    def begin_map(self, _: None) -> None:
        self.total += 1

    end_map = begin_array = end_array = begin_map


class Builder:
    """Builds the tree that the events describe, for a check to hash; it stands in `root[0]`."""

    def __init__(self) -> None:
        self.root: list[Any] = []
        self._open: list[Any] = [self.root]
        self._key = ""

    def value(self, value: Any) -> None:
        container = self._open[-1]
        if isinstance(container, dict):
            container[self._key] = value
        else:
            container.append(value)

    def key(self, key: str) -> None:
        self._key = key

    def begin_map(self, _: None) -> None:
        self._begin({})

    def begin_array(self, _: None) -> None:
        self._begin([])

    def _begin(self, container: list[Any] | dict[str, Any]) -> None:
        self.value(container)
        self._open.append(container)

    def end_map(self, _: None) -> None:
        self._open.pop()

    end_array = end_map


def flatten(value: Any, visitor: Any) -> list[tuple[Callable[[Any], None], Any]]:
    """List the events of a document: each a method of the visitor with its argument."""
    events: list[tuple[Callable[[Any], None], Any]] = []

    def walk(node: Any) -> None:
        if isinstance(node, dict):
            events.append((visitor.begin_map, None))
            for key, item in node.items():
                events.append((visitor.key, key))
                walk(item)
            events.append((visitor.end_map, None))
        elif isinstance(node, list):
            events.append((visitor.begin_array, None))
            for item in node:
                walk(item)
            events.append((visitor.end_array, None))
        else:
            events.append((visitor.value, node))

    walk(value)
    return events


def kind(event: tuple[Callable[[Any], None], Any]) -> tuple[str, str]:
    """Name an event's method and the type of its argument: sorted by these, events are handed over most cheaply."""
    handle, argument = event
    return handle.__name__, type(argument).__name__


def replay(events: list[tuple[Callable[[Any], None], Any]]) -> None:
    """Hand over every event of a flat list."""
    for handle, argument in events:
        handle(argument)
