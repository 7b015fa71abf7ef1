"""What a campaign itself costs: the share of wall time outside of runners' batches, and the time to its tables."""

from __future__ import annotations

import math
import tempfile
import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from benchmarks.campaign import Tell
from weighbridge.campaign.arrivals import Ready
from weighbridge.campaign.flow import weigh
from weighbridge.campaign.participants import Participants
from weighbridge.campaign.plan import plan_cells
from weighbridge.campaign.progress import Silence
from weighbridge.campaign.selection import Selection
from weighbridge.campaign.settings import Settings
from weighbridge.measure.samples import Phase
from weighbridge.payloads.corpus import built_in_payload
from weighbridge.payloads.generate import generate
from weighbridge.payloads.payload import Payload
from weighbridge.report.build import build_document
from weighbridge.store.runs import read_with_samples

CELL_S = 0.1
"""The measuring budget per cell, in seconds."""
OPERATIONS = ("encode", "decode")
SMALL = "generated-2"
ALL_S = 120.0
"""The budget of the campaign in every language, in seconds."""


@dataclass(frozen=True, slots=True)
class Orchestration:
    """One campaign.

    Attributes:
        cells: ranked cells: payloads × codecs × operations.
        payloads: how many of those.
        budget_s: of measuring.
        verify_s: from the call to the first sample: references, sizes, verification, the plan.
        measured_s: what the measurement took.
        core_cpu: share of the measurement for which the core itself had a processor.
        in_batches: share of the measurement that runners spent in batches of any kind. Runners warm up side by side.
        in_timed: the share spent in batches that count: without first calls, calibration and warm-up.
        first_table_s: from the call to the first table, when every cell has a number, or after half a minute.
        final_table_s: from the call to the last table in hand.
        table_s: how much of that went into reading the samples, the estimates and the last table.
    """

    cells: int
    payloads: int
    budget_s: float
    verify_s: float
    measured_s: float
    core_cpu: float
    in_batches: float
    in_timed: float
    first_table_s: float
    final_table_s: float
    table_s: float


def orchestration(counts: Sequence[int], participants: Participants, seed: int, tell: Tell) -> Iterator[Orchestration]:
    """Run a campaign of about each number of cells."""
    for count in counts:
        tell(f"a campaign of about {count} cells, {CELL_S * count:.0f} s")
        number, codecs = choose(count, _operations(participants))
        yield _campaign(_payloads(number), codecs, OPERATIONS, None, participants, seed)


def every_language(participants: Participants, seed: int, tell: Tell) -> Orchestration:
    """Weigh one small document in every language, as ``weighbridge run --budget 120s`` does."""
    tell(f"a campaign in every language, {ALL_S:.0f} s")
    return _campaign([built_in_payload(SMALL)], (), (), ALL_S, participants, seed)


def choose(count: int, operations: dict[str, int]) -> tuple[int, tuple[str, ...]]:
    """Choose how many payloads, and which codecs, make about so many cells.

    Args:
        count: of cells.
        operations: how many operations each codec has, in the order in which to choose them.
    """
    payloads = math.ceil(count / sum(operations.values()))
    chosen: list[str] = []
    cells = 0
    for codec, own in operations.items():
        if cells >= count:
            break
        chosen.append(codec)
        cells += own * payloads
    return payloads, tuple(chosen)


class _Watch(Silence):
    """Notes when the first sample came and when the first table was there."""

    def __init__(self) -> None:
        self.first_sample = math.nan
        self.core_before = math.nan
        self.first_table = math.nan

    def measured(
        self, *, elapsed_s: float, budget_s: float, samples: int, precision: float | None, open_cells: int
    ) -> None:
        del elapsed_s, budget_s, samples, precision, open_cells
        if math.isnan(self.first_sample):
            self.first_sample = time.monotonic()
            self.core_before = time.process_time()

    def first_results(self, run: str, runners: Collection[str]) -> None:
        del run, runners
        self.first_table = time.monotonic()


def _campaign(
    payloads: Sequence[Payload],
    codecs: tuple[str, ...],
    operations: tuple[str, ...],
    budget_s: float | None,
    participants: Participants,
    seed: int,
) -> Orchestration:
    selection = Selection(codecs=codecs, operations=operations)
    if budget_s is None:
        planned = plan_cells(participants, payloads, selection)
        budget_s = CELL_S * sum(cell.role == "codec" for cell in planned)
    settings = Settings(budget_s=budget_s, precision=0.01, seed=seed, baseline=None, selection=selection)
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "runs.duckdb"
        watch = _Watch()
        began = time.monotonic()
        name = weigh(payloads, Ready(participants), settings, database, watch)
        weighed, core = time.monotonic(), time.process_time()
        run, samples = read_with_samples(database, name)
        build_document(run, samples)
        ended = time.monotonic()
    timed = samples.where(samples.phase == Phase.TIMED)
    return Orchestration(
        cells=sum(cell.role == "codec" and cell.is_timed for cell in run.cells),
        payloads=len(payloads),
        budget_s=budget_s,
        verify_s=watch.first_sample - began,
        measured_s=run.record.measured_s,
        core_cpu=(core - watch.core_before) / run.record.measured_s,
        in_batches=float(samples.wall_ns.sum()) / 1e9 / run.record.measured_s,
        in_timed=float(timed.wall_ns.sum()) / 1e9 / run.record.measured_s,
        first_table_s=watch.first_table - began,
        final_table_s=ended - began,
        table_s=ended - weighed,
    )


def _operations(participants: Participants) -> dict[str, int]:
    """How many cells each codec makes with its variants for one payload, languages taking turns."""
    by_runner = []
    for participant in participants.runners.values():
        cells: dict[str, int] = {}
        for codec in participant.description.codecs:
            name = f"{participant.description.language}/{codec.codec}"
            cells[name] = cells.get(name, 0) + len(set(OPERATIONS).intersection(codec.operations))
        by_runner.append([(name, number) for name, number in cells.items() if number])
    return dict(entry for turn in zip_longest(*by_runner) for entry in turn if entry is not None)


def _payloads(number: int) -> list[Payload]:
    """The device status, then generated documents of about 1 KB."""
    generated = (
        Payload(f"random-{seed}", (generate(1, seed),), "generated", "a random document") for seed in range(1, number)
    )
    return [built_in_payload("device-status"), *generated]
