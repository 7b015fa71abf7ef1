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
from weighbridge.measure.schedule import Lot, lot_of
from weighbridge.runners.launch import raised_priority
from weighbridge.store.records import Run, Status
from weighbridge.store.specs import cell_specs

_FIRST_TABLE_S = 25.0
"""The first table is shown when every runner has had a process for every payload, or after so long."""
_OVERHEAD_NS = 0.3e6
"""What a batch costs besides: a first guess."""


def measure(
    run: Run,
    participants: Participants,
    references: Mapping[str, Reference],
    verified: Verified,
    database: Path,
    progress: Progress,
) -> None:
    """Take samples of a stored run until its budget is spent. Ctrl-C ends it; what was measured is kept."""
    settings = settings_of(run.record)
    specs = cell_specs(run.cells)
    verified = verified.with_twins(run.cells)
    watch = Stopwatch(settings.budget_for(run.cells), run.record.measured_s)
    ledger = _first_guesses(run, verified, participants)
    recording = Recording(run.record, database, ledger, watch)
    outlook = Outlook(run.cells, specs, recording, settings)

    def keep(sample: Sample) -> None:
        recording.keep(sample)
        progress.measured(
            elapsed_s=watch.seconds,
            budget_s=watch.budget_s,
            samples=recording.taken,
            precision=outlook.precision,
            open_cells=outlook.open_cells,
        )

    progress.stage("Measuring", len(specs))
    counting = (
        Counting(run.cells, participants, references, verified.proofs, progress) if settings.instructions else None
    )
    compressing = Compressing(run, references, budget_s=watch.budget_s, database=database)
    cells = {cell.cell: cell for cell in run.cells}
    sampling = Sampling(
        specs,
        Campaign(cells, participants, references, verified.timed_proofs, ledger, keep, watch),
        seed=settings.seed,
        first_process=int(recording.earlier.wave.max(initial=-1)) + 1,
        processes=_processes_so_far(specs, recording.earlier),
        quiet_ns=run.record.quiet_ns,
        patience_s=settings.wait_for_quiet_s,
    )
    is_first_table_due = len(recording.earlier) == 0
    status: Status = "interrupted"
    try:
        with _no_collection():
            while sampling.visit(outlook.undecided, outlook.known):
                has_timed_everybody = sampling.has_timed_everybody()
                if is_first_table_due and (has_timed_everybody or watch.seconds > _FIRST_TABLE_S):
                    is_first_table_due = False
                    with watch.paused():
                        recording.save()
                        progress.first_results(run.record.run)
                with raised_priority(), watch.paused():
                    ledger.failures += compressing.go_on(elapsed_s=watch.seconds, progress=progress)
                with ledger.booked(CORE, "between batches"):
                    recording.save_now_and_then()
                    if has_timed_everybody and outlook.look(watch.share):
                        break
        if counting is not None:
            with watch.paused():
                counting.run(database, run.record.run, recording.samples())
        with watch.paused():
            count_on_boards(run, participants, references, verified.proofs, database, progress)
        status = "complete"
    except KeyboardInterrupt:
        progress.note("Interrupted: what was measured is kept.")
    finally:
        sampling.close()
        recording.end(status)


def _first_guesses(run: Run, verified: Verified, participants: Participants) -> Ledger:
    """Guess what each cell costs from how long its check took."""
    cells = {cell.cell: cell for cell in run.cells}
    # A check costs more than one call; a cell that is too fast to tell from that costs the batch that is aimed at.
    batches = {
        cell: max(seconds * 1e9, batch_ns(**aim_of(cells[cell], participants))) + _OVERHEAD_NS
        for cell, seconds in verified.seconds.items()
        if cells[cell].is_timed
    }
    least = {cell: participants.runners[cells[cell].participant].manifest.warmup.least_ms * 1e6 for cell in batches}
    return Ledger(
        batch_ns=batches,
        setup_ns={cell: 4 * guess + least[cell] for cell, guess in batches.items()},
        spent={runner: dict(account) for runner, account in run.record.spent.items()},
    )


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
