"""Random structured documents of five sizes."""

from __future__ import annotations

from functools import partial

from weighbridge.payloads.corpus.built_in import BuiltIn
from weighbridge.payloads.generate import TARGET_BYTES, generate
from weighbridge_kit.values import Value

_SEED = 0


def _documents(size: int) -> tuple[Value, ...]:
    return (generate(size, _SEED),)


BUILT_INS = tuple(
    BuiltIn(
        f"generated-{size}",
        f"a random structured document of about {target / 1000:,.0f} KB of JSON: generate --size {size} --seed {_SEED}",
        partial(_documents, size),
    )
    for size, target in TARGET_BYTES.items()
)
