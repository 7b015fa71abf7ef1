"""The figures of the terminal and of the page are the same to the digit: both are held to one file of cases."""

from __future__ import annotations

import inspect
import json

import pytest
from figure_vectors import FILE, cases, written

from weighbridge.report import figures

VECTORS = json.loads(FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("function", VECTORS)
def test_every_figure_is_as_the_vectors_say(function: str) -> None:
    for *arguments, expected in VECTORS[function]:
        assert written(function, arguments) == expected, arguments


def test_no_figure_is_without_vectors() -> None:
    public = {
        name
        for name, value in inspect.getmembers(figures, inspect.isfunction)
        if value.__module__ == figures.__name__ and not name.startswith("_")
    }
    assert public == set(VECTORS) == set(cases())
