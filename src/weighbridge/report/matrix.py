"""What ``verify --matrix`` prints for people."""

from __future__ import annotations

from collections import Counter

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from weighbridge.formats.model import shorten

from . import figures
from .document import MatrixDocument, Probed, ProbeOutcome

_STYLES: dict[ProbeOutcome, str] = {"lossy": "yellow", "wrong": "red", "crashed": "bold red", "hung": "bold red"}
_WORDS = 90
"""So many letters of what a codec says are shown."""
_COUNTED: tuple[ProbeOutcome, ...] = ("exact", "lossy", "refused", "declined", "wrong", "crashed", "hung")


def matrix_table(document: MatrixDocument) -> RenderableType:
    """Show what is not exact: a line for each probe that a codec's operation does not give back; then the counts."""
    grid = Table(box=None, pad_edge=False, padding=(0, 1), header_style="dim")
    for heading in ("runner", "codec", "operation", "probe"):
        grid.add_column(heading, no_wrap=True)
    grid.add_column("outcome")
    for codec in document.codecs:
        for probed in codec.probes:
            if probed.outcome not in ("exact", "impossible"):
                about = codec.participant, figures.codec_name(codec), codec.operation, probed.probe
                grid.add_row(*about, _words(probed))
    counts = Counter(probed.outcome for codec in document.codecs for probed in codec.probes)
    codecs = len({(codec.participant, figures.codec_name(codec)) for codec in document.codecs})
    total = f"{codecs} codecs, {len(document.probes)} probes: "
    total += ", ".join(f"{counts[outcome]} {outcome}" for outcome in _COUNTED)
    troubles = [Text(f"{failure.runner}: {failure.message}", style="red") for failure in document.failures]
    table: list[RenderableType] = [grid, Text("")] if grid.row_count else []
    return Group(*table, *troubles, Text(f"{total}."))


def _words(probed: Probed) -> Text:
    outcome = ", ".join(probed.losses) if probed.outcome == "lossy" else probed.outcome
    detail = shorten(" ".join(probed.detail.split()), _WORDS)
    return Text.assemble((outcome, _STYLES.get(probed.outcome, "")), "  ", (detail, "dim"))
