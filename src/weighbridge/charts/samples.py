"""The samples of one row in the order in which they were taken, process by process, with what was made of them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from weighbridge.measure.pitch import QUIET_REACH
from weighbridge.measure.samples import Phase, Samples
from weighbridge.report import figures
from weighbridge.report.document import Cell, RunDocument

from .picture import ChartError, Picture, Row
from .rows import labels, qualified, time_scale

_PHASES = {
    Phase.FIRST: "first call",
    Phase.WARMUP: "warm-up",
    Phase.GIVEN_UP: "warm-up",
    Phase.CALIBRATION: "calibration",
    Phase.TIMED: "timed",
}
_ORDER = tuple(_PHASES)
_GAP = 2
"""Free places between two processes."""
_ROOM = 0.75
"""How far beyond the middle 90 % of the timed samples the axis reaches, as a share of their width."""


def samples(document: RunDocument, cell: Cell, taken: Samples) -> Picture:
    """Return the gross time per iteration of every batch of a cell.

    Args:
        document: the run that it is of.
        cell: the row.
        taken: its samples, in any order.

    Raises:
        ChartError: there are none.
    """
    times = taken.time_ns(cell.clock)
    quiet_ns = document.run.quietness.quiet_ns
    found = sorted(
        (
            (int(taken.wave[i]), _ORDER.index(Phase(int(taken.phase[i]))), int(taken.round[i]), float(times[i]),
             int(taken.iterations[i]), _core(float(taken.pitch_ns[i]), quiet_ns))
            for i in range(len(taken))
        ),
    )  # fmt: skip
    timed = sorted(time for _, phase, _, time, *_ in found if _ORDER[phase] is Phase.TIMED)
    if not timed:
        raise ChartError("There is nothing to plot: this row has no samples here.")
    gross = cell.gross_ns
    scale = time_scale(gross.estimate)
    low, high = _ends(timed, [value for value in (gross.low, gross.estimate, gross.high) if value is not None])
    rows: list[Row] = []
    processes: list[Row] = []
    order, process, before = 0, 0, None
    for wave, phase, number, time, iterations, core in found:
        if wave != before:
            order += 0 if before is None else _GAP
            process += 1  # of this row: the run's other processes are none of it
            processes.append({"process": process, "start": order, "end": order, "text": f"process {process}"})
            before = wave
        rows.append(
            {
                "id": f"{wave}/{phase}/{number}/{order}",
                "order": order,
                "process": process,
                "phase": _PHASES[_ORDER[phase]],
                "time": min(max(time, low), high) / scale.size,
                "beyond": "above" if time > high else "below" if time < low else "within",
                "text": figures.duration(time),
                "iterations": iterations,
                "core": core,
            }
        )
        processes[-1]["end"] = order
        order += 1
    label = labels(document, [cell])[qualified(cell)]
    return Picture(
        "samples",
        {"rows": rows, "processes": processes, "estimate": [_estimate(cell, scale.size)]},
        {
            "y": f"gross time of a pass ({scale.unit})",
            "x": "batches in the order in which they were timed",
            "xDomain": [-1, order],
            "yDomain": [low / scale.size, high / scale.size],
        },
        f"Scatter chart of {len(timed)} timed batches of {label} in {_processes(len(processes))}, with the estimate "
        f"{figures.duration(gross.estimate)} ({figures.margin(gross)}).",
        _notes(rows, cell),
    )


def _core(pitch_ns: float, quiet_ns: float | None) -> str:
    """Tell whether somebody shared the processor when a batch was timed."""
    if quiet_ns is None or math.isnan(pitch_ns):
        return "not known"
    return "quiet" if pitch_ns < quiet_ns * (1 + QUIET_REACH) else "shared"


def _processes(count: int) -> str:
    return "1 process" if count == 1 else f"{count} processes"


def _ends(timed: Sequence[float], estimate: Sequence[float]) -> tuple[float, float]:
    """Return the ends of the axis: about what was timed, whatever a first call took."""
    last = len(timed) - 1
    low, high = timed[math.floor(last * 0.05)], timed[math.ceil(last * 0.95)]
    room = (high - low) * _ROOM or high * 0.05
    low, high = min(low - room, *estimate), max(high + room, *estimate)
    return max(low, 0.0), high


def _estimate(cell: Cell, size: float) -> Row:
    gross = cell.gross_ns
    return {
        "value": gross.estimate / size,
        "low": None if gross.low is None else gross.low / size,
        "high": None if gross.high is None else gross.high / size,
        "text": figures.duration(gross.estimate),
    }


def _notes(rows: Sequence[Row], cell: Cell) -> tuple[str, ...]:
    band = "" if cell.gross_ns.low is None else ", band: its 95 % interval"
    notes = [f"Line: the estimate{band}. Hollow: first calls, warm-up and calibration, which do not count."]
    if any(row["beyond"] != "within" for row in rows):
        notes.append("Triangles at an edge lie beyond it.")
    if any(row["core"] == "shared" and row["phase"] == "timed" for row in rows):
        notes.append("Pale: timed while somebody else used the processor; the estimate is that of a quiet one.")
    if not cell.settled:
        notes.append("It had not settled when it was timed.")
    return tuple(notes)
