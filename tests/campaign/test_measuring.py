"""Measuring from its beginning to its end: what is recorded, what is shown first, what an interruption keeps."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Collection
from pathlib import Path
from typing import get_args

import pytest
from batch_clock import BatchClock
from runner_folders import write_runner
from scripted import PAYLOAD, Script, fault

from weighbridge.campaign import outlook, quiet, recording, sampling
from weighbridge.campaign.arrivals import Arrivals, Ready, assemble
from weighbridge.campaign.flow import resume, weigh
from weighbridge.campaign.ledger import ASIDE, CORE, Activity
from weighbridge.campaign.participants import Participants
from weighbridge.campaign.progress import Silence
from weighbridge.campaign.quick import RUNNER_BUDGET_S, leaders
from weighbridge.campaign.selection import Selection
from weighbridge.campaign.settings import Settings
from weighbridge.measure import pitch
from weighbridge.measure.samples import Phase, Samples
from weighbridge.runners.launch import RUNNERS_VARIABLE
from weighbridge.runners.manifest import find_manifests
from weighbridge.runners.processor import usable_processors
from weighbridge.store.journal import journal_of, read_samples
from weighbridge.store.records import CellRecord, Run
from weighbridge.store.runs import read_run


class Watcher(Silence):
    """Keeps what a campaign tells; may strike Ctrl-C after so many samples."""

    def __init__(self, interrupt_after: int | None = None) -> None:
        self.notes: list[str] = []
        self.first: list[str] = []
        self.told = 0
        self.interrupt_after = interrupt_after

    def note(self, text: str) -> None:
        self.notes.append(text)

    def first_results(self, run: str, runners: Collection[str]) -> None:
        self.first.append(run)

    def measured(self, **how: object) -> None:
        self.told += 1
        if self.told == self.interrupt_after:
            os.kill(os.getpid(), signal.SIGINT)


class Bench:
    """Runs campaigns on a folder of runners, with a state folder of its own."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.database = folder / "runs.duckdb"
        self.runners = folder / "runners"
        monkeypatch.setenv(RUNNERS_VARIABLE, str(self.runners))
        monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
        BatchClock(monkeypatch)

    def participants(self) -> Participants:
        return assemble(find_manifests(self.runners), Silence())

    def run(self, watcher: Watcher | None = None, *, budget_s: float = 25.0, quick: bool = False) -> Run:
        settings = Settings(
            budget_s=budget_s,
            precision=0.001,
            seed=1,
            baseline=None,
            selection=Selection(operations=("encode",)),
            quick=quick,
        )
        return read_run(
            self.database, weigh([PAYLOAD], Ready(self.participants()), settings, self.database, watcher or Watcher())
        )

    def samples(self, run: Run) -> Samples:
        return read_samples(self.database, run.record.run)


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    return Bench(tmp_path, monkeypatch)


def timed(samples: Samples) -> Samples:
    return samples.where(samples.phase == Phase.TIMED)


def test_a_run_tells_where_its_time_went_and_how_quiet_it_was(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pitch, "LEAST_FORKS", 1)  # a busy machine takes few batches in so short a run
    write_runner(bench.runners, "python")
    watcher = Watcher()
    run = bench.run(watcher)
    samples = bench.samples(run)
    assert (run.record.status, run.failures) == ("complete", ())
    assert len(samples) == watcher.told, "no sample is lost on the way"
    account = run.record.spent["python"]
    assert set(account) == set(get_args(Activity)) - {"waiting", ASIDE}
    assert account["timed batches"] == pytest.approx(timed(samples).wall_ns.sum() / 1e9)
    assert min(account.values()) > 0
    assert (samples.at_ns >= 0).all()
    if usable_processors():
        assert (timed(samples).pitch_ns > 0).all()
        assert quiet.recall() is not None
        assert run.record.quiet_ns is None, "nothing was remembered when it began"
        remembered = quiet.recall()
        assert bench.run(budget_s=0.1).record.quiet_ns == remembered
    assert not journal_of(bench.database, run.record.run).exists()


def test_the_first_table_comes_once_and_nothing_is_lost_after_it(bench: Bench) -> None:
    write_runner(bench.runners, "python")
    seen: list[int] = []

    class Looker(Watcher):
        def first_results(self, run: str, runners: Collection[str]) -> None:
            super().first_results(run, runners)
            seen.append(len(timed(read_samples(bench.database, run))))
            assert self.told == len(read_samples(bench.database, run))

    watcher = Looker()
    run = bench.run(watcher, budget_s=50.0)
    assert watcher.first == [run.record.run]
    assert 0 < seen[0] < len(timed(bench.samples(run)))
    assert len(bench.samples(run)) == watcher.told


def test_what_is_folded_now_and_then_is_whole(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "_SAVE_EVERY_S", 0.0)
    write_runner(bench.runners, "python")
    watcher = Watcher()
    run = bench.run(watcher, budget_s=50.0)
    samples = bench.samples(run)
    assert len(samples) == watcher.told
    assert len(set(samples.wave.tolist())) >= 2


def test_everybody_has_a_process_though_the_budget_is_tiny(bench: Bench) -> None:
    for name in ("python", "second", "third"):
        write_runner(bench.runners, name)
    run = bench.run(budget_s=0.001)
    samples = timed(bench.samples(run))
    codecs = [cell for cell in run.cells if cell.role == "codec"]
    assert {cell.cell for cell in codecs} <= set(samples.cell.tolist())
    assert len(set(samples.wave.tolist())) == 3, "and nobody more than one"
    assert run.record.status == "complete"


@pytest.mark.parametrize("aside", [False, True])
def test_an_interrupted_run_keeps_what_it_has_and_goes_on(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, aside: bool
) -> None:
    monkeypatch.setattr(sampling, "_LONG_NS", 0.0 if aside else 1e18)
    monkeypatch.setattr(sampling, "usable_processors", lambda: (0, 1))
    write_runner(bench.runners, "python")
    write_runner(bench.runners, "second")
    before = os.getpriority(os.PRIO_PROCESS, 0)
    threads = threading.active_count()
    # So many that a process is behind it, and another begun.
    watcher = Watcher(interrupt_after=100)
    run = bench.run(watcher, budget_s=50.0)
    assert run.record.status == "interrupted"
    assert watcher.notes[-1] == "Interrupted: what was measured is kept."
    assert threading.active_count() <= threads
    assert os.getpriority(os.PRIO_PROCESS, 0) == before
    kept = bench.samples(run)
    assert len(kept) == watcher.told == 100
    again = Watcher()
    resume(run.record.run, lambda *_: bench.participants(), lambda *_: Arrivals([], again), bench.database, again)
    done = read_run(bench.database, run.record.run)
    samples = bench.samples(done)
    assert done.record.status == "complete"
    assert len(samples) == 100 + again.told
    for wave in set(kept.wave.tolist()):
        assert (samples.wave == wave).sum() == (kept.wave == wave).sum(), "a process is not gone on with"
    assert samples.wave.max() > kept.wave.max()
    assert done.record.measured_s > run.record.measured_s
    for runner, account in run.record.spent.items():
        for activity, seconds in account.items():
            assert done.record.spent[runner][activity] >= seconds


def test_what_broke_is_stored(bench: Bench) -> None:
    codecs = {"fast": 1000, "slow": 4000, "other": 2000}
    Script("one", codecs, [fault("refuses", "time", "slow", after=2)]).write(bench.runners)
    run = bench.run(budget_s=25.0)
    assert {(failure.codec, failure.stage) for failure in run.failures} == {("slow", "measure")}
    by_name = {cell.name: cell.cell for cell in run.cells if cell.role == "codec"}
    numbers = set(timed(bench.samples(run)).cell.tolist())
    assert by_name["slow"] not in numbers
    assert {by_name["fast"], by_name["other"]} <= numbers


def test_a_quick_run_goes_on_with_the_leaders(bench: Bench) -> None:
    codecs = {"plain": 2000, "best": 1000, "second": 3000, "third": 4000, "last": 5000}
    Script("one", codecs).write(bench.runners)
    run = bench.run(budget_s=50.0, quick=True)
    samples = timed(bench.samples(run))
    counts = {
        cell.name: len(set(samples.wave[samples.cell == cell.cell].tolist()))
        for cell in run.cells
        if cell.role == "codec"
    }
    assert counts["plain"] > 1
    assert counts["best"] > 1
    assert {counts[name] for name in ("second", "third", "last")} == {1}


def test_a_quick_run_may_hold_what_cannot_be_timed(bench: Bench) -> None:
    write_runner(bench.runners, "python", "wrong-bytes", "--on", "check")
    write_runner(bench.runners, "sound")
    run = bench.run(quick=True, budget_s=25.0)
    assert {cell.fidelity for cell in run.cells} == {"exact", "failed"}
    assert run.record.status == "complete"


def test_a_quick_run_waits_for_who_is_prepared_aside(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was planned but not timed has no number to lead with."""
    monkeypatch.setattr(sampling, "usable_processors", lambda: (0, 1))
    looked: list[set[str]] = []
    chosen = leaders

    def noted(analysis: object, cells: tuple[CellRecord, ...]) -> frozenset[int]:
        found = chosen(analysis, cells)  # type: ignore[arg-type]
        looked.append({cell.runner for cell in cells if cell.cell in found})
        return found

    monkeypatch.setattr(outlook, "leaders", noted)
    Script("short", {"json": 1000}).write(bench.runners)
    Script("long", {"json": 1000}, least_ms=6000).write(bench.runners)
    # What a process takes to prepare is guessed from its manifest; then this one is quick.
    run = bench.run(quick=True, budget_s=0.5)
    assert looked == [{"short", "long"}]
    assert ASIDE in run.record.spent["long"]
    assert CORE in run.record.spent


def test_settings_of_old_runs_still_load() -> None:
    new = Settings(budget_s=None, precision=0.01, seed=1, baseline=None, selection=Selection())
    old = new.model_dump(mode="json")
    del old["quick"], old["wait_for_quiet_s"]
    assert Settings.model_validate(old) == new


def test_a_quick_run_has_a_budget_for_each_runner() -> None:
    def cell(number: int, runner: str, **more: object) -> CellRecord:
        about = {"cell": number, "role": "codec", "runner": runner, "language": runner, "target": "host", "codec": "c"}
        return CellRecord.model_validate({**about, "operation": "encode", "payload": "p", "clock": "cpu", **more})

    cells = [cell(0, "go"), cell(1, "go"), cell(2, "c"), cell(3, "php", fidelity="failed"), cell(4, "c", role="tare")]
    settings = Settings(budget_s=None, precision=0.01, seed=1, baseline=None, selection=Selection(), quick=True)
    assert settings.budget_for(cells) == 2 * RUNNER_BUDGET_S
    assert settings.model_copy(update={"budget_s": 7.0}).budget_for(cells) == 7.0
    assert settings.model_copy(update={"quick": False}).budget_for(cells) == 20.0
