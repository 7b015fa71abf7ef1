"""An object as business code passes it around: a number, two short strings and an array of integers."""

from __future__ import annotations

from weighbridge.payloads.corpus.built_in import BuiltIn
from weighbridge_kit.values import Value


def _documents() -> tuple[Value, ...]:
    return (
        {
            "id": 1,
            "name": "Simple Object",
            "address": "Weighhouse, Harbour Road 3",
            "scores": list(range(1, 11)),
        },
    )


BUILT_IN = BuiltIn("simple-object", "an object with an id, a name, an address and an array of scores", _documents)
