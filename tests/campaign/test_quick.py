"""Which cells ``--quick`` goes on with."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from weighbridge.campaign.quick import leaders
from weighbridge.measure.analysis import Analysis
from weighbridge.measure.intervals import Interval
from weighbridge.store.records import CellRecord, Fidelity, Role
from weighbridge_kit.operations import Operation


class Table:
    """Cells with the time that each took in the first look, None for those that have no time."""

    def __init__(self) -> None:
        self.cells: list[CellRecord] = []
        self.times: dict[int, float | None] = {}

    def add(
        self,
        name: str,
        ns: float | None,
        *,
        form: str = "json",
        runner: str = "python",
        operation: Operation = "encode",
        payload: str = "p",
        baseline: int | None = None,
        role: Role = "codec",
        fidelity: Fidelity = "exact",
    ) -> int:
        cell = CellRecord(
            cell=len(self.cells),
            role=role,
            runner=runner,
            language=runner,
            target="host",
            codec=name,
            format=None if role == "tare" else form,
            operation=operation,
            payload=payload,
            clock="cpu",
            baseline=baseline,
            fidelity=fidelity,
        )
        self.cells.append(cell)
        if cell.is_timed:
            self.times[cell.cell] = ns
        return cell.cell

    def add_ranking(self, **where: str) -> set[int]:
        """Add the codecs of one runner and operation; return who should lead."""
        base = len(self.cells)
        plain = self.add("json", 100, baseline=base, **where)  # type: ignore[arg-type]
        found = {
            name: self.add(name, ns, form=form, baseline=base, **where)  # type: ignore[arg-type]
            for name, ns, form in (
                ("orjson", 10, "json"),
                ("slowjson", 500, "json"),
                ("rapid", 20, "json"),
                ("ujson", 30, "json"),
                ("msgpack", 25, "msgpack"),
                ("ormsgpack", 12, "msgpack"),
                ("cbor2", 40, "cbor"),
            )
        }
        return {plain, *(found[name] for name in ("orjson", "rapid", "ormsgpack", "cbor2"))}

    def leaders(self) -> frozenset[int]:
        cells = {
            number: SimpleNamespace(gross=None if ns is None else Interval(ns, None, None))
            for number, ns in self.times.items()
        }
        return leaders(cast(Analysis, SimpleNamespace(cells=cells)), self.cells)


@pytest.fixture
def table() -> Table:
    return Table()


def test_the_baseline_two_of_its_format_and_the_best_of_every_other(table: Table) -> None:
    assert table.leaders() == frozenset()
    expected = table.add_ranking()
    assert table.leaders() == expected


def test_every_runner_operation_and_payload_has_its_own(table: Table) -> None:
    expected = table.add_ranking()
    expected |= table.add_ranking(operation="decode")
    expected |= table.add_ranking(runner="go")
    expected |= table.add_ranking(payload="q")
    assert table.leaders() == expected


def test_a_baseline_among_the_best_takes_one_of_the_two_places(table: Table) -> None:
    plain = table.add("json", 10, baseline=0)
    second = table.add("other", 20, baseline=0)
    table.add("third", 30, baseline=0)
    assert table.leaders() == {plain, second}


def test_what_has_no_time_never_leads(table: Table) -> None:
    plain = table.add("json", 10, baseline=0)
    table.add("dead", None, form="cbor", baseline=0)
    table.add("wrong", None, form="msgpack", baseline=0, fidelity="failed")
    table.add("unable", None, form="bson", baseline=0, fidelity="unsupported")
    table.add("tare:visit", 1, role="tare")
    table.add("json", 9, role="twin")
    assert table.leaders() == {plain}


def test_where_the_baseline_has_no_time_every_format_has_one(table: Table) -> None:
    dead = table.add("json", None, baseline=0)
    best = table.add("other", 20, baseline=0)
    table.add("third", 30, baseline=0)
    packed = table.add("msgpack", 40, form="msgpack", baseline=0)
    assert table.leaders() == {dead, best, packed}


def test_without_a_baseline_every_format_has_one(table: Table) -> None:
    table.add("slow", 30)
    best = table.add("fast", 20)
    packed = table.add("msgpack", 40, form="msgpack")
    assert table.leaders() == {best, packed}
