"""The value model of docs/protocol.md in MicroPython's own types: value text and the canonical hash."""

import json
import math
import struct
from binascii import a2b_base64, b2a_base64

import strict_json
from libc import digits_of

_MASK = 0xFFFF_FFFF_FFFF_FFFF
_MULTIPLIER = 0x9E37_79B9_7F4A_7C15
_FLOAT, _BYTES = "\0float", "\0bytes"
_NON_FINITE = {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}
_NAN_BITS = 0x7FF8_0000_0000_0000
_END = object()
_SECOND_BYTES = ((b"\xe0", 0xA0, 0xC0), (b"\xed", 0x80, 0xA0), (b"\xf0", 0x90, 0xC0), (b"\xf4", 0x80, 0x90))
"""First bytes of a character in UTF-8 that not every other may follow (RFC 3629)."""
_NEVER = [bytes((byte,)) for byte in [0xC0, 0xC1] + list(range(0xF5, 0x100))]  # noqa: RUF005 - its displays do not unpack


def to_base64(data):
    """Write bytes in base64."""
    return b2a_base64(data, newline=False).decode()


def from_base64(text):
    """Read base64.

    Raises:
        ValueError: text that is not base64; MicroPython's function overlooks what does not belong there.
    """
    data = a2b_base64(text)
    if to_base64(data) != text:
        raise ValueError("bytes that are not base64")
    return data


def from_text(text):
    """Read value text.

    Raises:
        ValueError: text that is not value text.
    """
    return strict_json.loads(text.encode(), _unmarked)


def _unmarked(entries):
    if len(entries) == 1:
        if _BYTES in entries:
            return from_base64(entries[_BYTES])
        if _FLOAT in entries:
            return _NON_FINITE[entries[_FLOAT]]
    return entries


def to_text(value):
    """Write a value as value text.

    Raises:
        TypeError, ValueError: something outside the value model.
    """
    return _fold(value, _scalar_text, _array_text, _map_text)


def hash_text(value):
    """Return the canonical hash as the protocol writes it: 16 lower-case hexadecimal digits.

    Raises:
        TypeError, ValueError: something outside the value model.
    """
    return f"{_fold(value, _scalar_hash, _array_hash, _map_hash):016x}"


def _fold(root, of_scalar, of_array, of_map):
    """Make one thing of a value, its leaves first. Without recursion: MicroPython's stack is small.

    Args:
        root: the value.
        of_scalar: makes it of what is neither array nor map.
        of_array: makes it of a list of what was made of the elements.
        of_map: makes it of the keys, and such a list.
    """
    parents = [(None, iter((root,)), [])]
    while True:
        keys, items, made = parents[-1]
        item = next(items, _END)
        if item is _END:
            parents.pop()
            if not parents:
                return made[0]
            parents[-1][2].append(of_array(made) if keys is None else of_map(keys, made))
        elif isinstance(item, dict):
            parents.append((list(item.keys()), iter(item.values()), []))
        elif isinstance(item, (list, tuple)):
            parents.append((None, iter(item), []))
        else:
            made.append(of_scalar(item))


def _utf8(text):
    """Return the bytes of a string, which must be UTF-8: MicroPython only looks at how many bytes a character has."""
    if not isinstance(text, str):
        raise TypeError(f"a key of type {type(text).__name__}")
    data = text.encode()
    if len(data) != len(text) and not _is_utf8(data):
        raise ValueError("text that is not UTF-8")
    return data


def _is_utf8(data):
    # By bytes: MicroPython keeps every string of one character for ever, and searches all that it keeps.
    for first, low, high in _SECOND_BYTES:
        at = data.find(first)
        while at >= 0:
            if not low <= data[at + 1] < high:
                return False
            at = data.find(first, at + 1)
    return not any(first in data for first in _NEVER)


def _absorb(state, word):
    mixed = ((state ^ word) * _MULTIPLIER) & _MASK
    return mixed ^ (mixed >> 32)


def _bytes_hash(tag, data):
    state = _absorb(tag, len(data))
    padded = data + bytes(-len(data) % 8)
    for word in struct.unpack(f"<{len(padded) // 8}Q", padded):
        state = _absorb(state, word)
    return state


def _scalar_hash(value):
    if isinstance(value, str):
        return _bytes_hash(ord("s"), _utf8(value))
    if value is None:
        return _absorb(ord("n"), 0)
    if isinstance(value, bool):
        return _absorb(ord("b"), int(value))
    if isinstance(value, int):
        if not -(1 << 63) <= value < 1 << 64:
            raise ValueError("an integer of more than 64 bits")
        return _absorb(ord("i" if value < 1 << 63 else "u"), value & _MASK)
    if isinstance(value, float):
        bits = _NAN_BITS if math.isnan(value) else struct.unpack("<Q", struct.pack("<d", value))[0]
        return _absorb(ord("f"), bits)
    if isinstance(value, (bytes, bytearray)):
        return _bytes_hash(ord("y"), bytes(value))
    raise ValueError(f"a value of type {type(value).__name__}")


def _array_hash(hashes):
    state = ord("a")
    for hashed in hashes:
        state = _absorb(state, hashed)
    return _absorb(state, len(hashes))


def _map_hash(keys, hashes):
    total = 0
    for key, hashed in zip(keys, hashes):
        total += _absorb(_absorb(ord("e"), _bytes_hash(ord("s"), _utf8(key))), hashed)
    return _absorb(_absorb(ord("m"), total & _MASK), len(keys))


def _scalar_text(value):
    if isinstance(value, float):
        if not math.isfinite(value):
            return _marked(_FLOAT, "nan" if math.isnan(value) else "inf" if value > 0 else "-inf")
        digits = digits_of(value)
        return digits if "." in digits or "e" in digits else digits + ".0"
    if isinstance(value, (bytes, bytearray)):
        return _marked(_BYTES, to_base64(value))
    if isinstance(value, str):
        _utf8(value)
    return json.dumps(value)


def _marked(mark, text):
    return json.dumps({mark: text})


def _array_text(texts):
    return "[" + ",".join(texts) + "]"


def _map_text(keys, texts):
    return "{" + ",".join([f"{json.dumps(key)}:{text}" for key, text in zip(keys, texts)]) + "}"
