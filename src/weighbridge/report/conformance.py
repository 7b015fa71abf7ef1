"""What ``verify --conformance`` prints for people."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from weighbridge.formats.model import shorten

from . import figures
from .document import ConformanceDocument, ConformingCodec, FaultyVector, VectorSuite

FEW = 3
"""With no more decoders than so many, all that is wrong with them is shown."""
_SAMPLE = 2
"""So many vectors are named of a decoder that is one of many."""
_WORDS = 90
"""So many letters of what is wrong are shown."""
_INPUT = 24
"""So many bytes of a vector are shown."""


def conformance_table(document: ConformanceDocument, *, everything: bool = False) -> RenderableType:
    """Show a table a format, a line a decoder, the best first.

    Args:
        document: what was found.
        everything: whether every vector is listed with which something is wrong; of few decoders each is.
    """
    everything = everything or len(document.codecs) <= FEW
    parts: list[RenderableType] = []
    for suite in document.suites:
        parts += [Text(_about(suite), style="dim"), _grid(suite, document.codecs, everything=everything), Text("")]
    if not everything and any(row.faults for row in document.codecs):
        parts.append(Text("Every vector that failed: --all, or name a codec with --codecs.", style="dim"))
    parts += [Text(f"{failure.runner}: {failure.message}", style="red") for failure in document.failures]
    return Group(*parts)


def share(row: ConformingCodec) -> str:
    """Say what share of the vectors a decoder treats right: never 100 % if one is wrong."""
    if row.right == row.tried:
        return "100 %"
    return f"{min(100 * row.right / row.tried, 99.9):.1f} %"


def _about(suite: VectorSuite) -> str:
    sources = "; ".join(
        f"{source.name}, of {source.package} ({source.licence})" if source.package else source.name
        for source in suite.sources
    )
    return f"{suite.format}: {suite.accept} to accept, {suite.refuse} to refuse, {suite.may} free. {sources}"


def _grid(suite: VectorSuite, codecs: Iterable[ConformingCodec], *, everything: bool) -> Table:
    grid = Table(box=None, pad_edge=False, padding=(0, 1), header_style="dim")
    for heading in ("runner", "codec", "operation"):
        grid.add_column(heading, no_wrap=True)
    for heading in ("right", "of", ""):
        grid.add_column(heading, justify="right", no_wrap=True)
    grid.add_column("wrong")
    own = [row for row in codecs if row.format == suite.format]
    for row in sorted(own, key=lambda row: (-row.right / max(row.tried, 1), row.participant, row.codec)):
        shown = row.faults if everything else row.faults[:_SAMPLE]
        words = Text("\n" if everything else "; ").join(map(_fault, shown))
        if len(shown) < len(row.faults):
            words.append(f"; and {len(row.faults) - len(shown)} more", style="dim")
        if row.given_up:
            words.append(" (hung too often: the rest was not tried)", style="red")
        counts = (str(row.right), str(row.tried), share(row))
        grid.add_row(row.participant, figures.codec_name(row), row.operation, *counts, words)
    return grid


def _fault(fault: FaultyVector) -> Text:
    style = "red" if fault.ending in ("crashed", "hung", "broke") else "yellow"
    return Text.assemble(
        (fault.vector, style), " ", (shorten(" ".join(fault.fault.split()), _WORDS), "dim"), f" [{_input(fault)}]"
    )


def _input(fault: FaultyVector) -> str:
    return fault.input[: 2 * _INPUT] + ("…" if fault.bytes > _INPUT else "")
