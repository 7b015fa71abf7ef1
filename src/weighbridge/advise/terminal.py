"""Advice on the terminal: what was asked, and for each runner of a payload the sentence and the facts below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from weighbridge.report.document import Interval
from weighbridge.report.figures import duration, significant, size

from .document import Advice, AdviceDocument, BoardAdvice, Fact, WeighedApproaches

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
        *(part for one in document.boards for part in ("", _on_board(one))),
        *(part for compared in document.approaches for part in ("", _approaches(compared))),
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
    return Group(
        _about(advice.payload, ", ".join(one.title for one in shared)),
        Text(advice.sentence, style=_STYLES[advice.kind]),
        *([Text(advice.further)] if advice.further else []),
        _facts(advice.facts),
    )


def _on_board(advice: BoardAdvice) -> RenderableType:
    return Group(
        _about(advice.payload, advice.title),
        Text(advice.sentence, style=_STYLES[advice.kind]),
        _facts(advice.facts),
    )


def _about(payload: str, where: str) -> Text:
    return Text.assemble((payload, "bold cyan"), (f" · {where}", "cyan"))


def _facts(facts: Sequence[Fact]) -> RenderableType:
    grid = Table.grid(padding=(0, 2, 0, 0), pad_edge=False)
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column()
    for fact in facts:
        grid.add_row(f"  {fact.label}", _content(fact))
    return grid


def _approaches(compared: WeighedApproaches) -> RenderableType:
    """Return the approaches side by side: what a message takes and carries in each, and what it loses."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    table.add_column("  approach")
    table.add_column("codec")
    for name in ("saves a message", "processor", "bytes", "cores", "a month"):
        table.add_column(name, justify="right")
    table.add_column("loses")
    first = compared.approaches[0].codec
    for approach in compared.approaches:
        codec = approach.codec
        processor_ns = sum(
            part.estimate for part in (codec.encode_ns, codec.compress_ns, codec.decompress_ns, codec.decode_ns)
        )
        table.add_row(
            f"  {approach.name}",
            codec.codec,
            "" if approach is compared.approaches[0] else _saved(approach.less_ns),
            duration(processor_ns),
            f"{size(round(codec.bytes_per_message))} ({codec.bytes_per_message / first.bytes_per_message:.0%})",
            significant(codec.cores.estimate, 2),
            significant(codec.money_per_month.estimate, 2),
            ", ".join(codec.losses),
        )
    return Group(_about(compared.payload, f"{compared.title}: trees and types"), table)


def _saved(less: Interval | None) -> str:
    """Write what a message takes less, with the half of its interval; more is below zero."""
    if less is None:
        return ""
    half = "" if less.low is None or less.high is None else f" ± {duration((less.high - less.low) / 2)}"
    return f"{'-' if less.estimate < 0 else ''}{duration(abs(less.estimate))}{half}"


def _content(fact: Fact) -> RenderableType:
    if fact.label in {"saves", "would save"}:
        return Columns(map(Text, fact.parts), padding=(0, 3))  # amounts, which are not to be broken
    return Text("; ".join(fact.parts))
