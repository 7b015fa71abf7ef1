"""From cells and samples to everything that a table shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

import numpy as np
from numpy.typing import NDArray

from weighbridge.measure.cells import CellSpec
from weighbridge.measure.estimators import Estimates, concatenate, moderate
from weighbridge.measure.group import Group, Weighing
from weighbridge.measure.intervals import Interval
from weighbridge.measure.ranking import Verdict
from weighbridge.measure.results import CellResult
from weighbridge.measure.samples import Samples
from weighbridge.measure.selfcheck import SelfCheck, check_twins
from weighbridge.measure.stop import spend

__all__ = ["Analysis", "CellResult", "analyse"]


@dataclass(frozen=True, slots=True)
class Analysis:
    """Everything that the samples so far say.

    Attributes:
        cells: results by cell id.
        undecided: ranked cells with a neighbour in a ranking that is neither resolved nor shown equivalent.
        self_check: how the A/A twins came out.
        precision: median half-width of the cells' relative intervals (0.01 is ±1 %), of the gross intervals where no
            cell has a baseline; None while there is none.
        noise_ratio: sd between batches ÷ sd between processes, median over the cells; None while unknown.
    """

    cells: Mapping[int, CellResult]
    undecided: frozenset[int]
    self_check: SelfCheck
    precision: float | None
    noise_ratio: float | None
    _groups: Sequence[Group] = field(repr=False)
    _group_of: Mapping[int, tuple[int, int]] = field(repr=False)

    def verdict(self, a: int, b: int) -> Verdict:
        """What is known of cell ``a`` against cell ``b`` of the same group, twins included.

        Raises:
            KeyError: they do not share a group, or one of them is a tare.
        """
        group, first, second = self._find(a, b)
        return Verdict(int(group.verdicts[first, second]))

    def ratio(self, a: int, b: int) -> Interval | None:
        """Time of ``a`` ÷ time of ``b``: of the nets where both are clearly above zero, otherwise of the gross times.

        None without a common process.

        Raises:
            KeyError: they do not share a group, or one of them is a tare.
        """
        group, first, second = self._find(a, b)
        return group.ratio(first, second)

    def _find(self, a: int, b: int) -> tuple[Group, int, int]:
        (group_a, first), (group_b, second) = self._group_of[a], self._group_of[b]
        if group_a != group_b:
            raise KeyError(f"cells {a} and {b} are not of one group")
        return self._groups[group_a], first, second


def analyse(
    cells: Sequence[CellSpec],
    samples: Samples,
    *,
    margin: float = 0.01,
    looks: Sequence[float] = (1.0,),
) -> Analysis:
    """Estimate, compare and rank every cell.

    Args:
        cells: every cell of the run, tares and twins included.
        samples: every sample so far, of all phases. Cells, waves and rounds may be missing.
        margin: differences up to this are equivalent (``--precision``).
        looks: the shares of the budget (0…1, rising) at which a decision was or is now taken on these samples, the
            present look last: see `stop`. The default is one look at the end.

    Raises:
        ValueError: a cell names a tare, twin or baseline that is no cell of its group.
    """
    weighings = [Weighing(chosen, samples) for chosen in _by_group(cells)]
    kinds = _Kinds(cells)
    own = [np.repeat(kinds.of(weighing.cells)[:, None], 2, axis=1) for weighing in weighings]
    gross = kinds.moderated([weighing.gross for weighing in weighings], own)
    net = kinds.moderated([weighing.net_logs for weighing in weighings], own)
    ratios = kinds.moderated(
        [weighing.pairs.ratio for weighing in weighings],
        [
            kinds.of(weighing.cells)[np.stack([weighing.pairs.first, weighing.pairs.second], axis=1)]
            for weighing in weighings
        ],
    )
    share = spend(looks)
    groups = [Group(*parts, margin=margin, spend=share) for parts in zip(weighings, gross, net, ratios, strict=True)]

    results: dict[int, CellResult] = {}
    group_of: dict[int, tuple[int, int]] = {}
    for number, group in enumerate(groups):
        results |= group.results()
        group_of |= {cell_id: (number, place) for place, cell_id in enumerate(group.contenders)}
    noise = [float(ratio) for weighing in weighings for ratio in weighing.levels.noise_ratio if not np.isnan(ratio)]
    return Analysis(
        cells={cell.id: results[cell.id] for cell in cells},
        undecided=frozenset().union(*(group.undecided for group in groups)),
        self_check=_self_check(groups, margin=margin, spend=share),
        precision=_precision(cells, results),
        noise_ratio=median(noise) if noise else None,
        _groups=groups,
        _group_of=group_of,
    )


def _by_group(cells: Iterable[CellSpec]) -> list[list[CellSpec]]:
    groups: dict[int, list[CellSpec]] = {}
    for cell in cells:
        groups.setdefault(cell.group, []).append(cell)
    return list(groups.values())


class _Kinds:
    """Which cells resemble each other: those of one runner, its tares apart."""

    def __init__(self, cells: Sequence[CellSpec]) -> None:
        names = sorted({(cell.runner, cell.is_tare) for cell in cells})
        self._number = {name: number for number, name in enumerate(names)}
        self._size = np.bincount(self.of(cells), minlength=len(names))

    def of(self, cells: Sequence[CellSpec]) -> NDArray[np.int64]:
        """The kind of each cell."""
        return np.array([self._number[cell.runner, cell.is_tare] for cell in cells], dtype=np.int64)

    def moderated(self, parts: Sequence[Estimates], kinds: Sequence[NDArray[np.int64]]) -> list[Estimates]:
        """Moderate the estimates of all groups together; each is of a pair of kinds, or of one kind given twice."""
        if not parts:
            return []
        paired = np.sort(np.concatenate(kinds), axis=1)
        classes, number = np.unique(paired, axis=0, return_inverse=True)
        members = self._size[classes[:, 0]] + np.where(classes[:, 0] == classes[:, 1], 0, self._size[classes[:, 1]])
        moderated = moderate(concatenate(parts), number, members)
        ends = np.cumsum([len(part.centre) for part in parts])
        return [moderated[slice(int(end) - len(part.centre), int(end))] for part, end in zip(parts, ends, strict=True)]


def _self_check(groups: Sequence[Group], *, margin: float, spend: float) -> SelfCheck:
    twins = [twin for group in groups for twin in group.twins]
    pairs = [
        group.comparable[np.array([group.twin_pair(twin) for twin in group.twins])] for group in groups if group.twins
    ]
    if not pairs:
        return SelfCheck(0, (), None)
    return check_twins(twins, concatenate(pairs), margin=margin, spend=spend)


def _precision(cells: Sequence[CellSpec], results: Mapping[int, CellResult]) -> float | None:
    compared = [
        results[cell.id].relative or results[cell.id].relative_overall or results[cell.id].gross
        for cell in cells
        if cell.is_ranked and cell.id != cell.baseline
    ]
    widths = [interval.half_width for interval in compared if interval is not None]
    known = [width for width in widths if width is not None]
    return median(known) if known else None
