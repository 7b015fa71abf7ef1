"""What compilers and allocators are worth: which cells are compared, what is said of each, and of all together."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from simulated_runs import Machine, simulate
from test_exports import a_cell, net

from weighbridge.measure.analysis import analyse
from weighbridge.measure.cells import CellSpec
from weighbridge.report.comma_separated import to_csv
from weighbridge.report.document import Cell, Profiled, RunDocument
from weighbridge.report.marked import row
from weighbridge.report.profiled import profiles_of, with_profiles
from weighbridge.report.profiles import profile_sections
from weighbridge.store.records import CellRecord, Run, RunRecord

QUIET = Machine(
    batch=0.002, tail_probability=0.0, burst=0.0, process_shared=0.001, process={"c": 0.002, "c:gcc-os": 0.002}
)
PROFILES = {
    "c": {"compiler": "gcc-o3", "allocator": "glibc"},
    "c:gcc-os": {"compiler": "gcc-os", "allocator": "glibc"},
    "c:jemalloc": {"compiler": "gcc-o3", "allocator": "jemalloc"},
    "c:both": {"compiler": "gcc-os", "allocator": "jemalloc"},
}


def record(cell: int, target: str, codec: str, **changes: Any) -> CellRecord:
    return CellRecord(
        cell=cell, role="codec", runner="c", language="c", target=target, codec=codec, library_version="1",
        operation="decode", payload="p", clock="cpu", **changes,
    )  # fmt: skip


def a_run(*cells: CellRecord) -> Run:
    environment = {"runners": {name: {"profile": profile} for name, profile in PROFILES.items()}}
    return Run.model_construct(cells=cells, record=RunRecord.model_construct(environment=environment))


def test_each_cell_is_compared_with_the_same_one_of_the_runner_itself() -> None:
    cells = [
        record(0, "host", "slow"),
        record(1, "host", "same"),
        record(2, "gcc-os", "slow"),
        record(3, "gcc-os", "same"),
    ]
    specs = [CellSpec(id=cell.cell, group=0, runner=cell.participant) for cell in cells]
    times = np.array([100.0, 300.0, 150.0, 300.0])
    samples = simulate(specs, times, np.random.default_rng(1), waves=6, rounds=10, machine=QUIET)
    found = profiles_of(a_run(*cells), analyse(specs, samples, margin=0.02))
    assert set(found) == {2, 3}
    assert (found[2].differs_in, found[2].name, found[2].to) == ("compiler", "gcc-os", "gcc-o3")
    assert found[2].estimate == pytest.approx(1.5, rel=0.02)
    assert (found[2].verdict, found[3].verdict) == ("slower", "equal")


def test_what_could_not_be_verified_is_not_compared() -> None:
    cells = [
        record(0, "host", "a"),
        record(1, "gcc-os", "a"),
        record(2, "host", "b"),
        record(3, "gcc-os", "b", fidelity="failed"),
    ]
    specs = [CellSpec(id=cell.cell, group=0, runner=cell.participant) for cell in cells[:3]]
    samples = simulate(specs, np.array([1.0, 2.0, 3.0]), np.random.default_rng(1), waves=3, rounds=3, machine=QUIET)
    assert set(profiles_of(a_run(*cells), analyse(specs, samples))) == {1}


def test_what_differs_in_more_or_is_another_version_is_not_compared() -> None:
    cells = [
        record(0, "host", "a"),
        record(1, "both", "a"),
        record(2, "gcc-os", "a").model_copy(update={"library_version": "2"}),
    ]
    specs = [CellSpec(id=cell.cell, group=0, runner="c") for cell in cells]
    samples = simulate(specs, np.array([1.0, 2.0, 3.0]), np.random.default_rng(1), waves=3, rounds=3, machine=QUIET)
    assert profiles_of(a_run(*cells), analyse(specs, samples)) == {}


def profiled(name: str, estimate: float, verdict: Any) -> Profiled:
    return Profiled(
        differs_in="compiler", name=name, to="gcc-o3", estimate=estimate, low=estimate * 0.99, high=estimate * 1.01,
        verdict=verdict,
    )  # fmt: skip


def of_codec(number: int, target: str, codec: str, ns: float, flash: int, profile: Profiled | None = None) -> Cell:
    return a_cell(
        cell=number, language="c", runner="c", target=target, codec=codec, variant=None, operation="decode",
        net_ns=net(ns), flash_bytes=flash, ram_bytes=0, profile=profile,
    )  # fmt: skip


@pytest.fixture
def document() -> RunDocument:
    cells = (
        of_codec(0, "host", "mpack", 100, 4000),
        of_codec(1, "host", "yajl", 200, 8000),
        of_codec(2, "gcc-os", "mpack", 200, 2000, profiled("gcc-os", 2.0, "slower")),
        of_codec(3, "gcc-os", "yajl", 100, 4000, profiled("gcc-os", 0.5, "undecided")),
    )
    environment = {"runners": {"c": {"title": "C"}}}
    return with_profiles(
        RunDocument.model_construct(cells=cells, counted=(), too_large=(), environment=environment, profiles=())
    )


def test_a_section_tells_of_all_together_and_then_of_each(document: RunDocument) -> None:
    (section,) = profile_sections(document)
    whole, each = section.tables
    assert section.title == "On compilers"
    assert whole.title == "C, on the whole (relative to gcc-o3)"
    assert whole.headings == ("compiler", "mean", "faster", "slower", "equal", "undecided", "code")
    assert whole.rows == (("gcc-os", "1.00×", "0", "1", "0", "1", "0.500×"),)
    assert [row(texts) for texts in each.rows] == [
        "| mpack | decode | gcc-o3 | 100 ns | = 1 |  |  | 4 000 | 0 |",
        "| mpack | decode | gcc-os | 200 ns | 2.00× | ±1.0% | slower | 2 000 | 0 |",
        "| yajl | decode | gcc-o3 | 200 ns | = 1 |  |  | 8 000 | 0 |",
        "| yajl | decode | gcc-os | 100 ns | 0.500× | ±1.0% | undecided | 4 000 | 0 |",
    ]


def test_without_the_runner_itself_there_are_still_the_figures(document: RunDocument) -> None:
    alone = with_profiles(document.model_copy(update={"cells": document.cells[2:]}))
    ((whole, each),) = [section.tables for section in profile_sections(alone)]
    assert "code" not in whole.headings, "there is nothing to compare sizes with"
    assert [texts[4] for texts in each.rows] == ["2.00×", "0.500×"]


def test_a_run_without_such_targets_has_no_such_section(document: RunDocument) -> None:
    assert not list(profile_sections(with_profiles(document.model_copy(update={"cells": document.cells[:2]}))))


def test_the_csv_has_it_in_a_line_with_the_cell(document: RunDocument) -> None:
    header, *lines = to_csv(document).splitlines()
    told = [dict(zip(header.split(","), line.split(","), strict=True)) for line in lines]
    assert [one["profile"] for one in told] == ["", "", "gcc-os", "gcc-os"]
    assert (told[2]["profile_relative"], told[2]["profile_verdict"], told[2]["flash_bytes"]) == (
        "2.0",
        "slower",
        "2000",
    )
