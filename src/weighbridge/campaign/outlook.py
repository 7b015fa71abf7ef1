"""The outlook of a run: what the looks at its samples have told, and so what to go on with."""

from __future__ import annotations

from collections.abc import Sequence

from weighbridge.campaign.quick import leaders
from weighbridge.campaign.recording import Recording
from weighbridge.campaign.settings import Settings
from weighbridge.measure.analysis import Analysis, analyse
from weighbridge.measure.cells import CellSpec
from weighbridge.measure.schedule import Known
from weighbridge.measure.stop import look_due, still_open
from weighbridge.store.records import CellRecord


class Outlook:
    """What is still undecided.

    Attributes:
        undecided: the cells to go on with; None before the first look: all.
        known: how noisy each runner is, as far as that is known.
        precision: half the width of a typical interval, as a share; None before the first look.
    """

    def __init__(
        self, cells: Sequence[CellRecord], specs: Sequence[CellSpec], recording: Recording, settings: Settings
    ) -> None:
        """Look at nothing yet."""
        self.undecided: frozenset[int] | None = None
        self.known = Known()
        self.precision: float | None = None
        self._leaders: frozenset[int] | None = None
        self._cells = cells
        self._specs = specs
        self._recording = recording
        self._settings = settings

    @property
    def open_cells(self) -> int:
        """How many cells are undecided."""
        return len(self._specs if self.undecided is None else self.undecided)

    def look(self, share: float) -> bool:
        """Look at the samples, if a look is due when this share of the budget is spent; return whether to end the run.

        A quick run looks for the leaders first: the others are not gone on with.
        """
        looks = self._recording.looks
        if self._settings.quick and self._leaders is None:
            self._leaders = self.undecided = leaders(self._analyse(looks or [share]), self._cells)
            return False
        if not look_due(looks, share):
            return False
        looks.append(share)
        analysis = self._analyse(looks)
        self.known = Known(noise_ratios=analysis.noise_ratios, spreads=analysis.spreads)
        self.precision = analysis.precision
        undecided = still_open(analysis.cells, analysis.undecided)
        self.undecided = undecided if self._leaders is None else undecided & self._leaders
        return share >= 1 or not self.undecided

    def _analyse(self, looks: Sequence[float]) -> Analysis:
        return analyse(
            self._specs,
            self._recording.samples(),
            margin=self._settings.precision,
            looks=looks,
            quiet_ns=self._recording.record.quiet_ns,
        )
