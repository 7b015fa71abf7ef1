"""Which cells a chart on the command line is of."""

from __future__ import annotations

import difflib
import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Literal

from weighbridge.advise.scenario import Compressor, Scenario
from weighbridge.report import figures
from weighbridge.report.document import Cell, Relative, RunDocument
from weighbridge.store.records import Operation

from .picture import ChartError
from .rows import Unit, Weight, qualified

Theme = Literal["light", "dark"]
_OPERATIONS: tuple[Operation, ...] = ("encode", "decode", "scan")


@dataclass(frozen=True, slots=True)
class ChartOptions:
    """What can be chosen; what a kind has no use for is ignored.

    Attributes:
        payload: which one; None for the first of the run. A heat map shows all.
        operation: which one; None for the first of encode, decode and scan that was measured.
        members: runners on their targets; none for all.
        formats: none for all.
        exact: leave lossy codecs out.
        unit: what the bars of a ranking show.
        weight: which times a ranking shows.
        baseline: the codec that times are relative to: ``orjson`` (each member's own) or ``python/orjson``.
        most: of how many codecs a ranking or a heat map is at most, the best; None for all.
        compressor: which sizes a chart of size against time shows.
        scenario: the network that a chart against bandwidth is for.
        codec: the row whose samples are shown, as ``python/orjson``.
        theme: ``light`` or ``dark``.
        width: of the picture, in pixels.
        scale: how many pixels of a PNG stand for one.
    """

    payload: str | None = None
    operation: Operation | None = None
    members: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    exact: bool = False
    unit: Unit = "relative"
    weight: Weight = "net"
    baseline: str | None = None
    most: int | None = 40
    compressor: Compressor = "none"
    scenario: Scenario = field(default_factory=Scenario)
    codec: str | None = None
    theme: Theme = "light"
    width: int = 860
    scale: float = 2.0


def settle(document: RunDocument, options: ChartOptions) -> tuple[str, Operation]:
    """Return the payload and the operation that are shown.

    Raises:
        ChartError: the run has nothing measured, or not this payload, member, format or operation.
    """
    if not document.cells:
        raise ChartError("This run has no row that was measured. See what failed: weighbridge report RUN")
    _known("payload", (options.payload,) if options.payload else (), {cell.payload for cell in document.cells})
    _known("runner", options.members, {cell.member for cell in document.cells})
    _known("format", options.formats, {cell.format for cell in document.cells})
    measured = [info.payload for info in document.run.payloads]
    payload = options.payload or next(name for name in measured if any(c.payload == name for c in document.cells))
    operations = [name for name in _OPERATIONS if any(at(document.cells, payload, name))]
    _known("operation", (options.operation,) if options.operation else (), operations)
    return payload, options.operation or operations[0]


def _known(kind: str, names: Collection[str], known: Collection[str]) -> None:
    for name in names:
        if name not in known:
            close = difflib.get_close_matches(name, known, n=1)
            hint = f"Did you mean {close[0]}?" if close else f"It has: {', '.join(sorted(known))}."
            raise ChartError(f"This run has no {kind} {name!r}. {hint}")


def selected(document: RunDocument, options: ChartOptions, cells: Sequence[Cell] | None = None) -> list[Cell]:
    """Return the cells that the options let through, relative to the baseline that they name.

    Raises:
        ChartError: there is none, or none of that baseline.
    """
    found = [
        cell
        for cell in (document.cells if cells is None else cells)
        if (not options.members or cell.member in options.members)
        and (not options.formats or cell.format in options.formats)
        and (not options.exact or cell.fidelity == "exact")
    ]
    if not found:
        raise ChartError("No row fits all that was chosen. Leave something out: --formats, --runners or --exact.")
    return found if options.baseline is None else rebase(document.cells, found, options.baseline)


def rebase(among: Sequence[Cell], cells: Sequence[Cell], baseline: str) -> list[Cell]:
    """Return cells with ``relative`` to another codec of their payload and operation.

    Args:
        among: where the codec is looked for.
        cells: what is to be compared with it.
        baseline: ``orjson`` for each member's own codec of that name, or ``python/orjson`` for one for all.

    Raises:
        ChartError: no cell is of that codec.
    """
    found = {
        (cell.payload, cell.operation, "" if "/" in baseline else cell.member): cell
        for cell in among
        if baseline == (qualified(cell) if "/" in baseline else figures.codec_name(cell))
    }
    if not found:
        names = sorted({qualified(cell) for cell in among} | {figures.codec_name(cell) for cell in among})
        _known("codec", (baseline,), names)
    moved = []
    for cell in cells:
        to = found.get((cell.payload, cell.operation, "" if "/" in baseline else cell.member))
        moved.append(cell.model_copy(update={"relative": None if to is None else relative_to(cell, to)}))
    return moved


def relative_to(cell: Cell, baseline: Cell) -> Relative | None:
    """Return how many times another cell's net time a cell takes; None where one of them is not clearly above zero.

    Where the run has paired them, that is what it found. Else it is the quotient, whose error is that of both.
    """
    to = qualified(baseline)
    if cell.relative is not None and cell.relative.to == to:
        return cell.relative
    if qualified(cell) == to:
        return Relative(to=to, estimate=1.0, low=1.0, high=1.0)
    paired = cell.relative is not None and baseline.relative is not None and cell.relative.to == baseline.relative.to
    one, other = (cell.relative, baseline.relative) if paired else (cell.net_ns, baseline.net_ns)
    if one is None or other is None or one.estimate <= 0 or other.estimate <= 0:
        return None
    estimate = one.estimate / other.estimate
    if not (one.low and one.high and other.low and other.high):
        return Relative(to=to, estimate=estimate, low=None, high=None)
    low = math.hypot(math.log(one.estimate / one.low), math.log(other.high / other.estimate))
    high = math.hypot(math.log(one.high / one.estimate), math.log(other.estimate / other.low))
    return Relative(to=to, estimate=estimate, low=estimate * math.exp(-low), high=estimate * math.exp(high))


def at(cells: Sequence[Cell], payload: str, operation: str) -> list[Cell]:
    """Return the cells of one payload and operation."""
    return [cell for cell in cells if (cell.payload, cell.operation) == (payload, operation)]


def named(cells: Sequence[Cell], codec: str | None) -> Cell:
    """Return the cell of a codec, named as ``orjson`` or ``python/orjson``.

    Raises:
        ChartError: no name was given, or there is no such codec, or several.
    """
    if codec is None:
        raise ChartError("Say whose samples: a codec, such as python/orjson.")
    found = [cell for cell in cells if codec in {figures.codec_name(cell), qualified(cell)}]
    if not found:
        _known("codec", (codec,), {qualified(cell) for cell in cells})
    if len(found) > 1:
        raise ChartError(f"Several codecs are called {codec!r}. Choose: {', '.join(map(qualified, found))}.")
    return found[0]
