"""Fidelity: what of a value is left after it went through a codec."""

from __future__ import annotations

import base64
import binascii
import marshal
import math
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from weighbridge.formats.model import IntegerKey, Place, numbered, pointer, shorten
from weighbridge.formats.show import scalar_text
from weighbridge_kit.values import Value

ROUNDING = 1e-5
"""A float that differs by no more than this share of itself has lost its last digits, and is not another number."""


DECLINED = "declined"
"""A note: no format forbids it, but the codec cannot take it by nature, so nothing was tried."""
REFUSED = "refused"
"""A note: the codec itself said that it cannot do it."""
CRASHED = "crashed"
"""A note: the runner died of it."""
HUNG = "hung"
"""A note: the runner did not answer in time."""
TOO_LARGE = "too-large"
"""A note: it does not fit into the board's memory."""
ROOT_LIST_AS_DOCUMENT = "root-list-as-document"
"""The note that an array at the root came back as the map that the format writes for it."""


FLOAT_WITHOUT_POINT = "float-without-point"
"""The note that a float was written as an integer, which whoever has the schema reads as a float."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What decode(encode(value)) preserved.

    Attributes:
        fidelity: ``exact``, ``lossy`` (every difference has a name) or ``failed``.
        losses: the names of what was lost, sorted; empty if exact.
        notes: differences that no codec is to blame for: ``key-order``, as maps are not ordered,
            ``root-list-as-document``, as the format has no array at its root, and ``float-without-point``, where types
            tell what it is.
        detail: the first difference (the first that has no name, if failed): its path as a JSON Pointer (RFC 6901)
            and both values, shortened; empty if exact.
    """

    fidelity: Literal["exact", "lossy", "failed"]
    losses: tuple[str, ...]
    notes: tuple[str, ...]
    detail: str


class _Pair(NamedTuple):
    """Two values at the same place that still have to be compared."""

    place: Place | None
    original: Value
    decoded: Value


class _Difference(Exception):
    """A difference that has no name."""


_COMPARABLE = frozenset({type(None), bool, int, str, bytes})
"""Types whose values are the same if they are equal: a float may be -0.0."""
_MISSING = object()
"""Stands for a value that is not there."""


def _bits(number: float) -> bytes:
    return struct.pack("<d", math.nan if math.isnan(number) else number)


def _float32(number: float) -> float:
    try:
        return float(struct.unpack("<f", struct.pack("<f", number))[0])
    except OverflowError:
        return math.copysign(math.inf, number)


def _float_losses(original: float, decoded: Value) -> tuple[str, ...]:
    if type(decoded) is float:
        if _bits(original) == _bits(decoded):
            return ()
        if original == decoded:
            return ("negative-zero",)
        if math.isfinite(original):
            if _float32(original) == decoded:  # infinity, too, where 32 bits hold nothing as large
                return ("float32",)
            if abs(original - decoded) <= ROUNDING * abs(original):
                return ("float-rounded",)
    elif not math.isfinite(original):
        if decoded is None:
            return ("non-finite-became-null",)
        if type(decoded) is str:
            return ("non-finite-became-string",)
    elif type(decoded) is int:
        # As a double: 4.630328204109921e18 is written as 4630328204109921000, whose digits lead back to it.
        if original == float(decoded):
            zero = ("negative-zero",) if _bits(original) == _bits(-0.0) else ()
            return ("float-became-int", *zero)
        # With 14 digits or so, 25130935246158.75 is written as 25130935246159.
        if math.isfinite(original) and abs(original - decoded) <= ROUNDING * abs(original):
            return ("float-became-int", "float-rounded")
    elif type(decoded) is str and _reads_as(decoded, original):
        return ("float-became-string",)
    raise _Difference


def _reads_as(text: str, number: float) -> bool:
    try:
        return float(text) == number
    except ValueError:
        return False


def _int_losses(original: int, decoded: Value) -> tuple[str, ...]:
    if type(decoded) is int:
        if original == decoded:
            return ()
        # JavaScript writes 2^62 - 1 as 4611686018427388000: fewer digits that read back to the same double.
        if float(original) == float(decoded):
            return ("int53",)
        if original - 2**64 == decoded:
            return ("unsigned-became-signed",)
        if decoded in _in_32_bits(original):
            return ("int32",)
        if decoded == _float32(original):
            return ("int24",)
    elif type(decoded) is float:
        if float(original) == decoded:
            return ("int-became-float",) if int(decoded) == original else ("int-became-float", "int53")
        if _float32(original) == decoded:
            return ("int-became-float", "int24")
        if math.isfinite(decoded) and abs(original - decoded) <= ROUNDING * abs(original):
            return ("int-became-float", "float-rounded")
    elif type(decoded) is str and decoded == str(original):
        return ("int-became-string",)
    raise _Difference


def _in_32_bits(number: int) -> tuple[int, ...]:
    """Return what integers of 32 bits make of one that they cannot hold: with a sign and without, wrapped and clamped.

    There is nothing that they make of any other.
    """
    low, high, modulus = -(2**31), 2**31 - 1, 2**32
    if low <= number <= high:
        return ()
    signed = (number - low) % modulus + low, min(max(number, low), high)
    return signed if 0 <= number < modulus else (*signed, number % modulus, min(max(number, 0), modulus - 1))


def _is_cut(original: str, decoded: str) -> bool:
    """Tell whether only the beginning of a text came back, as from a buffer that is too small for all of it.

    What ends before a NUL was misread by C, wherever the buffer ends.
    """
    return 0 < len(decoded) < len(original) and original.startswith(decoded) and original[len(decoded)] != "\0"


def _bytes_losses(original: bytes, decoded: Value) -> tuple[str, ...]:
    if type(decoded) is bytes and decoded == original:
        return ()
    if type(decoded) is str and any(decoded == spelling for spelling in _spellings(original)):
        return ("bytes-became-string",)
    if type(decoded) is list and decoded == list(original) and all(type(item) is int for item in decoded):
        return ("bytes-became-array",)
    raise _Difference


def _spellings(data: bytes) -> Iterable[str]:
    """Yield the texts that libraries are known to make of bytes."""
    yield base64.b64encode(data).decode()
    yield base64.urlsafe_b64encode(data).decode()
    yield base64.urlsafe_b64encode(data).decode().rstrip("=")
    yield binascii.hexlify(data).decode()
    yield data.decode("latin-1")
    yield data.decode(errors="replace")
    yield data.decode(errors="surrogateescape")


def _scalar_losses(original: Value, decoded: Value) -> tuple[str, ...]:
    """Name what was lost of a scalar.

    Raises:
        _Difference: it has no name.
    """
    if type(original) is float:
        return _float_losses(original, decoded)
    if type(original) is int:
        return _int_losses(original, decoded)
    if type(original) is bytes:
        return _bytes_losses(original, decoded)
    if type(original) is type(decoded) and original == decoded:
        return ()
    if type(original) is str and type(decoded) is bytes and original.encode() == decoded:
        return ("string-became-bytes",)
    if type(original) is str and type(decoded) is str and _is_cut(original, decoded):
        return ("truncated-string",)
    if type(original) is bool and type(decoded) is int and original == decoded:
        return ("bool-became-int",)
    raise _Difference


class _Walk:
    """A comparison under way."""

    def __init__(self, *, root_list_as_document: bool, typed: bool) -> None:
        self._root_list_as_document = root_list_as_document
        self._typed = typed
        self.losses: set[str] = set()
        self.notes: set[str] = set()
        self.detail = ""

    def lose(self, names: Iterable[str], pair: _Pair) -> None:
        for name in names:
            self.losses.add(name)
            self.detail = self.detail or _describe(pair)

    def contents(self, pair: _Pair) -> list[_Pair]:
        """Compare two values but for their contents, and return those."""
        place, original, decoded = pair
        if self._root_list_as_document and place is None and type(original) is list and type(decoded) is dict:
            self.notes.add(ROOT_LIST_AS_DOCUMENT)
            return self._entries(place, numbered(original), decoded)
        if type(original) is list and type(decoded) is dict and list(decoded) == list(numbered(original)):
            self.lose(("array-became-map",), pair)
            return self._entries(place, numbered(original), decoded)
        if type(original) is dict and type(decoded) is list and list(original) == list(numbered(decoded)):
            self.lose(("map-became-array",), pair)
            return self._entries(place, original, numbered(decoded))
        if type(original) is dict and type(decoded) is dict:
            return self._entries(place, original, decoded)
        if type(original) is list and type(decoded) is list and len(original) == len(decoded):
            depth = place.depth + 1 if place else 1
            return [
                _Pair(Place(place, index, depth), item, other)
                for index, (item, other) in enumerate(zip(original, decoded, strict=True))
                if not (type(item) is type(other) and type(item) in _COMPARABLE and item == other)
            ]
        if self._typed and type(original) is float and type(decoded) is int and original == float(decoded):
            self.notes.add(FLOAT_WITHOUT_POINT)
        else:
            self.lose(_scalar_losses(original, decoded), pair)
        return []

    def _entries(self, place: Place | None, original: dict[str, Value], decoded: dict[str, Value]) -> list[_Pair]:
        depth = place.depth + 1 if place else 1
        pairs = []
        for key, item in original.items():
            pair = _Pair(Place(place, key, depth), item, decoded.get(key, _MISSING))
            if pair.decoded is _MISSING and item is None:
                self.lose(("null-dropped",), pair)
            elif self._typed and not item and item is not None and pair.decoded in (_MISSING, None):
                what = "empty" if isinstance(item, list | dict) else "zero"
                self.lose((f"{what}-became-absent" if pair.decoded is _MISSING else f"{what}-became-null",), pair)
            else:
                pairs.append(pair)
        if any(type(key) is IntegerKey for key in decoded):
            self.lose(("key-became-int",), _Pair(place, original, decoded))
        for key, item in decoded.items():
            if key not in original:
                pair = _Pair(Place(place, key, depth), _MISSING, item)
                if self._typed and item is None:
                    self.lose(("absent-became-null",), pair)
                else:
                    pairs.append(pair)
        if [key for key in original if key in decoded] != list(decoded):
            self.notes.add("key-order")
        return pairs


def _describe(pair: _Pair) -> str:
    return f"{pointer(pair.place)}: {_say(pair.original)} became {_say(pair.decoded)}"


def _say(item: Value) -> str:
    if item is _MISSING:
        return "nothing"
    if isinstance(item, dict):
        return f"a map of {len(item)}"
    if isinstance(item, list):
        return f"an array of {len(item)}"
    return shorten(scalar_text(item))


def _is_same(original: Value, decoded: Value) -> bool:
    """Tell whether two values are the same to the bit and in the order of keys, far faster than a walk over them."""
    try:
        # Version 2 writes every value in full, with its type; later ones write what is there twice by reference.
        return marshal.dumps(original, 2) == marshal.dumps(decoded, 2)
    except ValueError:  # a type of the comparison's own, such as an integer key
        return False


def compare(original: Value, decoded: Value, *, root_list_as_document: bool = False, typed: bool = False) -> Comparison:
    """Compare a payload's value with what a codec made of it.

    Args:
        original: the payload's.
        decoded: the codec's.
        root_list_as_document: whether the format writes an array at the root as a map, see `Format`.
        typed: whether the value was held by types, which have one state for "none": a field that was absent may then
            come back as null, and an empty list or map, or zero, as null or not at all. These are losses with a name
            there, and failures elsewhere. A float that was written as an integer is none: its type tells what it is.
    """
    if _is_same(original, decoded):
        return Comparison("exact", (), (), "")
    walk = _Walk(root_list_as_document=root_list_as_document, typed=typed)
    stack = [_Pair(None, original, decoded)]
    while stack:
        pair = stack.pop()
        try:
            stack.extend(reversed(walk.contents(pair)))
        except _Difference:
            return Comparison("failed", tuple(sorted(walk.losses)), tuple(sorted(walk.notes)), _describe(pair))
    return Comparison(
        "lossy" if walk.losses else "exact", tuple(sorted(walk.losses)), tuple(sorted(walk.notes)), walk.detail
    )


_KINDS = {type(None): "null", bool: "bool", int: "int", float: "float", str: "string", bytes: "bytes"}


_NO_TEXT = ("lone-surrogate", "not-utf8")
"""Probes with what is no text."""


def untold_of_probe(probe: str) -> str:
    """Name what was made of a probe where a library reads it, and the value model cannot tell what came of it."""
    return f"{probe}-kept" if probe in _NO_TEXT else f"{probe}-became-own-type"


def told_of_probe(probe: str, decoded: Value) -> str:
    """Name what was made of a probe that the value model has no value for: it stands in the document as its only value.

    Args:
        probe: which, such as ``timestamp`` or ``duplicate-key``.
        decoded: the document.
    """
    if probe == "duplicate-key":
        return f"{probe}-{'first' if decoded == {'a': 1} else 'last' if decoded == {'a': 2} else 'kept'}"
    if probe == "key-not-string":
        return "key-became-string" if isinstance(decoded, dict) else "map-became-array"
    while isinstance(decoded, dict | list) and len(decoded) == 1:
        (decoded,) = decoded.values() if isinstance(decoded, dict) else decoded
    if probe in _NO_TEXT and isinstance(decoded, str):
        return f"{probe}-{'replaced' if chr(0xFFFD) in decoded else 'kept'}"
    return f"{probe}-became-{_KINDS.get(type(decoded), 'map' if isinstance(decoded, dict) else 'array')}"
