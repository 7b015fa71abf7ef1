"""A visit to a runner: one fresh process, from its start to the check after timing."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import TypedDict

import numpy as np

from weighbridge.campaign import fork
from weighbridge.campaign.ledger import ASIDE, Activity, Ledger
from weighbridge.campaign.participants import Participants
from weighbridge.campaign.reference import Reference
from weighbridge.campaign.stopwatch import Stopwatch
from weighbridge.campaign.verification import Loaded, Proof, formats_needed, recheck
from weighbridge.measure.calibration import TARGET_NS, Probe, batch_ns, choose_iterations, next_probe
from weighbridge.measure.samples import Phase, Sample
from weighbridge.measure.schedule import Sitting
from weighbridge.measure.warmup import WINDOW, is_steady
from weighbridge.runners.answers import Timing
from weighbridge.runners.client import RunnerClient
from weighbridge.runners.errors import RunnerError, RunnerTrouble, WrongClock
from weighbridge.runners.launch import start
from weighbridge.runners.processor import held_on
from weighbridge.store.records import CellRecord, FailureRecord, Stage

_WARMUP_SHARE = 4
"""Warm-up batches are so much shorter than timed ones of ordinary length."""

_PIECES = 50
"""So many batches show well enough how the speed of a runtime changes that takes long to compile."""

_CALIBRATIONS = 3
"""So many short batches tell what a batch should be."""

_UNTIMED_SHARE = 20
"""Before a batch, one iteration in so many is run without being timed: the first of them find cold caches."""

_SLICE_NS = 50e6
"""Cells take turns in warming up for so long."""

_PATIENT_S, _PATIENCE = 10.0, 20.0
"""A runner that has started once may take so long to start again: so many seconds, or so many times what it took."""

_WRONG_CLOCKS = 2
"""A runner whose clocks were wrong so often is timed no more: it is no matter of one cell."""

_PROVEN_STEADY = 2
"""A cell that was steady at once in so many processes, of a runtime that does not compile, is so in the next."""


class Aim(TypedDict):
    """How long a batch of a cell should be, as calibration wants to be told, in nanoseconds."""

    resolution_ns: float
    target_ns: float


def aim_of(cell: CellRecord, participants: Participants) -> Aim:
    """Return how long a batch of a cell should be, for the clock and the runtime of its runner."""
    participant = participants.runners[cell.participant]
    clocks = participant.description.clocks
    clock = clocks.wall if cell.clock == "wall" or clocks.cpu is None else clocks.cpu
    assert clock is not None  # only what has a clock is timed
    least_ms = participant.manifest.batches.least_ms
    return {"resolution_ns": float(clock.resolution_ns), "target_ns": max(TARGET_NS, least_ms * 1e6)}


@dataclass(frozen=True, slots=True)
class Campaign:
    """What all visits of a campaign share.

    Attributes:
        cells: every cell by id.
        participants: the runners.
        references: payloads by name.
        proofs: per cell, what the check of what is timed gave before.
        ledger: brought up to date as visits go.
        record: keeps a sample for good.
        watch: the time spent measuring.
    """

    cells: Mapping[int, CellRecord]
    participants: Participants
    references: Mapping[str, Reference]
    proofs: Mapping[int, Proof]
    ledger: Ledger
    record: Callable[[Sample], None]
    watch: Stopwatch


@dataclass(slots=True)
class _Warming:
    """How far a cell has come in warming up: its batches, their number, how long that took, whether it is over."""

    probes: list[Probe] = field(default_factory=list)
    number: int = 0
    spent_ns: float = 0.0
    is_over: bool = False


class Visit:
    """One fresh process. A runner that breaks ends the visit, and the cell it broke over is left out for ever."""

    def __init__(self, sitting: Sitting, campaign: Campaign, *, patience_ns: float, aside: bool = False) -> None:
        """Plan a visit; nothing is started yet.

        Args:
            sitting: what to time.
            campaign: what all visits share.
            patience_ns: how long a cell may warm up at most.
            aside: whether it is prepared while another visit is timed.
        """
        self.sitting = sitting
        self._campaign = campaign
        self._ledger = campaign.ledger
        self._cells = {number: campaign.cells[number] for number in sitting.cells}
        self._participant = sitting.lot.runner
        self._manifest = campaign.participants.runners[self._participant].manifest
        reference = campaign.references[next(iter(self._cells.values())).payload]
        # A board has room for a payload in one format; and nothing there learns a document by heart.
        self._has_little_memory = campaign.participants.runners[self._participant].description.memory is not None
        self._timed = reference if self._has_little_memory else reference.timed
        self._passes = 1 if self._has_little_memory else reference.payload.family
        self._patience_ns = patience_ns
        self._aside = aside
        self._client: RunnerClient | None = None
        self._loaded: Loaded | None = None
        self._formats: Collection[str] = ()
        self._series: dict[int, _Warming] = {}
        self._sizes: dict[int, int] = {}
        self._setup_ns: dict[int, float] = {}
        self._is_prepared = False
        self._kept: list[Sample] = []
        self._stopped = False

    def prepare(self) -> None:
        """Start the process, load the payload, and warm up every cell."""
        began = time.perf_counter_ns()
        with self._booked("starting"):
            self._start()
        self._ledger.start_ns[self._participant] = float(time.perf_counter_ns() - began)
        with self._booked("warming up"):
            self._warm_up()

    def time(self, lookout: fork.Lookout, is_late: Callable[[], bool], pause: Callable[[], float]) -> None:
        """Time the cells, block by block, and check them once more.

        However late it is, every cell is timed once.

        Args:
            lookout: this thread and the runner's are held on one processor, so that the fork tells of it, and move
                together to a quieter one.
            is_late: whether the budget is spent: no block begins then but those that hold a cell that has no time yet.
            pause: called before every block, to wait for a quiet moment; returns the seconds waited.
        """
        # What was prepared aside is recorded by the thread that times.
        self._is_prepared = True
        for sample in self._kept:
            self._campaign.record(sample)
        with self._booked("calibrating"):
            for cell in self._cells.values():
                self._guarded(cell, "measure", self._calibrate)
            self._settle_sizes()
        if self._client is None:
            return
        with held_on(lookout.first):
            self._time_blocks(lookout, is_late, pause)
        with self._booked("checking"):
            began = time.perf_counter_ns()
            for cell in self._cells.values():
                self._guarded(cell, "recheck", self._recheck)
            spent = (time.perf_counter_ns() - began) / len(self._cells)
            # Only whole costs are booked: the schedule must not take a process for cheap that is still being prepared.
            self._ledger.setup_ns |= {number: cost + spent for number, cost in self._setup_ns.items()}

    def stop(self) -> None:
        """Go no further, from any thread: a runner that is awaited is ended."""
        self._stopped = True
        client = self._client  # the other thread may forget it now
        if client is not None:
            client.kill()

    def close(self) -> None:
        """End the process. Does nothing the second time."""
        if self._client is not None:
            self._client.close()
            self._client = None

    def _booked(self, activity: Activity) -> AbstractContextManager[None]:
        return self._ledger.booked(self._participant, ASIDE if self._aside and activity in _PREPARING else activity)

    def _start(self) -> None:
        if self._stopped:
            return
        try:
            known_s = self._campaign.participants.runners[self._participant].start_s
            client = start(self._manifest, patience_s=max(_PATIENT_S, _PATIENCE * known_s))
            self._client = client
            if self._stopped:  # before there was a process to end
                self.close()
                return
            client.describe()
            if self._has_little_memory:
                return
            formats = {cell.format for cell in self._cells.values() if cell.format}
            # Every process meets the documents in another order, and at other places in memory.
            order = np.random.default_rng(self.sitting.process).permutation(len(self._timed.texts))
            self._loaded = Loaded.load(client, self._timed, formats, tuple(order.tolist()))
        except RunnerError as error:
            whole = FailureRecord(runner=self._participant, stage="start", message=str(error))
            self._fail(whole, self._cells, error)

    def _time_blocks(self, lookout: fork.Lookout, is_late: Callable[[], bool], pause: Callable[[], float]) -> None:
        began = time.monotonic()
        beside = fork.ForkBeside(lookout, self._client.process if self._client else None)
        in_batches_s = waited_s = 0.0
        seen: set[int] = set()
        for block in self.sitting.blocks:
            if self._stopped or self._client is None:
                break
            if seen.issuperset(block.cells) and is_late():
                continue
            seen.update(block.cells)
            waited_s += pause()
            beside.begin_block()
            for number in block.cells:
                if self._client is not None and number not in self._ledger.broken:
                    in_batches_s += self._time_batch(self._cells[number], block.number, beside)
        self._ledger.book(self._participant, "timed batches", in_batches_s)
        self._ledger.book(self._participant, "between batches", time.monotonic() - began - in_batches_s - waited_s)

    def _time_batch(self, cell: CellRecord, block: int, beside: fork.ForkBeside) -> float:
        """Time a batch that counts, keep it, and return its seconds."""
        asked = time.perf_counter_ns()
        size = self._sizes[cell.cell]
        try:
            timing = self._ask(cell, size, Phase.TIMED)
        except RunnerError as error:
            self._fail(FailureRecord.of(cell, "measure", error), [cell.cell], error)
            return 0.0
        self._keep(cell, size, Phase.TIMED, block, timing, beside.beside_batch_ns())
        spent = float(time.perf_counter_ns() - asked)
        known = self._ledger.batch_ns.get(cell.cell, spent)
        self._ledger.batch_ns[cell.cell] = 0.8 * known + 0.2 * spent
        return timing.wall_ns / 1e9

    def _guarded(self, cell: CellRecord, stage: Stage, action: Callable[[CellRecord], None]) -> None:
        if self._stopped or self._client is None or cell.cell in self._ledger.broken:
            return
        try:
            action(cell)
        except RunnerError as error:
            self._fail(FailureRecord.of(cell, stage, error), [cell.cell], error)

    def _fail(self, failure: FailureRecord, over: Iterable[int], error: RunnerError) -> None:
        """Note what broke, and over which cells, which are left out from now on."""
        if self._stopped:
            return  # we ended it ourselves
        self._ledger.failures.append(failure)
        self._ledger.broken.update(over)
        if isinstance(error, WrongClock):
            wrong = self._ledger.wrong_clocks[self._participant] = (
                self._ledger.wrong_clocks.get(self._participant, 0) + 1
            )
            if wrong >= _WRONG_CLOCKS:
                own = (cell.cell for cell in self._campaign.cells.values() if cell.participant == self._participant)
                self._ledger.broken.update(own)
        if isinstance(error, RunnerTrouble):
            self.close()

    def _loaded_for(self, cell: CellRecord) -> Loaded:
        """Return the payload as it is loaded: on a board, in the format that a cell needs."""
        if self._has_little_memory:
            assert self._client is not None
            formats = formats_needed(cell)
            if self._loaded is None or not set(formats) <= set(self._formats):
                if self._loaded is not None:
                    self._loaded.drop()
                    self._loaded = None
                self._loaded, self._formats = Loaded.load(self._client, self._timed, formats), formats
        assert self._loaded is not None
        return self._loaded

    def _ask(self, cell: CellRecord, iterations: int, phase: Phase) -> Timing:
        return self._loaded_for(cell).time(
            cell,
            iterations,
            untimed=iterations // _UNTIMED_SHARE if phase is Phase.TIMED else 0,
            expected_s=self._ledger.batch_ns.get(cell.cell, 1e9 * iterations) / 1e9,
        )

    def _keep(
        self, cell: CellRecord, iterations: int, phase: Phase, number: int, timing: Timing, pitch_ns: int | None = None
    ) -> None:
        sample = Sample(
            cell=cell.cell,
            wave=self.sitting.process,
            round=number,
            phase=phase,
            iterations=iterations * self._passes,
            wall_ns=timing.wall_ns,
            cpu_ns=timing.cpu_ns,
            allocated_bytes=timing.allocated_bytes,
            allocated_objects=timing.allocated_objects,
            peak_bytes=timing.peak_bytes,
            pitch_ns=pitch_ns,
            at_ns=round(self._campaign.watch.seconds * 1e9),
        )
        if self._is_prepared:
            self._campaign.record(sample)
        else:
            self._kept.append(sample)

    def _probe(self, cell: CellRecord, iterations: int, phase: Phase, number: int) -> Probe:
        """Time a batch that does not count, and keep it."""
        timing = self._ask(cell, iterations, phase)
        self._keep(cell, iterations, phase, number, timing)
        on_wall = cell.clock == "wall" or timing.cpu_ns is None
        return Probe(iterations, float(timing.wall_ns if on_wall else timing.cpu_ns or 0))

    def _warm_up(self) -> None:
        """Warm up every cell: in turn, a slice each, so that what compiles in the background keeps up."""
        for cell in self._cells.values():
            self._guarded(cell, "measure", self._first_call)
        warming = deque(cell for cell in self._cells.values() if self._is_to_be_warmed(cell))
        while warming and self._client is not None and not self._stopped:
            cell = warming.popleft()
            self._guarded(cell, "measure", self._warm_slice)
            if cell.cell not in self._ledger.broken and not self._series[cell.cell].is_over:
                warming.append(cell)

    def _first_call(self, cell: CellRecord) -> None:
        """Take the first call; find out what a batch is, if no process has told yet."""
        began = time.perf_counter_ns()
        aim = self._aim(cell)
        probes = [self._probe(cell, 1, Phase.FIRST, 0)]
        warming = self._series[cell.cell] = _Warming()
        if cell.cell not in self._ledger.iterations:
            while (size := next_probe(probes, **aim)) is not None:
                probes.append(self._probe(cell, size, Phase.CALIBRATION, warming.number))
                warming.number += 1
            self._ledger.iterations[cell.cell] = choose_iterations(probes, **aim)
        self._setup_ns[cell.cell] = float(time.perf_counter_ns() - began)

    def _is_to_be_warmed(self, cell: CellRecord) -> bool:
        return cell.cell in self._series and not self._is_proven(cell)

    def _is_proven(self, cell: CellRecord) -> bool:
        return self._least_ns == 0 and self._ledger.steady.get(cell.cell, 0) >= _PROVEN_STEADY

    def _warm_slice(self, cell: CellRecord) -> None:
        """Warm a cell up for a slice, with batches that are resized as the code becomes faster.

        It is over when no change point is left, or patience is.
        """
        began = time.perf_counter_ns()
        warming = self._series[cell.cell]
        while time.perf_counter_ns() - began < _SLICE_NS and not self._stopped:
            if self._is_steady(warming.probes):
                at_once = len(warming.probes) <= WINDOW
                self._ledger.steady[cell.cell] = self._ledger.steady.get(cell.cell, 0) + 1 if at_once else 0
                warming.is_over = True
                break
            phase = Phase.WARMUP
            if warming.spent_ns > self._patience_ns:
                warming.is_over = True
                if len(warming.probes) < WINDOW and self._least_ns == 0:
                    break  # compiled ahead of time, and too slow to be judged
                phase = Phase.GIVEN_UP
            asked = time.perf_counter_ns()
            warming.probes.append(self._probe(cell, self._short_batch(cell), phase, warming.number))
            warming.number += 1
            warming.spent_ns += time.perf_counter_ns() - asked
            self._ledger.iterations[cell.cell] = choose_iterations(warming.probes[-WINDOW:], **self._aim(cell))
            if warming.is_over:
                break
        self._setup_ns[cell.cell] += float(time.perf_counter_ns() - began)

    def _is_steady(self, series: Sequence[Probe]) -> bool:
        if len(series) % max(len(series) // 20, 1):
            return False  # a long series is judged now and then: to judge costs as much as a short batch
        if sum(probe.elapsed_ns for probe in series) < self._least_ns:
            return False
        return is_steady([probe.elapsed_ns / probe.iterations for probe in series])

    @property
    def _least_ns(self) -> float:
        return self._manifest.warmup.least_ms * 1e6

    def _calibrate(self, cell: CellRecord) -> None:
        """Choose the size of a batch, anew in every process of a runtime that compiles.

        What a batch costs before it runs evenly must be the same share for every cell.
        """
        size = self._short_batch(cell)
        first = self._series[cell.cell].number
        slow = self._ledger.iterations[cell.cell] == 1  # a batch is a single call that takes longer than it should
        count = 1 if slow or self._is_proven(cell) else _CALIBRATIONS
        probes = [self._probe(cell, size, Phase.CALIBRATION, first + number) for number in range(count)]
        if not self._is_proven(cell):
            self._ledger.iterations[cell.cell] = choose_iterations(probes, **self._aim(cell))

    def _settle_sizes(self) -> None:
        """Keep the sizes of batches, which another visit may be changing, and give twins one, or they were no twins."""
        for number, cell in self._cells.items():
            if cell.twin_of in self._cells and cell.twin_of in self._ledger.iterations:
                self._ledger.iterations[number] = self._ledger.iterations[cell.twin_of]
        self._sizes = {cell: size for cell, size in list(self._ledger.iterations.items()) if cell in self._cells}

    def _recheck(self, cell: CellRecord) -> None:
        """Check the cell once more: what it gave before timing, it must give after."""
        wrong = recheck(self._loaded_for(cell), cell, self._campaign.proofs[cell.cell])
        if wrong is not None:
            self._ledger.broken.add(cell.cell)
            self._ledger.invalid.append((cell.cell, f"after timing it gave another result: {wrong}"))

    def _short_batch(self, cell: CellRecord) -> int:
        """How many iterations make a batch for warming up."""
        aim = self._aim(cell)
        # A long warm-up is not cut into more pieces than are needed to see where it ends.
        piece = min(self._least_ns / _PIECES, TARGET_NS)
        short = max(batch_ns(aim["resolution_ns"], TARGET_NS) / _WARMUP_SHARE, piece)
        return max(round(self._ledger.iterations[cell.cell] * short / batch_ns(**aim)), 1)

    def _aim(self, cell: CellRecord) -> Aim:
        return aim_of(cell, self._campaign.participants)


_PREPARING = frozenset({"starting", "warming up"})
