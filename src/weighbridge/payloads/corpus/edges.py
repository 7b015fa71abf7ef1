"""The edges of the value model: small documents that ``verify`` finds losses with. As loads they are untypical."""

from __future__ import annotations

import math
import struct

from weighbridge.payloads.corpus.built_in import BuiltIn
from weighbridge.payloads.payload import Payload
from weighbridge.payloads.random64 import SplitMix64
from weighbridge_kit.values import Value


def _integers() -> tuple[Value, ...]:
    powers = (7, 8, 15, 16, 31, 32, 53, 62)
    edges = [sign * (2**power + step) for power in powers for sign in (1, -1) for step in (-1, 0, 1)]
    return ({"edges": [0, 1, -1, *edges, 2**63 - 1, -(2**63)]},)


def _unsigned() -> tuple[Value, ...]:
    return ({"edges": [2**63, 2**63 + 1, 2**64 - 2, 2**64 - 1]},)


def _floats() -> tuple[Value, ...]:
    whole = [0.0, -0.0, 1.0, -1.0, 100.0, 2.0**53, 1e15, 1e16, 1e21, 1e22, 1e300]
    fractions = [0.1, 0.5, 1 / 3, 0.1 + 0.2, 3.141592653589793, 2.2250738585072014e-308, 1e-7, 123456.789e-3]
    extremes = [5e-324, 2.225073858507201e-308, 1.7976931348623157e308, -1.7976931348623157e308]
    return ({"whole": whole, "fractions": fractions, "extremes": extremes},)


def _digits() -> tuple[Value, ...]:
    """Make floats that need all of their digits: many readers and writers of text miss the last."""
    random = SplitMix64(17)
    sizes = [(random.word() >> 11 | 1) / 2**power for power in range(-20, 70) for _ in range(4)]
    cents = [random.between(1, 10**digits) / 10**places for digits in range(3, 18) for places in (1, 2, 5, 9, 13)]
    # Of any exponent that a float with all its bits can have, with either sign.
    bits = [(random.below(2046) + 1) << 52 | random.below(2) << 63 | random.word() >> 12 for _ in range(400)]
    everywhere = [float(struct.unpack("<d", number.to_bytes(8, "little"))[0]) for number in bits]
    # Mono misreads the first two, and miswrites the others.
    known = [-55.27417000000003, 311.3293115811164, -94.83084099999991, 0.106251120567, 0.0433024077266]
    return ({"sizes": sizes, "cents": cents, "everywhere": everywhere, "known": known},)


def _whole() -> tuple[Value, ...]:
    return ({"edges": [0.0, -0.0, 1.0, -1.0, 100.0, 1e6, 2.0**31, 2.0**32, 2.0**53]},)


def _round() -> tuple[Value, ...]:
    return ({"edges": [1.0, -1.0, 3.0, 10.0, 100.0, 1000.0]},)


def _small() -> tuple[Value, ...]:
    return ({"edges": [1e-5, 1e-6, 1e-9, -1.5e-9, 2.85e-12, 1.234567e-7]},)


def _records() -> tuple[Value, ...]:
    """Make what most documents are: values of all kinds beside each other, some of which need 64 bits."""
    return (
        {"share": 0.1, "name": "text"},
        {"share": 0.5, "price": 0.2},
        {"half": 0.5, "place": {"longitude": 62.369807, "latitude": -0.25, "tags": ["a", "b"]}, "ok": True},
        [0.1, "text", [1, 2.5], {"count": 3, "price": 9.99, "none": None}],
    )


def _negative_zero() -> tuple[Value, ...]:
    return ({"edges": [-0.0, -0.0, 0.0]},)


def _subnormals() -> tuple[Value, ...]:
    return ({"edges": [5e-324, -5e-324, 1e-310, 2.225073858507201e-308, 1.401298464324817e-45, 1e-40]},)


def _not_finite() -> tuple[Value, ...]:
    return ({"edges": [math.inf, -math.inf, math.nan]},)


def _containers() -> tuple[Value, ...]:
    return (
        {
            "empty map": {},
            "empty array": [],
            "nested": [[], {}, [[]], [{}], {"": {}}],
            "numbered from 0": {"0": "a", "1": "b"},
            "numbered": {"10": "a", "9": "b", "-1": "c", "01": "d"},
            "null": None,
            "mixed": [None, True, False, 0, 0.5, "", [], {}],
        },
    )


def _keys() -> tuple[Value, ...]:
    return (
        {
            "unsorted": {"z": 1, "a": 2, "Z": 3, "é": 4, "_": 5},
            "awkward": {"": 1, " ": 2, "a.b": 3, "$ref": 4, "__proto__": 5, "constructor": 6, "class": 7, "@type": "x"},
        },
    )


def _empty_key() -> tuple[Value, ...]:
    return ({"": 1, "a": {"": {"": []}}},)


def _proto() -> tuple[Value, ...]:
    return ({"__proto__": {"polluted": True}, "a": {"__proto__": 1}},)


def _order() -> tuple[Value, ...]:
    return ({"z": 1, "a": 2, "10": 3, "9": 4, "m": {"b": 5, "a": 6}},)


def _beyond_bmp() -> tuple[Value, ...]:
    return ({"\U0001f600": "\U0001f600", "last": "\U0010ffff", "both": "é\U0001f1e9\U0001f1ea"},)


def _many_elements() -> tuple[Value, ...]:
    return (list(range(1 << 20)),)


def _long_text() -> tuple[Value, ...]:
    return (["0123456789abcdef" * (1 << 20)],)


def _inherited_keys() -> tuple[Value, ...]:
    return (
        {"constructor": 1, "toString": 2, "hasOwnProperty": 3, "valueOf": 4},
        {"es6.object.constructor": 1, "the constructor of a class": 2},
        [{"toString": 1, "a": 2, "b": 3}, {"b": 4, "a": 5}],
    )


def _repeats() -> tuple[Value, ...]:
    """Make more keys and short strings than any format refers back to, and use each of them again soon."""
    maps: list[Value] = [
        {f"key {start + at}": f"value {start + at}" for at in range(100)} for start in range(0, 1200, 100)
    ]
    return ([part for part in maps for _ in range(2)],)


def _nul_keys() -> tuple[Value, ...]:
    return ({"\u0000": 1, "a\u0000b": 2, "a\u0000c": 3, "a": 4, "\u0000a": {"\u0000": []}},)


def _long_keys() -> tuple[Value, ...]:
    return ({"k" * length: length for length in (23, 24, 31, 32, 63, 64, 65, 127, 128, 255, 256, 257, 1000, 70_000)},)


def _lengths() -> tuple[Value, ...]:
    limits = (15, 16, 23, 24, 31, 32, 127, 128, 255, 256)
    return (
        {
            "arrays": [[0] * length for length in (*limits, 70_000, 200_000)],
            "maps": [{f"{number}.": number for number in range(length)} for length in (*limits, 3000)],
            "strings": ["é" * length for length in (*limits, 8191, 40_000)],
        },
    )


def _nested(levels: int) -> tuple[Value, ...]:
    arrays: Value = []
    maps: Value = {}
    for _ in range(levels - 2):
        arrays, maps = [arrays], {"k": maps}
    return ({"arrays": arrays}, {"maps": maps})


def _deep() -> tuple[Value, ...]:
    return _nested(100)


def _deepest() -> tuple[Value, ...]:
    return _nested(500)


def _root_array() -> tuple[Value, ...]:
    return ([1, "two", [3], {"four": 4}, None], [], [{}])


def _root_scalars() -> tuple[Value, ...]:
    return (None, True, 0, -1, 0.5, "text", "")


def _characters() -> tuple[Value, ...]:
    """Make strings of all characters of the first plane, and of some of each other one, with odd lengths in UTF-8."""
    first = [chr(code) for code in range(0x10000) if not 0xD800 <= code < 0xE000]
    others = [chr(plane << 16 | code) for plane in range(1, 17) for code in (0, 0x1F600 & 0xFFFF, 0xFFFD, 0xFFFF)]
    parts = ["".join(first[start : start + 61]) for start in range(0, len(first), 61)]
    # Libraries that look at 16 bytes at once may overlook a control character among letters.
    alone = [f"letters before it, {chr(code)} letters after it" for code in (*range(0x20), 0x7F)]
    return ({"first": parts, "others": "".join(others), "alone": alone},)


def _strings() -> tuple[Value, ...]:
    return (
        {
            "edges": [
                "",
                " ",
                "\u0000",
                "\u0001\u001f\u007f\u0080",
                '"\\/\b\f\n\r\t',
                "</script>",
                "é ñ ß",
                "中文 日本語 한국어",
                "مرحبا",
                "e\u0301",
                "\u2028\u2029",
                "\ufeff\ufffd\uffff",
                "\U0001f600\U0010ffff",
                "null",
                "1",
                "2026-01-31T12:00:00Z",
                "x" * 31,
                "x" * 32,
                "x" * 255,
                "x" * 256,
                "é" * 200,
            ]
        },
    )


def _nul_strings() -> tuple[Value, ...]:
    return ({"edges": ["\u0000", "a\u0000b", "a\u0000"]},)


def _bytes() -> tuple[Value, ...]:
    return ({"edges": [b"", b"\x00", b"text", b"\xff\xfe", bytes(range(256))]},)


BUILT_INS = (
    BuiltIn("edges-integers", "integers around every power of two that some format or language stops at", _integers),
    BuiltIn("edges-unsigned", "integers above 2^63 - 1", _unsigned),
    BuiltIn("edges-floats", "floats: whole ones, short and long fractions, the smallest and largest", _floats),
    BuiltIn("edges-whole", "floats that are whole numbers", _whole),
    BuiltIn("edges-round", "floats that are small whole numbers, none of them zero", _round),
    BuiltIn("edges-small", "fractions of less than a thousandth", _small),
    BuiltIn("edges-records", "fractions beside text, lists and maps, as in ordinary records", _records),
    BuiltIn("edges-digits", "floats with all the digits that a double has", _digits),
    BuiltIn("edges-negative-zero", "-0.0", _negative_zero),
    BuiltIn("edges-subnormals", "floats so small that they have fewer digits, with 64 bits or 32", _subnormals),
    BuiltIn("edges-not-finite", "infinities and NaN", _not_finite),
    BuiltIn("edges-containers", "empty maps and arrays, numbers as keys, nulls", _containers),
    BuiltIn("edges-keys", "keys that some language or library treats as special", _keys),
    BuiltIn("edges-empty-key", "an empty key", _empty_key),
    BuiltIn("edges-proto", "the key __proto__", _proto),
    BuiltIn("edges-order", "keys that are not sorted", _order),
    BuiltIn("edges-beyond-bmp", "characters that UTF-16 takes two units for, as keys and as strings", _beyond_bmp),
    BuiltIn("edges-inherited-keys", "keys that JavaScript's objects inherit, and that hold one", _inherited_keys),
    BuiltIn("edges-nul-keys", "keys with a U+0000", _nul_keys),
    BuiltIn("edges-long-keys", "keys of up to 70,000 bytes", _long_keys),
    BuiltIn("edges-lengths", "arrays, maps and strings of lengths at which formats change their notation", _lengths),
    BuiltIn("edges-repeats", "more keys and short strings than formats refer back to, each twice", _repeats),
    BuiltIn("edges-deep", "100 levels of nesting", _deep),
    BuiltIn("edges-deepest", "500 levels of nesting", _deepest),
    BuiltIn("edges-root-array", "arrays at the root", _root_array),
    BuiltIn("edges-root-scalars", "scalars at the root", _root_scalars),
    BuiltIn("edges-characters", "every character of the first plane of Unicode", _characters),
    BuiltIn("edges-nul-strings", "strings with a U+0000", _nul_strings),
    BuiltIn("edges-strings", "strings of every plane, with control characters and escapes", _strings),
    BuiltIn("edges-bytes", "bytes, from none to all 256", _bytes),
)

LARGE = (
    BuiltIn("edges-many-elements", "an array of 2^20 integers", _many_elements),
    BuiltIn("edges-long-text", "a string of 16 MB", _long_text),
)
"""Only ``verify --matrix`` has these: made for a list, they would take longer than all others together."""


def all_edges() -> tuple[BuiltIn, ...]:
    """Return all documents at the edges of the value model before they are made, the large ones too."""
    return (*BUILT_INS, *LARGE)


def edge_payloads() -> tuple[Payload, ...]:
    """Return all documents at the edges of the value model."""
    return tuple(Payload(entry.name, entry.documents(), "built in", entry.description) for entry in all_edges())
