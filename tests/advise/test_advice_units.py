"""Quantities as sentences write them."""

from __future__ import annotations

import pytest

from weighbridge.advise import units
from weighbridge.advise.model import Term


@pytest.mark.parametrize(
    ("bits_per_s", "text"),
    [
        (300, "300 bit/s"),
        (56e3, "56 kbit/s"),
        (100e6, "100 Mbit/s"),
        (1.25e9, "1.25 Gbit/s"),
        (1e12, "1 Tbit/s"),
        (999_999, "1 Mbit/s"),
    ],
)
def test_bandwidths(bits_per_s: float, text: str) -> None:
    assert units.bandwidth(bits_per_s) == text


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.017, "1.7 %"),
        (0.05, "5 %"),
        (1.2, "120 %"),
        (0.9999, "100 %"),
        (0.00023, "0.023 %"),
        (0.00009, "under 0.01 %"),
        (0, "0 %"),
        (-0.3, "-30 %"),
    ],
)
def test_shares(share: float, text: str) -> None:
    assert units.percent(share) == text


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (Term(80_000, 390), "80.0 ± 0.39 µs"),
        (Term(1_800_000, 370), "1.80 ms ± 370 ns"),
        (Term(482, 910), "482 ± 910 ns"),
        (Term(5_000, 0), "5.00 ± 0 µs"),
        (Term(5_000, None), "5.00 ± ? µs"),
    ],
)
def test_times_with_their_halves(term: Term, text: str) -> None:
    assert units.time(term) == text


@pytest.mark.parametrize(
    ("quantity", "text"),
    [
        ("24.0 ms", "a 24.0 ms"),
        ("8.86 ms", "an 8.86 ms"),
        ("11.0 ms", "an 11.0 ms"),
        ("18.2 µs", "an 18.2 µs"),
        ("110 µs", "a 110 µs"),
        ("1.80 ms", "a 1.80 ms"),
        ("884 ns", "an 884 ns"),
    ],
)
def test_articles(quantity: str, text: str) -> None:
    assert units.a(quantity) == text


def test_rates_and_amounts() -> None:
    assert (units.rate(2000), units.rate(0.5)) == ("2 000/s", "0.5/s")
    assert units.with_half(Term(211, 0.0226)) == "211 ± 0.023"
    assert units.with_half(Term(211, None)) == "211 ± ?"
