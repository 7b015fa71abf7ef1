"""The flow of a campaign, from payloads to a stored run."""

from __future__ import annotations

import datetime
import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from weighbridge.campaign.compressing import Compressing
from weighbridge.campaign.counting import Counting
from weighbridge.campaign.crew import Crew
from weighbridge.campaign.environment import describe_machine
from weighbridge.campaign.lending import References
from weighbridge.campaign.plan import left_out, pair_cells, plan_cells
from weighbridge.campaign.progress import Progress
from weighbridge.campaign.sampling import Ledger, Wave, aim_of
from weighbridge.campaign.selection import Selection
from weighbridge.campaign.verification import Reference, Verified, prepare_references, verify_cells
from weighbridge.measure.analysis import analyse
from weighbridge.measure.calibration import batch_ns
from weighbridge.measure.samples import Sample
from weighbridge.measure.schedule import WANTED_WAVES, plan_wave
from weighbridge.measure.stop import decide, look_due
from weighbridge.payloads.payload import Payload
from weighbridge.runners import callgrind
from weighbridge.runners.launch import raised_priority, runners_root
from weighbridge.runners.manifest import find_manifests
from weighbridge.store.database import StoreError, measuring
from weighbridge.store.journal import Journal, fold, read_samples
from weighbridge.store.records import CellRecord, PayloadRecord, Run, RunRecord, Status
from weighbridge.store.runs import add_failures, add_run, invalidate, read_run, set_progress
from weighbridge.store.specs import cell_specs
from weighbridge_kit.values import from_text

from .sizing import size_records
from .sources import source_records

_CELL_BUDGET_S = 0.4
_LEAST_BUDGET_S = 60.0
_WARMUP_SHARE = 1 / 8
"""The most of the budget that a wave may warm up for; a run with little time for much says what never settled."""


class Settings(BaseModel):
    """How a campaign measures.

    Attributes:
        budget_s: how long to measure, in seconds of wall time; None is as long as the number of cells deserves.
        precision: differences up to this share are equivalent: 0.01 is 1 %.
        seed: of every random choice.
        baseline: the codec that results are relative to; each language's plain JSON if None.
        selection: the codecs.
        instructions: whether to count instructions too, of native programs, once all is measured.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    budget_s: float | None
    precision: float
    seed: int
    baseline: str | None
    selection: Selection
    instructions: bool = False

    def budget_for(self, cells: Sequence[CellRecord]) -> float:
        """Return how long to measure these cells, in seconds."""
        if self.budget_s is not None:
            return self.budget_s
        return max(_LEAST_BUDGET_S, _CELL_BUDGET_S * sum(cell.role == "codec" and cell.is_timed for cell in cells))


def weigh(payloads: Sequence[Payload], crew: Crew, settings: Settings, database: Path, progress: Progress) -> str:
    """Run a whole campaign, and return the run's name. Ctrl-C ends the measurement; what was measured is kept.

    Raises:
        SelectionError: nothing is selected.
        StoreError: the database cannot be used, or another campaign measures into it.
    """
    with measuring(database), References(crew.everyone) as lent:
        references = prepare_references(payloads, crew, lent, progress)
        cells = plan_cells(crew, list(references), settings.selection, settings.baseline)
        verified = verify_cells(cells, crew, references, progress)
        settings = settings.model_copy(update={"budget_s": settings.budget_for(verified.cells)})
        run = Run(
            record=RunRecord(
                run=_new_name(),
                started=_now(),
                version=version("weighbridge"),
                settings=settings.model_dump(mode="json"),
                environment={
                    "machine": describe_machine(),
                    "runners": _describe(crew),
                    "counter": callgrind.version() if settings.instructions else None,
                    "absent": [
                        {
                            "runner": absence.manifest.member,
                            "title": absence.manifest.title,
                            "reason": absence.reason,
                            "advice": absence.advice,
                        }
                        for absence in crew.absent
                    ],
                    "left_out": left_out(crew, settings.selection, find_manifests(runners_root())),
                },
            ),
            payloads=tuple(_payload_record(reference) for reference in references.values()),
            sizes=tuple(record for reference in references.values() for record in size_records(reference)),
            cells=tuple(pair_cells(verified.cells, crew, baseline=settings.baseline, seed=settings.seed)),
            failures=(*crew.failures, *verified.failures),
            sources=tuple(source_records(verified.cells, runners_root())),
        )
        add_run(database, run)
        lent.rest()
        _measure(run, crew, references, verified, database, progress)
    return run.record.run


def resume(name: str, crew: Crew, database: Path, progress: Progress) -> None:
    """Go on with a run that was interrupted or killed: the same plan, and what is left of the budget.

    Raises:
        StoreError: the run is complete, or its codecs are no longer the same.
    """
    with measuring(database), References(crew.everyone) as lent:
        fold(database, name)
        run = read_run(database, name)
        if run.record.status == "complete":
            raise StoreError(f"run {name} is complete. See it with: weighbridge report {name}")
        payloads = [
            Payload(record.payload, tuple(map(from_text, record.documents)), record.source, "")
            for record in run.payloads
        ]
        references = prepare_references(payloads, crew, lent, progress)
        _check_same_codecs(run, crew)
        originals = [cell for cell in run.cells if cell.role != "twin" and cell.is_timed]
        verified = verify_cells(originals, crew, references, progress)
        for now, then in zip(verified.cells, originals, strict=True):
            if now.fidelity != then.fidelity:
                raise StoreError(
                    f"run {name} cannot go on: {then.name} no longer gives the result it gave ({now.detail})"
                )
        set_progress(database, name, status="running", measured_s=run.record.measured_s, looks=run.record.looks)
        lent.rest()
        _measure(run, crew, references, verified, database, progress)


def _measure(
    run: Run,
    crew: Crew,
    references: Mapping[str, Reference],
    verified: Verified,
    database: Path,
    progress: Progress,
) -> None:
    name = run.record.run
    settings = Settings.model_validate(run.record.settings)
    budget_s = settings.budget_for(run.cells)
    specs = cell_specs(run.cells)
    cells = {cell.cell: cell for cell in run.cells}
    originals = {cell.cell: cell.cell if cell.twin_of is None else cell.twin_of for cell in run.cells}
    proofs = {cell: verified.proofs[other] for cell, other in originals.items() if other in verified.proofs}
    # A check costs more than one call; a cell that is too fast to tell from that costs the batch that is aimed at.
    checks = {cell: verified.seconds[other] * 1e9 for cell, other in originals.items() if other in verified.seconds}
    guesses = {cell: max(check, batch_ns(**aim_of(cells[cell], crew))) for cell, check in checks.items()}
    ledger = Ledger(batch_ns=guesses, setup_ns={cell: 4 * guess for cell, guess in guesses.items()})
    noise_ratio: float | None = None
    looks = list(run.record.looks)
    undecided: frozenset[int] | None = None
    earlier = read_samples(database, name)
    wave = int(earlier.wave.max()) + 1 if len(earlier) else 0
    taken = len(earlier)
    watch = _Stopwatch(run.record.measured_s)
    precision: float | None = None
    compressing = Compressing(references, run.cells, budget_s=budget_s, database=database, run=name)
    counting = Counting(run.cells, crew, references, proofs, progress) if settings.instructions else None

    def record(sample: Sample) -> None:
        nonlocal taken
        journal.append(sample)
        taken += 1
        progress.measured(
            elapsed_s=watch.seconds(),
            budget_s=budget_s,
            samples=taken,
            precision=precision,
            open_cells=len(specs if undecided is None else undecided),
        )

    progress.stage("Measuring", len(specs))
    complete = False
    try:
        while True:
            able = [spec for spec in specs if spec.id not in ledger.broken]
            remaining_ns = (budget_s - watch.seconds()) * 1e9
            plan = plan_wave(
                able,
                undecided,
                costs=ledger.costs(),
                remaining_ns=remaining_ns,
                wave=wave,
                seed=settings.seed,
                noise_ratio=noise_ratio,
            )
            if plan is None:
                break
            # The first wave finds out what things cost; it must not take the time of those that make intervals.
            share_ns = remaining_ns / WANTED_WAVES if wave == 0 else remaining_ns
            with Journal(database, name) as journal, raised_priority():
                Wave(
                    plan,
                    cells,
                    crew,
                    references,
                    proofs,
                    ledger,
                    record,
                    deadline=time.monotonic() + share_ns / 1e9,
                    warmup_ns=budget_s * 1e9 * _WARMUP_SHARE,
                ).run()
            fold(database, name)
            if wave == 0:
                progress.first_results(name)
            with raised_priority(), watch.paused():
                ledger.failures += compressing.after(wave, elapsed_s=watch.seconds(), progress=progress)
            wave += 1
            set_progress(database, name, status="running", measured_s=watch.seconds(), looks=looks)
            share = min(watch.seconds() / budget_s, 1.0)
            if look_due(looks, share):
                looks.append(share)
                analysis = analyse(specs, read_samples(database, name), margin=settings.precision, looks=looks)
                decision = decide(analysis, share=share, waves=wave)
                precision, noise_ratio, undecided = analysis.precision, analysis.noise_ratio, decision.undecided
                if decision.stop:
                    break
        if counting is not None:
            with watch.paused():
                counting.run(database, name, read_samples(database, name))
        complete = True
    except KeyboardInterrupt:
        progress.note("Interrupted: what was measured is kept.")
    finally:
        fold(database, name)
        add_failures(database, name, ledger.failures)
        invalidate(database, name, ledger.invalid)
        status: Status = "complete" if complete else "interrupted"
        set_progress(database, name, status=status, measured_s=watch.seconds(), looks=looks)


class _Stopwatch:
    """Counts the seconds spent measuring, on top of those of earlier sittings."""

    def __init__(self, before_s: float) -> None:
        self._before_s = before_s
        self._began = time.monotonic()

    def seconds(self) -> float:
        return self._before_s + time.monotonic() - self._began

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Do not count what happens meanwhile: the budget is for codecs."""
        began = time.monotonic()
        try:
            yield
        finally:
            self._began += time.monotonic() - began


def _check_same_codecs(run: Run, crew: Crew) -> None:
    present = {
        (member.name, codec.full_name): codec.version
        for member in crew.members.values()
        for codec in member.description.codecs
    }
    for cell in run.cells:
        if cell.role == "codec" and cell.is_timed:
            now = present.get((cell.member, cell.name))
            if now != cell.library_version:
                raise StoreError(
                    f"run {run.record.run} cannot go on: it measured {cell.member} {cell.name} {cell.library_version}, "
                    f"and here is {now or 'none'}. Start a new run instead."
                )


def _describe(crew: Crew) -> dict[str, Any]:
    return {
        member.name: {
            **member.description.model_dump(
                mode="json", include={"language", "runtime", "compiler", "flags", "clocks"}
            ),
            "title": member.manifest.title,
            "warmup": member.manifest.warmup.model_dump(),
            "missing": [codec.model_dump(mode="json") for codec in member.description.missing],
            "raised_priority": member.raised_priority,
        }
        for member in crew.members.values()
    }


def _payload_record(reference: Reference) -> PayloadRecord:
    payload = reference.payload
    return PayloadRecord(
        payload=payload.name,
        source=payload.source,
        documents=reference.texts,
        json_bytes=reference.json_bytes,
        whole_documents=payload.whole_documents,
        whole_bytes=payload.whole_bytes,
    )


def _now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC).replace(tzinfo=None, microsecond=0)


def _new_name() -> str:
    return f"{_now():%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"
