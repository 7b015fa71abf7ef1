"""Make what pickle and marshal write independent of object identity.

Both write an object once and refer to it where the same object, not just an equal one, stands again. So that a value
always gives the same bytes, it is first copied to what a parser makes: keys shared in a document, nothing else.
"""

from __future__ import annotations

from weighbridge.formats.model import rebuild
from weighbridge_kit.values import Value


def _copy(item: Value) -> Value:
    if isinstance(item, str):
        return item.encode().decode()
    if isinstance(item, bytes):
        return bytes(bytearray(item))
    if type(item) in (int, float):
        negated = -item
        return -negated
    return item


def with_own_objects(value: Value) -> Value:
    """Return a copy that shares its maps' keys and no other object."""
    keys: dict[str, str] = {}
    return rebuild(value, _copy, lambda key: keys.setdefault(key, key.encode().decode()))
