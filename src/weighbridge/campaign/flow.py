"""The flow of a campaign, from payloads to a stored run."""

from __future__ import annotations

import datetime
import secrets
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from weighbridge.campaign import quiet
from weighbridge.campaign.crew import Crew
from weighbridge.campaign.environment import describe_machine
from weighbridge.campaign.lending import References
from weighbridge.campaign.measuring import measure
from weighbridge.campaign.plan import left_out, missing_codecs, pair_cells, plan_cells
from weighbridge.campaign.progress import Progress
from weighbridge.campaign.selection import Selection
from weighbridge.campaign.settings import Settings
from weighbridge.campaign.verification import Reference, prepare_references, verify_cells
from weighbridge.payloads.payload import Payload
from weighbridge.runners import callgrind
from weighbridge.runners.launch import runners_root
from weighbridge.runners.manifest import find_manifests
from weighbridge.store.database import StoreError, measuring
from weighbridge.store.journal import fold
from weighbridge.store.records import CellRecord, PayloadRecord, Run, RunRecord
from weighbridge.store.runs import add_run, read_run, set_progress
from weighbridge_kit.values import from_text

from .sizing import size_records
from .sources import source_records


def weigh(payloads: Sequence[Payload], crew: Crew, settings: Settings, database: Path, progress: Progress) -> str:
    """Run a whole campaign, and return the run's name. Ctrl-C ends the measurement; what was measured is kept.

    Raises:
        SelectionError: nothing is selected.
        StoreError: the database cannot be used, or another campaign measures into it.
    """
    with measuring(database), References(crew.everyone) as lent:
        references = prepare_references(payloads, crew, lent, progress)
        cells = plan_cells(crew, list(references), settings.selection, settings.baseline)
        progress.note(_prospect(cells, references, settings))
        verified = verify_cells(cells, crew, references, progress)
        settings = settings.model_copy(update={"budget_s": settings.budget_for(verified.cells)})
        run = Run(
            record=RunRecord(
                run=_new_name(),
                started=_now(),
                version=version("weighbridge"),
                settings=settings.model_dump(mode="json"),
                quiet_ns=quiet.recall(),
                environment={
                    "machine": describe_machine(),
                    "runners": _describe(crew, settings.selection),
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
        measure(run, crew, references, verified, database, progress)
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
        set_progress(database, run.record.model_copy(update={"status": "running"}))
        lent.rest()
        measure(run, crew, references, verified, database, progress)


_CHECK_S = 0.01
_CHECK_S_PER_BYTE = 2e-7
"""What it takes to check a cell, as measured over all runners."""


def _prospect(cells: Sequence[CellRecord], references: Mapping[str, Reference], settings: Settings) -> str:
    """Say what the campaign will do, and how long that will take."""
    rows = [cell for cell in cells if cell.role == "codec"]
    runners = len({cell.member for cell in rows})
    checking_s = sum(_CHECK_S + _CHECK_S_PER_BYTE * references[cell.payload].json_bytes for cell in cells)
    return (
        f"{len(rows)} rows in {runners} {'runner' if runners == 1 else 'runners'}: about {max(checking_s, 1):.0f} s to "
        f"verify them, then at most {round(settings.budget_for(cells), 1):g} s to measure."
    )


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


def _describe(crew: Crew, selection: Selection) -> dict[str, Any]:
    """Return what runners are; of the codecs that are not installed, those that are selected."""
    return {
        member.name: {
            **member.description.model_dump(
                mode="json", include={"language", "runtime", "compiler", "flags", "clocks"}
            ),
            "title": member.manifest.title,
            "warmup": member.manifest.warmup.model_dump(),
            "missing": [codec.model_dump(mode="json") for codec in missing_codecs(member, selection)],
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
