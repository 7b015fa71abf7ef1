"""Measuring: samples are taken, looked at now and then, and kept, until the budget is spent or all is decided."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from weighbridge.campaign import quiet
from weighbridge.campaign.compressing import Compressing
from weighbridge.campaign.counting import Counting
from weighbridge.campaign.crew import Crew
from weighbridge.campaign.ledger import CORE, Ledger
from weighbridge.campaign.progress import Progress
from weighbridge.campaign.quick import leaders
from weighbridge.campaign.sampling import Sampling
from weighbridge.campaign.settings import Settings
from weighbridge.campaign.stopwatch import Stopwatch
from weighbridge.campaign.verification import Reference, Verified
from weighbridge.campaign.visit import Campaign, aim_of
from weighbridge.measure.analysis import Analysis, analyse
from weighbridge.measure.calibration import batch_ns
from weighbridge.measure.pitch import quiet_pitch
from weighbridge.measure.samples import Sample
from weighbridge.measure.schedule import Known, Lot, lot_of
from weighbridge.measure.stop import decide, look_due
from weighbridge.runners.launch import raised_priority
from weighbridge.store.journal import Journal, fold, read_samples
from weighbridge.store.records import CellRecord, Run, RunRecord, Status
from weighbridge.store.runs import add_failures, invalidate, set_progress
from weighbridge.store.specs import cell_specs

_FOLD_S = 10.0
"""The journal is folded into the database so often."""
_FIRST_TABLE_S = 25.0
"""The first table is shown when everybody has had a process, or after so long."""
_OVERHEAD_NS = 0.3e6
"""What a batch costs besides: a first guess."""


def measure(
    run: Run,
    crew: Crew,
    references: Mapping[str, Reference],
    verified: Verified,
    database: Path,
    progress: Progress,
) -> None:
    """Take samples of a stored run until its budget is spent. Ctrl-C ends it; what was measured is kept."""
    name = run.record.run
    settings = Settings.model_validate(run.record.settings)
    budget_s = settings.budget_for(run.cells)
    specs = cell_specs(run.cells)
    cells = {cell.cell: cell for cell in run.cells}
    proofs, ledger = _prospects(cells, verified, crew, run.record)
    watch = Stopwatch(budget_s, run.record.measured_s)
    earlier = read_samples(database, name)
    had: dict[Lot, int] = {}
    for spec in specs:
        lot = lot_of(spec)
        had[lot] = max(had.get(lot, 0), len(set(earlier.wave[earlier.cell == spec.id].tolist())))
    looks = list(run.record.looks)
    record = run.record
    known = Known()
    undecided: frozenset[int] | None = None
    focus: frozenset[int] | None = None
    precision: float | None = None
    taken = len(earlier)
    journal = Journal(database, name)

    def keep(sample: Sample) -> None:
        nonlocal taken
        journal.append(sample)
        taken += 1
        progress.measured(
            elapsed_s=watch.seconds,
            budget_s=budget_s,
            samples=taken,
            precision=precision,
            open_cells=len(specs if undecided is None else undecided),
        )

    def look(share: float) -> Analysis:
        with ledger.booked(CORE, "between batches"):
            return analyse(
                specs,
                read_samples(database, name),
                margin=settings.precision,
                looks=looks or (share,),
                quiet_ns=record.quiet_ns,
            )

    def save(status: Status) -> None:
        nonlocal record
        fold(database, name)
        record = record.model_copy(
            update={
                "status": status,
                "measured_s": watch.seconds,
                "looks": tuple(looks),
                "spent": {runner: dict(account) for runner, account in list(ledger.spent.items())},
            }
        )
        set_progress(database, record)

    def save_meanwhile() -> None:
        nonlocal journal
        journal.close()  # its file goes when it is folded
        save("running")
        journal = Journal(database, name)

    progress.stage("Measuring", len(specs))
    counting = Counting(run.cells, crew, references, proofs, progress) if settings.instructions else None
    compressing = Compressing(references, run.cells, budget_s=budget_s, database=database, run=name)
    sampling = Sampling(
        specs,
        Campaign(cells, crew, references, proofs, ledger, keep, watch),
        seed=settings.seed,
        first_process=int(earlier.wave.max()) + 1 if len(earlier) else 0,
        quiet_ns=record.quiet_ns,
        patience_s=settings.wait_for_quiet_s,
        processes=had,
    )
    shown = bool(len(earlier))
    complete = False
    rounds = 0
    saved = time.monotonic()
    try:
        with _no_collection():
            while sampling.visit(undecided, known):
                if not shown and (watch.seconds > _FIRST_TABLE_S or sampling.has_timed_everybody()):
                    shown = True
                    with watch.paused():
                        save_meanwhile()
                        progress.first_results(name)
                with raised_priority(), watch.paused():
                    ledger.failures += compressing.after(rounds, elapsed_s=watch.seconds, progress=progress)
                rounds += 1
                if time.monotonic() - saved > _FOLD_S:
                    with ledger.booked(CORE, "between batches"):
                        save_meanwhile()
                    saved = time.monotonic()
                share = watch.share
                if settings.quick and focus is None and sampling.has_timed_everybody():
                    focus = undecided = leaders(look(share), run.cells)
                elif look_due(looks, share) and sampling.has_timed_everybody():
                    looks.append(share)
                    analysis = look(share)
                    decision = decide(analysis, share=share)
                    precision, known = analysis.precision, Known(had, analysis.noise_ratios, analysis.spreads)
                    undecided = decision.undecided if focus is None else decision.undecided & focus
                    if decision.stop or not undecided:
                        break
        if counting is not None:
            with watch.paused():
                counting.run(database, name, read_samples(database, name))
        complete = True
    except KeyboardInterrupt:
        progress.note("Interrupted: what was measured is kept.")
    finally:
        sampling.close()
        journal.close()
        samples = read_samples(database, name)
        add_failures(database, name, ledger.failures)
        invalidate(database, name, ledger.invalid)
        own = quiet_pitch(samples.pitch_ns)
        if own is not None:
            quiet.remember(own)
        save("complete" if complete else "interrupted")


def _prospects(
    cells: Mapping[int, CellRecord], verified: Verified, crew: Crew, record: RunRecord
) -> tuple[dict[int, str], Ledger]:
    """What each cell must give when it is checked again, and a first guess at what it costs."""
    originals = {number: number if cell.twin_of is None else cell.twin_of for number, cell in cells.items()}
    proofs = {cell: verified.proofs[other] for cell, other in originals.items() if other in verified.proofs}
    # A check costs more than one call; a cell that is too fast to tell from that costs the batch that is aimed at.
    checks = {cell: verified.seconds[other] * 1e9 for cell, other in originals.items() if other in verified.seconds}
    batches = {cell: max(check, batch_ns(**aim_of(cells[cell], crew))) + _OVERHEAD_NS for cell, check in checks.items()}
    least = {cell: crew.members[cells[cell].member].manifest.warmup.least_ms * 1e6 for cell in batches}
    return proofs, Ledger(
        batch_ns=batches,
        setup_ns={cell: 4 * guess + least[cell] for cell, guess in batches.items()},
        spent={runner: dict(account) for runner, account in record.spent.items()},
    )


@contextmanager
def _no_collection() -> Iterator[None]:
    """Collect no garbage of our own meanwhile: it would fall into the tuning fork, or between two batches."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
