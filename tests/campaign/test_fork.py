"""The lookout for a quiet processor, with a fork that tells what the test wants."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest

from weighbridge.campaign import fork
from weighbridge.campaign.fork import Lookout, lowest_pitch, wait_for_quiet

Machine = Callable[..., "Processors"]


class Processors:
    """Processors of given pitches; the fork strikes on the one that the thread was moved to last."""

    def __init__(self, pitches: dict[int, int]) -> None:
        self.pitches = pitches
        self.here = next(iter(pitches), 0)
        self.moves: list[int] = []
        self.strokes = 0

    def move(self, processor: int) -> None:
        self.here = processor
        self.moves.append(processor)

    def strike(self) -> int:
        self.strokes += 1
        return self.pitches[self.here]


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    def make(*pitches: int) -> Processors:
        processors = Processors(dict(enumerate(pitches)))
        monkeypatch.setattr(fork, "usable_processors", lambda: tuple(processors.pitches))
        monkeypatch.setattr(fork, "move_here", processors.move)
        monkeypatch.setattr(fork, "strike", processors.strike)
        return processors

    return make


def test_the_fork_takes_some_time() -> None:
    assert fork.strike() > 0
    assert fork.pitch() > 0


def test_what_is_quiet_is_not_known_before_it_is_heard(machine: Machine) -> None:
    machine(100)
    lookout = Lookout(None)
    assert lookout.is_quiet(10**9)
    for number in range(200):
        assert lookout.quiet_ns is None
        lookout.heard(100 if number % 2 else 150)
    assert lookout.quiet_ns == 100
    assert lookout.is_quiet(100)
    assert lookout.is_quiet(105)
    assert not lookout.is_quiet(150)


def test_what_is_remembered_is_believed_until_something_lower_is_heard(machine: Machine) -> None:
    machine(100)
    lookout = Lookout(100.0)
    assert not lookout.is_quiet(150)
    for _ in range(200):
        lookout.heard(150)
    assert lookout.quiet_ns == 100, "a machine that is never quiet in this run"
    for _ in range(200):
        lookout.heard(80)
    assert lookout.quiet_ns == 80
    assert not lookout.is_quiet(100)


def test_it_moves_to_a_clearly_quieter_processor_and_back(machine: Machine) -> None:
    processors = machine(200, 100)
    lookout = Lookout(100.0)
    assert lookout.first == 0
    assert lookout.better_than(0, 200) == 1
    assert processors.here == 1, "the thread is there now"
    processors.pitches = {0: 100, 1: 200}
    assert lookout.better_than(1, 200) == 0
    assert processors.here == 0


@pytest.mark.parametrize("other", [200, 180, 300])
def test_it_stays_where_others_are_hardly_quieter(machine: Machine, other: int) -> None:
    processors = machine(200, other)
    assert Lookout(100.0).better_than(0, 200) is None
    assert processors.moves == [1, 0], "it looked, and came back"


def test_where_there_is_one_processor_there_is_nowhere_to_go(machine: Machine) -> None:
    processors = machine(200)
    assert Lookout(100.0).better_than(0, 200) is None
    assert processors.here == 0


def test_where_threads_are_held_nowhere_there_is_no_first(machine: Machine) -> None:
    processors = machine()
    assert Lookout(None).first is None
    assert lowest_pitch() is None
    assert processors.strokes == 0


class Waiting:
    """A clock that goes on only in sleep."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        self.slept: list[float] = []
        monkeypatch.setattr(fork, "time", SimpleNamespace(monotonic=lambda: self.now, sleep=self.sleep))

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        self.slept.append(seconds)


def test_a_quiet_machine_is_not_waited_for(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    machine(100)
    waiting = Waiting(monkeypatch)
    assert wait_for_quiet(Lookout(100.0), 60.0) == 0
    assert waiting.slept == []


def test_a_wait_ends_at_its_limit(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    machine(200)
    waiting = Waiting(monkeypatch)
    assert wait_for_quiet(Lookout(100.0), 10.02) == pytest.approx(10.02)
    assert len(waiting.slept) > 10


def test_a_wait_ends_when_it_is_quiet(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    processors = machine(200)
    waiting = Waiting(monkeypatch)
    sleep = waiting.sleep

    def calm_down(seconds: float) -> None:
        sleep(seconds)
        if len(waiting.slept) == 5:
            processors.pitches[0] = 100

    monkeypatch.setattr("weighbridge.campaign.fork.time.sleep", calm_down)
    assert wait_for_quiet(Lookout(100.0), 60.0) == pytest.approx(sum(waiting.slept))
    assert len(waiting.slept) == 5
