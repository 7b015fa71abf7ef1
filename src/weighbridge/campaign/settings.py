"""How a campaign measures."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict, ValidationError

from weighbridge.campaign.purpose import Purpose
from weighbridge.campaign.quick import RUNNER_BUDGET_S
from weighbridge.campaign.selection import Selection
from weighbridge.runners.allocators import Heap
from weighbridge.schema import INFERRED, SchemaSource
from weighbridge.store.database import StoreError
from weighbridge.store.records import CellRecord, RunRecord

_CELL_BUDGET_S = 0.6
_LEAST_BUDGET_S = 20.0
_MOST_BUDGET_S = 300.0


class Settings(BaseModel):
    """How a campaign measures.

    Attributes:
        budget_s: how long to measure, in seconds of wall time; None is as long as the number of cells deserves.
        precision: differences up to this share are equivalent: 0.01 is 1 %.
        seed: of every random choice.
        baseline: the codec that results are relative to; each language's plain JSON if None.
        selection: the codecs.
        instructions: whether to count instructions too, of native programs, once all is measured.
        quick: whether to measure the leaders only, once all have had a first look.
        wait_for_quiet_s: how long to wait, in all, for moments in which nobody shares the processor.
        picks: the paths to what is picked out of documents, if anything is; none for the usual ones.
        schemas: where the schemas of documents come from, if they are needed.
        fragmented_heap: whether runners that can start with a heap as that of a program that has run for a while.
        clock_hz: the clock at which the time that emulated boards' counts would take is estimated, if it is.
        family: how many documents of the same shape are timed in the place of each; None is as many as are worth it.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    budget_s: float | None
    precision: float
    seed: int
    baseline: str | None
    selection: Selection
    instructions: bool = False
    quick: bool = False
    wait_for_quiet_s: float = 0.0
    picks: tuple[str, ...] = ()
    schemas: SchemaSource = INFERRED
    family: int | None = None
    clock_hz: float | None = None
    fragmented_heap: bool = False

    @property
    def heap(self) -> Heap:
        """How runners' heaps are to be."""
        return "fragmented" if self.fragmented_heap else "fresh"

    @property
    def purpose(self) -> Purpose:
        """What payloads are prepared for."""
        return self.selection.purpose(self.picks, self.schemas)

    def budget_for(self, cells: Sequence[CellRecord]) -> float:
        """Return how long to measure these cells, in seconds."""
        if self.budget_s is not None:
            return self.budget_s
        own = [cell for cell in cells if cell.role == "codec" and cell.is_timed]
        longest_s = self.longest_s(len({cell.participant for cell in own}))
        return longest_s if self.quick else min(max(_LEAST_BUDGET_S, _CELL_BUDGET_S * len(own)), longest_s)

    def share_for(self, cells: Sequence[CellRecord], lots: int) -> float:
        """Return how much of the budget falls to these cells, in seconds, where so many lots of cells share it."""
        if self.budget_s is not None:
            return self.budget_s / lots
        return self.budget_for(cells) if self.quick else min(self.budget_for(cells), _MOST_BUDGET_S / lots)

    def open_ended(self, cells: Sequence[CellRecord]) -> Settings:
        """Return these settings of a run for more cells: with no budget, unless these cells deserved another."""
        free = self.model_copy(update={"budget_s": None})
        return free if free.budget_for(cells) == self.budget_s else self

    def longest_s(self, runners: int) -> float:
        """Return how long to measure at most so many runners, in seconds, before anything is known of them."""
        if self.budget_s is not None:
            return self.budget_s
        return RUNNER_BUDGET_S * runners if self.quick else _MOST_BUDGET_S


def settings_of(record: RunRecord) -> Settings:
    """Return how a run that is kept was measured.

    Raises:
        StoreError: this version knows no such settings.
    """
    try:
        return Settings.model_validate(record.settings)
    except ValidationError as error:
        raise StoreError(
            f"run {record.run} was made by Weighbridge {record.version}, with settings that this version cannot read. "
            "Start a new run instead."
        ) from error
