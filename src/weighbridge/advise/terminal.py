"""Advice on the terminal: what was asked, and for each runner of a payload the sentence and the facts below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from .document import Advice, AdviceDocument, Fact

_STYLES = {
    "stay": "bold",
    "library": "bold green",
    "format": "bold green",
    "undecided": "bold yellow",
    "none": "bold yellow",
}


def renderable(document: AdviceDocument) -> RenderableType:
    """Return everything that the document advises, payload by payload."""
    return Group(
        Text(document.asked, style="dim"),
        *(Text(caution, style="yellow") for caution in document.cautions),
        *(part for shared in _alike(document.advice) for part in ("", _advice(shared))),
    )


def _alike(advice: Sequence[Advice]) -> Iterator[list[Advice]]:
    """Put together what has but one sentence to say of a payload's runners, such as that a run was too short."""
    together: dict[tuple[str, str, int | None], list[Advice]] = {}
    for number, one in enumerate(advice):
        bare = not one.further and not one.facts
        together.setdefault((one.payload, one.sentence, None if bare else number), []).append(one)
    yield from together.values()


def _advice(shared: Sequence[Advice]) -> RenderableType:
    advice = shared[0]
    grid = Table.grid(padding=(0, 2, 0, 0), pad_edge=False)
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column()
    for fact in advice.facts:
        grid.add_row(f"  {fact.label}", _content(fact))
    return Group(
        Text.assemble((advice.payload, "bold cyan"), (f" · {', '.join(one.title for one in shared)}", "cyan")),
        Text(advice.sentence, style=_STYLES[advice.kind]),
        *([Text(advice.further)] if advice.further else []),
        grid,
    )


def _content(fact: Fact) -> RenderableType:
    if fact.label in {"saves", "would save"}:
        return Columns(map(Text, fact.parts), padding=(0, 3))  # amounts, which are not to be broken
    return Text("; ".join(fact.parts))
