"""The account of the budget."""

from __future__ import annotations

import contextlib

import pytest

from weighbridge.campaign import stopwatch
from weighbridge.campaign.stopwatch import Stopwatch


class Clock:
    now = 5.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(stopwatch, "time", clock)
    return clock


def test_what_is_spent_and_left_goes_on_from_earlier_sittings(clock: Clock) -> None:
    watch = Stopwatch(10.0, before_s=4.0)
    clock.now += 2.5
    assert (watch.seconds, watch.remaining_s, watch.share) == (6.5, 3.5, 0.65)
    clock.now += 3.5
    clock.now += 90.0
    assert (watch.remaining_s, watch.share) == (-90.0, 1.0)


def test_pauses_are_not_spent(clock: Clock) -> None:
    watch = Stopwatch(10.0)
    clock.now += 1.0
    with watch.paused():
        clock.now += 100.0
    with contextlib.suppress(KeyError), watch.paused():
        clock.now += 100.0
        raise KeyError
    clock.now += 1.0
    assert watch.seconds == pytest.approx(2.0)
