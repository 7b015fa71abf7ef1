"""Fidelity: what of a value is left after it went through a codec."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from weighbridge_kit.values import Value


@dataclass(frozen=True, slots=True)
class Comparison:
    """What decode(encode(value)) preserved.

    Attributes:
        fidelity: ``exact``, ``lossy`` (every difference has a name) or ``failed``.
        losses: the names of what was lost, sorted; empty if exact.
        notes: differences that lose nothing: ``key-order``.
        detail: the first difference (the first that has no name, if failed): its path as a JSON Pointer (RFC 6901)
            and both values, shortened; empty if exact.
    """

    fidelity: Literal["exact", "lossy", "failed"]
    losses: tuple[str, ...]
    notes: tuple[str, ...]
    detail: str


def compare(original: Value, decoded: Value) -> Comparison:
    """Compare a payload's value with what a codec made of it."""
    raise NotImplementedError
