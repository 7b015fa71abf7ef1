"""What a report says of the machine and of the run's own time, beside its tables and at its end."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from weighbridge.report.cautions import cautions_of
from weighbridge.report.document import Cell, DoctorDocument, Quietness, Relative, RunDocument, Spent, Stillness
from weighbridge.report.listings import doctor_report
from weighbridge.report.markdown import to_markdown
from weighbridge.report.quietness import quietness_line
from weighbridge.report.spending import spending_line
from weighbridge.report.tables import HEADINGS, tables_of
from weighbridge.report.terminal import print_run

SHARED = "Somebody else used the processor through most of this run"


@pytest.fixture(scope="module")
def document() -> RunDocument:
    content = json.loads((Path(__file__).parent / "run.json").read_text(encoding="utf-8"))
    return RunDocument.model_validate(content["document"])


def quietness(share: float | None, corrected: float | None = 0.031) -> Quietness:
    return Quietness(quiet_ns=80_000.0, quiet_share=share, corrected=corrected, moments=())


def changed(document: RunDocument, **run: Any) -> RunDocument:
    return document.model_copy(update={"run": document.run.model_copy(update=run)})


def printed(document: RunDocument, width: int = 100) -> list[str]:
    text = io.StringIO()
    print_run(Console(file=text, width=width, no_color=True), document)
    return text.getvalue().splitlines()


# The warning


@pytest.mark.parametrize(("share", "warned"), [(None, False), (0.0, True), (0.249, True), (0.25, False), (1.0, False)])
def test_a_run_on_a_shared_processor_is_warned_of(document: RunDocument, share: float | None, warned: bool) -> None:
    run = changed(document, quietness=quietness(share))
    assert any(caution.text.startswith(SHARED) for caution in cautions_of(run)) is warned
    assert (f"**{SHARED}" in to_markdown(run)) is warned


def test_what_is_to_be_known_first_stands_first(document: RunDocument) -> None:
    run = changed(
        document,
        quietness=quietness(0.1),
        self_check=document.run.self_check.model_copy(update={"passed": False}),
        status="interrupted",
    )
    cautions = list(cautions_of(run, " --db x.duckdb"))
    assert [caution.kind for caution in cautions][:2] == ["distrust", "hint"]
    assert cautions[-1].text.endswith(f"weighbridge resume {run.run.run} --db x.duckdb")


def test_a_warning_stands_beside_the_tables_that_it_is_about(document: RunDocument) -> None:
    lines = printed(changed(document, self_check=document.run.self_check.model_copy(update={"passed": False})))
    tables = [number for number, line in enumerate(lines) if " · " in line]
    assert tables
    assert all("failed its own check" in lines[number + 1] for number in tables)
    cells = tuple(cell.model_copy(update={"settled": cell.operation != "encode"}) for cell in document.cells)
    lines = printed(document.model_copy(update={"cells": cells}))
    for number in tables:
        assert ("still becoming faster or slower" in lines[number + 1]) is ("encode" in lines[number])
    cells = tuple(cell.model_copy(update={"processes": 1}) for cell in document.cells)
    assert "not ranked" in printed(document.model_copy(update={"cells": cells}))[tables[0] + 1]
    assert "Not ranked: measured in one process only" in to_markdown(document.model_copy(update={"cells": cells}))


# Columns that there is room for


def test_on_a_narrow_terminal_the_rank_and_the_interval_stay(document: RunDocument) -> None:
    lines = printed(document, 80)
    headings = [line.split() for line in lines if "codec" in line and "net" in line]
    assert headings
    for heading in headings:
        assert {"#", "±", "relative"} <= set(heading)
        assert not {"tare", "MB/s"} & set(heading)
    assert max(map(len, lines)) <= 80


def test_on_a_wide_terminal_nothing_is_left_out(document: RunDocument) -> None:
    heading = next(line for line in printed(document, 200) if "codec" in line)
    assert [name for name in HEADINGS if name not in heading] == []
    assert HEADINGS.count("#") == 1


# How quiet the machine was


@pytest.mark.parametrize(
    ("share", "corrected", "line"),
    [
        (None, None, ""),
        (1.0, 0.0, "100 % of batches were timed on a quiet core."),
        (0.9961, -0.0004, "100 % of batches were timed on a quiet core."),
        (
            0.824,
            0.0306,
            "82 % of batches were timed on a quiet core; because of the others, a typical time was corrected by 3.1 %.",
        ),
        (0.5, None, "50 % of batches were timed on a quiet core."),
    ],
)
def test_a_line_tells_how_quiet_the_machine_was(share: float | None, corrected: float | None, line: str) -> None:
    assert quietness_line(quietness(share, corrected)) == line


# Where the time went


def spent(*rows: tuple[str, str, float]) -> tuple[Spent, ...]:
    return tuple(Spent(runner=runner, activity=activity, seconds=seconds) for runner, activity, seconds in rows)


def test_a_line_tells_where_the_time_went(document: RunDocument) -> None:
    run = changed(
        document,
        spent=spent(
            ("c", "warming up", 2.0),
            ("c", "timed batches", 3.0),
            ("go", "aside", 4.0),
            ("go", "warming up", 3.0),
            ("go", "timed batches", 1.0),
            ("go", "checking", 0.01),
            ("core", "waiting", 1.0),
        ),
    ).run
    assert spending_line(run) == (
        "Of 10.0 s, 40 % went into timed batches, 50 % warming up, 10 % waiting. "
        "Another 4.0 s of preparing went on aside, on another processor."
    )


def test_a_run_that_timed_nothing_says_so(document: RunDocument) -> None:
    run = changed(document, spent=spent(("c", "warming up", 2.0), ("c", "starting", 2.0))).run
    assert spending_line(run) == "Of 4.0 s, 0 % went into timed batches, 50 % starting, 50 % warming up."


def test_time_of_which_nothing_is_known_is_not_told(document: RunDocument) -> None:
    assert spending_line(changed(document, spent=()).run) == ""
    assert spending_line(changed(document, spent=spent(("c", "aside", 1.0))).run) == ""
    assert not any("timed batches" in line for line in printed(changed(document, spent=())))


def test_terminal_and_markdown_end_with_both_lines(document: RunDocument) -> None:
    lines = [quietness_line(document.run.quietness), spending_line(document.run)]
    assert all(lines)
    for text in ("\n".join(printed(document, 1000)), to_markdown(document)):
        assert all(line in [known.strip() for known in text.splitlines()] for line in lines)


# Rows


def texts(document: RunDocument, **changes: Any) -> tuple[str, ...]:
    cell: Cell = document.cells[0].model_copy(update=changes)
    (table,) = tables_of(document.model_copy(update={"cells": (cell,)}))
    return table.sections[0].rows[0].texts


def test_a_codec_that_works_in_threads_shows_its_wall_time(document: RunDocument) -> None:
    threads = {"policies": {"threads": True}, "wall_ns": 1.2e6}
    assert texts(document, **threads)[-1].endswith("; wall 1.20 ms")
    for other in ({"clock": "wall"}, {"wall_ns": None}, {"policies": {"threads": False}}):
        assert "wall" not in texts(document, **(threads | other))[-1]


def test_an_interval_that_tells_nothing_is_undecided(document: RunDocument) -> None:
    wide = {"estimate": 2.0, "low": 0.2, "high": 3.8}
    place = HEADINGS.index("±")
    relative = Relative(to="c/other", **wide)
    assert texts(document, relative=relative)[place] == "undecided"
    # What the others are relative to, and what nothing is relative to, has the interval of its own time.
    net = document.cells[0].net_ns.model_copy(update=wide)
    assert texts(document, relative=None, net_ns=net)[place] == "undecided"
    sure = net.model_copy(update={"low": 1.9, "high": 2.1})
    assert texts(document, relative=None, net_ns=sure)[place] == "±5.0%"


# The machine now


@pytest.mark.parametrize(
    ("quiet_ns", "now_ns", "is_quiet", "words"),
    [
        (80_000.0, 81_000.0, True, "Quiet now: the tuning fork takes 81.0 µs (in the quietest runs so far: 80.0 µs)."),
        (80_000.0, 100_000.0, False, "Not quiet now: the tuning fork takes 100 µs, 25% more than when it is quiet"),
        (None, 81_000.0, None, "is not known before its first run; the tuning fork takes 81.0 µs now."),
        (80_000.0, None, None, "this system holds no thread on a processor"),
    ],
)
def test_doctor_says_whether_the_machine_is_quiet(
    quiet_ns: float | None, now_ns: float | None, is_quiet: bool | None, words: str
) -> None:
    machine = {"cpu": "Some CPU", "cores": 2, "system": "Some System", "load": 0.1, "virtual": False}
    stillness = Stillness(quiet_ns=quiet_ns, now_ns=now_ns, is_quiet=is_quiet)
    text = io.StringIO()
    Console(file=text, width=1000).print(
        doctor_report(
            DoctorDocument(
                machine=machine,
                stillness=stillness,
                unconfined="Nobody keeps them.",
                missing_extras={"charts": "charts"},
                runners=(),
            )
        )
    )
    assert words in text.getvalue()
    assert "Nobody keeps them." in text.getvalue()
