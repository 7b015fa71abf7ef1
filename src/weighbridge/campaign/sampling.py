"""Sampling: one wave of fresh processes, from their start to the check after timing."""

from __future__ import annotations

import functools
import math
import os
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypedDict

from weighbridge.campaign.crew import Crew
from weighbridge.campaign.verification import Reference, recheck
from weighbridge.measure.calibration import TARGET_NS, Probe, batch_ns, choose_iterations, next_probe
from weighbridge.measure.samples import Phase, Sample
from weighbridge.measure.schedule import Costs, WavePlan
from weighbridge.measure.warmup import WINDOW, Warmth
from weighbridge.measure.warmup import judge as judge_warmth
from weighbridge.runners.answers import Timing
from weighbridge.runners.client import Load, RunnerClient
from weighbridge.runners.errors import RunnerError, RunnerTrouble
from weighbridge.runners.launch import start
from weighbridge.store.records import CellRecord, FailureRecord, Stage

_WARMUP_SHARE = 4
"""Warm-up batches are so much shorter than timed ones of ordinary length."""

_PIECES = 50
"""So many batches show well enough how the speed of a runtime changes that takes long to compile."""

_LEAST_PATIENCE_NS = 50e6
"""Even in the shortest run a cell may warm up for so long, if its runtime wants it."""

_CALIBRATIONS = 3
"""So many short batches tell what a batch should be."""

_UNTIMED_SHARE = 10
"""Before a batch, one iteration in so many is run without being timed: the first of them find cold caches."""


class Aim(TypedDict):
    """How long a batch of a cell should be, as calibration wants to be told, in nanoseconds."""

    resolution_ns: float
    target_ns: float


def aim_of(cell: CellRecord, crew: Crew) -> Aim:
    """Return how long a batch of a cell should be, for the clock and the runtime of its runner."""
    member = crew.members[cell.member]
    clocks = member.description.clocks
    clock = clocks.wall if cell.clock == "wall" or clocks.cpu is None else clocks.cpu
    least_ms = member.manifest.batches.least_ms
    return {"resolution_ns": float(clock.resolution_ns), "target_ns": max(TARGET_NS, least_ms * 1e6)}


@dataclass(slots=True)
class Ledger:
    """What sampling has learned so far.

    Attributes:
        iterations: per cell, how many make a batch.
        batch_ns: per cell, what a batch costs in wall time, orchestration included.
        setup_ns: per cell, what it costs before and after its rounds.
        start_ns: per runner, what starting, loading and ending it costs.
        broken: cells that must not be timed again.
        failures: what broke.
        invalid: cells that gave another result after timing than before, and what they gave.
        in_runners_ns: wall time that runners reported for their batches: the rest is orchestration.
    """

    iterations: dict[int, int] = field(default_factory=dict)
    batch_ns: dict[int, float] = field(default_factory=dict)
    setup_ns: dict[int, float] = field(default_factory=dict)
    start_ns: dict[str, float] = field(default_factory=dict)
    broken: set[int] = field(default_factory=set)
    failures: list[FailureRecord] = field(default_factory=list)
    invalid: list[tuple[int, str]] = field(default_factory=list)
    in_runners_ns: int = 0

    def costs(self) -> Costs:
        """Return what the schedule needs to know."""
        return Costs(batch_ns=self.batch_ns, setup_ns=self.setup_ns, start_ns=self.start_ns)


class Wave:
    """One wave: one fresh process of every runner that is needed, each with the payloads it needs."""

    def __init__(
        self,
        plan: WavePlan,
        cells: Mapping[int, CellRecord],
        crew: Crew,
        references: Mapping[str, Reference],
        proofs: Mapping[int, str],
        ledger: Ledger,
        record: Callable[[Sample], None],
        deadline: float,
        warmup_ns: float = math.inf,
    ) -> None:
        """Prepare a wave.

        Args:
            plan: what to sample.
            cells: every cell by id.
            crew: the runners.
            references: payloads by name.
            proofs: what each cell's check gave before timing.
            ledger: brought up to date as the wave goes.
            record: keeps a sample for good.
            deadline: on the monotonic clock; when it is past, no new round begins but the first.
            warmup_ns: how long the wave may warm up, in wall time. Where that is not enough for what the runners'
                manifests allow their cells, it is shared out in proportion, and some rows may say that they never
                settled.
        """
        self._plan = plan
        self._cells = {number: cells[number] for number in plan.cells}
        self._members = list(dict.fromkeys(cell.member for cell in self._cells.values()))
        self._crew = crew
        self._references = references
        self._proofs = proofs
        self._ledger = ledger
        self._record = record
        self._deadline = deadline
        limits = {member: crew.members[member].manifest.warmup.limit_ms * 1e6 for member in self._members}
        wanted = sum(limits[cell.member] for cell in self._cells.values())
        scale = min(1.0, warmup_ns * (os.cpu_count() or 1) / wanted)
        self._patience_ns = {
            member: min(limit, max(limit * scale, _LEAST_PATIENCE_NS)) for member, limit in limits.items()
        }
        self._clients: dict[str, RunnerClient] = {}
        self._warmed: dict[int, int] = {}
        self._lock = threading.Lock()
        self._stopped = False

    def run(self) -> None:
        """Sample the wave. A runner that breaks is left out of the rest of it, and the cell it broke over for ever."""
        try:
            self._make_ready()
            for turn in self._plan.rounds:
                if turn.number > 0 and time.monotonic() > self._deadline:
                    break
                for member in turn.cells:
                    self._guarded(self._cells[member], "measure", functools.partial(self._batch, number=turn.number))
            for cell in self._cells.values():
                self._guarded(cell, "recheck", self._recheck)
        finally:
            for client in self._clients.values():
                client.close()

    def _make_ready(self) -> None:
        """Start the runners and warm up their cells, as many at once as there are processors; nothing counts yet.

        What a batch costs is then found out one after the other, in the peace in which the batches will be timed.
        """
        began = time.perf_counter_ns()
        with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
            try:
                # Those that may take longest go first, or the last of them would have a processor to itself.
                longest = sorted(self._members, key=self._longest_warmup_ns, reverse=True)
                for done in [pool.submit(self._warm_up_member, member) for member in longest]:
                    done.result()
            except BaseException:  # Ctrl-C, or a journal that cannot be written: the other threads go no further
                self._stopped = True
                raise
        spent = time.perf_counter_ns() - began
        for cell in self._cells.values():
            self._guarded(cell, "measure", self._calibrate)
        # What was spent at the same time is shared out among those who spent it.
        setup = {cell: self._ledger.setup_ns[cell] for cell in self._cells if cell in self._ledger.setup_ns}
        start = {member: self._ledger.start_ns[member] for member in self._members}
        shrink = spent / max(sum(setup.values()) + sum(start.values()), 1.0)
        self._ledger.setup_ns |= {cell: cost * shrink for cell, cost in setup.items()}
        self._ledger.start_ns |= {member: cost * shrink for member, cost in start.items()}

    def _longest_warmup_ns(self, member: str) -> float:
        return sum(self._patience_ns[cell.member] for cell in self._cells.values() if cell.member == member)

    def _warm_up_member(self, member: str) -> None:
        if not self._stopped:
            self._start(member)
        for cell in self._cells.values():
            if cell.member == member:
                self._guarded(cell, "measure", self._warm_up)

    def _start(self, runner: str) -> None:
        began = time.perf_counter_ns()
        own = [cell for cell in self._cells.values() if cell.member == runner]
        try:
            client = start(self._crew.members[runner].manifest)
            self._clients[runner] = client
            client.describe()
            for payload in sorted({cell.payload for cell in own}):
                client.load(self._load(runner, payload))
        except RunnerError as error:
            self._fail(own[0], "start", error, whole_runner=True)
        self._ledger.start_ns[runner] = float(time.perf_counter_ns() - began)

    def _load(self, runner: str, payload: str) -> Load:
        formats = {cell.format for cell in self._cells.values() if cell.member == runner and cell.format}
        return self._references[payload].load_for(formats)

    def _guarded(self, cell: CellRecord, stage: Stage, action: Callable[[CellRecord], None]) -> None:
        if self._stopped or cell.member not in self._clients or cell.cell in self._ledger.broken:
            return
        try:
            action(cell)
        except RunnerError as error:
            self._fail(cell, stage, error)

    def _fail(self, cell: CellRecord, stage: Stage, error: RunnerError, *, whole_runner: bool = False) -> None:
        self._ledger.failures.append(
            FailureRecord(
                runner=cell.member,
                codec=None if whole_runner else cell.name,
                operation=None if whole_runner else cell.operation,
                payload=None if whole_runner else cell.payload,
                stage=stage,
                message=str(error),
            )
        )
        if not whole_runner:
            self._ledger.broken.add(cell.cell)
        if isinstance(error, RunnerTrouble) and (client := self._clients.pop(cell.member, None)):
            client.close()

    def _time(self, cell: CellRecord, iterations: int, phase: Phase, number: int) -> Timing:
        expected_s = self._ledger.batch_ns.get(cell.cell, 1e9 * iterations) / 1e9
        timing = self._clients[cell.member].time(
            cell.name,
            cell.operation,
            cell.payload,
            iterations,
            untimed=iterations // _UNTIMED_SHARE if phase is Phase.TIMED else 0,
            expected_s=expected_s,
        )
        sample = Sample(
            cell=cell.cell,
            wave=self._plan.wave,
            round=number,
            phase=phase,
            iterations=iterations,
            wall_ns=timing.wall_ns,
            cpu_ns=timing.cpu_ns,
            allocated_bytes=timing.allocated_bytes,
            allocated_objects=timing.allocated_objects,
            peak_bytes=timing.peak_bytes,
        )
        with self._lock:
            self._ledger.in_runners_ns += timing.wall_ns
            self._record(sample)
        return timing

    def _warm_up(self, cell: CellRecord) -> None:
        """Take the first call, then warm up, with batches that are resized as the code becomes faster."""
        began = time.perf_counter_ns()
        aim = self._aim(cell)
        probes = [Probe(1, self._elapsed(cell, self._time(cell, 1, Phase.FIRST, 0)))]
        number = 0
        if cell.cell not in self._ledger.iterations:
            while (size := next_probe(probes, **aim)) is not None:
                probes.append(Probe(size, self._elapsed(cell, self._time(cell, size, Phase.CALIBRATION, number))))
                number += 1
            self._ledger.iterations[cell.cell] = choose_iterations(probes, **aim)
        least_ns = self._least_ns(cell)
        patience_ns = self._patience_ns[cell.member]
        series: list[Probe] = []
        warming_since = time.perf_counter_ns()
        phase = Phase.WARMUP
        while phase is Phase.WARMUP and not self._is_steady(series, least_ns):
            if time.perf_counter_ns() - warming_since > patience_ns:
                if len(series) < WINDOW and least_ns == 0:
                    break  # compiled ahead of time, and too slow to be judged
                phase = Phase.GIVEN_UP
            size = self._short_batch(cell)
            series.append(Probe(size, self._elapsed(cell, self._time(cell, size, phase, number))))
            self._ledger.iterations[cell.cell] = choose_iterations(series[-WINDOW:], **aim)
            number += 1
        self._warmed[cell.cell] = number
        self._ledger.setup_ns[cell.cell] = float(time.perf_counter_ns() - began)

    def _is_steady(self, series: Sequence[Probe], least_ns: float) -> bool:
        if len(series) % max(len(series) // 20, 1):
            return False  # a long series is judged now and then: to judge costs as much as a short batch
        if sum(probe.elapsed_ns for probe in series) < least_ns:
            return False
        return judge_warmth([probe.elapsed_ns / probe.iterations for probe in series]) is Warmth.STEADY

    def _least_ns(self, cell: CellRecord) -> float:
        return self._crew.members[cell.member].manifest.warmup.least_ms * 1e6

    def _calibrate(self, cell: CellRecord) -> None:
        """Choose the size of a batch anew in every process.

        What a batch costs before it runs evenly must be the same share for every cell.
        """
        size = self._short_batch(cell)
        first = self._warmed[cell.cell]
        probes = [
            Probe(size, self._elapsed(cell, self._time(cell, size, Phase.CALIBRATION, first + number)))
            for number in range(1 if self._is_slow(cell) else _CALIBRATIONS)
        ]
        self._ledger.iterations[cell.cell] = choose_iterations(probes, **self._aim(cell))

    def _is_slow(self, cell: CellRecord) -> bool:
        """Whether a batch is a single call that takes longer than a batch should."""
        return self._ledger.iterations[cell.cell] == 1

    def _batch(self, cell: CellRecord, number: int) -> None:
        began = time.perf_counter_ns()
        self._time(cell, self._ledger.iterations[cell.cell], Phase.TIMED, number)
        spent = float(time.perf_counter_ns() - began)
        known = self._ledger.batch_ns.get(cell.cell, spent)
        self._ledger.batch_ns[cell.cell] = spent if number == 0 else 0.8 * known + 0.2 * spent

    def _recheck(self, cell: CellRecord) -> None:
        """Check the cell once more: what it gave before timing, it must give after."""
        wrong = recheck(self._clients[cell.member], cell, self._proofs[cell.cell], self._references[cell.payload])
        if wrong is not None:
            self._ledger.broken.add(cell.cell)
            self._ledger.invalid.append((cell.cell, f"after timing it gave another result: {wrong}"))

    def _elapsed(self, cell: CellRecord, timing: Timing) -> float:
        return float(timing.wall_ns if cell.clock == "wall" or timing.cpu_ns is None else timing.cpu_ns)

    def _short_batch(self, cell: CellRecord) -> int:
        """How many iterations make a batch for warming up."""
        aim = self._aim(cell)
        # A long warm-up is not cut into more pieces than are needed to see where it ends.
        piece = min(self._least_ns(cell) / _PIECES, TARGET_NS)
        short = max(batch_ns(aim["resolution_ns"], TARGET_NS) / _WARMUP_SHARE, piece)
        return max(round(self._ledger.iterations[cell.cell] * short / batch_ns(**aim)), 1)

    def _aim(self, cell: CellRecord) -> Aim:
        return aim_of(cell, self._crew)
