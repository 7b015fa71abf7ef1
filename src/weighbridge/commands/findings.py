"""Keeping what probes and test vectors told of codecs, for the runs that weigh these."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator
from pathlib import Path

from weighbridge.campaign.adapter_sources import source_digest
from weighbridge.campaign.participants import Participants
from weighbridge.campaign.progress import Progress
from weighbridge.report import document as documents
from weighbridge.report.figures import codec_name
from weighbridge.runners.launch import runners_root
from weighbridge.store import findings as stored
from weighbridge.store.database import StoreError
from weighbridge.store.records import FindingKind, FindingRecord


def keep(
    database: Path,
    kind: FindingKind,
    rows: Iterable[documents.ProbedCodec | documents.ConformingCodec],
    participants: Participants,
    watcher: Progress,
) -> None:
    """Keep what a command found of codecs, in the place of what it found of them before; or say why it is not kept."""
    try:
        stored.keep_findings(database, _records(kind, rows, participants))
    except StoreError as error:
        watcher.note(f"What was found is told, but not kept. {error}")


def _records(
    kind: FindingKind, rows: Iterable[documents.ProbedCodec | documents.ConformingCodec], participants: Participants
) -> Iterator[FindingRecord]:
    found = datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
    runners = runners_root()
    adapters = {
        (participant.name, codec.full_name): source_digest(participant, codec, runners)
        for participant in participants.runners.values()
        for codec in participant.description.codecs
    }
    for row in rows:
        name = codec_name(row)
        yield FindingRecord(
            kind=kind,
            runner=row.runner,
            target=row.target,
            codec=name,
            operation=row.operation,
            library_version=row.library_version,
            adapter=adapters[row.participant, name],
            found=found,
            finding=row.model_dump(mode="json"),
        )
