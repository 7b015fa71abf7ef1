"""The commands for a decision: advise and plot."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from weighbridge.advise.advice import advise as advise_on
from weighbridge.advise.document import AdviceDocument
from weighbridge.advise.scenario import Scenario
from weighbridge.campaign.selection import Selection, SelectionError, check_names
from weighbridge.charts.draw import OF_MESSAGES, ChartOptions, Form, Kind, chart, draw
from weighbridge.commands.narrowing import narrow
from weighbridge.commands.output import write_file
from weighbridge.commands.stored_runs import read_kept
from weighbridge.report.document import RunDocument
from weighbridge.report.figures import codec_name
from weighbridge.store.database import StoreError
from weighbridge.suggestion import suggest

_FORMS: dict[str, Form] = {".svg": "svg", ".png": "png"}


def advise(
    database: Path, run: str, scenario: Scenario, selection: Selection, payloads: Sequence[str]
) -> AdviceDocument:
    """Return what a run advises, of what is selected of it.

    Raises:
        SelectionError: the run has nothing of a name, or has measured nothing.
    """
    document = read_kept(database, run).document
    if not (document.cells or document.counted):
        raise SelectionError("this run has measured nothing: weighbridge run YOUR.json, then ask again")
    _check(document, scenario)
    return advise_on(document, scenario, narrow(document, selection, payloads))


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
    kept = read_kept(database, run)
    scenario = options.scenario
    if kind in OF_MESSAGES:
        _check(kept.document, scenario)
        selection = replace(selection, operations=())
    elif scenario.baseline is not None:
        codecs = {
            name
            for cell in kept.document.cells
            for name in (codec_name(cell), f"{cell.participant}/{codec_name(cell)}")
        }
        check_names("codec", (scenario.baseline,), codecs)
    shown = narrow(kept.document, selection, payloads, scenario.baseline)
    write_file(output, draw(chart(kind, shown, options, kept.samples), form, scale))


def _check(document: RunDocument, scenario: Scenario) -> None:
    """Check that a run has what a scenario names.

    Raises:
        SelectionError: it has not.
    """
    cells = (*document.cells, *document.counted)
    check_names("loss", scenario.accepted, {loss for cell in cells for loss in cell.losses})
    # Where a language has no codec of the name, its plain JSON stands; so it does for who names a format.
    known = {name for cell in cells for name in (codec_name(cell), cell.codec, cell.format)}
    check_names("codec", [] if scenario.baseline is None else [scenario.baseline], known)
    if scenario.to is not None and scenario.to not in known:
        raise SelectionError(
            f"this run has neither a format nor a codec {scenario.to!r}: {suggest(scenario.to, known)} "
            "What is not in it has to be weighed first: "
            f"weighbridge run YOUR.json --formats json,{shlex.quote(scenario.to or '')}"
        )
