"""Sweeps: what it takes to read a growing share of fields, and up to where a lazy library is ahead."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from rich.console import Console

from weighbridge.answer import markdown, terminal
from weighbridge.report.document import Cell, NetTime, RunDocument, Sweep
from weighbridge.report.sweeps import with_sweeps

SHARES = (0.0, 0.1, 1.0)
WHOLE = (100.0, 110.0, 200.0)


@pytest.fixture(scope="module")
def document() -> RunDocument:
    content = json.loads((Path(__file__).parent / "run.json").read_text(encoding="utf-8"))
    return RunDocument.model_validate(content["document"])


def swept(document: RunDocument, codecs: dict[str, tuple[tuple[float, ...], str]]) -> RunDocument:
    """Return a run of one sweep: for each codec its times, and its access."""
    one = document.run.payloads[0].model_copy(update={"documents": 2})
    payloads = [
        one.model_copy(update={"payload": f"orders@{share * 100:g}%", "picked_share": share}) for share in SHARES
    ]
    first = next(cell for cell in document.cells if cell.runner == "python")

    def cell(codec: str, at: int, ns: float, access: str) -> Cell:
        return first.model_copy(
            update={
                "codec": codec,
                "variant": None,
                "operation": "pick",
                "payload": payloads[at].payload,
                "net_ns": NetTime(estimate=2 * ns, low=ns, high=3 * ns, at_most=False),
                "policies": {"access": access},
            }
        )

    cells = [cell(name, at, ns, access) for name, (times, access) in codecs.items() for at, ns in enumerate(times)]
    run = document.run.model_copy(update={"payloads": tuple(reversed(payloads))})
    return with_sweeps(document.model_copy(update={"run": run, "cells": tuple(cells), "floors": ()}))


def only(document: RunDocument) -> Sweep:
    (found,) = document.sweeps
    return found


def test_a_sweep_says_up_to_which_share_laziness_pays(document: RunDocument) -> None:
    run = swept(document, {"whole": (WHOLE, "tree"), "lazy": ((10.0, 90.0, 400.0), "lazy")})
    found = only(run)
    assert (found.payload, found.participant, found.operation, found.shares) == ("orders", "python", "pick", SHARES)
    assert [(one.codec, one.lazy, one.message_ns) for one in found.codecs] == [
        ("whole", False, WHOLE),  # the fastest over all shares first
        ("lazy", True, (10.0, 90.0, 400.0)),
    ]
    assert found.lazy_pays_up_to == 0.1


@pytest.mark.parametrize(
    ("codecs", "said"),
    [
        ({"lazy": ((1.0, 2.0, 3.0), "lazy"), "whole": (WHOLE, "tree")}, "the fastest throughout"),
        (
            {"lazy": ((200.0, 210.0, 220.0), "lazy"), "whole": (WHOLE, "tree")},
            "reading it whole is faster, however few",
        ),
        ({"whole": (WHOLE, "tree")}, "no library that took part has a way of its own"),
        ({"whole": (WHOLE, "tree"), "lazy": ((10.0, 90.0, 400.0), "lazy")}, "the fastest up to 10% of the fields"),
    ],
)
def test_it_stands_below_the_answer(
    document: RunDocument, codecs: dict[str, tuple[tuple[float, ...], str]], said: str
) -> None:
    run = swept(document, codecs)
    console = Console(width=100, highlight=False, markup=False, force_terminal=False, no_color=True)
    with console.capture() as capture:
        console.print(terminal.answer(console, run, None))
    text = capture.get()
    assert said in text.lower()
    assert "0 %" in text
    assert "orders@" not in text, "its payloads have no place of their own"
    assert said in "\n".join(markdown.answer(run, None)).lower()


def test_a_codec_without_a_time_for_some_share_is_left_out(document: RunDocument) -> None:
    run = swept(document, {"whole": (WHOLE, "tree"), "broken": ((1.0, 1.0), "lazy")})
    assert [one.codec for one in only(run).codecs] == ["whole"]
