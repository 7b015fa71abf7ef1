"""A visit to a runner that writes down what it is asked."""

from __future__ import annotations

import threading
import time
from itertools import count, pairwise
from pathlib import Path
from types import SimpleNamespace

import needs
import pytest
from scripted import Scene, Script, fault, is_alive, sitting

from weighbridge.campaign import fork
from weighbridge.campaign import visit as visits
from weighbridge.campaign.visit import Visit
from weighbridge.measure.calibration import TARGET_NS
from weighbridge.measure.samples import Phase
from weighbridge.measure.schedule import Sitting
from weighbridge.measure.warmup import WINDOW
from weighbridge.runners import processor
from weighbridge.runners.launch import start as really_start

TWO = {"fast": 1000, "slow": 4000}
holds_threads = needs.elsewhere(bool(processor.usable_processors()), "threads can be held")


@pytest.fixture(autouse=True)
def _quiet_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def pair(scene: Scene) -> tuple[int, int]:
    return scene.cell("fast"), scene.cell("slow")


def take(scene: Scene, plan: Sitting, *, is_over: bool = False, patience_ns: float = 1e12) -> Visit:
    """Make a whole visit."""
    visit = Visit(plan, scene.campaign, patience_ns=patience_ns)
    try:
        visit.prepare()
        visit.time(fork.Lookout(None), lambda: is_over, lambda: 0.0)
    finally:
        visit.close()
    return visit


def test_every_cell_is_called_calibrated_warmed_timed_and_checked(tmp_path: Path) -> None:
    scene = Scene(tmp_path, Script("one", TWO))
    fast, slow = pair(scene)
    take(scene, sitting(scene, (fast, slow), (fast, slow), (slow, fast)))
    asked = scene.asked("one")
    assert [line["request"] for line in asked[:2]] == ["describe", "load"]
    assert [(line["request"], line["codec"]) for line in asked[-2:]] == [("check", "fast"), ("check", "slow")]
    for cell, ns in ((fast, 1000), (slow, 4000)):
        (first,) = scene.of(Phase.FIRST, cell)
        assert first.iterations == 1
        assert len(scene.of(Phase.WARMUP, cell)) == WINDOW, "a steady series is over as soon as it can be judged"
        assert scene.of(Phase.CALIBRATION, cell)
        assert {batch.iterations for batch in scene.of(Phase.TIMED, cell)} == {TARGET_NS / ns}
        assert {batch.wall_ns for batch in scene.of(Phase.TIMED, cell)} == {TARGET_NS}
    assert scene.ledger.failures == []
    assert scene.ledger.invalid == []
    assert len(scene.processes("one")) == 1
    assert not any(map(is_alive, scene.processes("one")))


def test_blocks_are_timed_in_their_order(tmp_path: Path) -> None:
    scene = Scene(tmp_path, Script("one", TWO))
    fast, slow = pair(scene)
    take(scene, sitting(scene, (fast, slow), (fast, slow), (slow,), (slow, fast), process=7))
    timed = scene.of(Phase.TIMED)
    assert [(batch.round, batch.cell) for batch in timed] == [(0, fast), (0, slow), (1, slow), (2, slow), (2, fast)]
    assert {sample.wave for sample in scene.samples} == {7}
    when = [sample.at_ns or 0 for sample in scene.samples]
    assert all(before < after for before, after in pairwise(when))
    untimed = [line["untimed"] for line in scene.asked("one", "time") if line["untimed"]]
    assert untimed == [batch.iterations // 20 for batch in timed], "before timed batches, and before no others"


@holds_threads
def test_the_pitch_beside_a_batch_is_that_before_and_after_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(tmp_path, Script("one", TWO))
    fast, slow = pair(scene)
    strokes = count(100, 10)
    monkeypatch.setattr(fork, "strike", lambda: next(strokes))
    take(scene, sitting(scene, (fast, slow), (fast, slow), (slow, fast)))
    assert [batch.pitch_ns for batch in scene.of(Phase.TIMED)] == [105, 115, 135, 145]
    assert {sample.pitch_ns for sample in scene.samples if sample.phase is not Phase.TIMED} == {None}


def test_without_processors_to_hold_threads_on_there_is_no_fork(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = Scene(tmp_path, Script("one", TWO))
    monkeypatch.setattr(fork, "usable_processors", lambda: ())
    monkeypatch.setattr(fork, "strike", lambda: pytest.fail("nobody knows where this strikes"))
    fast, slow = pair(scene)
    take(scene, sitting(scene, (fast, slow), (fast, slow)))
    assert [batch.pitch_ns for batch in scene.of(Phase.TIMED)] == [None, None]


@holds_threads
def test_a_visit_moves_to_a_quieter_processor_with_the_runner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(tmp_path, Script("one", TWO))
    fast, _ = pair(scene)
    held: list[int] = []
    lookout = fork.Lookout(100.0)
    lookout._processors = (0, 1)
    monkeypatch.setattr(fork, "strike", lambda: 200)
    monkeypatch.setattr(fork, "hold_thread", lambda _, processor: held.append(processor))
    monkeypatch.setattr(lookout, "better_than", lambda processor, _: 1 - processor)
    visit = Visit(sitting(scene, (fast,), (fast,), (fast,)), scene.campaign, patience_ns=1e12)
    visit.prepare()
    visit.time(lookout, lambda: False, lambda: 0.0)
    visit.close()
    assert held == [0, 1, 0]


def test_cells_warm_up_in_turn_a_slice_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(tmp_path, Script("one", TWO))
    ticks = count(0, int(visits._SLICE_NS * 0.4))  # a batch looks at the clock thrice: one fits into a slice
    monkeypatch.setattr(visits, "time", SimpleNamespace(perf_counter_ns=lambda: next(ticks), monotonic=time.monotonic))
    fast, slow = pair(scene)
    take(scene, sitting(scene, (slow, fast), (fast,)))
    assert [sample.cell for sample in scene.of(Phase.FIRST)] == [slow, fast]
    assert [sample.cell for sample in scene.of(Phase.WARMUP)] == [slow, fast] * WINDOW
    first_warm = scene.samples.index(scene.of(Phase.WARMUP)[0])
    assert all(scene.samples.index(sample) < first_warm for sample in scene.of(Phase.FIRST))


def test_warming_up_ends_with_patience(tmp_path: Path) -> None:
    scene = Scene(tmp_path, Script("one", TWO, least_ms=1e9))
    fast, slow = pair(scene)
    take(scene, sitting(scene, (fast, slow), (fast, slow)), patience_ns=0.0)
    assert [sample.cell for sample in scene.of(Phase.GIVEN_UP)] == [fast, slow]
    assert len(scene.of(Phase.TIMED)) == 2


def test_a_runtime_that_compiles_is_not_believed_too_soon(tmp_path: Path) -> None:
    # A batch of the simulated 0.5 ms, so that 10 ms take twice the window.
    scene = Scene(tmp_path, Script("one", TWO, least_ms=10))
    fast, _ = pair(scene)
    take(scene, sitting(scene, (fast,), (fast,)))
    assert sum(sample.wall_ns for sample in scene.of(Phase.WARMUP)) >= 10e6
    assert len(scene.of(Phase.WARMUP)) > WINDOW


def test_a_proven_cell_is_not_warmed_up_a_third_time(tmp_path: Path) -> None:
    scene = Scene(tmp_path, Script("one", TWO))
    fast, slow = pair(scene)
    for process in range(3):
        take(scene, sitting(scene, (fast, slow), (fast, slow), process=process))
    waves = [[sample.phase for sample in scene.samples if sample.wave == wave] for wave in range(3)]
    assert [phases.count(Phase.WARMUP) for phases in waves] == [2 * WINDOW, 2 * WINDOW, 0]
    assert [phases.count(Phase.FIRST) for phases in waves] == [2, 2, 2]
    assert [phases.count(Phase.TIMED) for phases in waves] == [2, 2, 2]


def test_a_cell_of_a_runtime_that_compiles_is_warmed_up_every_time(tmp_path: Path) -> None:
    scene = Scene(tmp_path, Script("one", TWO, least_ms=0.1))
    fast, _ = pair(scene)
    for process in range(3):
        take(scene, sitting(scene, (fast,), (fast,), process=process))
    assert {sample.wave for sample in scene.of(Phase.WARMUP)} == {0, 1, 2}


def test_twins_get_batches_of_the_size_of_their_codecs(tmp_path: Path) -> None:
    scene = Scene(tmp_path, Script("one", TWO))
    twin = scene.twin()
    original = twin.twin_of
    assert original is not None
    scene.ledger.iterations[twin.cell] = 3
    take(scene, sitting(scene, (twin.cell, original), (twin.cell, original), (original, twin.cell)))
    sizes = {cell: {b.iterations for b in scene.of(Phase.TIMED, cell)} for cell in (twin.cell, original)}
    assert sizes[twin.cell] == sizes[original]
    assert len(sizes[original]) == 1


def test_what_another_visit_learns_does_not_change_batches_that_have_begun(tmp_path: Path) -> None:
    scene = Scene(tmp_path, Script("one", TWO))
    fast, _ = pair(scene)
    visit = Visit(sitting(scene, (fast,), (fast,), (fast,)), scene.campaign, patience_ns=1e12)
    visit.prepare()

    def meanwhile() -> float:
        scene.ledger.iterations[fast] += 1
        return 0.0

    visit.time(fork.Lookout(None), lambda: False, meanwhile)
    visit.close()
    assert [batch.iterations for batch in scene.of(Phase.TIMED)] == [TARGET_NS / 1000] * 2


def test_what_is_prepared_is_recorded_only_when_it_is_timed(tmp_path: Path) -> None:
    scene = Scene(tmp_path, Script("one", TWO))
    fast, slow = pair(scene)
    visit = Visit(sitting(scene, (fast, slow), (fast, slow)), scene.campaign, patience_ns=1e12, aside=True)
    visit.prepare()
    assert scene.samples == []
    assert set(scene.ledger.spent["one"]) == {"aside"}
    visit.time(fork.Lookout(None), lambda: False, lambda: 0.0)
    visit.close()
    phases = [sample.phase for sample in scene.samples]
    assert phases[0] is Phase.FIRST
    assert phases.count(Phase.TIMED) == 2
    assert set(scene.ledger.spent["one"]) == {"aside", "calibrating", "timed batches", "between batches", "checking"}


def test_a_codec_that_refuses_is_left_out_and_the_others_go_on(tmp_path: Path) -> None:
    scene = Scene(tmp_path, Script("one", TWO, [fault("refuses", "time", "slow", after=3)]))
    fast, slow = pair(scene)
    take(scene, sitting(scene, (fast, slow), (slow, fast), (slow, fast)))
    assert scene.ledger.broken == {slow}
    (failure,) = scene.ledger.failures
    assert (failure.codec, failure.operation, failure.stage) == ("slow", "encode", "measure")
    assert "it will not" in failure.message
    assert [batch.cell for batch in scene.of(Phase.TIMED)] == [fast, fast]


@pytest.mark.parametrize("after", [0, 5, 40])
def test_a_runner_that_dies_ends_the_visit_with_one_failure(tmp_path: Path, after: int) -> None:
    """At its first call, in warming up, or while it is timed."""
    scene = Scene(tmp_path, Script("one", TWO, [fault("dies", "time", "slow", after=after)]))
    fast, slow = pair(scene)
    paused: list[int] = []
    visit = Visit(sitting(scene, (fast, slow), *[(fast, slow)] * 50), scene.campaign, patience_ns=1e12)
    visit.prepare()

    def pause() -> float:
        paused.append(0)
        return 0.0

    visit.time(fork.Lookout(None), lambda: False, pause)
    visit.close()
    assert scene.ledger.broken == {slow}
    (failure,) = scene.ledger.failures
    assert (failure.codec, failure.stage) == ("slow", "measure")
    assert "exit status 3" in failure.message
    assert len(paused) < 50, "nobody waits for a quiet moment of a runner that is dead"
    assert not any(map(is_alive, scene.processes("one")))


def test_a_runner_that_does_not_take_the_payload_is_a_failure_of_all_its_cells(tmp_path: Path) -> None:
    scene = Scene(tmp_path, Script("one", TWO, [fault("dies", "load", "")]))
    take(scene, sitting(scene, pair(scene), pair(scene)))
    assert scene.ledger.broken == set(pair(scene))
    (failure,) = scene.ledger.failures
    assert (failure.codec, failure.stage) == (None, "start")
    assert scene.samples == []


def test_a_result_that_changes_after_timing_makes_a_cell_invalid(tmp_path: Path) -> None:
    scene = Scene(tmp_path, Script("one", TWO, [fault("lies", "check", "slow")]))
    fast, slow = pair(scene)
    take(scene, sitting(scene, (fast, slow), (fast, slow)))
    ((cell, detail),) = scene.ledger.invalid
    assert cell == slow
    assert "after timing it gave another result" in detail
    assert scene.ledger.broken == {slow}


def test_when_time_is_up_every_cell_is_still_timed_once(tmp_path: Path) -> None:
    scene = Scene(tmp_path, Script("one", TWO), operations=("encode", "decode"))
    first, second = scene.cell("fast"), scene.cell("slow")
    other = scene.cell("slow", operation="decode")
    plan = sitting(scene, (first, second, other), (first,), (second,), (other,), (first,), (other,))
    take(scene, plan, is_over=True)
    assert [(batch.round, batch.cell) for batch in scene.of(Phase.TIMED)] == [(0, first), (1, second), (2, other)]


def test_waits_are_not_booked_on_the_runner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(tmp_path, Script("one", TWO))
    fast, _ = pair(scene)
    now = [0.0]
    monkeypatch.setattr(visits, "time", SimpleNamespace(perf_counter_ns=time.perf_counter_ns, monotonic=lambda: now[0]))
    visit = Visit(sitting(scene, (fast,), (fast,), (fast,)), scene.campaign, patience_ns=1e12)
    visit.prepare()

    def pause() -> float:
        now[0] += 100.0
        return 100.0

    visit.time(fork.Lookout(None), lambda: False, pause)
    visit.close()
    assert scene.ledger.spent["one"]["between batches"] < 1.0
    assert scene.ledger.spent["one"]["timed batches"] == pytest.approx(2 * TARGET_NS / 1e9)


@pytest.mark.parametrize(("request_kind", "codec"), [("describe", ""), ("load", ""), ("time", "slow")])
def test_stop_from_another_thread_ends_a_runner_that_hangs(tmp_path: Path, request_kind: str, codec: str) -> None:
    scene = Scene(tmp_path, Script("one", TWO, [fault("hangs", request_kind, codec)]))
    visit = Visit(sitting(scene, pair(scene), pair(scene)), scene.campaign, patience_ns=1e12, aside=True)
    thread = threading.Thread(target=visit.prepare)
    thread.start()
    deadline = time.monotonic() + 120
    while not any((line["request"], line["codec"]) == (request_kind, codec) for line in scene.asked("one")):
        assert time.monotonic() < deadline, "it was never asked"
        time.sleep(0.01)
    visit.stop()
    thread.join(20)
    assert not thread.is_alive()
    visit.close()
    assert not any(map(is_alive, scene.processes("one")))
    assert scene.ledger.failures == [], "we ended it ourselves"
    assert scene.ledger.broken == set()


def test_stop_before_the_process_is_there_leaves_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(tmp_path, Script("one", TWO))
    visit = Visit(sitting(scene, pair(scene), pair(scene)), scene.campaign, patience_ns=1e12)
    started: list[int] = []

    def start(*arguments: object, **options: object) -> object:
        visit.stop()
        client = really_start(*arguments, **options)  # type: ignore[arg-type]
        started.append(client.process or 0)
        return client

    monkeypatch.setattr(visits, "start", start)
    visit.prepare()
    assert started
    assert not any(map(is_alive, started))
    again = Visit(sitting(scene, pair(scene), pair(scene)), scene.campaign, patience_ns=1e12)
    again.stop()
    again.prepare()
    assert len(started) == 1
