"""What charts of a run look like, for those who draw their own."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Literal

from weighbridge import engine

Theme = Literal["light", "dark"]


def theme(name: Theme) -> dict[str, Any]:
    """Return the Vega-Lite configuration of a theme, with the colours and shapes of `families` in their order."""
    content: dict[str, Any] = engine.call("theme", json.dumps(name))
    return content


class Families:
    """Formats as charts colour them: those that many languages know each for itself, all others together.

    Attributes:
        others: what formats without a colour of their own are called.
        every: all families, in the order of the theme's colours.
    """

    def __init__(self) -> None:
        groups = engine.call("formatGroups")
        self._named: dict[str, str] = groups["named"]
        self.others: str = groups["others"]
        self.every: list[str] = [*self._named.values(), self.others]

    def of(self, formats: Iterable[str]) -> dict[str, str]:
        """Return the family of each format."""
        return {name: self._named.get(name, self.others) for name in formats}
