"""Versions and their ages, as people read them."""

from __future__ import annotations

import datetime

import pytest

from weighbridge.report.libraries import age, version

STARTED = datetime.datetime(2026, 11, 20, 12)


@pytest.mark.parametrize(
    ("released", "text"),
    [
        ("2026-11-20", "0 d"),
        ("2026-11-25", "0 d"),
        ("2026-10-27", "24 d"),
        ("2026-06-20", "5 mo"),
        ("2024-12-05", "23 mo"),
        ("2023-11-20", "3.0 y"),
        ("2014-03-18", "12.7 y"),
    ],
)
def test_an_age_is_in_days_months_or_years(released: str, text: str) -> None:
    assert age(datetime.date.fromisoformat(released), STARTED) == text


def test_an_unknown_age_is_left_open() -> None:
    assert age(None, STARTED) == ""


@pytest.mark.parametrize(
    ("full", "short"),
    [("3.13.0", "3.13.0"), ("6.0.8.18111", "6.0.8.18111"), ("0.0+git20200604.f357d72-2", "0.0+git202…"), ("", "")],
)
def test_a_version_that_names_a_commit_is_shortened(full: str, short: str) -> None:
    assert version(full) == short
