"""The self-check: A/A twins must come out equal."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SelfCheck:
    """How the A/A pairs came out.

    Attributes:
        pairs: how many twins could be compared with their codec.
        different: the twins (cell ids) that came out different from their codec.
        ok: False when more came out different than chance explains; None when there was nothing to check.
    """

    pairs: int
    different: tuple[int, ...]
    ok: bool | None
