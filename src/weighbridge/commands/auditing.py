"""The command that proves what is timed: audit."""

from __future__ import annotations

from collections.abc import Sequence

from weighbridge import options
from weighbridge.campaign.auditing import Audited, audit_cells
from weighbridge.campaign.lending import References
from weighbridge.campaign.plan import plan_cells
from weighbridge.campaign.progress import Progress
from weighbridge.campaign.reference import prepare_references
from weighbridge.campaign.selection import Selection, SelectionError
from weighbridge.campaign.verification import verify_cells
from weighbridge.commands.measurement import assemble_for, weighed_payload
from weighbridge.commands.outcome import DONE, TROUBLE
from weighbridge.payloads import Payload
from weighbridge.report import document as documents
from weighbridge.report.failures import failures_of
from weighbridge.runners.callgrind import CounterError, why_not
from weighbridge.runners.manifest import Manifest

DEFAULT_PAYLOADS = ("websocket",)
"""What is audited when nothing is named: what an adapter does for each value weighs most in a small message."""

_MOST = 0.1
"""The share of an adapter above which a row says so."""
_NOT_NATIVE = "valgrind sees no library in a program that is interpreted, compiled while it runs, or Go's"
_NO_SOURCES = "its program does not tell which source files its instructions are of"
_ABSENT = "the runner does not have it on the processor that valgrind shows programs"


def audit(weighed: Sequence[Payload], chosen: Selection, watcher: Progress) -> tuple[int, documents.AuditDocument]:
    """Audit what is selected of native programs; return the exit status and what was seen.

    Raises:
        CounterError: valgrind is not there.
        SelectionError: no program that is selected is native.
    """
    selected = options.manifests(chosen)
    reasons = {manifest.participant: reason for manifest in selected if (reason := _why_not(manifest)) is not None}
    if len(reasons) == len(selected):
        why = " and ".join(dict.fromkeys(reasons.values()))
        raise SelectionError(f"nothing that is selected can be audited: {why}. See: weighbridge audit --help")
    if (reason := why_not()) is not None:
        raise CounterError(f"nothing can be audited: {reason}")
    auditable = [manifest for manifest in selected if manifest.participant not in reasons]
    participants = assemble_for(auditable, chosen, watcher)
    with References(participants.everyone) as known:
        references = prepare_references(weighed, participants, known, watcher)
        verified = verify_cells(plan_cells(participants, weighed, chosen), participants, references, watcher)
    found = audit_cells(verified, participants, references, watcher)
    document = documents.AuditDocument(
        payloads=tuple(map(weighed_payload, references.values())),
        most=_MOST,
        cells=tuple(_row(one) for one in found.audited),
        not_audited=(
            *(
                documents.NotAudited(
                    runner=manifest.participant, title=manifest.title, reason=reasons[manifest.participant]
                )
                for manifest in selected
                if manifest.participant in reasons
            ),
            *dict.fromkeys(
                documents.NotAudited(
                    runner=cell.participant, codec=cell.name, title=f"{cell.participant}/{cell.name}", reason=_ABSENT
                )
                for cell in found.absent
            ),
        ),
        failures=failures_of((*participants.failures, *verified.failures, *found.failures)),
    )
    return TROUBLE if document.failures else DONE, document


def _why_not(manifest: Manifest) -> str | None:
    """Say why a runner cannot be audited; None if it can."""
    if not manifest.instructions.valgrind:
        return _NOT_NATIVE
    return None if manifest.instructions.sources else _NO_SOURCES


def _row(audited: Audited) -> documents.AuditedCell:
    cell, net = audited.cell, audited.net
    whole = net.total or 1.0
    return documents.AuditedCell(
        language=cell.language,
        runner=cell.runner,
        target=cell.target,
        codec=cell.codec,
        variant=cell.variant,
        format=cell.format or "",
        operation=cell.operation,
        payload=cell.payload,
        tare=audited.tare,
        instructions=net.total,
        tare_instructions=audited.gross.total - net.total,
        library=net.library / whole,
        standard=net.standard / whole,
        adapter=net.adapter / whole,
        unknown=net.unknown / whole,
        adapter_counts=net.adapter / whole > _MOST,
        allocations=audited.allocations,
        allocated_objects=audited.allocated.allocated_objects,
        allocated_bytes=audited.allocated.allocated_bytes,
        peak_bytes=audited.allocated.peak_bytes,
    )
