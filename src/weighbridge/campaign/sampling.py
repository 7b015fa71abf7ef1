"""Sampling: which process is prepared, and which is timed, until the budget is spent."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Collection, Sequence

from weighbridge.campaign import fork
from weighbridge.campaign.ledger import CORE
from weighbridge.campaign.visit import Campaign, Visit
from weighbridge.measure.cells import CellSpec
from weighbridge.measure.schedule import WANTED_PROCESSES, Known, Lot, lot_of, plan_sitting
from weighbridge.runners.launch import raised_priority
from weighbridge.runners.processor import usable_processors

_LONG_NS = 5e9
"""A process that takes so long to prepare is prepared aside, while others are timed."""
_WARMUP_SHARE = 0.8
"""The most of the budget that may go into warming up, aside and not; a shorter run says what never settled."""
_LEAST_PATIENCE_NS = 50e6
"""Even in the shortest run a cell may warm up for so long, if its runtime wants it."""


class Sampling:
    """Takes samples, one visit after the other. Whoever makes it closes it, whatever happens.

    One process is timed at a time, alone on its processor. Those that take long to prepare are prepared meanwhile on
    another, if there is one; the tuning fork beside every batch tells whether that was felt.
    """

    def __init__(
        self,
        specs: Sequence[CellSpec],
        campaign: Campaign,
        *,
        seed: int,
        first_process: int,
        quiet_ns: float | None,
        patience_s: float,
        processes: dict[Lot, int],
        warmup_budget_s: float | None = None,
    ) -> None:
        """Prepare to sample.

        Args:
            specs: every cell that may be timed.
            campaign: what all visits share.
            seed: of every random choice.
            first_process: the number of the first process.
            quiet_ns: the quiet pitch of this machine, where it is remembered.
            patience_s: how long to wait for a quiet machine, in all.
            processes: how many each lot has had.
            warmup_budget_s: how long these cells are timed in all, now and later, a part of which they may warm up for;
                the whole budget if None.
        """
        self._specs = specs
        self._campaign = campaign
        self._seed = seed
        self._process = first_process
        self._lookout = fork.Lookout(quiet_ns)
        self._patience_s = patience_s
        self.processes = processes
        self._timed = Counter(processes)
        self.waited_s = 0.0
        self._aside: tuple[threading.Thread, Visit, list[BaseException]] | None = None
        self._open: list[Visit] = []
        least = [campaign.participants.runners[cell.runner].manifest.warmup.least_ms * 1e6 for cell in specs]
        lanes = min(2, len(usable_processors()) or 1)
        budget_s = campaign.watch.budget_s if warmup_budget_s is None else warmup_budget_s
        # How many times the least that runtimes ask for there is time to give to all of them.
        self._generosity = _WARMUP_SHARE * budget_s * 1e9 * lanes / max(WANTED_PROCESSES * sum(least), 1.0)

    def visit(self, undecided: Collection[int] | None, known: Known) -> bool:
        """Prepare and time the next process; return whether there was one to time.

        Args:
            undecided: see `plan_sitting`.
            known: likewise; its ``processes`` are this object's own.
        """
        ready = self._ready()
        self._prepare_aside(undecided, known)
        visit = ready or self._prepared_here(undecided, known) or self._awaited()
        if visit is None:
            return False
        with raised_priority():
            visit.time(self._lookout, lambda: self._campaign.watch.remaining_s <= 0, self._pause)
        self._end(visit)
        self._timed[visit.sitting.lot] += 1
        return True

    def has_timed_everybody(self, processes: int = 1) -> bool:
        """Whether every lot has been timed in so many processes, as far as it could be."""
        broken = self._campaign.ledger.broken
        return all(self._timed[lot_of(spec)] >= processes for spec in self._specs if spec.id not in broken)

    def close(self) -> None:
        """End every process, wherever an exception may have struck."""
        for visit in self._open:
            visit.stop()
        if self._aside is not None:
            thread = self._aside[0]
            if thread.ident is not None:
                thread.join()
            self._aside = None
        for visit in list(self._open):
            self._end(visit)

    def _end(self, visit: Visit) -> None:
        visit.close()
        self._open.remove(visit)

    def _plan(self, undecided: Collection[int] | None, known: Known, *, long: bool | None, aside: bool) -> Visit | None:
        ledger = self._campaign.ledger
        able = [spec for spec in self._specs if spec.id not in ledger.broken and not self._is_taken(spec.runner)]
        costs = ledger.costs()
        lots: dict[Lot, list[CellSpec]] = {}
        for cell in able:
            lots.setdefault(lot_of(cell), []).append(cell)
        wanted = {lot for lot, own in lots.items() if long is None or (costs.of_setup(own) >= _LONG_NS) == long}
        sitting = plan_sitting(
            [cell for cell in able if lot_of(cell) in wanted],
            undecided,
            costs=costs,
            known=Known(self.processes, known.noise_ratios, known.spreads),
            remaining_ns=self._campaign.watch.remaining_s * 1e9,
            process=self._process,
            seed=self._seed,
        )
        if sitting is None:
            return None
        self._process += 1
        self.processes[sitting.lot] = self.processes.get(sitting.lot, 0) + 1
        warmup = self._campaign.participants.runners[sitting.lot.runner].manifest.warmup
        patience = warmup.limit_ms * 1e6
        if warmup.least_ms > 0:
            patience = min(patience, max(self._generosity * warmup.least_ms * 1e6, _LEAST_PATIENCE_NS))
        visit = Visit(sitting, self._campaign, patience_ns=patience, aside=aside)
        self._open.append(visit)
        return visit

    def _is_taken(self, runner: str) -> bool:
        """Whether a process of a runner that has no place for two is there already."""
        alone = self._campaign.participants.runners[runner].manifest.alone
        return alone and any(visit.sitting.lot.runner == runner for visit in self._open)

    def _prepare_aside(self, undecided: Collection[int] | None, known: Known) -> None:
        """Begin to prepare the next process that takes long, unless one is being prepared."""
        if self._aside is not None or len(usable_processors()) < 2:
            return
        visit = self._plan(undecided, known, long=True, aside=True)
        if visit is None:
            return
        trouble: list[BaseException] = []

        def prepare() -> None:
            try:
                visit.prepare()
            except BaseException as error:  # noqa: BLE001 (raised again where it is waited for)
                trouble.append(error)

        thread = threading.Thread(target=prepare, name="preparing", daemon=True)
        self._aside = (thread, visit, trouble)
        thread.start()

    def _ready(self) -> Visit | None:
        """The process that was prepared aside, if it is ready."""
        if self._aside is None or self._aside[0].is_alive():
            return None
        return self._awaited()

    def _prepared_here(self, undecided: Collection[int] | None, known: Known) -> Visit | None:
        """The next process; one that is quick to prepare, if it may be, where those that are not are prepared aside."""
        visit = None if self._aside is None else self._plan(undecided, known, long=False, aside=False)
        visit = visit or self._plan(undecided, known, long=None, aside=False)
        if visit is not None:
            visit.prepare()
        return visit

    def _awaited(self) -> Visit | None:
        """The process that is prepared aside, when it is ready; None if the budget ends first and it is not needed."""
        if self._aside is None:
            return None
        thread, visit, trouble = self._aside
        with self._campaign.ledger.booked(CORE, "waiting"):
            needed = not self._timed[visit.sitting.lot]
            thread.join(None if needed else max(self._campaign.watch.remaining_s, 0.0))
        if thread.is_alive():
            self.close()
            return None
        self._aside = None
        if trouble:
            raise trouble[0]
        return visit

    def _pause(self) -> float:
        """Wait for a quiet moment, while there is patience for it; return the seconds that went by."""
        if self.waited_s >= self._patience_s:
            return 0.0
        with self._campaign.watch.paused():
            waited = fork.wait_for_quiet(self._lookout, self._patience_s - self.waited_s)
        self.waited_s += waited
        self._campaign.ledger.book(CORE, "waiting", waited)
        return waited
