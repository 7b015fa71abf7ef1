"""One runner weighed: its cells' times on a quiet machine, each with its own error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weighbridge.measure.batches import Batches
from weighbridge.measure.cells import CellSpec
from weighbridge.measure.estimators import Estimates, concatenate, drift, mean_over_processes, moderate, over_processes
from weighbridge.measure.levels import Levels
from weighbridge.measure.robust import Floats, nan_mean, polish
from weighbridge.measure.samples import Samples
from weighbridge.measure.tare import NO_TARE, Net, net_of

SHARED_DOUBT = 0.1
"""How far the slope of all codecs together may be off: it differs by what the neighbour does."""


@dataclass(frozen=True, slots=True)
class Section:
    """A runner's cells in one group.

    Attributes:
        rows: which of the runner's cells.
        logs: log gross time per cell and process, without what all cells of a process have in common.
        common: what was taken out of each process, from the mean over all.
        net: the nets, likewise.
    """

    rows: NDArray[np.int64]
    logs: Floats
    common: Floats
    net: Net


class Weighing:
    """The estimates of one runner.

    Attributes:
        cells: its cells; what follows has a row for each, in this order.
        row: the row of each cell id.
        batches: the samples.
        levels: what was fitted to them.
        sections: by group.
        gross: estimates of the log gross times, against each other: what they have in common is not in their errors.
        net: estimates of the log net times, likewise; of the gross times where a net is not clear.
        clear: whether each net may be given as an estimate.
        at_most_ns: what each net is at most.
        order: what puts the cells in order: per cell, the log of gross minus tare, at least a thousandth of the gross.
        common: per cell, the squared error that all its section has in common, and its degrees of freedom (cells, 2).
    """

    def __init__(
        self, cells: Sequence[CellSpec], samples: Samples, quiet_ns: float | None, drifted: float = 0.0
    ) -> None:
        self.cells = cells
        self.row = {cell.id: row for row, cell in enumerate(cells)}
        self.batches = Batches(cells, samples)
        self.levels: Levels = self.batches.levels(quiet_ns)
        tares = np.array([NO_TARE if cell.tare is None else self.row[cell.tare] for cell in cells], dtype=np.int64)
        of_harness = np.array([cell.is_of_harness for cell in cells], dtype=np.bool_)
        groups = np.array([cell.group for cell in cells], dtype=np.int64)
        self.sections = {
            int(group): _section(np.flatnonzero(groups == group), self.levels, tares, of_harness)
            for group in np.unique(groups)
        }
        parts = self.sections.values()
        order = np.argsort(np.concatenate([part.rows for part in parts]))
        self.clear = np.concatenate([part.net.clear for part in parts])[order]
        self.at_most_ns = np.concatenate([part.net.at_most_ns for part in parts])[order]
        self.common = np.concatenate([_common_error(part, self.levels) for part in parts])[order]
        # How a codec takes a neighbour is in doubt; a machine that drifts as a whole has no neighbours.
        doubt = np.nan_to_num(self.levels.slope_error * np.maximum(self.levels.contention - drifted, 0.0))
        gross = concatenate([_estimates(part.logs, part.common, doubt[part.rows]) for part in parts])[order]
        nets = concatenate(
            [
                _estimates(np.where(part.net.clear[:, None], part.net.logs, part.logs), part.common, doubt[part.rows])
                for part in parts
            ]
        )[order]
        with np.errstate(invalid="ignore"):
            times = np.exp(gross.centre)
            tare = np.where(tares == NO_TARE, 0.0, np.nan_to_num(times[tares]))
            self.order = np.log(np.maximum(times - tare, times / 1000))
        self.gross, self.net = (_moderated(estimates, of_harness) for estimates in (gross, nets))


def _section(
    rows: NDArray[np.int64], levels: Levels, tares: NDArray[np.int64], of_harness: NDArray[np.bool_]
) -> Section:
    own = levels.logs[rows]
    competing = own[~of_harness[rows]]
    if np.count_nonzero(~np.isnan(competing).all(axis=1)) < 2:
        common = np.zeros(own.shape[1])
    else:
        _, common = polish(competing)
        common = common - mean_over_processes(common, levels.calmness)
    logs = own - common
    place = {int(row): number for number, row in enumerate(rows)}
    local = np.array([NO_TARE if tares[row] == NO_TARE else place[int(tares[row])] for row in rows], dtype=np.int64)
    return Section(rows, logs, common, net_of(logs, local))


def _common_error(section: Section, levels: Levels) -> Floats:
    """Per cell: the squared error that its section has in common, and its degrees of freedom (cells, 2)."""
    squared, freedom = drift(section.common, levels.calmness)
    doubt = np.nan_to_num(SHARED_DOUBT * levels.contention[section.rows]) ** 2
    return np.stack([squared + doubt, np.full(len(doubt), freedom)], axis=1)


def _estimates(logs: Floats, common: Floats, doubt: Floats) -> Estimates:
    """Over processes; what was lost of the variance by taking out the common effect is given back."""
    found = over_processes(logs, doubt)
    took_part = np.where(np.isnan(logs), np.nan, np.count_nonzero(~np.isnan(logs), axis=0).astype(np.float64))
    typical = np.nan_to_num(nan_mean(took_part), nan=1.0)
    share = np.where((common == 0).all() | (typical < 2), 1.0, typical / np.maximum(typical - 1, 1))
    return Estimates(found.centre, found.variance * share, found.processes, found.freedom, found.doubt)


def _moderated(estimates: Estimates, of_harness: NDArray[np.bool_]) -> Estimates:
    """Judge the variances of the runner's cells in the light of each other, the harness's own apart."""
    parts = concatenate([moderate(estimates[~of_harness]), moderate(estimates[of_harness])])
    return parts[np.argsort(np.concatenate([np.flatnonzero(~of_harness), np.flatnonzero(of_harness)]))]
