"""Which process is prepared aside, which here; and that none is left behind, whatever happens."""

from __future__ import annotations

import dataclasses
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from scripted import Scene, Script, fault, is_alive

from weighbridge.campaign import fork, sampling
from weighbridge.campaign import visit as visits
from weighbridge.campaign.sampling import Sampling
from weighbridge.campaign.stopwatch import Stopwatch
from weighbridge.measure.samples import Phase
from weighbridge.measure.schedule import Known, Lot

SHORT, LONG = Lot("short", 0), Lot("long", 0)
CODECS = {"fast": 1000, "slow": 4000}


class Clock:
    """Stands still unless it is moved."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


class Stage:
    """Sampling of two scripted runners, of which one seems to take long to prepare."""

    def __init__(self, scene: Scene, monkeypatch: pytest.MonkeyPatch, **how: Any) -> None:
        self.scene = scene
        self.clock = Clock()
        monkeypatch.setattr("weighbridge.campaign.stopwatch.time", self.clock)
        for cell in scene.cells:
            scene.ledger.setup_ns[cell.cell] = 5e9 if cell.runner == "long" else 1e6
        self.watch = Stopwatch(100.0)
        self.scene.campaign = dataclasses.replace(scene.campaign, watch=self.watch)
        self.sampling = Sampling(
            scene.specs,
            scene.campaign,
            seed=1,
            first_process=how.get("first_process", 0),
            quiet_ns=how.get("quiet_ns"),
            patience_s=how.get("patience_s", 0.0),
            processes=how.get("processes", {}),
        )
        self.prepared: list[tuple[str, bool]] = []
        really_prepare = visits.Visit.prepare

        def prepare(visit: visits.Visit) -> None:
            is_aside = threading.current_thread() is not threading.main_thread()
            self.prepared.append((visit.sitting.lot.runner, is_aside))
            really_prepare(visit)
            if visit.sitting.lot == LONG:
                # What it seemed to cost it costs: starting fast, it would be no longer long.
                scene.ledger.setup_ns.update(dict.fromkeys(visit.sitting.cells, 5e9))

        monkeypatch.setattr(visits.Visit, "prepare", prepare)

    def visit(self) -> bool:
        return self.sampling.visit(None, Known())

    def join(self) -> None:
        for thread in preparing():
            thread.join(20)

    @property
    def timed(self) -> list[str]:
        """Whose processes were timed, in order."""
        runner = {cell.cell: cell.runner for cell in self.scene.cells}
        return [name for _, name in dict.fromkeys((s.wave, runner[s.cell]) for s in self.scene.of(Phase.TIMED))]


def preparing() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "preparing"]


def processors(monkeypatch: pytest.MonkeyPatch, many: int) -> None:
    monkeypatch.setattr(sampling, "usable_processors", lambda: tuple(range(many)))


def alive(scene: Scene) -> list[int]:
    return [process for process in scene.processes("short", "long") if is_alive(process)]


@pytest.fixture
def scene(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Scene:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return Scene(tmp_path, Script("short", CODECS), Script("long", CODECS))


@pytest.fixture
def stage(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stage]:
    stage = Stage(scene, monkeypatch)
    yield stage
    stage.sampling.close()


def asked_and_waiting(scene: Scene, runner: str, request: str) -> None:
    deadline = time.monotonic() + 120
    while not scene.asked(runner, request):
        assert time.monotonic() < deadline, f"{runner} was never asked to {request}"
        time.sleep(0.01)


def test_who_takes_long_is_prepared_aside(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    processors(monkeypatch, 2)
    assert stage.visit()
    stage.join()
    assert sorted(stage.prepared) == [("long", True), ("short", False)]
    assert stage.timed == ["short"]
    assert stage.visit()
    assert stage.timed == ["short", "long"]
    assert set(stage.scene.ledger.spent["long"]) >= {"aside", "timed batches"}
    assert "starting" not in stage.scene.ledger.spent["long"]
    assert "aside" not in stage.scene.ledger.spent["short"]


def test_on_one_processor_nobody_is_prepared_aside(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    processors(monkeypatch, 1)
    for _ in range(4):
        assert stage.visit()
    assert not any(aside for _, aside in stage.prepared)
    assert {runner for runner, _ in stage.prepared} == {"short", "long"}
    assert preparing() == []


@pytest.mark.parametrize("many", [1, 2])
def test_every_lot_gets_a_process_though_time_is_up(stage: Stage, monkeypatch: pytest.MonkeyPatch, many: int) -> None:
    processors(monkeypatch, many)
    stage.clock.now += 1000.0
    assert stage.watch.remaining_s <= 0
    assert not stage.sampling.has_timed_everybody()
    assert stage.visit()
    assert not stage.sampling.has_timed_everybody(), "what is only prepared is not timed"
    assert stage.visit()
    assert stage.sampling.has_timed_everybody()
    assert not stage.visit()
    assert sorted(stage.timed) == ["long", "short"]
    assert stage.sampling.processes == {SHORT: 1, LONG: 1}


def test_processes_are_numbered_on(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    processors(monkeypatch, 1)
    stage = Stage(scene, monkeypatch, first_process=7, processes={SHORT: 2, LONG: 2})
    assert stage.sampling.has_timed_everybody()
    assert stage.visit()
    assert stage.visit()
    assert sorted({sample.wave for sample in scene.samples}) == [7, 8]
    assert stage.sampling.processes == {SHORT: 3, LONG: 3}
    stage.sampling.close()


def test_a_runner_that_cannot_start_does_not_keep_the_others_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = Scene(tmp_path, Script("short", CODECS), Script("long", CODECS, [fault("dies", "load", "")]))
    processors(monkeypatch, 2)
    stage = Stage(scene, monkeypatch)
    while not stage.sampling.has_timed_everybody():
        assert stage.visit()
    assert stage.visit()
    assert set(stage.timed) == {"short"}
    assert [failure.runner for failure in scene.ledger.failures] == ["long"], "it is not tried again"
    stage.sampling.close()


def test_close_ends_what_is_prepared_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(tmp_path, Script("short", CODECS), Script("long", CODECS, [fault("hangs", "time", "fast")]))
    processors(monkeypatch, 2)
    stage = Stage(scene, monkeypatch)
    assert stage.visit()
    asked_and_waiting(scene, "long", "time")
    assert len(preparing()) == 1
    stage.sampling.close()
    assert preparing() == []
    assert alive(scene) == []
    assert scene.ledger.failures == []
    stage.sampling.close()


def test_what_is_aside_when_time_is_up_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(tmp_path, Script("short", CODECS), Script("long", CODECS, [fault("hangs", "time", "fast")]))
    processors(monkeypatch, 2)
    stage = Stage(scene, monkeypatch, processes={SHORT: 1, LONG: 1})
    assert stage.visit()
    asked_and_waiting(scene, "long", "time")
    stage.clock.now += 1000.0
    assert not stage.visit()
    assert preparing() == []
    assert alive(scene) == []


def test_an_error_in_the_thread_aside_is_raised_here(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    processors(monkeypatch, 2)
    really_warm_up = visits.Visit._warm_up

    def warm_up(visit: visits.Visit) -> None:
        if visit.sitting.lot == LONG:
            raise OSError("the disk is full")
        really_warm_up(visit)

    monkeypatch.setattr(visits.Visit, "_warm_up", warm_up)
    with pytest.raises(OSError, match="the disk is full"):  # noqa: PT012 (sooner or later)
        for _ in range(20):
            stage.visit()
    stage.sampling.close()
    assert preparing() == []
    assert alive(stage.scene) == []


@pytest.mark.parametrize("where", ["_first_call", "_calibrate", "_recheck"])
def test_ctrl_c_leaves_no_process_and_no_thread(stage: Stage, monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    processors(monkeypatch, 2)
    before = os.getpriority(os.PRIO_PROCESS, 0)

    def interrupt(visit: visits.Visit, _: object) -> None:
        if visit.sitting.lot == SHORT:
            raise KeyboardInterrupt

    monkeypatch.setattr(visits.Visit, where, interrupt)
    with pytest.raises(KeyboardInterrupt):
        stage.visit()
    stage.sampling.close()
    assert stage.scene.processes("short")
    assert preparing() == []
    assert alive(stage.scene) == []
    assert os.getpriority(os.PRIO_PROCESS, 0) == before


def test_ctrl_c_before_the_thread_aside_has_begun(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    processors(monkeypatch, 2)

    def start(_: threading.Thread) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(threading.Thread, "start", start)
    with pytest.raises(KeyboardInterrupt):
        stage.visit()
    stage.sampling.close()
    assert stage.prepared == []


def test_ctrl_c_between_preparing_and_timing(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    processors(monkeypatch, 1)

    def interrupt() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(sampling, "raised_priority", interrupt)
    with pytest.raises(KeyboardInterrupt):
        stage.visit()
    assert len(alive(stage.scene)) == 1
    stage.sampling.close()
    assert alive(stage.scene) == []


def test_a_wait_for_quiet_is_not_of_the_budget(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    processors(monkeypatch, 1)
    stage = Stage(scene, monkeypatch, patience_s=60.0)
    asked: list[float] = []

    def wait(_: fork.Lookout, most_s: float) -> float:
        asked.append(most_s)
        waited = min(25.0, most_s)
        stage.clock.now += waited
        return waited

    monkeypatch.setattr(fork, "wait_for_quiet", wait)
    assert stage.visit()
    assert asked == [60.0, 35.0, 10.0], "no longer than told, in all"
    assert stage.sampling.waited_s == pytest.approx(60.0)
    assert stage.watch.remaining_s == pytest.approx(100.0)
    assert scene.ledger.spent["core"]["waiting"] == pytest.approx(60.0)
    stage.sampling.close()
