"""The commands for a decision: advise and plot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from weighbridge.advise.advice import advise as advise_on
from weighbridge.advise.document import AdviceDocument
from weighbridge.advise.scenario import Scenario
from weighbridge.campaign.selection import Selection, check_names
from weighbridge.charts.draw import OF_MESSAGES, ChartOptions, Form, Kind, chart, draw
from weighbridge.commands.keeping import find_run, read_kept
from weighbridge.commands.narrowing import narrow
from weighbridge.commands.output import write_file
from weighbridge.report.figures import codec_name
from weighbridge.store.database import StoreError

_FORMS: dict[str, Form] = {".svg": "svg", ".png": "png"}


def advise(
    database: Path, run: str, scenario: Scenario, payloads: Sequence[str], languages: Sequence[str]
) -> AdviceDocument:
    """Return what a run advises."""
    document = read_kept(database, find_run(database, run)).document
    return advise_on(document, scenario, payloads=payloads, languages=languages)


def plot(
    database: Path,
    run: str,
    kind: Kind,
    selection: Selection,
    payloads: Sequence[str],
    options: ChartOptions,
    scale: float,
    output: Path,
) -> None:
    """Write a chart of what is selected of a run; ``scale`` is how many pixels of a PNG stand for one.

    Raises:
        StoreError: the file's ending is none that a chart can have.
        SelectionError: the run has nothing of a name.
        Refusal: the chart cannot be had of what was chosen.
    """
    form = _FORMS.get(output.suffix.lower())
    if form is None:
        raise StoreError(f"{output}: a chart is written as .svg or .png")
    kept = read_kept(database, find_run(database, run))
    baseline = options.scenario.baseline
    if baseline is not None:
        codecs = {
            name for cell in kept.document.cells for name in (codec_name(cell), f"{cell.member}/{codec_name(cell)}")
        }
        check_names("codec", (baseline,), codecs)
    if kind in OF_MESSAGES:
        selection = replace(selection, operations=())
    shown = narrow(kept.document, selection, payloads, baseline)
    write_file(output, draw(chart(kind, shown, options, kept.samples), form, scale))
