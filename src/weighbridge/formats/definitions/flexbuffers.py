"""FlexBuffers, by flatbuffers' Python library.

The library's own ``Dumps`` and ``Loads`` need repair for documents of any size and content: they copy the rest of the
buffer for each key they touch, recurse several frames a level, take keys for ASCII, fail on integers above 2**63 - 1
and on floats above the range of a float32. So its builder and its references are driven from here, without recursion.

Equal keys and equal strings are written once, as ``flatc --flexbuffers`` writes them. The library's own pools find what
they hold only by luck: they search by halves in a list that they do not keep sorted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from importlib.metadata import version
from typing import Any

from flatbuffers import flexbuffers  # type: ignore[import-untyped]

from weighbridge.formats.format import Format, Lack, Malformed
from weighbridge.formats.guard import TOO_DEEP, malformed
from weighbridge.formats.model import MAX_DEPTH, require_encodable, require_in_model, unique_keys
from weighbridge_kit.values import Value

_LACKS = frozenset({Lack.NUL_IN_KEY})


class _Pool(dict[bytes, int]):
    """The offsets of what was written."""

    def FindOrInsert(self, data: bytes, offset: int) -> int | None:  # noqa: N802 (called by the library)
        known = self.setdefault(data, offset)
        return None if known == offset else known


class _Builder(flexbuffers.Builder):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__(share_keys=True, share_strings=True)
        self._key_pool = _Pool()
        self._string_pool = _Pool()

    def _ReadKey(self, offset: int) -> bytes:  # noqa: N802 (called by the library to sort a map's keys)
        return bytes(self._buf[offset : self._buf.index(0, offset)])

    def add_scalar(self, item: Value) -> None:
        if isinstance(item, int) and item >= 2**63:
            self.UInt(item)
        elif isinstance(item, float):
            self.Float(item, 4 if _fits_float32(item) else 8)
        else:
            self.Add(item)


def _fits_float32(item: float) -> bool:
    try:
        return bool(flexbuffers.BitWidth.F(item) == flexbuffers.BitWidth.W32)
    except OverflowError:
        return False


def _encode(value: Value) -> bytes:
    require_encodable(value, "FlexBuffers", _LACKS)
    builder = _Builder()
    open_containers: list[tuple[AbstractContextManager[Any], Iterator[tuple[str | None, Value]]]] = []
    entries: Iterator[tuple[str | None, Value]] = iter([(None, value)])
    while True:
        key, item = next(entries, (None, open_containers))
        if item is open_containers:
            if not open_containers:
                return bytes(builder.Finish())
            container, entries = open_containers.pop()
            container.__exit__(None, None, None)
            continue
        if key is not None:
            builder.Key(key.encode())
        if isinstance(item, dict | list):
            container = builder.Map() if isinstance(item, dict) else builder.Vector()
            container.__enter__()
            open_containers.append((container, entries))
            entries = iter(item.items()) if isinstance(item, dict) else ((None, element) for element in item)
        else:
            builder.add_scalar(item)


class _Tail:
    """The rest of a buffer, not copied."""

    def __init__(self, data: bytes, start: int) -> None:
        self._data = data
        self._start = start

    def find(self, byte: int) -> int:
        return self._data.index(byte, self._start) - self._start


class _Buffer:
    """Bytes of which the rest from an offset is not copied: the library searches it for the end of each key."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def __len__(self) -> int:
        return len(self._data)

    def __getitem__(self, key: int | slice) -> int | bytes | _Tail:
        if isinstance(key, slice):
            if key.stop is None:
                return _Tail(self._data, key.start)
            if not 0 <= key.start <= key.stop <= len(self._data):
                raise IndexError("an offset leads out of the buffer")
        return self._data[key]


def _scalar(ref: Any) -> Value:
    if ref.IsKey:
        return ref.AsKeyBytes.decode()
    return ref.Value


def _contents(ref: Any, most: int) -> tuple[list[str] | None, list[Any]] | None:
    """Return the keys, if it is a map, and the elements of a container; None for a scalar.

    Args:
        ref: a reference to any value.
        most: how many elements a container may have.
    """
    if ref.IsMap:
        entries = ref.AsMap
        keys = [key.AsKeyBytes.decode() for key in _elements(entries.Keys, most)]
        return keys, _elements(entries.Values, most)
    if ref.IsVector:
        return None, _elements(ref.AsVector, most)
    if ref.IsTypedVector:
        return None, _elements(ref.AsTypedVector, most)
    if ref.IsFixedTypedVector:
        return None, _elements(ref.AsFixedTypedVector, most)
    return None


def _elements(vector: Any, most: int) -> list[Any]:
    length = len(vector)
    if length > most:
        raise Malformed("holds more values than bytes")
    return [vector[index] for index in range(length)]


def _decode(data: bytes) -> Value:
    with malformed("FlexBuffers"):
        return require_in_model(_read(data))


def _read(data: bytes) -> Value:
    root: list[Value] = [None]
    stack: list[tuple[Any, Value, str | int, int]] = [(flexbuffers.GetRoot(_Buffer(data)), root, 0, 0)]
    # A value takes at least a byte, unless offsets lead to the same container again and again.
    remaining = len(data)
    while stack:
        ref, parent, slot, depth = stack.pop()
        contents = _contents(ref, remaining)
        if contents is None:
            parent[slot] = _scalar(ref)
            continue
        if depth == MAX_DEPTH:
            raise Malformed(TOO_DEEP)
        keys, elements = contents
        remaining -= len(elements)
        container: Value = [None] * len(elements) if keys is None else unique_keys((key, None) for key in keys)
        parent[slot] = container
        slots: Iterable[str | int] = range(len(elements)) if keys is None else keys
        stack.extend((element, container, inner, depth + 1) for inner, element in zip(slots, elements, strict=True))
    return root[0]


FORMAT = Format(
    name="flexbuffers",
    title="FlexBuffers",
    endings=(".flexbuffers", ".flexbuf"),
    text=False,
    specification="https://flatbuffers.dev/internals/",
    library=f"flatbuffers {version('flatbuffers')}",
    encode=_encode,
    decode=_decode,
    lacks=_LACKS,
)
