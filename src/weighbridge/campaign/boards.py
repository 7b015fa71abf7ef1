"""Counting on emulated boards, where there is no time to measure: every cell in two boots, which have to agree."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from pathlib import Path

from weighbridge.campaign.participants import Participants
from weighbridge.campaign.progress import Progress
from weighbridge.campaign.reference import Reference
from weighbridge.campaign.verification import Loaded, Proof, formats_needed, recheck
from weighbridge.runners.errors import RunnerError
from weighbridge.runners.launch import start
from weighbridge.store.records import CellRecord, CountRecord, FailureRecord, Run
from weighbridge.store.runs import add_counts, add_failures

_SLOWEST_PASS_S = 6.0
"""What a pass may take an emulator at most, in seconds, before its runner's patience is needed."""


class CountError(Exception):
    """What was counted cannot be believed."""


def count_on_boards(
    run: Run,
    participants: Participants,
    references: Mapping[str, Reference],
    proofs: Mapping[int, Proof],
    database: Path,
    progress: Progress,
) -> None:
    """Count a pass of every cell of emulated boards, and write each number into the store as it comes.

    Every count is of a fresh boot in which nothing else was done, so that it depends on nothing else of the run.

    Args:
        run: cells that were counted before are not counted again.
        participants: the runners.
        references: payloads by name.
        proofs: what each cell's check gave when it was verified.
        database: the store.
        progress: hears how it goes.
    """
    known = {count.cell for count in run.counts}
    cells = [
        cell
        for cell in run.cells
        if cell.is_counted and cell.role != "floor" and cell.cell in proofs and cell.cell not in known
    ]
    if not cells:
        return
    progress.stage("Counting on emulated boards", len(cells))

    def count(cell: CellRecord) -> list[CountRecord]:
        progress.about(f"{cell.participant} {cell.name} {cell.operation} {cell.payload}")
        return list(_two_boots(cell, participants, references[cell.payload], proofs[cell.cell]))

    # No count depends on what else the machine does.
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        tasks: dict[Future[list[CountRecord]], CellRecord] = {pool.submit(count, cell): cell for cell in cells}
        try:
            for done in as_completed(tasks):
                try:
                    add_counts(database, run.record.run, done.result())
                except (RunnerError, CountError) as error:
                    add_failures(database, run.record.run, [FailureRecord.of(tasks[done], "count", error)])
                progress.step()
        except BaseException:  # Ctrl-C: what runs now takes some seconds more
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _two_boots(
    cell: CellRecord, participants: Participants, reference: Reference, proof: Proof
) -> Iterator[CountRecord]:
    first = _boot(cell, 1, participants, reference, proof)
    second = _boot(cell, 2, participants, reference, proof)
    if first.count != second.count:
        raise CountError(f"{cell.name} {cell.operation}: one boot counts {first.count}, and the next {second.count}")
    yield from (first, second)


def _boot(cell: CellRecord, number: int, participants: Participants, reference: Reference, proof: Proof) -> CountRecord:
    with start(participants.runners[cell.participant].manifest) as client:
        client.describe()
        loaded = Loaded.load(client, reference, formats_needed(cell))
        # The first pass of all allocates what later ones use again.
        timing = loaded.time(cell, 1, untimed=1, expected_s=_SLOWEST_PASS_S)
        if timing.count is None:
            raise CountError(f"{cell.name} {cell.operation}: the board has a clock now, and no counter")
        wrong = recheck(loaded, cell, proof)
        if wrong is not None:
            raise CountError(f"{cell.name} {cell.operation}: counted, it gives another result: {wrong}")
        return CountRecord(
            cell=cell.cell,
            boot=1 if number == 1 else 2,
            count=timing.count,
            allocated_bytes=timing.allocated_bytes,
            allocated_objects=timing.allocated_objects,
            peak_bytes=timing.peak_bytes,
            stack_bytes=timing.stack_bytes,
        )
