"""Find where in a JSON text a fault stands, which the standard library's reader does not tell.

Used only when a text is already known to hold one of these faults, so it may be slow; it never recurses.
"""

from __future__ import annotations

import json
import math
import re
from typing import NamedTuple

from weighbridge.formats.guard import TOO_DEEP
from weighbridge.formats.model import MAX_DEPTH, shorten
from weighbridge_kit.values import RESERVED_KEYS

_TOKEN = re.compile(
    r"""(?P<string>"(?:[^"\\]++|\\.)*+")
      | (?P<unended>"(?:[^"\\]++|\\.)*+)
      | (?P<number>-?[0-9][0-9.eE+-]*)
      | (?P<constant>-?(?:NaN|Infinity))
      | (?P<open>[\[{])
      | (?P<close>[\]}])
      | (?P<comma>,)""",
    re.VERBOSE | re.DOTALL,
)
"""However a text is made, no part of it is looked at more than twice: nothing is tried in more than one way."""
_SURROGATE = re.compile("[\ud800-\udfff]")


class Fault(NamedTuple):
    """What is wrong, what to do about it, and at which character of the text it stands."""

    problem: str
    hint: str
    position: int


class _Container:
    """A container that is open: the keys seen, and whether the next string is a key."""

    __slots__ = ("is_map", "keys", "wants_key")

    def __init__(self, is_map: bool) -> None:
        self.is_map = is_map
        self.wants_key = is_map
        self.keys: dict[str, int] = {}


def _number_fault(text: str) -> tuple[str, str] | None:
    if text.lstrip("-").isdigit():
        digits = len(text.lstrip("-"))
        if digits > 20 or not -(2**63) <= int(text) < 2**64:
            return f"an integer of {digits} digits needs more than 64 bits", "write it as a string, or as a float"
    elif math.isinf(float(text)):
        return f"the number {shorten(text)} overflows a double", "write it as a string"
    return None


def _string_fault(text: str, container: _Container | None, position: int) -> tuple[str, str] | None:
    if _SURROGATE.search(text):
        return "a string with half of a surrogate pair is not valid Unicode", "escape both halves, or remove it"
    if container and container.wants_key:
        if text in container.keys:
            return f"the key {shorten(json.dumps(text, ensure_ascii=False))} is there twice in one map", "remove one"
        container.keys[text] = position
        container.wants_key = False
    return None


def find_json_fault(text: str) -> Fault | None:
    """Return the first fault in a JSON text that breaks a rule beyond the grammar, or None.

    These are NaN and infinities, a number that overflows, an integer beyond 64 bits, a lone surrogate, a key that is
    there twice, a map that value text reserves, and nesting that is too deep. After a fault in the grammar what it
    returns means nothing.
    """
    stack: list[_Container] = []
    for token in _TOKEN.finditer(text):
        found: tuple[str, str] | None = None
        kind, word, position = token.lastgroup, token.group(), token.start()
        if kind == "string":
            found = _string_fault(json.loads(word, strict=False), stack[-1] if stack else None, position)
        elif kind == "number":
            found = _number_fault(word)
        elif kind == "constant":
            found = f"{word} is not JSON", "write null or a string"
        elif kind == "comma" and stack:
            stack[-1].wants_key = stack[-1].is_map
        elif kind == "open":
            stack.append(_Container(word == "{"))
            if len(stack) > MAX_DEPTH:
                found = TOO_DEEP, "flatten the document"
        elif kind == "close" and stack:
            keys = stack.pop().keys
            if len(keys) == 1 and not RESERVED_KEYS.isdisjoint(keys):
                key, position = keys.popitem()
                found = f"a map whose only key is {json.dumps(key)} is reserved", "rename the key"
        if found:
            return Fault(*found, position)
    return None
