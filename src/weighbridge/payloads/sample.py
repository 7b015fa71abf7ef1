"""A sample of a payload: so few documents, and so little of each, that they are weighed in minutes.

The rules:

* Of a stream, documents at even distances are drawn, in their order: as many as keep the limit, and one at least.
* A document that is larger than the limit all by itself is thinned: parts that take more than their share give up
  contents, the rest stays. A sample holds the original's values in the original's order, and nothing that is made up.
* An array is thinned as a stream is: elements at even distances are drawn, and one at least. Elements of more than an
  eighth of the array's share are thinned first, unless the others leave them more than that.
* A map keeps its keys. The arrays and maps in it all give up the same part of what they could; but each may keep half
  of an equal share, so that small ones beside large ones stay as they are.
* A map of more than `LARGEST_RECORD` entries is a collection: its keys are data, and it is thinned like an array.
* What cannot be thinned, such as a long string, stays whole, even where that is more than the limit.

The same payload and limit give the same sample everywhere. Sizes are those of minified JSON. Every value is looked at a
fixed number of times, so that the time taken grows with the payload and no faster.
"""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from weighbridge.payloads.payload import Payload
from weighbridge_kit.values import Value, to_text

LARGEST_RECORD = 100
"""The most entries of a map whose keys are the names of fields."""

_LARGEST_ELEMENT = 1 / 8
"""The part of an array's share that one of many elements may take."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How many documents, and how many bytes of minified JSON, are weighed at most."""

    documents: float = math.inf
    bytes: float = math.inf


EVERYTHING = Limit()


def draw_sample(payload: Payload, limit: Limit) -> Payload:
    """Return a payload of which no more is left than a limit allows; itself if it keeps the limit, or cannot.

    What a payload was drawn from already counts as the whole.
    """
    sizes = [text_bytes(document) for document in payload.documents]
    whole = sum(sizes)
    if len(sizes) <= limit.documents and whole <= limit.bytes:
        return payload
    documents = list(payload.documents)
    for number, size in enumerate(sizes):
        if size > limit.bytes:
            documents[number], sizes[number] = thin(documents[number], size, limit.bytes)
    drawn = _draw(len(sizes), sum(sizes), limit, lambda numbers: sum(sizes[number] for number in numbers))
    if len(drawn) == len(sizes) and sum(sizes) == whole:
        return payload
    return dataclasses.replace(
        payload,
        documents=tuple(documents[number] for number in drawn),
        whole_documents=payload.whole_documents or len(sizes),
        whole_bytes=payload.whole_bytes or whole,
    )


def _draw(count: int, whole: int, limit: Limit, size_of: Callable[[Sequence[int]], int]) -> list[int]:
    """Draw from things in a row, at even distances, as many as keep a limit, and one at least.

    Args:
        count: how many there are.
        whole: their size.
        limit: how many to draw at most, and of which size.
        size_of: gives the size of some of them.
    """
    wanted = int(max(1, min(count, limit.documents, count * limit.bytes / whole)))
    while True:
        # In the middle of each of as many strips.
        drawn = [(2 * strip + 1) * count // (2 * wanted) for strip in range(wanted)]
        size = size_of(drawn)
        if size <= limit.bytes or wanted == 1:
            return drawn
        # Fewer by a hundredth at least, so that all attempts together take a time that grows with the count alone.
        wanted = max(1, min(int(wanted * limit.bytes / size), wanted - 1 - wanted // 100))


def thin(document: Value, size: int, limit: float) -> tuple[Value, int]:
    """Thin a document of a size until it keeps a limit, or cannot be thinned further; return it with its size then."""
    if not isinstance(document, list | dict):
        return document, size
    thinning = _Thinning(document, size)
    thinned = thinning.thin(document, limit)
    return thinned, thinning.sizes[id(thinned)]


class _Thinning:
    """The thinning of one document.

    Functions that call themselves do so from loops, not from comprehensions: those take a stack frame more a level.
    """

    def __init__(self, document: Value, size: int) -> None:
        """Measure every array and map in a document of a size, the innermost first."""
        # By identity; that of new ones is written here as soon as they are made, so that none is ever stale.
        self.sizes = {id(document): size}
        self._least: dict[int, int] = {}
        found = [document]
        for item in found:
            found.extend(_inner(item))
        for item in reversed(found[1:]):
            self.sizes[id(item)] = self._size(item)

    def thin(self, item: Value, share: float) -> Value:
        """Return an array or a map, thinned until it takes no more than its share, or cannot be thinned further."""
        if self.sizes[id(item)] <= share or self.sizes[id(item)] == self._least_size(item):
            return item
        thinned: Value
        if _is_record(item):
            thinned = dict(item)
            for key, part in self._parts(item, share):
                thinned[key] = self.thin(item[key], part)
        else:
            largest = max(share * _LARGEST_ELEMENT, self._level(item, share))
            thinned = item.copy()
            size = self.sizes[id(item)]
            for place, element in item.items() if isinstance(item, dict) else enumerate(item):
                if isinstance(element, list | dict) and self.sizes[id(element)] > largest:
                    thinned[place] = smaller = self.thin(element, largest)
                    size += self.sizes[id(smaller)] - self.sizes[id(element)]
            if size > share:
                contents = thinned
                limit = Limit(bytes=share)
                drawn = _draw(len(contents), size, limit, lambda numbers: self._size(_entries(contents, numbers)))
                thinned = _entries(contents, drawn)
        self.sizes[id(thinned)] = self._size(thinned)
        return thinned

    def _size(self, item: Value) -> int:
        """Measure an array or map, of which all that it holds is measured."""
        inner = _inner(item)
        # One digit stands for each, and is taken off again.
        return text_bytes(_shallow(item) if inner else item) + sum(self.sizes[id(part)] - 1 for part in inner)

    def _least_size(self, item: Value) -> int:
        """Return how much is left if an array or a map is thinned as far as can be."""
        known = self._least.get(id(item))
        if known is None:
            if _is_record(item) or not item:
                known = self.sizes[id(item)]
                kept = item
            else:
                kept = _entries(item, [len(item) // 2])
                known = self._size(kept)
            for part in _inner(kept):
                known += self._least_size(part) - self.sizes[id(part)]
            self._least[id(item)] = known
        return known

    def _parts(self, item: dict[str, Value], share: float) -> Iterator[tuple[str, float]]:
        """Share what a record may take among the arrays and maps in it."""
        wants = {
            key: self.sizes[id(part)] - self._least_size(part)
            for key, part in item.items()
            if isinstance(part, list | dict)
        }
        left = max(share - self._least_size(item), 0)
        least = left / (2 * len(wants))
        wanted = sum(wants.values())
        for key, want in sorted(wants.items(), key=lambda entry: entry[1]):
            given = min(want, max(left * want / wanted, least)) if want else 0
            yield key, self._least_size(item[key]) + given
            left -= given
            wanted -= want

    def _level(self, item: Value, share: float) -> float:
        """Return the size to which a collection's largest elements must be thinned for all of them to have room."""
        sizes = sorted(self.sizes[id(part)] for part in _inner(item))
        left = share - self.sizes[id(item)] + sum(sizes)
        for number, size in enumerate(sizes):
            level = left / (len(sizes) - number)
            if size > level:
                return level
            left -= size
        return share


def _is_record(item: Value) -> bool:
    return isinstance(item, dict) and len(item) <= LARGEST_RECORD


def _inner(item: Value) -> list[Value]:
    """Return the arrays and maps that an array or a map holds."""
    return [part for part in (item.values() if isinstance(item, dict) else item) if isinstance(part, list | dict)]


def _shallow(item: Value) -> Value:
    """Return an array or a map with 0 in place of every array and map that it holds."""
    if isinstance(item, dict):
        return {key: 0 if isinstance(part, list | dict) else part for key, part in item.items()}
    return [0 if isinstance(part, list | dict) else part for part in item]


def _entries(item: Value, numbers: Iterable[int]) -> Value:
    """Return an array or a map of some entries of another."""
    if isinstance(item, dict):
        entries = list(item.items())
        return dict(entries[number] for number in numbers)
    return [item[number] for number in numbers]


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False, check_circular=False).encode


def text_bytes(value: Value) -> int:
    """Return the size of a value as minified JSON, or as value text if JSON cannot hold it."""
    try:
        text = _encode(value)
    except (TypeError, ValueError):  # bytes, or a number that is not finite: JSON has neither
        text = to_text(value)
    return len(text.encode())
