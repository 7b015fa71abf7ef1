"""What a run is stored with before it is measured: its plan, the machine, the runners, the sizes, what failed."""

from __future__ import annotations

import datetime
import secrets
from collections.abc import Collection, Mapping
from importlib.metadata import version
from typing import Any

from weighbridge.campaign import quiet
from weighbridge.campaign.adapter_sources import source_records
from weighbridge.campaign.environment import describe_machine
from weighbridge.campaign.participants import Participants
from weighbridge.campaign.plan import left_out, missing_codecs, pair_cells
from weighbridge.campaign.reference import Reference
from weighbridge.campaign.settings import Settings
from weighbridge.campaign.sizing import size_records
from weighbridge.campaign.verification import Verified
from weighbridge.runners import callgrind
from weighbridge.runners.launch import runners_root
from weighbridge.runners.manifest import find_manifests
from weighbridge.store.records import PayloadRecord, Run, RunRecord


def new_run(
    verified: Verified,
    participants: Participants,
    references: Mapping[str, Reference],
    settings: Settings,
    expected: Collection[str],
) -> Run:
    """Return a run that nothing of was measured yet.

    Args:
        verified: its cells, and what failed on the way.
        participants: the runners.
        references: payloads by name.
        settings: how it will be measured.
        expected: the names of all runners that are to take part, also of those that are not ready yet.
    """
    settings = settings.model_copy(update={"budget_s": settings.budget_for(verified.cells)})
    now = datetime.datetime.now(datetime.UTC).replace(tzinfo=None, microsecond=0)
    return Run(
        record=RunRecord(
            run=f"{now:%Y%m%d-%H%M%S}-{secrets.token_hex(2)}",
            started=now,
            version=version("weighbridge"),
            settings=settings.model_dump(mode="json"),
            quiet_ns=quiet.recall(),
            environment=_environment(participants, settings, expected),
        ),
        payloads=tuple(_payload_record(reference) for reference in references.values()),
        sizes=tuple(record for reference in references.values() for record in size_records(reference)),
        cells=tuple(pair_cells(verified.cells, participants, baseline=settings.baseline, seed=settings.seed)),
        failures=(*participants.failures, *verified.failures),
        sources=tuple(source_records(verified.cells, runners_root())),
    )


def grown(
    run: Run,
    verified: Verified,
    everyone: Participants,
    newcomers: Participants,
    references: Mapping[str, Reference],
    settings: Settings,
    expected: Collection[str],
) -> tuple[Run, Run]:
    """Let runners join a run; return it as it is then, and what they bring: as a run of their own.

    Args:
        run: the run.
        verified: the cells of those that join, and what failed on the way.
        everyone: all runners.
        newcomers: those that join.
        references: payloads by name, in the formats of all.
        settings: how all of it is to be measured.
        expected: the names of all runners that are to take part, also of those that are not ready yet.
    """
    own = new_run(verified, newcomers, references, settings, expected)
    cells = (*run.cells, *own.cells)
    settings = settings.model_copy(update={"budget_s": settings.budget_for(cells)})
    environment = _environment(everyone, settings, expected)
    told = {absence["runner"] for absence in environment["absent"]}
    before = run.record.environment.get("absent", ())  # a run that is gone on with knows of more than this session
    environment["absent"] = [*(one for one in before if one["runner"] not in told), *environment["absent"]]
    record = run.record.model_copy(update={"settings": settings.model_dump(mode="json"), "environment": environment})
    return run.model_copy(
        update={
            "record": record,
            "sizes": own.sizes,
            "cells": cells,
            "failures": (*run.failures, *own.failures),
            "sources": tuple({source.path: source for source in (*run.sources, *own.sources)}.values()),
        }
    ), own


def _environment(participants: Participants, settings: Settings, expected: Collection[str]) -> dict[str, Any]:
    return {
        "machine": describe_machine(),
        "runners": {
            participant.name: {
                **participant.description.model_dump(
                    mode="json",
                    include={"language", "runtime", "compiler", "flags", "allocator", "heap", "clocks", "memory"},
                ),
                "title": participant.manifest.title,
                "profile": participant.manifest.profile.model_dump(),
                "warmup": participant.manifest.warmup.model_dump(),
                # Of the codecs that are not installed, those that are selected.
                "missing": [codec.model_dump(mode="json") for codec in missing_codecs(participant, settings.selection)],
                "raised_priority": participant.raised_priority,
            }
            for participant in participants.runners.values()
        },
        "awaited": sorted(set(expected) - participants.names),
        "counter": callgrind.version() if settings.instructions else None,
        "absent": [
            {
                "runner": absence.manifest.participant,
                "title": absence.manifest.title,
                "reason": absence.reason,
                "advice": absence.advice,
            }
            for absence in participants.absent
        ],
        "left_out": left_out(participants, settings.selection, find_manifests(runners_root())),
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
        family=payload.family,
        picked_share=payload.picked_share,
    )
