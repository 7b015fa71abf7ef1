"""The flow of a campaign, from payloads to a stored run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from weighbridge.campaign.lending import References
from weighbridge.campaign.measuring import measure
from weighbridge.campaign.new_run import new_run
from weighbridge.campaign.participants import Participants
from weighbridge.campaign.plan import plan_cells
from weighbridge.campaign.progress import Progress
from weighbridge.campaign.reference import Reference, prepare_references
from weighbridge.campaign.selection import SelectionError
from weighbridge.campaign.settings import Settings, settings_of
from weighbridge.campaign.verification import verify_cells
from weighbridge.payloads.family import family_size
from weighbridge.payloads.payload import Payload
from weighbridge.store.database import StoreError, measuring
from weighbridge.store.journal import fold
from weighbridge.store.records import CellRecord, PayloadRecord, Run
from weighbridge.store.runs import add_run, find_run, read_run, save_progress
from weighbridge_kit.values import from_text


def weigh(
    payloads: Sequence[Payload], participants: Participants, settings: Settings, database: Path, progress: Progress
) -> str:
    """Run a whole campaign, and return the run's name. Ctrl-C ends the measurement; what was measured is kept.

    Raises:
        SelectionError: nothing is selected.
        StoreError: the database cannot be used, or another campaign measures into it.
    """
    payloads = [replace(payload, family=family_size(payload, settings.family)) for payload in payloads]
    with measuring(database), References(participants.everyone) as lent:
        references = prepare_references(payloads, participants, lent, progress, settings.purpose)
        cells = plan_cells(participants, payloads, settings.selection, settings.baseline)
        if settings.clock_hz is not None and all(cell.counter is None for cell in cells):
            raise SelectionError(
                "--clock is for emulated boards, and none takes part: leave it out, or name one with --targets"
            )
        progress.note(_prospect(cells, references, settings))
        verified = verify_cells(cells, participants, references, progress)
        run = new_run(verified, participants, references, settings)
        add_run(database, run)
        lent.rest()
        measure(run, participants, references, verified, database, progress)
    return run.record.run


Assemble = Callable[[Collection[str], Sequence[Payload], Settings], Participants]
"""Builds the runners of some names, for some payloads, as a run's settings have them."""


def resume(name: str, assemble: Assemble, database: Path, progress: Progress) -> str:
    """Go on with a run that was interrupted or killed: the same plan, and what is left of the budget.

    Args:
        name: the run's, or what `find_run` takes for it.
        assemble: builds the runners of these names, for these payloads, as the settings have them.
        database: where the run is kept.
        progress: hears how it goes.

    Returns:
        The run's full name.

    Raises:
        StoreError: the run is complete, or its codecs are no longer the same.
    """
    with measuring(database):
        name = find_run(database, name)
        fold(database, name)
        run = read_run(database, name)
        if run.record.status == "complete":
            raise StoreError(f"run {name} is complete. See it with: weighbridge report {name}")
        payloads = list(map(payload_of, run.payloads))
        settings = settings_of(run.record)
        participants = assemble({cell.participant for cell in run.cells}, payloads, settings)
        _check_same_codecs(run, participants)
        with References(participants.everyone) as lent:
            references = prepare_references(payloads, participants, lent, progress, settings.purpose)
            originals = [cell for cell in run.cells if cell.role != "twin" and cell.is_verified]
            verified = verify_cells(originals, participants, references, progress)
            _check_same_results(run, originals, verified.cells)
            save_progress(database, run.record.model_copy(update={"status": "running"}))
            lent.rest()
            measure(run, participants, references, verified, database, progress)
    return name


_CHECK_S = 0.01
_CHECK_S_PER_BYTE = 2e-7
"""What it takes to check a cell, as measured over all runners."""


def _prospect(cells: Sequence[CellRecord], references: Mapping[str, Reference], settings: Settings) -> str:
    """Say what the campaign will do, and how long that will take."""
    rows = [cell for cell in cells if cell.role == "codec"]
    timed = [cell for cell in rows if cell.counter is None]
    then = f"at most {round(settings.budget_for(cells), 1):g} s to measure" if timed else ""
    if len(timed) < len(rows):
        then += f"{', and ' if then else ''}as long as it takes to count each in two boots"
    runners = len({cell.participant for cell in rows})
    checking_s = sum(
        count * (_CHECK_S + _CHECK_S_PER_BYTE * references[payload].timed.json_bytes)
        for payload, count in Counter(cell.payload for cell in cells).items()
    )
    return (
        f"{len(rows)} rows in {runners} {'runner' if runners == 1 else 'runners'}: about {max(checking_s, 1):.0f} s to "
        f"verify them, then {then}."
    )


def payload_of(record: PayloadRecord) -> Payload:
    """Return the payload of a run that is kept."""
    documents = tuple(map(from_text, record.documents))
    return Payload(record.payload, documents, record.source, "", family=record.family, picked_share=record.picked_share)


def _check_same_codecs(run: Run, participants: Participants) -> None:
    present = {
        (participant.name, codec.full_name): codec.version
        for participant in participants.runners.values()
        for codec in participant.description.codecs
    }
    for cell in run.cells:
        if cell.role == "codec" and cell.is_verified:
            now = present.get((cell.participant, cell.name))
            if now != cell.library_version:
                raise StoreError(
                    f"run {run.record.run} cannot go on: it measured {cell.participant} {cell.name} "
                    f"{cell.library_version}, and here is {now or 'none'}. Start a new run instead."
                )


def _check_same_results(run: Run, then: Sequence[CellRecord], now: Sequence[CellRecord]) -> None:
    for before, after in zip(then, now, strict=True):
        if after.fidelity != before.fidelity:
            raise StoreError(
                f"run {run.record.run} cannot go on: {before.name} no longer gives the result it gave ({after.detail})"
            )
