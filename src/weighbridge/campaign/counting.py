"""Counting instructions, once a run is measured: each cell in a fresh process under valgrind."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

import numpy as np

from weighbridge.campaign.participants import Participants
from weighbridge.campaign.progress import Progress
from weighbridge.campaign.reference import Reference
from weighbridge.campaign.verification import Loaded, Proof, recheck
from weighbridge.measure.samples import Samples
from weighbridge.runners.callgrind import CountedRunner, CounterError, instructions_per_pass, why_not
from weighbridge.runners.errors import RunnerError
from weighbridge.store.records import CellRecord, FailureRecord
from weighbridge.store.runs import add_failures, set_instructions

_AT_ONCE = 2
"""So many processes count at a time."""
_BATCH_BYTES = 500_000
_FEWEST_PASSES = 4
SLOWDOWN = 50
"""Under valgrind a program takes up to so many times as long."""
_LONGEST_PASS_S = 20.0
"""A cell whose pass would take longer under valgrind is left out."""


def passes_of(json_bytes: int) -> int:
    """Return over how many passes to count, for a payload of so many bytes as JSON.

    What a pass takes varies a little with what those before left of the heap, so that it takes some to be typical. They
    depend on the payload alone: the same program takes the same number everywhere.
    """
    return max(_FEWEST_PASSES, _BATCH_BYTES // json_bytes)


class Counting:
    """Counts what a pass takes in every cell of a run whose runner's manifest says that it can be counted."""

    def __init__(
        self,
        cells: Iterable[CellRecord],
        participants: Participants,
        references: Mapping[str, Reference],
        proofs: Mapping[int, Proof],
        progress: Progress,
    ) -> None:
        """Prepare to count; say so if there is nothing to count, or nothing to count with.

        Args:
            cells: of the run. Those that were counted before are not counted again.
            participants: the runners.
            references: payloads by name.
            proofs: what each cell's check gave when it was verified.
            progress: hears how it goes.
        """
        self._participants = participants
        self._references = references
        self._proofs = proofs
        self._progress = progress
        self._cells = [
            cell
            for cell in cells
            if cell.role != "twin"
            and cell.cell in proofs
            and participants.runners[cell.participant].manifest.instructions.valgrind
        ]
        self._running: set[CountedRunner] = set()
        self._lock = threading.Lock()
        self._stopped = False
        reason = why_not() if self._cells else "no program of this run is native"
        if reason is not None:
            self._cells = []
            progress.note(f"Instructions are not counted: {reason}.")

    def run(self, database: Path, run: str, samples: Samples) -> None:
        """Count, and write every number into the store as it comes; Ctrl-C leaves what is there.

        Args:
            database: the store.
            run: the run's name.
            samples: the run's. What was not timed is not counted.
        """
        seconds = _seconds_per_pass(samples)
        timed = [cell for cell in self._cells if cell.cell in seconds]
        slow = [cell for cell in timed if seconds[cell.cell] * SLOWDOWN > _LONGEST_PASS_S]
        if slow:
            codecs = (cell for cell in slow if cell.role == "codec")
            names = ", ".join(f"{cell.participant}/{cell.name} {cell.operation} {cell.payload}" for cell in codecs)
            self._progress.note(
                f"Instructions are not counted where a pass would take over {_LONGEST_PASS_S:.0f} s to count: {names}."
            )
        counts = {cell.cell: cell.instructions for cell in timed if cell.instructions is not None}
        open_cells = [cell for cell in timed if cell not in slow and cell.cell not in counts]
        self._progress.stage("Counting instructions", len(open_cells))

        def keep(cell: CellRecord, gross: float) -> None:
            tare = counts[cell.tare] if cell.tare is not None else 0.0
            # A request's own instructions differ by the digits of the times it answers, which can be more than a tare.
            counts[cell.cell] = max(gross - tare, 0.0)
            set_instructions(database, run, {cell.cell: counts[cell.cell]})

        def fail(cell: CellRecord, error: Exception) -> None:
            add_failures(database, run, [FailureRecord.of(cell, "count", error)])

        self._count_all([cell for cell in open_cells if cell.role == "tare"], seconds, keep, fail)
        # A codec whose tare could not be counted has no net number.
        self._count_all([cell for cell in open_cells if cell.tare in counts], seconds, keep, fail)

    def _count_all(
        self,
        cells: Sequence[CellRecord],
        seconds: Mapping[int, float],
        keep: Callable[[CellRecord, float], None],
        fail: Callable[[CellRecord, Exception], None],
    ) -> None:
        with ThreadPoolExecutor(max_workers=_AT_ONCE) as pool:
            tasks = {pool.submit(self._count, cell, seconds[cell.cell] * SLOWDOWN): cell for cell in cells}
            try:
                for done in as_completed(tasks):
                    try:
                        keep(tasks[done], done.result())
                    except (RunnerError, CounterError, OSError) as error:
                        fail(tasks[done], error)
                    self._progress.step()
            except BaseException:  # Ctrl-C, or a store that cannot be written: what runs now could take a minute more
                pool.shutdown(wait=False, cancel_futures=True)
                self._stop()
                raise

    def _count(self, cell: CellRecord, pass_s: float) -> float:
        """Return how many instructions a pass takes, the harness's own included."""
        self._progress.about(f"{cell.language} {cell.name} {cell.operation} {cell.payload}")
        reference = self._references[cell.payload]
        with CountedRunner(self._participants.runners[cell.participant].manifest) as runner, self._stoppable(runner):
            # Neither a description of all codecs nor their formats: the heap is to be the same whatever else there is.
            loaded = Loaded.load(runner.client, reference, [cell.format] if cell.format else [])
            wrong = recheck(loaded, cell, self._proofs[cell.cell])
            if wrong is not None:
                raise CounterError(f"under valgrind it gives another result: {wrong}")

            def work(passes: int) -> None:
                loaded.time(cell, passes, expected_s=passes * pass_s)

            return instructions_per_pass(runner.instructions, work, passes_of(reference.json_bytes))

    @contextlib.contextmanager
    def _stoppable(self, runner: CountedRunner) -> Iterator[None]:
        with self._lock:
            if self._stopped:
                raise CounterError("it was stopped")
            self._running.add(runner)
        try:
            yield
        finally:
            with self._lock:
                self._running.remove(runner)

    def _stop(self) -> None:
        """End the processes that count."""
        with self._lock:
            self._stopped = True
            for runner in self._running:
                runner.kill()


def _seconds_per_pass(samples: Samples) -> dict[int, float]:
    """Return how long the fastest pass took in each cell, in seconds of wall time."""
    passes = samples.wall_ns / samples.iterations
    return {int(cell): float(passes[samples.cell == cell].min()) / 1e9 for cell in np.unique(samples.cell)}
