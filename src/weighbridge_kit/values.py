"""The value model of the runner protocol: value text and the canonical hash.

Specified in ``docs/protocol.md``, section "Values". Python's own types stand for the values: None, bool, int
(-2**63 … 2**64-1), float, str, bytes, list, and dict with str keys.
"""

from __future__ import annotations

import base64
import json
import math
import struct
from ctypes import c_float
from typing import Any

Value = Any

_MASK = 0xFFFF_FFFF_FFFF_FFFF
_MULTIPLIER = 0x9E37_79B9_7F4A_7C15
_FLOAT_KEY = "\0float"
_BYTES_KEY = "\0bytes"
_NON_FINITE = {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}
_NAN_BITS = 0x7FF8_0000_0000_0000

RESERVED_KEYS = frozenset({_FLOAT_KEY, _BYTES_KEY})
"""A map whose only key is one of these cannot be written as value text."""


def absorb(state: int, word: int) -> int:
    """Mix one unsigned 64-bit word into an unsigned 64-bit state."""
    mixed = ((state ^ word) * _MULTIPLIER) & _MASK
    return mixed ^ (mixed >> 32)


def _hash_bytes(tag: int, data: bytes) -> int:
    state = absorb(tag, len(data))
    padded = data + bytes(-len(data) % 8)
    for word in struct.unpack(f"<{len(padded) // 8}Q", padded):
        mixed = ((state ^ word) * _MULTIPLIER) & _MASK
        state = mixed ^ (mixed >> 32)
    return state


def canonical_hash(value: Value) -> int:
    """Return the canonical hash, an unsigned 64-bit integer.

    Raises:
        TypeError: a type outside the value model, or a map key that is not a string.
        OverflowError: an integer outside -2**63 … 2**64-1.
        UnicodeEncodeError: a string with a lone surrogate.
    """
    if isinstance(value, str):
        return _hash_bytes(ord("s"), value.encode())
    if value is None:
        return absorb(ord("n"), 0)
    if isinstance(value, bool):
        return absorb(ord("b"), int(value))
    if isinstance(value, int):
        if -(2**63) <= value < 2**63:
            return absorb(ord("i"), value & _MASK)
        if value < 2**64 and value > 0:
            return absorb(ord("u"), value)
        raise OverflowError(f"integer {value} needs more than 64 bits")
    if isinstance(value, float):
        bits = _NAN_BITS if math.isnan(value) else struct.unpack("<Q", struct.pack("<d", value))[0]
        return absorb(ord("f"), bits)
    if isinstance(value, dict):
        total = 0
        for key, item in value.items():
            if not isinstance(key, str):
                raise TypeError(f"map key of type {type(key).__name__}")
            total += absorb(absorb(ord("e"), canonical_hash(key)), canonical_hash(item))
        return absorb(absorb(ord("m"), total & _MASK), len(value))
    if isinstance(value, (list, tuple)):
        state = ord("a")
        for item in value:
            state = absorb(state, canonical_hash(item))
        return absorb(state, len(value))
    if isinstance(value, (bytes, bytearray, memoryview)):
        return _hash_bytes(ord("y"), bytes(value))
    raise TypeError(f"{type(value).__name__} is outside the value model")


def hash_text(value: Value) -> str:
    """Return the canonical hash as the protocol writes it: 16 lower-case hexadecimal digits."""
    return f"{canonical_hash(value):016x}"


def _to_json(value: Value) -> Value:
    # Loops, not comprehensions: those take a stack frame more for each level of nesting.
    if isinstance(value, float) and not math.isfinite(value):
        return {_FLOAT_KEY: "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"}
    if isinstance(value, (bytes, bytearray, memoryview)):
        return {_BYTES_KEY: base64.b64encode(value).decode()}
    if isinstance(value, dict):
        entries = {}
        for key, item in value.items():
            if not isinstance(key, str):
                raise TypeError("map key that is not a string")
            entries[key] = _to_json(item)
        return entries
    if isinstance(value, (list, tuple)):
        items = []
        for item in value:
            items.append(_to_json(item))
        return items
    return value


def to_text(value: Value) -> str:
    """Write a value as value text.

    Raises:
        TypeError: a type outside the value model.
    """
    return json.dumps(_to_json(value), ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _from_json(entries: dict[str, Value]) -> Value:
    if len(entries) == 1:
        if _BYTES_KEY in entries:
            return base64.b64decode(entries[_BYTES_KEY], validate=True)
        if _FLOAT_KEY in entries:
            return _NON_FINITE[entries[_FLOAT_KEY]]
    return entries


def from_text(text: str) -> Value:
    """Read value text.

    Raises:
        ValueError: text that is not value text.
    """
    return json.loads(text, object_hook=_from_json)


def integer_of_64_bits(digits: str) -> Value:
    """Read an integer of a JSON text as readers with 64 bits do: what is beyond them is a float."""
    number = int(digits)
    return number if -(2**63) <= number < 2**64 else float(digits)


def single(value: Value) -> Value:
    """The value as a board has it whose floats are of single precision."""
    if isinstance(value, dict):
        return {key: single(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [single(element) for element in value]
    return c_float(value).value if isinstance(value, float) else value
