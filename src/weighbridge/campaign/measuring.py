"""Measuring: samples are taken, looked at now and then, and kept, until the budget is spent or all is decided."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from weighbridge.campaign.boards import count_on_boards
from weighbridge.campaign.compressing import Compressing
from weighbridge.campaign.counting import Counting
from weighbridge.campaign.ledger import CORE, Ledger
from weighbridge.campaign.outlook import Outlook
from weighbridge.campaign.participants import Participants
from weighbridge.campaign.progress import Progress
from weighbridge.campaign.recording import Recording
from weighbridge.campaign.reference import Reference
from weighbridge.campaign.sampling import Sampling
from weighbridge.campaign.settings import settings_of
from weighbridge.campaign.stopwatch import Stopwatch
from weighbridge.campaign.verification import Verified
from weighbridge.campaign.visit import Campaign, aim_of
from weighbridge.measure.calibration import batch_ns
from weighbridge.measure.cells import CellSpec
from weighbridge.measure.samples import Sample, Samples
from weighbridge.measure.schedule import WANTED_PROCESSES, Known, Lot, lot_of
from weighbridge.runners.launch import raised_priority
from weighbridge.store.records import CellRecord, Run
from weighbridge.store.runs import save_progress
from weighbridge.store.specs import cell_specs

_OPENING_S = 25.0
"""So long at most those that have just joined are timed by themselves, before something is told of them."""
_OPENING_SHARE = 0.4
"""Likewise, as a share of what falls to them of the budget."""
_OVERHEAD_NS = 0.3e6
"""What a batch costs besides: a first guess."""


class Measuring:
    """A run that is in the store, while it is measured. Runners may join it, and are timed by themselves first.

    Attributes:
        run: all of it but its samples.
        participants: its runners.
        references: payloads by name.
    """

    def __init__(
        self,
        run: Run,
        participants: Participants,
        references: Mapping[str, Reference],
        verified: Verified,
        database: Path,
        progress: Progress,
    ) -> None:
        """Prepare to measure.

        Args:
            run: the run.
            participants: its runners.
            references: payloads by name.
            verified: what was found of its cells.
            database: the store.
            progress: hears how it goes.
        """
        self.run = run
        self.participants = participants
        self.references = references
        self._verified = verified.with_twins(run.cells)
        self._database = database
        self._progress = progress
        self._ledger = Ledger(spent={runner: dict(account) for runner, account in run.record.spent.items()})
        self._patience_s = settings_of(run.record).wait_for_quiet_s
        self._guess(run.cells)

    def join(
        self,
        run: Run,
        participants: Participants,
        references: Mapping[str, Reference],
        verified: Verified,
        cells: Sequence[CellRecord],
    ) -> None:
        """Let runners join.

        Args:
            run: the run with them.
            participants: all runners.
            references: payloads by name, in the formats of all.
            verified: what was found of the cells of those that join.
            cells: their cells.
        """
        self.run, self.participants, self.references = run, participants, references
        self._verified.add(verified.with_twins(cells))
        self._guess(cells)

    @property
    def budget_s(self) -> float:
        """How long is to be measured in all."""
        return settings_of(self.run.record).budget_for(self.run.cells)

    def open(self, cells: Sequence[CellRecord], share_s: float) -> None:
        """Time those that have just joined by themselves, until there is something to tell of them.

        Args:
            cells: theirs.
            share_s: what falls to them of the budget.
        """
        own = {cell.cell for cell in cells}
        specs = [spec for spec in cell_specs(self.run.cells) if spec.id in own]
        if not specs:
            return
        before_s = self.run.record.measured_s
        watch = Stopwatch(before_s + min(_OPENING_S, _OPENING_SHARE * share_s), before_s)
        # A quick run looks at all once, and goes on with the leaders.
        wanted = 1 if settings_of(self.run.record).quick else WANTED_PROCESSES
        self._progress.stage("Measuring", len(specs))
        with self._sitting(watch) as recording, self._sampling(specs, recording, watch, share_s) as sampling:
            while sampling.visit(None, Known()):
                with self._ledger.booked(CORE, "between batches"):
                    recording.save_now_and_then()
                    if sampling.has_timed_everybody(wanted) or (
                        watch.remaining_s <= 0 and sampling.has_timed_everybody()
                    ):
                        break
            recording.status = "running"
        self._progress.first_results(self.run.record.run, {spec.runner for spec in specs})

    def finish(self) -> None:
        """Time everybody until the budget is spent or all is decided, and count what is counted."""
        run, progress, settings = self.run, self._progress, settings_of(self.run.record)
        specs = cell_specs(run.cells)
        watch = Stopwatch(self.budget_s, run.record.measured_s)
        progress.stage("Measuring", len(specs))
        counting = (
            Counting(run.cells, self.participants, self.references, self._verified.proofs, progress)
            if settings.instructions
            else None
        )
        compressing = Compressing(run, self.references, budget_s=watch.budget_s, database=self._database)
        with self._sitting(watch) as recording:
            outlook = Outlook(run.cells, specs, recording, settings)
            with self._sampling(specs, recording, watch, watch.budget_s, outlook) as sampling:
                while True:
                    with raised_priority(), watch.paused():
                        self._ledger.failures += compressing.go_on(elapsed_s=watch.seconds, progress=progress)
                    with self._ledger.booked(CORE, "between batches"):
                        recording.save_now_and_then()
                        if sampling.has_timed_everybody() and outlook.look(watch.share):
                            break
                    if not sampling.visit(outlook.undecided, outlook.known):
                        break
            with watch.paused():
                if counting is not None:
                    counting.run(self._database, run.record.run, recording.samples())
                count_on_boards(
                    run, self.participants, self.references, self._verified.proofs, self._database, progress
                )
            recording.status = "complete"

    def interrupt(self) -> None:
        """Note in the store that the run was interrupted, whatever it was at."""
        record = self.run.record.model_copy(update={"status": "interrupted"})
        self.run = self.run.model_copy(update={"record": record})
        save_progress(self._database, record)

    @contextmanager
    def _sitting(self, watch: Stopwatch) -> Iterator[Recording]:
        """Record what is measured meanwhile; without a status to end with, it was interrupted."""
        recording = Recording(self.run.record, self._database, self._ledger, watch)
        try:
            with _no_collection():
                yield recording
        finally:
            self.run = self.run.model_copy(update={"record": recording.end()})

    @contextmanager
    def _sampling(
        self,
        specs: Sequence[CellSpec],
        recording: Recording,
        watch: Stopwatch,
        warmup_budget_s: float,
        outlook: Outlook | None = None,
    ) -> Iterator[Sampling]:
        budget_s = self.budget_s

        def keep(sample: Sample) -> None:
            recording.keep(sample)
            self._progress.measured(
                elapsed_s=watch.seconds,
                budget_s=budget_s,
                samples=recording.taken,
                precision=None if outlook is None else outlook.precision,
                open_cells=len(specs) if outlook is None else outlook.open_cells,
            )

        cells = {cell.cell: cell for cell in self.run.cells}
        sampling = Sampling(
            specs,
            Campaign(cells, self.participants, self.references, self._verified.timed_proofs, self._ledger, keep, watch),
            seed=settings_of(self.run.record).seed,
            first_process=int(recording.earlier.wave.max(initial=-1)) + 1,
            processes=_processes_so_far(cell_specs(self.run.cells), recording.earlier),
            quiet_ns=self.run.record.quiet_ns,
            patience_s=self._patience_s,
            warmup_budget_s=warmup_budget_s,
        )
        try:
            yield sampling
        finally:
            self._patience_s -= sampling.waited_s
            sampling.close()

    def _guess(self, cells: Sequence[CellRecord]) -> None:
        """Guess what cells cost from how long their checks took."""
        timed = {cell.cell: cell for cell in cells if cell.is_timed and cell.cell in self._verified.seconds}
        for number, cell in timed.items():
            # A check costs more than one call; a cell that is too fast to tell from that costs the batch aimed at.
            aim_ns = batch_ns(**aim_of(cell, self.participants))
            guess = max(self._verified.seconds[number] * 1e9, aim_ns) + _OVERHEAD_NS
            least_ms = self.participants.runners[cell.participant].manifest.warmup.least_ms
            self._ledger.batch_ns[number] = guess
            self._ledger.setup_ns[number] = 4 * guess + least_ms * 1e6


def _processes_so_far(specs: Sequence[CellSpec], samples: Samples) -> dict[Lot, int]:
    """Count the processes that each runner has had for each payload."""
    counts: dict[Lot, int] = {}
    for spec in specs:
        own = len(np.unique(samples.wave[samples.cell == spec.id]))
        counts[lot_of(spec)] = max(counts.get(lot_of(spec), 0), own)
    return counts


@contextmanager
def _no_collection() -> Iterator[None]:
    """Collect no garbage of our own meanwhile: it would fall into the tuning fork, or between two batches."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
