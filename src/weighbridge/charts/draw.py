"""A chart of a run, as a file."""

from __future__ import annotations

from weighbridge.measure.samples import Samples
from weighbridge.report import figures
from weighbridge.report.document import Cell, RunDocument
from weighbridge.report.tables import titles_of

from .bandwidth import bandwidth, weights_of
from .heatmap import heatmap
from .pareto import pareto
from .picture import ChartError, Kind, Picture
from .ranking import ranking
from .render import Form, complete, provenance, render
from .samples import samples
from .selection import ChartOptions, at, members_of, named, selected, settle


def draw(kind: Kind, document: RunDocument, options: ChartOptions, form: Form, taken: Samples | None = None) -> bytes:
    """Return a chart of a run as an SVG or PNG picture.

    Args:
        kind: which chart.
        document: the run.
        options: what is shown of it, and how.
        form: of the file.
        taken: the run's samples, for a chart of them.

    Raises:
        ChartError: the run has nothing of what was chosen; the message says what it has.
    """
    title, picture = _picture(kind, document, options, taken)
    lines = [" ".join(picture.notes), provenance(document)]
    spec = complete(picture, theme=options.theme, width=options.width, title=title, subtitle=lines)
    return render(spec, form, options.scale)


def _picture(kind: Kind, document: RunDocument, options: ChartOptions, taken: Samples | None) -> tuple[str, Picture]:
    payload, operation = settle(document, options)
    if kind == "bandwidth":
        info = next(info for info in document.run.payloads if info.payload == payload)
        weights = weights_of(
            document,
            info,
            members_of(document, options.members),
            options.formats,
            options.scenario,
            exact=options.exact,
        )
        picture = bandwidth(document, weights, options.scenario)
        cells = [weight.candidate.encode for weight in weights]
        compressed = "" if options.scenario.compressor == "none" else f", with {options.scenario.compressor}"
        return _title(document, f"Time of a call with {payload}{compressed}", cells), picture
    cells = selected(document, options)
    if kind == "heatmap":
        return (
            _title(document, f"{operation.capitalize()} time of all payloads", cells),
            heatmap(document, cells, operation, weight=options.weight, most=options.most),
        )
    own = at(cells, payload, operation)
    if kind == "samples":
        cell = named(own, options.codec)
        if taken is None:
            raise ChartError("There is nothing to plot: the samples of this run are not here.")
        picture = samples(document, cell, taken.where(taken.cell == cell.cell))
        return _title(document, f"Samples of {figures.codec_name(cell)}: {operation} {payload}", [cell]), picture
    if kind == "pareto":
        packed = "" if options.compressor == "none" else f" after {options.compressor}"
        return (
            _title(document, f"Size{packed} against {operation} time of {payload}", own),
            pareto(document, own, options.compressor),
        )
    return (
        _title(document, f"{operation.capitalize()} {payload}", own),
        ranking(document, own, unit=options.unit, weight=options.weight, most=options.most),
    )


def _title(document: RunDocument, what: str, cells: list[Cell]) -> str:
    """Say what is shown, and in which language, where it is one."""
    members = {cell.member for cell in cells}
    titles = titles_of(document)
    return f"{what}, {titles[members.pop()]}" if len(members) == 1 else what
