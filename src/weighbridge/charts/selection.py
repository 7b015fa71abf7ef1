"""Which cells a chart on the command line is of."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Literal

from weighbridge.advise.scenario import Compressor, Scenario
from weighbridge.report import figures
from weighbridge.report.document import Cell, Relative, RunDocument
from weighbridge.runners.manifest import names_of
from weighbridge.store.records import Operation
from weighbridge.suggestion import suggest

from .picture import ChartError
from .rows import Quantity, Unit, Weight, qualified, time_of

Theme = Literal["light", "dark"]
_OPERATIONS: tuple[Operation, ...] = ("encode", "decode", "scan")


@dataclass(frozen=True, slots=True)
class ChartOptions:
    """What can be chosen; what a kind has no use for is ignored.

    Attributes:
        payload: which one; None for the first of the run. A heat map shows all.
        operation: which one; None for the first of encode, decode and scan that was measured.
        members: names of runners, their targets or languages; none for all.
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
    _known("format", options.formats, {cell.format for cell in document.cells})
    measured = [info.payload for info in document.run.payloads]
    payload = options.payload or next(name for name in measured if any(c.payload == name for c in document.cells))
    operations = [name for name in _OPERATIONS if at(document.cells, payload, name)]
    _known("operation", (options.operation,) if options.operation else (), operations)
    return payload, options.operation or operations[0]


def _known(kind: str, names: Collection[str], known: Collection[str]) -> None:
    for name in names:
        if name not in known:
            raise ChartError(f"this run has no {kind} {name!r}: {suggest(name, known)}")


def members_of(document: RunDocument, names: Collection[str]) -> tuple[str, ...]:
    """Return the members that these names mean, such as ``python``, ``javascript``, ``firefox``, ``php:php-jit``.

    Raises:
        ChartError: a name means none.
    """
    called = {
        cell.member: names_of(language=cell.language, runner=cell.runner, target=cell.target) for cell in document.cells
    }
    _known("runner", names, {name for own in called.values() for name in own})
    return tuple(member for member, own in called.items() if not names or not set(own).isdisjoint(names))


def selected(document: RunDocument, options: ChartOptions) -> list[Cell]:
    """Return the cells that the options let through, relative to the baseline that they name.

    Raises:
        ChartError: there is none, or none of that baseline.
    """
    members = members_of(document, options.members)
    found = [
        cell
        for cell in document.cells
        if cell.member in members
        and (not options.formats or cell.format in options.formats)
        and (not options.exact or cell.fidelity == "exact")
    ]
    if not found:
        raise ChartError("No row fits all that was chosen. Leave something out: --formats, --runners or --exact.")
    if options.baseline is None and options.weight == "net":
        return found
    return rebase(document.cells, found, options.baseline, options.weight)


def rebase(among: Sequence[Cell], cells: Sequence[Cell], baseline: str | None, weight: Weight) -> list[Cell]:
    """Return cells with ``relative`` to another codec of their payload and operation.

    Args:
        among: where the codec is looked for.
        cells: what is to be compared with it.
        baseline: ``orjson`` for each member's own codec of that name, or ``python/orjson`` for one for all; None for
            what the run itself compares with.
        weight: which times are compared.

    Raises:
        ChartError: no cell is of that codec.
    """
    one_for_all = baseline is not None and "/" in baseline
    by_name = {(cell.payload, cell.operation, qualified(cell)): cell for cell in among}
    if baseline is not None:
        known = {qualified(cell) if one_for_all else figures.codec_name(cell) for cell in among}
        _known("codec", (baseline,), known)
    moved = []
    for cell in cells:
        name = cell.relative.to if baseline is None and cell.relative is not None else baseline
        to = by_name.get((cell.payload, cell.operation, name if name and "/" in name else f"{cell.member}/{name}"))
        moved.append(cell.model_copy(update={"relative": None if to is None else relative_to(cell, to, weight)}))
    return moved


def relative_to(cell: Cell, baseline: Cell, weight: Weight) -> Relative | None:
    """Return how many times another cell's time a cell takes; None where a time is not clearly above zero.

    The run's own figures are of pairs measured side by side. For any other baseline both errors count in full, and the
    interval is wider.
    """
    to = qualified(baseline)
    if qualified(cell) == to:
        return Relative(to=to, estimate=1.0, low=1.0, high=1.0)
    if weight == "net" and cell.relative is not None and cell.relative.to == to:
        return cell.relative
    time, base = time_of(cell, weight), time_of(baseline, weight)
    if time.at_most or base.at_most:
        return None
    estimate = time.estimate / base.estimate
    shares = _log_half(time), _log_half(base)
    if shares[0] is None or shares[1] is None:
        return Relative(to=to, estimate=estimate, low=None, high=None)
    factor = math.exp(math.hypot(shares[0], shares[1]))
    return Relative(to=to, estimate=estimate, low=estimate / factor, high=estimate * factor)


def _log_half(time: Quantity) -> float | None:
    """Return half the interval on the scale of logarithms."""
    return math.log(time.high / time.low) / 2 if time.low and time.high and time.low > 0 else None


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
