"""The edges of the value model: small documents that ``verify`` finds losses with. As loads they are untypical."""

from __future__ import annotations

import math

from weighbridge.payloads.corpus.built_in import BuiltIn
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


def _bytes() -> tuple[Value, ...]:
    return ({"edges": [b"", b"\x00", b"text", b"\xff\xfe", bytes(range(256))]},)


BUILT_INS = (
    BuiltIn("edges-integers", "integers around every power of two that some format or language stops at", _integers),
    BuiltIn("edges-unsigned", "integers above 2^63 - 1", _unsigned),
    BuiltIn("edges-floats", "floats: whole ones, short and long fractions, the smallest and largest", _floats),
    BuiltIn("edges-not-finite", "infinities and NaN", _not_finite),
    BuiltIn("edges-containers", "empty maps and arrays, numbers as keys, nulls", _containers),
    BuiltIn("edges-keys", "keys that some language or library treats as special", _keys),
    BuiltIn("edges-strings", "strings of every plane, with control characters and escapes", _strings),
    BuiltIn("edges-bytes", "bytes, from none to all 256", _bytes),
)
