"""Runners that join a run as they get ready: what is told when, what is kept, and that nothing is built meanwhile."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Collection
from pathlib import Path

import pytest
from batch_clock import BatchClock
from runner_folders import write_runner, write_unbuildable
from scripted import PAYLOAD

from weighbridge.campaign import set_up_times
from weighbridge.campaign.arrivals import Arrivals
from weighbridge.campaign.flow import weigh
from weighbridge.campaign.progress import Silence
from weighbridge.campaign.selection import Selection
from weighbridge.campaign.settings import Settings
from weighbridge.commands import measurement
from weighbridge.runners.build import build
from weighbridge.runners.halt import Halt, Halted
from weighbridge.runners.launch import RUNNERS_VARIABLE
from weighbridge.runners.manifest import Manifest, find_manifests, read_manifests
from weighbridge.store.database import StoreError
from weighbridge.store.journal import read_samples
from weighbridge.store.records import Run
from weighbridge.store.runs import read_run

SETTINGS = Settings(budget_s=30.0, precision=0.001, seed=1, baseline=None, selection=Selection(operations=("encode",)))


class Watcher(Silence):
    """Keeps of whom something was told, and does something then."""

    def __init__(self) -> None:
        self.told: list[set[str]] = []
        self.notes: list[str] = []

    def first_results(self, run: str, runners: Collection[str]) -> None:
        self.told.append(set(runners))

    def note(self, text: str) -> None:
        self.notes.append(text)


class Place:
    """A folder of runners, and a database."""

    def __init__(self, folder: Path) -> None:
        self.runners = folder / "runners"
        self.database = folder / "runs.duckdb"
        self.go_on = folder / "go-on"

    def add(self, name: str, *, after: str = "true", typical_s: float = 1.0) -> None:
        """Add a runner that is built once a shell command is done."""
        manifest = write_runner(self.runners, name, build=[["sh", "-c", after]])
        manifest.write_text(
            manifest.read_text().replace("[build]", f'[build]\ninputs = ["*.c"]\ntypical_s = {typical_s}')
        )

    def weigh(self, watcher: Watcher) -> Run:
        chains = [[manifest] for manifest in find_manifests(self.runners)]
        arrivals = Arrivals(chains, watcher, soonest_alone=True)
        return read_run(self.database, weigh([PAYLOAD], arrivals, SETTINGS, self.database, watcher))

    def manifest(self, name: str) -> Manifest:
        return read_manifests(self.runners / name / "runner.toml")[0]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv(RUNNERS_VARIABLE, str(tmp_path / "runners"))
    BatchClock(monkeypatch)
    return Place(tmp_path)


def test_something_is_told_of_the_first_before_the_others_are_built(place: Place) -> None:
    place.add("late", after=f"until [ -e {place.go_on} ]; do sleep 0.05; done", typical_s=9.0)
    place.add("soon")

    class LetsGo(Watcher):
        def first_results(self, run: str, runners: Collection[str]) -> None:
            super().first_results(run, runners)
            place.go_on.touch()  # "late" is built no sooner

    watcher = LetsGo()
    run = place.weigh(watcher)
    assert watcher.told == [{"soon"}, {"late"}]
    assert run.record.status == "complete"
    assert set(run.record.environment["runners"]) == {"soon", "late"}
    assert {cell.runner for cell in run.cells if cell.role == "twin"} == {"soon", "late"}
    samples = read_samples(place.database, run.record.run)
    waves = {
        name: {int(wave) for wave in samples.wave[[run.cells[at].runner == name for at in samples.cell]]}
        for name in ("soon", "late")
    }
    assert max(waves["soon"]) > min(waves["late"]) > min(waves["soon"]), "what was first measured is kept, and goes on"
    assert set_up_times.expected_s([place.manifest("late")]) != 9.0, "how long it took here is remembered"


def test_who_cannot_be_built_stops_nobody_and_is_kept_with_the_run(place: Place) -> None:
    place.add("good", typical_s=99.0)
    write_unbuildable(place.runners)
    watcher = Watcher()
    run = place.weigh(watcher)
    assert watcher.told == [{"good"}]
    assert [failure.runner for failure in run.failures] == ["unbuildable"]


def test_nobody_can_be_built(place: Place) -> None:
    write_unbuildable(place.runners)
    with pytest.raises(StoreError, match="expected a semicolon"):
        place.weigh(Watcher())


def test_ctrl_c_while_others_are_built_keeps_what_was_measured(place: Place) -> None:
    pid = place.runners.parent / "pid"
    place.add("never", after=f"echo $$ > {pid}; exec sleep 600", typical_s=9.0)
    place.add("soon")

    def strike() -> None:
        while not (pid.exists() and pid.read_text()):
            time.sleep(0.02)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=strike, daemon=True).start()
    run = place.weigh(Watcher())
    assert run.record.status == "interrupted"
    assert len(read_samples(place.database, run.record.run)) > 0
    assert not Path(f"/proc/{pid.read_text().strip()}").exists(), "what was built for it is ended"


def test_who_had_not_joined_does_so_when_the_run_goes_on(place: Place) -> None:
    begun = place.runners.parent / "begun"
    place.add("late", after=f"touch {begun}; until [ -e {place.go_on} ]; do sleep 0.05; done", typical_s=9.0)
    place.add("soon")

    class Strikes(Watcher):
        def first_results(self, run: str, runners: Collection[str]) -> None:
            super().first_results(run, runners)
            threading.Thread(target=self.strike, daemon=True).start()

        def strike(self) -> None:
            while not begun.exists():
                time.sleep(0.02)
            os.kill(os.getpid(), signal.SIGINT)

    run = place.weigh(Strikes())
    assert run.record.status == "interrupted"
    assert run.record.environment["awaited"] == ["late"]
    place.go_on.touch()
    watcher = Watcher()
    name = measurement.resume(run.record.run, place.database, watcher)
    went_on = read_run(place.database, name)
    assert watcher.told == [{"late"}]
    assert went_on.record.status == "complete"
    assert set(went_on.record.environment["runners"]) == {"soon", "late"}
    assert went_on.record.environment["awaited"] == []
    assert {cell.runner for cell in went_on.cells if cell.role == "codec"} == {"soon", "late"}


def test_a_build_stands_still_while_all_is_paused_and_its_time_with_it(place: Place) -> None:
    ticks = place.runners.parent / "ticks"
    place.add("ticking", after=f"while [ ! -e {place.go_on} ]; do echo >> {ticks}; sleep 0.01; done")
    manifest = place.manifest("ticking")
    halt = Halt()
    building = threading.Thread(target=build, args=(manifest,), kwargs={"halt": halt})
    building.start()
    while not ticks.exists():
        time.sleep(0.01)
    with halt.paused():
        stopped, clock = ticks.stat().st_size, halt.clock()
        time.sleep(0.3)
        assert ticks.stat().st_size - stopped <= 1  # a write was under way
        assert halt.clock() == clock
    while ticks.stat().st_size <= stopped + 1:
        time.sleep(0.01)
    place.go_on.touch()
    building.join(60)
    assert not building.is_alive()


def test_a_step_is_awaited_before_all_is_paused_and_none_begins_after_the_end() -> None:
    halt = Halt()
    events: list[str] = []
    inside = threading.Event()

    def work() -> None:
        with halt.step():
            inside.set()
            time.sleep(0.1)
            events.append("step done")

    worker = threading.Thread(target=work)
    worker.start()
    inside.wait(10)
    with halt.paused():
        events.append("paused")
    worker.join(10)
    assert events == ["step done", "paused"]
    halt.call()
    with pytest.raises(Halted), halt.step():
        pass
