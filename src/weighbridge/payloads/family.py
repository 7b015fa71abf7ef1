"""A family of documents: the same shape as a payload's own, other values.

A program meets a new document each time; a benchmark that decodes one document a thousand times does not. Caches of
keys and of short strings, and above all the processor's branch predictor, come to know it by heart, and flatter what
decides by many branches.

The rules, by which every relative encodes to about as many bytes as its original in every format:

* Keys, nesting, booleans, nulls, and the lengths of arrays, strings and byte strings stay.
* A letter becomes another letter of its case, a digit another digit, and a character beyond ASCII a neighbour of its
  kind that UTF-8 writes in as many bytes. Punctuation, white space and control characters stay.
* An integer keeps its sign, its digits, and the width that binary formats write it in.
* A float keeps its sign, its point and exponent, and its digits. It stays a half or a single where it was one.
* Values that were equal stay equal, and those that differed differ, where there are enough values of the kind.

The same payload gives the same family everywhere.
"""

from __future__ import annotations

import hashlib
import math
import struct
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from weighbridge.payloads.payload import Payload, PayloadError
from weighbridge.payloads.random64 import SplitMix64
from weighbridge_kit.values import Value, to_text

_TRIES = 32
"""So often a value of a kind is drawn before one that is in use, or the original itself, is taken."""

_BYTES_BEGIN = 0, 24, 32, 128, 256, 32768, 65536, 2**31, 2**32, 2**53, 2**63, 2**64
"""Where some binary format begins to write an unsigned integer in more bytes; -1 - n is written as n is."""

_BLOCK = 32
"""Characters beyond ASCII are exchanged for others of the same block of so many."""


MOST = 64
"""So large is a family, if nothing else is asked for."""

MOST_BYTES = 2**18
"""Of so many bytes of minified JSON. Beyond, processors remember one document no better than many, and what is timed
is no longer the code, but the way to memory."""


_HELD_BYTES = 2**26
"""Of so many bytes a family can be: its runner holds all of it, in every format."""


def family_size(payload: Payload, wanted: int | None) -> int:
    """Return how large the family of a payload should be: as is wanted, if anything is.

    Raises:
        PayloadError: that is more than a runner could hold.
    """
    json_bytes = sum(len(to_text(document).encode()) for document in payload.documents)
    if wanted is None:
        return min(max(MOST_BYTES // json_bytes, 1), MOST)
    most = max(_HELD_BYTES // json_bytes, 1)
    if wanted > most:
        raise PayloadError(
            f"{payload.name}: a family of {wanted:,} documents of its shape takes {wanted * json_bytes:,} bytes as "
            f"JSON, and {_HELD_BYTES:,} is the most; take --family {most}, or a smaller --sample of it"
        )
    return wanted


def whole_family(payload: Payload) -> Payload:
    """Return a payload and its relatives as one, by a name of its own."""
    documents = (document for member in relatives(payload, payload.family - 1) for document in member)
    return replace(payload, name=f"{payload.name} and relatives", documents=(*payload.documents, *documents), family=1)


def relatives(payload: Payload, count: int) -> Iterator[tuple[Value, ...]]:
    """Yield relatives of a payload's documents, each of which has as many documents, in their order."""
    digest = hashlib.sha256("\n".join(map(to_text, payload.documents)).encode()).digest()
    for number in range(1, count + 1):
        changed = _Relative(SplitMix64(int.from_bytes(digest[:8], "little") + (number << 32)))
        yield tuple(map(changed.of, payload.documents))


@dataclass(slots=True)
class _Relative:
    """The values of one relative, by the original's values."""

    random: SplitMix64
    _changed: dict[tuple[type, str], Value] = field(default_factory=dict)
    _used: set[tuple[type, str]] = field(default_factory=set)

    def of(self, value: Value) -> Value:
        """Return a value of the same shape."""
        if isinstance(value, dict):
            return {key: self.of(member) for key, member in value.items()}
        if isinstance(value, list):
            return list(map(self.of, value))
        draw = _DRAWN.get(type(value))
        if draw is None:
            return value
        key = (type(value), repr(value))
        if key not in self._changed:
            self._changed[key] = self._unused(draw, value)
        return self._changed[key]

    def _unused(self, draw: Callable[[Value, SplitMix64], Value], value: Value) -> Value:
        drawn = value
        for _ in range(_TRIES):
            drawn = draw(value, self.random)
            if (type(drawn), repr(drawn)) not in self._used:
                break
        self._used.add((type(drawn), repr(drawn)))
        return drawn


def _draw_string(text: str, random: SplitMix64) -> str:
    return "".join(_draw_character(character, random) for character in text)


def _draw_character(character: str, random: SplitMix64) -> str:
    if "a" <= character <= "z":
        return chr(ord("a") + random.below(26))
    if "A" <= character <= "Z":
        return chr(ord("A") + random.below(26))
    if "0" <= character <= "9":
        return chr(ord("0") + random.below(10))
    if character.isascii():
        return character
    kind, first = unicodedata.category(character), ord(character) // _BLOCK * _BLOCK
    for _ in range(_TRIES):
        other = chr(first + random.below(_BLOCK))
        if unicodedata.category(other) == kind and len(other.encode()) == len(character.encode()):
            return other
    return character


def _draw_bytes(data: bytes, random: SplitMix64) -> bytes:
    return bytes(random.below(256) for _ in data)


def _draw_integer(number: int, random: SplitMix64) -> int:
    if number < 0:
        # -1 is written as 0 is without a sign, -32 as 31; but its digits are those of 1 and 32.
        low, high = _like(-number, _BYTES_BEGIN, shift=1)
        return -random.between(low, high)
    low, high = _like(number, _BYTES_BEGIN, shift=0)
    return random.between(low, high)


def _like(number: int, begins: tuple[int, ...], *, shift: int) -> tuple[int, int]:
    """Return the smallest and the largest integer of as many digits that is written in as many bytes."""
    digits = len(str(number))
    lowest = max(begin + shift for begin in begins if begin + shift <= number or begin == 0)
    highest = min(begin + shift for begin in begins if begin + shift > number) - 1
    return max(lowest, 10 ** (digits - 1) if digits > 1 else shift), min(highest, 10**digits - 1)


def _draw_float(number: float, random: SplitMix64) -> float:
    if not math.isfinite(number) or number == 0:
        return number
    width = _narrowest(number)
    draw = _draw_digits if width == "d" else _draw_bits
    for _ in range(_TRIES):
        drawn = draw(number, random)
        if len(repr(drawn)) == len(repr(number)) and _narrowest(drawn) == width:
            return drawn
    return number


def _draw_digits(number: float, random: SplitMix64) -> float:
    mantissa, mark, exponent = repr(number).partition("e")
    return float("".join(_draw_digit(mantissa, at, random) for at in range(len(mantissa))) + mark + exponent)


def _draw_bits(number: float, random: SplitMix64) -> float:
    """Draw a float with as many binary places: a half or a single such as 21.5 has few neighbours of as many digits."""
    numerator, denominator = abs(number).as_integer_ratio()
    low, high = _like(numerator // denominator, (0, 2**64), shift=0) if numerator < 2**64 else (numerator, numerator)
    drawn = random.between(low * denominator, (high + 1) * denominator - 1) | int(denominator > 1)
    return math.copysign(drawn / denominator, number)


def _draw_digit(mantissa: str, at: int, random: SplitMix64) -> str:
    """Draw a digit of a number: the zeros at its ends stay, and what is beside them is none."""
    if not mantissa[at].isdigit():
        return mantissa[at]
    zero = mantissa[at] == "0"
    if zero and (not mantissa[:at].strip("-0.") or not mantissa[at:].strip("0.")):
        return "0"
    edge = not mantissa[:at].strip("-0.") or not mantissa[at + 1 :].strip("0.")
    return chr(ord("0") + (random.between(1, 9) if edge else random.below(10)))


def _narrowest(number: float) -> str:
    """Return the narrowest binary format that holds a float exactly."""
    for width in ("e", "f"):
        try:
            if struct.unpack(f"<{width}", struct.pack(f"<{width}", number))[0] == number:
                return width
        except OverflowError:
            continue
    return "d"


_DRAWN: dict[type, Callable[[Value, SplitMix64], Value]] = {
    str: _draw_string,
    bytes: _draw_bytes,
    int: _draw_integer,
    float: _draw_float,
}
