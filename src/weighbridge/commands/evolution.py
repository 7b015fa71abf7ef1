"""The command that tries changes of a schema: evolve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from weighbridge import options
from weighbridge.campaign.evolving import Evolved, evolve
from weighbridge.campaign.lending import References
from weighbridge.campaign.progress import Progress
from weighbridge.campaign.selection import Selection
from weighbridge.commands.measurement import assemble_for
from weighbridge.commands.outcome import DONE, TROUBLE
from weighbridge.formats.fidelity import REFUSED
from weighbridge.payloads import Payload
from weighbridge.report import document as documents
from weighbridge.report.failures import failures_of
from weighbridge.runners.typed import typed_targets
from weighbridge.schema import SchemaError, SchemaSource
from weighbridge.schema.conform import carried
from weighbridge.schema.evolution import Change, changes
from weighbridge.store.records import CellRecord

DEFAULT_PAYLOADS = ("orders",)
"""What is tried when nothing is named."""


def try_changes(
    weighed: Sequence[Payload], chosen: Selection, source: SchemaSource, watcher: Progress
) -> tuple[int, documents.EvolveDocument]:
    """Let codecs read what was written by another schema than theirs; return the exit status and what came of it.

    Raises:
        SchemaError: a payload has no schema, or one that has nothing to change.
    """
    payloads = [_with_changes(payload, source) for payload in weighed]
    schemas = [schema for _, found in payloads for change in found for schema in (change.writer, change.reader)]
    manifests = options.manifests(chosen)
    participants = assemble_for([*manifests, *typed_targets(manifests, schemas)], chosen, watcher)
    with References(participants.everyone) as known:
        found = evolve(payloads, participants, known, chosen, watcher)
    document = documents.EvolveDocument(
        changes=tuple(
            documents.SchemaChange(payload=payload.name, change=change.name, text=change.text)
            for payload, tried in payloads
            for change in tried
        ),
        cells=tuple(
            _row(payload, change, cell, found)
            for payload, change, cell in found.cells
            if cell.fidelity != "unsupported"
        ),
        failures=failures_of((*participants.failures, *found.failures)),
    )
    return TROUBLE if document.failures else DONE, document


def _with_changes(payload: Payload, source: SchemaSource) -> tuple[Payload, tuple[Change, ...]]:
    schema = source.schema_of(payload.documents)
    found = tuple(changes(schema))
    if not found:
        raise SchemaError(f"{payload.name} has no record with two fields, so that no change of its schema can be tried")
    return replace(payload, documents=tuple(carried(document, schema) for document in payload.documents)), found


def _row(payload: str, change: Change, cell: CellRecord, found: Evolved) -> documents.EvolvedCell:
    return documents.EvolvedCell(
        language=cell.language,
        runner=cell.runner,
        target=cell.target,
        codec=cell.codec,
        variant=cell.variant,
        format=cell.format or "",
        payload=payload,
        change=change.name,
        outcome=_outcome(cell, found),
        losses=cell.losses,
        detail=cell.detail,
    )


def _outcome(cell: CellRecord, found: Evolved) -> documents.EvolutionOutcome:
    if cell.fidelity != "failed":
        return "works"
    if REFUSED in cell.notes:
        return "refuses"
    broken = {(one.runner, one.codec, one.payload) for one in found.failures}
    return "breaks" if (cell.participant, cell.name, cell.payload) in broken else "misreads"
