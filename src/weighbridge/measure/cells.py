"""What the measurement knows of a cell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Clock = Literal["cpu", "wall"]


@dataclass(frozen=True, slots=True)
class CellSpec:
    """A cell as the schedule and the estimators see it.

    Attributes:
        id: its number, unique in the run.
        group: the number of its group (payload × operation): the cells that are ranked together.
        payload: the number of its payload: cells of a runner and payload share processes.
        runner: the runner whose process holds it, and among whose cells it is ranked besides the overall ranking.
        clock: which clock its times are read from. A cell whose runner has no CPU clock is on ``wall``.
        is_tare: whether it is a tare: sampled and estimated, never compared.
        is_floor: whether it is a floor, what no codec can go below: compared, never ranked.
        tare: the cell of the same group and runner that is subtracted from this one, if any.
        twin_of: the cell of the same group and runner of which this is an A/A twin: sampled, never ranked.
        baseline: the cell of the same group that results are relative to.
    """

    id: int
    group: int
    runner: str
    clock: Clock = "cpu"
    is_tare: bool = False
    is_floor: bool = False
    tare: int | None = None
    twin_of: int | None = None
    baseline: int | None = None
    payload: int = 0

    @property
    def is_of_harness(self) -> bool:
        """Whether it runs code of the harness alone: a tare or a floor."""
        return self.is_tare or self.is_floor

    @property
    def is_ranked(self) -> bool:
        """Whether it competes: tares, floors and twins do not."""
        return not self.is_of_harness and self.twin_of is None
