"""The file that the page's charts are held to is what the command line draws."""

from __future__ import annotations

import json

from charts_vectors import FILE, text


def test_the_vectors_are_up_to_date() -> None:
    kept = json.loads(FILE.read_text(encoding="utf-8"))
    assert kept == json.loads(text()), "run python tests/charts/charts_vectors.py"
