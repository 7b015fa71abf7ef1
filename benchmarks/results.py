"""Everything that was found, as it is saved."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.coverage import Covered
from benchmarks.harness_cost import HarnessCost
from benchmarks.orchestration import Orchestration
from benchmarks.power import Power
from benchmarks.repeatability import Repeatability
from benchmarks.scale import Scale
from benchmarks.self_difference import SelfDifference
from benchmarks.whole_runs import WholeRuns

QUIET, LOADED = "quiet", "load"
CONDITIONS = (QUIET, LOADED)


@dataclass(slots=True)
class Found:
    """What was found under one condition; a question that was not asked, or not answered yet, is empty.

    Attributes:
        short_runs, slots: how many were complete when the long campaign ended.
        short_run_s: how long a short run took, on average.
        processes: how many each had, on average.
        failures: what broke in the long campaign, in words.
        preempted: share of the long campaign's timed batches that lost the processor.
    """

    short_runs: int = 0
    slots: int = 0
    short_run_s: float | None = None
    processes: float | None = None
    failures: list[str] = field(default_factory=list)
    preempted: float | None = None
    self_difference: SelfDifference | None = None
    repeatability: Repeatability | None = None
    coverage: list[Covered] = field(default_factory=list)
    power: Power | None = None
    harness_cost: list[HarnessCost] = field(default_factory=list)
    orchestration: list[Orchestration] = field(default_factory=list)
    every_language: list[Orchestration] = field(default_factory=list)
    whole_runs: WholeRuns | None = None


@dataclass(slots=True)
class Results:
    """What was found under every condition.

    Attributes:
        began: when, as ISO 8601.
        seconds: how long it took so far.
        complete: whether everything that was asked was measured.
        machine: this machine.
        runners: compiler or runtime of each.
        seed: of every random choice.
        scale: how much was measured.
        found: by condition.
    """

    began: str
    machine: dict[str, Any]
    runners: dict[str, str]
    seed: int
    scale: Scale
    seconds: float = 0.0
    complete: bool = False
    found: dict[str, Found] = field(default_factory=lambda: {condition: Found() for condition in CONDITIONS})

    def save(self, file: Path) -> None:
        """Write everything as JSON."""
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(dataclasses.asdict(self), indent=2) + "\n", encoding="utf-8")
