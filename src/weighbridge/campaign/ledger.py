"""What sampling learns as it goes: what things cost, what broke, and where the time went."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal

from weighbridge.measure.schedule import Costs
from weighbridge.store.records import FailureRecord

Activity = Literal[
    "starting", "warming up", "calibrating", "timed batches", "between batches", "checking", "waiting", "aside"
]
"""What the wall time of a measurement is spent on. "Between batches" is the fork, the conversation and the journal."""
ASIDE: Activity = "aside"
"""Where what a runner was prepared for on another processor is booked, while somebody else was timed."""

CORE = "core"
"""Whose time is no runner's: waiting for a process to be ready, looking at the results, compressors."""


@dataclass(slots=True)
class Ledger:
    """What sampling has learned so far.

    Attributes:
        iterations: per cell, how many make a batch.
        batch_ns: per cell, what a batch costs in wall time, orchestration included.
        setup_ns: per cell and process, what it costs besides its batches.
        start_ns: per runner, what starting, loading and ending it costs.
        steady: per cell, how many processes found it steady without a change.
        broken: cells that must not be timed again.
        wrong_clocks: per runner, how often its clocks contradicted each other, or ours.
        failures: what broke.
        invalid: cells that gave another result after timing than before, and what they gave.
        spent: seconds of wall time by runner and activity, of what is measured on one processor at a time.
            What was prepared at the same time on another processor is booked as `ASIDE`.
    """

    iterations: dict[int, int] = field(default_factory=dict)
    batch_ns: dict[int, float] = field(default_factory=dict)
    setup_ns: dict[int, float] = field(default_factory=dict)
    start_ns: dict[str, float] = field(default_factory=dict)
    steady: dict[int, int] = field(default_factory=dict)
    broken: set[int] = field(default_factory=set)
    wrong_clocks: dict[str, int] = field(default_factory=dict)
    failures: list[FailureRecord] = field(default_factory=list)
    invalid: list[tuple[int, str]] = field(default_factory=list)
    spent: dict[str, dict[str, float]] = field(default_factory=dict)

    def costs(self) -> Costs:
        """Return what the schedule needs to know."""
        return Costs(batch_ns=self.batch_ns, setup_ns=self.setup_ns, start_ns=self.start_ns)

    def book(self, runner: str, activity: Activity, seconds: float) -> None:
        """Book wall time."""
        account = self.spent.setdefault(runner, {})
        account[activity] = account.get(activity, 0.0) + seconds

    @contextmanager
    def booked(self, runner: str, activity: Activity) -> Iterator[None]:
        """Book what happens meanwhile."""
        began = time.monotonic()
        try:
            yield
        finally:
            self.book(runner, activity, time.monotonic() - began)
