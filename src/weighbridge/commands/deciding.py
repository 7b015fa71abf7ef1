"""The commands for a decision: advise and plot."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from weighbridge.advise.advice import advise as advise_on
from weighbridge.advise.document import AdviceDocument
from weighbridge.advise.scenario import Scenario
from weighbridge.charts.draw import draw
from weighbridge.charts.picture import ChartError, Kind
from weighbridge.charts.render import Form
from weighbridge.charts.selection import ChartOptions
from weighbridge.commands.keeping import find_run, read_kept
from weighbridge.commands.output import write_file

_FORMS: dict[str, Form] = {".svg": "svg", ".png": "png"}


def advise(
    database: Path, run: str, scenario: Scenario, payloads: Sequence[str], languages: Sequence[str]
) -> AdviceDocument:
    """Return what a run advises."""
    document = read_kept(database, find_run(database, run)).document
    return advise_on(document, scenario, payloads=payloads, languages=languages)


def plot(database: Path, run: str, kind: Kind, options: ChartOptions, output: Path) -> None:
    """Write a chart of a run.

    Raises:
        ChartError: the file's ending is none that a chart can have, or the run has nothing of what was chosen.
    """
    form = _FORMS.get(output.suffix.lower())
    if form is None:
        raise ChartError(f"{output}: a chart is written as .svg or .png")
    kept = read_kept(database, find_run(database, run))
    write_file(output, draw(kind, kept.document, options, form, kept.samples))
