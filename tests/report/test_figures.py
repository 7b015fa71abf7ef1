"""Numbers read as people expect them."""

from __future__ import annotations

import pytest

from weighbridge.report import figures
from weighbridge.report.document import Interval, NetTime


@pytest.mark.parametrize(
    ("number", "text"),
    [(1234, "1 230"), (123.4, "123"), (12.34, "12.3"), (1.0, "1.00"), (9.996, "10.0"), (0.01234, "0.0123"), (0, "0")],
)
def test_three_significant_digits(number: float, text: str) -> None:
    assert figures.significant(number) == text


@pytest.mark.parametrize(
    ("nanoseconds", "text"),
    [
        (0.5, "0.500 ns"),
        (183, "183 ns"),
        (999.4, "999 ns"),
        (999.9, "1.00 µs"),
        (1520, "1.52 µs"),
        (12e6, "12.0 ms"),
        (3e9, "3.00 s"),
    ],
)
def test_durations_have_a_fitting_unit(nanoseconds: float, text: str) -> None:
    assert figures.duration(nanoseconds) == text


def test_a_net_time_that_is_not_above_zero_is_a_bound() -> None:
    assert figures.net_time(NetTime(estimate=0, low=None, high=12.0, at_most=True)) == "≤ 12.0 ns"
    assert figures.net_time(NetTime(estimate=20, low=19, high=21, at_most=False)) == "20.0 ns"


def test_margins_are_half_widths_or_unknown() -> None:
    assert figures.margin(Interval(estimate=100, low=99, high=101)) == "±1.0%"
    assert figures.margin(Interval(estimate=100, low=None, high=None)) == "±?"


def test_a_margin_that_tells_nothing_is_undecided() -> None:
    assert figures.margin(Interval(estimate=100, low=50, high=150)) == "±50%"
    assert figures.margin(Interval(estimate=100, low=49, high=150)) == "undecided"


def test_shared_ranks_are_marked() -> None:
    assert (figures.rank(2, shared=True), figures.rank(2, shared=False)) == ("2=", "2")


def test_bytes_are_grouped() -> None:
    assert (figures.size(143025), figures.size(None)) == ("143 025", "")
