"""Evolving: what codecs make of documents that were written by an older or a newer schema than the reader's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from weighbridge.campaign.lending import References
from weighbridge.campaign.participants import Participants
from weighbridge.campaign.plan import plan_cells
from weighbridge.campaign.progress import Progress
from weighbridge.campaign.reference import written_by_another
from weighbridge.campaign.selection import Selection
from weighbridge.campaign.verification import verify_cells
from weighbridge.payloads.payload import Payload
from weighbridge.schema.evolution import Change
from weighbridge.store.records import CellRecord, FailureRecord


@dataclass(frozen=True, slots=True)
class Evolved:
    """What was found out.

    Attributes:
        cells: verified cells, each with the payload and the change that it is of.
        failures: runners that broke.
    """

    cells: list[tuple[str, Change, CellRecord]] = field(default_factory=list)
    failures: list[FailureRecord] = field(default_factory=list)


def evolve(
    payloads: Sequence[tuple[Payload, Iterable[Change]]],
    participants: Participants,
    known: References,
    chosen: Selection,
    progress: Progress,
) -> Evolved:
    """Let every codec that is selected, and decodes into types, read what was written by another schema.

    Args:
        payloads: as types carry them, with the changes of their schemas.
        participants: the runners, built for both schemas of each change.
        known: the formats.
        chosen: the codecs; operations are those to try.
        progress: hears how it goes.
    """
    found = Evolved()
    for payload, changes in payloads:
        for change in changes:
            reference = written_by_another(payload, change, participants.formats, known)
            cells = [cell for cell in plan_cells(participants, [reference.payload], chosen) if not cell.is_of_harness]
            verified = verify_cells(cells, participants, {reference.payload.name: reference}, progress)
            found.cells.extend((payload.name, change, cell) for cell in verified.cells)
            found.failures.extend(verified.failures)
    return found
