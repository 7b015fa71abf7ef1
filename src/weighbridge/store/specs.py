"""Stored cells as the measurement sees them."""

from __future__ import annotations

from collections.abc import Iterable

from weighbridge.measure.cells import CellSpec

from .records import CellRecord


def cell_specs(cells: Iterable[CellRecord]) -> list[CellSpec]:
    """Return the cells that may be timed; those with the same payload and operation make a group."""
    timed = [cell for cell in cells if cell.is_timed]
    present = {cell.cell for cell in timed}
    groups: dict[tuple[str, str], int] = {}
    payloads: dict[str, int] = {}
    return [
        CellSpec(
            id=cell.cell,
            group=groups.setdefault((cell.payload, cell.operation), len(groups)),
            runner=cell.participant,
            clock=cell.clock,
            is_tare=cell.role == "tare",
            is_floor=cell.role == "floor",
            tare=cell.tare if cell.tare in present else None,
            twin_of=cell.twin_of,
            payload=payloads.setdefault(cell.payload, len(payloads)),
            baseline=cell.baseline if cell.baseline in present else None,
        )
        for cell in timed
        if cell.twin_of is None or cell.twin_of in present
    ]
