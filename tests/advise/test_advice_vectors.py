"""The model says what the vectors say, which its port to the page is held to as well."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from advise_vectors import FILE, SCENARIOS, vectors

STORED = json.loads(FILE.read_text(encoding="utf-8"))
CASES = {case["name"]: case for case in STORED["cases"]}


def assert_same(found: Any, expected: Any, where: str = "") -> None:
    """Assert that two JSON values are equal, numbers within 1e-12 of their size."""
    if isinstance(expected, float) and isinstance(found, (int, float)):
        assert math.isclose(found, expected, rel_tol=1e-12, abs_tol=1e-9), f"{where}: {found} != {expected}"
    elif isinstance(expected, dict):
        assert found.keys() == expected.keys(), where
        for name, value in expected.items():
            assert_same(found[name], value, f"{where}/{name}")
    elif isinstance(expected, list):
        assert len(found) == len(expected), where
        for number, (one, other) in enumerate(zip(found, expected, strict=True)):
            assert_same(one, other, f"{where}/{number}")
    else:
        assert found == expected, where


@pytest.fixture(scope="module")
def computed() -> dict[str, Any]:
    return {case["name"]: case for case in json.loads(json.dumps(vectors()))["cases"]}


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_model_agrees_with_its_vectors(name: str, computed: dict[str, Any]) -> None:
    assert_same(computed[name], CASES[name])


def test_the_vectors_hold_every_verdict_and_obstacle() -> None:
    kinds = {case["expected"]["verdict"]["kind"] for case in CASES.values() if "verdict" in case["expected"]}
    obstacles = {case["expected"]["obstacle"] for case in CASES.values()}
    assert kinds == {"stay", "library", "format", "none"}
    assert obstacles == {None, "missing", "too-short", "saturated"}


def test_the_vectors_hold_every_outcome() -> None:
    verdicts = [case["expected"]["verdict"] for case in CASES.values() if "verdict" in case["expected"]]
    outcomes = {verdict[question]["outcome"] for verdict in verdicts for question in ("library", "format")}
    assert outcomes == {None, "change", "no-gain", "noise", "threshold", "payback"}
