"""Timing the compressors beside the codecs: now and then a fresh process, while that takes little of the time."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

from weighbridge.campaign.progress import Progress
from weighbridge.campaign.reference import Reference
from weighbridge.compression.timing import CompressionError, Encoded, time_compression
from weighbridge.store.records import CompressionRecord, FailureRecord, Run
from weighbridge.store.runs import add_compressions

_SHARE = 0.05
"""Of a run's time, so much at most goes to compressors, once there are enough processes for an interval."""
_LEAST_PROCESSES = 3
_BATCH_NS = (0.05e6, 2e6)
"""The shortest and the longest batch that is worth timing."""
_CALLS = 4
"""What a batch costs, in batches: calls to warm up and to find out its length, and a second batch."""


class Compressing:
    """Times what compression costs for every payload of a run, in every format that its cells are encoded in."""

    def __init__(self, run: Run, references: Mapping[str, Reference], *, budget_s: float, database: Path) -> None:
        """Prepare, for the cells of a run that are timed; what was timed of it before is gone on with."""
        wanted = sorted(
            {(cell.payload, cell.format) for cell in run.cells if cell.is_timed and cell.format is not None}
        )
        self._items = [
            Encoded(payload, form, references[payload].encoded[form])
            for payload, form in wanted
            if form in references[payload].encoded
        ]
        suited = (references[item.payload].compress(item.documents).compressed for item in self._items)
        tasks = max(2 * sum(map(len, suited)), 1)
        shortest, longest = _BATCH_NS
        self._batch_ns = min(max(budget_s * 1e9 * _SHARE / _LEAST_PROCESSES / _CALLS / tasks, shortest), longest)
        self._database = database
        self._run = run.record.run
        self._process = 1 + max((timed.wave for timed in run.compressions), default=-1)
        self._spent_s = 0.0

    def go_on(self, *, elapsed_s: float, progress: Progress) -> list[FailureRecord]:
        """Time everything once more in a fresh process, if it is due; return what broke.

        Args:
            elapsed_s: how long the run has been measuring.
            progress: hears of it.
        """
        due = self._process < _LEAST_PROCESSES or self._spent_s < _SHARE * elapsed_s
        if not self._items or not due:
            return []
        progress.about("compressors")
        began = time.monotonic()
        try:
            timed = time_compression(self._items, batch_ns=self._batch_ns, seed=self._process)
        except CompressionError as error:
            self._items = []
            return [FailureRecord(runner="compressors", stage="measure", message=str(error))]
        finally:
            self._spent_s += time.monotonic() - began
        rows = [CompressionRecord(wave=self._process, **asdict(one)) for one in timed]
        add_compressions(self._database, self._run, rows)
        self._process += 1
        return []
