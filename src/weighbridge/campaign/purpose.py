"""What payloads are prepared for."""

from __future__ import annotations

from dataclasses import dataclass

from weighbridge.schema import SchemaSource


@dataclass(frozen=True, slots=True)
class Purpose:
    """What payloads are prepared for, beside being weighed as trees.

    Attributes:
        typed: where their schemas come from, for typed operations; None where there are none.
        picks: the paths to what is picked out of them, none for the usual ones; None where nothing is picked.
    """

    typed: SchemaSource | None = None
    picks: tuple[str, ...] | None = None


TREES = Purpose()
