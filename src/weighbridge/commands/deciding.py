"""The commands for a decision: advise and plot."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from weighbridge.advise.advice import advise as advise_on
from weighbridge.advise.document import AdviceDocument
from weighbridge.advise.scenario import Scenario
from weighbridge.charts.draw import ChartOptions, Form, Kind, chart, draw
from weighbridge.commands.keeping import find_run, read_kept
from weighbridge.commands.output import write_file
from weighbridge.store.database import StoreError

_FORMS: dict[str, Form] = {".svg": "svg", ".png": "png"}


def advise(
    database: Path, run: str, scenario: Scenario, payloads: Sequence[str], languages: Sequence[str]
) -> AdviceDocument:
    """Return what a run advises."""
    document = read_kept(database, find_run(database, run)).document
    return advise_on(document, scenario, payloads=payloads, languages=languages)


def plot(database: Path, run: str, kind: Kind, options: ChartOptions, scale: float, output: Path) -> None:
    """Write a chart of a run; ``scale`` is how many pixels of a PNG stand for one.

    Raises:
        StoreError: the file's ending is none that a chart can have.
        Refusal: the run has nothing of what was chosen.
    """
    form = _FORMS.get(output.suffix.lower())
    if form is None:
        raise StoreError(f"{output}: a chart is written as .svg or .png")
    kept = read_kept(database, find_run(database, run))
    write_file(output, draw(chart(kind, kept.document, options, kept.samples), form, scale))
