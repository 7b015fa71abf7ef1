"""What payloads are prepared for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Purpose:
    """What payloads are prepared for, beside being weighed as trees.

    Attributes:
        typed: whether they get a schema, for typed operations.
        picks: the paths to what is picked out of them, none for the usual ones; None where nothing is picked.
    """

    typed: bool = False
    picks: tuple[str, ...] | None = None


TREES = Purpose()
