"""The limits of the value model, and of formats that hold less than it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from weighbridge.formats.format import Lack, Malformed, OutsideModel, Unrepresentable
from weighbridge_kit.values import RESERVED_KEYS, Value

MAX_DEPTH = 512
"""How deep containers may nest."""

_LONGEST_POINTER = 200
_TYPES = {type(None), bool, int, float, str, bytes, list, dict}
_NO_LACKS: frozenset[Lack] = frozenset()


class IntegerKey(str):
    """A map's key that was an integer in the encoded bytes, as PHP makes of the key "10"."""

    __slots__ = ()


def integer_keys_as_text(document: Value) -> Value:
    """Return a decoded document in which integers that are keys became `IntegerKey`."""
    if find_fault(document) is None:
        return document
    return rebuild(document, lambda item: item, lambda key: IntegerKey(key) if type(key) is int else key)


class Place(NamedTuple):
    """Where a value stands: the keys and indices that lead to it, as a linked list from the innermost outwards."""

    parent: Place | None
    token: str | int
    depth: int

    def pointer(self) -> str:
        """Return the place as a JSON Pointer (RFC 6901)."""
        tokens: list[str] = []
        place: Place | None = self
        while place is not None:
            tokens.append(str(place.token).replace("~", "~0").replace("/", "~1"))
            place = place.parent
        return "".join(f"/{token}" for token in reversed(tokens))


def pointer(place: Place | None) -> str:
    """Return a place as people read it: a JSON Pointer (its end, if it is very long), or ``(root)``."""
    text = place.pointer() if place else "(root)"
    return text if len(text) <= _LONGEST_POINTER else f"…{text[-_LONGEST_POINTER:]}"


def shorten(text: str, length: int = 40) -> str:
    """Return a text, cut to a length."""
    return text if len(text) <= length else f"{text[: length - 1]}…"


def walk(value: Value) -> Iterator[tuple[Place | None, Value]]:
    """Yield every value with its place, each container before its contents, in document order."""
    stack: list[tuple[Place | None, Value]] = [(None, value)]
    while stack:
        place, item = stack.pop()
        yield place, item
        depth = place.depth + 1 if place else 1
        if isinstance(item, dict):
            stack.extend((Place(place, key, depth), entry) for key, entry in reversed(item.items()))
        elif isinstance(item, list):
            stack.extend((Place(place, index, depth), item[index]) for index in range(len(item) - 1, -1, -1))


def rebuild(
    value: Value, replace: Callable[[Value], Value], rekey: Callable[[Value], Value] = lambda key: key
) -> Value:
    """Return a copy of a value in which every scalar went through a function.

    Args:
        value: any tree of dicts, lists and other objects.
        replace: makes the new scalar.
        rekey: makes the new key.
    """
    root: list[Value] = [None]
    stack: list[tuple[Value, Value, str | int]] = [(value, root, 0)]
    while stack:
        item, parent, slot = stack.pop()
        if isinstance(item, dict):
            parent[slot] = copy = dict.fromkeys(map(rekey, item))
            stack.extend((entry, copy, rekey(key)) for key, entry in item.items())
        elif isinstance(item, list):
            parent[slot] = elements = [None] * len(item)
            stack.extend((entry, elements, index) for index, entry in enumerate(item))
        else:
            parent[slot] = replace(item)
    return root[0]


def _encodes(texts: Iterable[str]) -> bool:
    try:
        "".join(texts).encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_sound(value: Value, lacks: frozenset[Lack]) -> bool:
    """Tell whether a value is within the model and a format's limits, a whole level of nesting at a time, for speed."""
    highest = 2**63 if Lack.UINT64 in lacks else 2**64
    level = [value]
    for _ in range(MAX_DEPTH + 1):
        kinds = set(map(type, level))
        if not kinds <= _TYPES or (bytes in kinds and Lack.BYTES in lacks):
            return False
        if int in kinds:
            integers = [item for item in level if type(item) is int]
            if min(integers) < -(2**63) or max(integers) >= highest:
                return False
        if (
            float in kinds
            and Lack.NON_FINITE in lacks
            and not all(math.isfinite(item) for item in level if type(item) is float)
        ):
            return False
        if str in kinds and not _encodes(item for item in level if type(item) is str):
            return False
        maps = [item for item in level if type(item) is dict]
        keys = [key for entries in maps for key in entries]
        if not all(isinstance(key, str) for key in keys) or not _encodes(keys):
            return False
        if Lack.NUL_IN_KEY in lacks and any("\0" in key for key in keys):
            return False
        if any(len(entries) == 1 and not RESERVED_KEYS.isdisjoint(entries) for entries in maps):
            return False
        if dict not in kinds and list not in kinds:
            return True
        below: list[Value] = []
        for item in level:
            if type(item) is dict:
                below.extend(item.values())
            elif type(item) is list:
                below.extend(item)
        level = below
    return False


def _scalar_fault(item: Value, lacks: frozenset[Lack]) -> str | None:
    if type(item) is int:
        if not -(2**63) <= item < 2**64:
            return "an integer beyond 64 bits"
        if item >= 2**63 and Lack.UINT64 in lacks:
            return Lack.UINT64.value
    elif type(item) is float:
        if Lack.NON_FINITE in lacks and not math.isfinite(item):
            return Lack.NON_FINITE.value
    elif type(item) is str:
        if not _encodes((item,)):
            return "a string with a lone surrogate"
    elif type(item) is bytes and Lack.BYTES in lacks:
        return Lack.BYTES.value
    elif type(item) not in _TYPES:
        return f"the type {type(item).__name__} ({shorten(repr(item))})"
    return None


def _map_fault(item: dict[Value, Value], lacks: frozenset[Lack]) -> str | None:
    for key in item:
        if not isinstance(key, str):
            return f"a key that is not a string ({shorten(repr(key))})"
        if not _encodes((key,)):
            return "a key with a lone surrogate"
        if "\0" in key and Lack.NUL_IN_KEY in lacks:
            return Lack.NUL_IN_KEY.value
    if len(item) == 1 and not RESERVED_KEYS.isdisjoint(item):
        return f"a map whose only key is the reserved {next(iter(item))!r}"
    return None


def find_fault(value: Value, lacks: frozenset[Lack] = _NO_LACKS) -> tuple[Place | None, str] | None:
    """Return the first part of a value that the model, or a format that lacks something, cannot hold.

    Args:
        value: any tree of Python objects.
        lacks: what the format cannot hold.

    Returns:
        Its place and what it is, or None if there is none.
    """
    if Lack.ROOT_SCALAR in lacks and type(value) not in (dict, list):
        return None, Lack.ROOT_SCALAR.value
    if _is_sound(value, lacks):
        return None
    for place, item in walk(value):
        fault = _map_fault(item, lacks) if type(item) is dict else _scalar_fault(item, lacks)
        if fault:
            return place, fault
        if place and place.depth >= MAX_DEPTH and type(item) in (list, dict):
            return place, f"more than {MAX_DEPTH} levels of nesting"
    raise AssertionError("a value that is not sound has a fault")


def require_encodable(value: Value, title: str, lacks: frozenset[Lack] = _NO_LACKS) -> None:
    """Check a value before it is encoded.

    Raises:
        Unrepresentable: it is outside the model, or the format lacks what it needs; the message names the path.
    """
    found = find_fault(value, lacks)
    if found:
        place, fault = found
        raise Unrepresentable(f"{pointer(place)}: {title} cannot hold {fault}")


def require_in_model(value: Value) -> Value:
    """Check what a library decoded, and return it.

    Raises:
        OutsideModel: it is outside the model; the message names the path and the type.
    """
    found = find_fault(value)
    if found:
        place, fault = found
        raise OutsideModel(f"{pointer(place)}: payloads cannot hold {fault}")
    return value


def numbered(items: Iterable[Value]) -> dict[str, Value]:
    """Return an array's items as a map with the keys "0", "1", …."""
    return {str(index): item for index, item in enumerate(items)}


def unique_keys(entries: Iterable[tuple[str, Value]]) -> dict[str, Value]:
    """Make a map of its entries.

    Raises:
        Malformed: a key is there twice.
    """
    pairs = list(entries)
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise Malformed(f"the key {shorten(repr(twice))} is there twice in one map")
    return found


def only(documents: Iterable[Value]) -> Value:
    """Return the one document that was decoded.

    Raises:
        Malformed: there is none, or more than one.
    """
    found = list(documents)
    if len(found) != 1:
        raise Malformed(f"holds {len(found)} documents instead of one" if found else "is empty")
    return found[0]
