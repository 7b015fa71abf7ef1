"""What a specification is filled with to become a chart."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Literal, get_args

Kind = Literal["ranking", "pareto", "bandwidth", "heatmap", "samples"]
KINDS: tuple[Kind, ...] = get_args(Kind)

Row = dict[str, Any]


class ChartError(ValueError):
    """A chart that cannot be drawn; the message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Picture:
    """One chart, but for its size and its colours.

    Attributes:
        kind: which specification draws it.
        data: rows by the name of the data in the specification; ``rows`` are what can be picked, each with an ``id``.
        words: what takes the place of each ``$name`` in the specification: titles of axes, domains, kinds of scales.
        description: the chart in words, for those who do not see it.
        notes: what has to be known to read it, a sentence each.
    """

    kind: Kind
    data: Mapping[str, Sequence[Row]]
    words: Mapping[str, Any]
    description: str
    notes: tuple[str, ...] = ()


def specification(kind: Kind) -> dict[str, Any]:
    """Return a kind's Vega-Lite specification, with ``$name`` where a picture has a word."""
    content: dict[str, Any] = _read(f"{kind}.vl.json")
    return content


def themes() -> dict[str, dict[str, Any]]:
    """Return the Vega-Lite configuration of each theme."""
    content: dict[str, dict[str, Any]] = _read("themes.json")
    return content


def fill(template: Any, words: Mapping[str, Any]) -> Any:
    """Return a specification with every string ``$name`` replaced by the word of that name."""
    if isinstance(template, dict):
        return {key: fill(value, words) for key, value in template.items()}
    if isinstance(template, list):
        return [fill(value, words) for value in template]
    if isinstance(template, str) and template.startswith("$"):
        return words[template[1:]]
    return template


def _read(name: str) -> Any:
    return json.loads((files(__package__) / "specs" / name).read_text(encoding="utf-8"))
