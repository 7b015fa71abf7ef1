"""The parts of the proofs that need no machine."""

import dataclasses
from collections.abc import Sequence
from itertools import islice
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from benchmarks import campaign as long_campaign
from benchmarks.campaign import Ground, LongCampaign, ShortRun, weigh
from benchmarks.coverage import coverage, holds
from benchmarks.load import LONGEST_S, SHORTEST_S, intervals
from benchmarks.one_by_one import Slot, trimmed_mean
from benchmarks.orchestration import choose
from benchmarks.page import render, share, table
from benchmarks.power import power, slow_down
from benchmarks.repeatability import kendall_tau, repeatability, spread
from benchmarks.results import QUIET, Results
from benchmarks.scale import FULL, QUICK
from benchmarks.self_difference import self_difference
from weighbridge.campaign import stopwatch
from weighbridge.campaign.participants import Participants
from weighbridge.measure.intervals import Interval
from weighbridge.measure.samples import Phase, Sample
from weighbridge.store.records import CellRecord
from weighbridge.store.specs import cell_specs

TRUE_NS = {0: 1000.0, 1: 1500.0, 2: 1000.0, 3: 1500.0}


def cell(number: int, twin_of: int | None = None) -> CellRecord:
    return CellRecord(
        cell=number,
        role="codec" if twin_of is None else "twin",
        runner="c",
        language="c",
        target="host",
        codec=f"codec{number}",
        operation="decode",
        payload="p",
        clock="cpu",
        twin_of=twin_of,
        baseline=0 if twin_of is None else None,
    )


@pytest.fixture
def ground() -> Ground:
    cells = {0: cell(0), 1: cell(1), 2: cell(2, twin_of=0), 3: cell(3, twin_of=1)}
    return Ground(Participants({}, ()), {}, cells, cell_specs(cells.values()), {}, dict.fromkeys(cells, 1e5))


def short_run(ground: Ground, first_process: int, generator: np.random.Generator) -> ShortRun:
    rows = []
    for wave in range(first_process, first_process + 8):
        level = {number: time * np.exp(0.002 * generator.standard_normal()) for number, time in TRUE_NS.items()}
        for turn in range(10):
            for number, time in level.items():
                elapsed = round(1000 * time * np.exp(0.005 * generator.standard_normal()))
                rows.append(Sample(number, wave, turn, Phase.TIMED, 1000, elapsed, elapsed))
    return ShortRun(ground.specs, rows, 8, 1.0, ())


@pytest.fixture
def campaign(ground: Ground) -> LongCampaign:
    generator = np.random.default_rng(5)
    return LongCampaign(
        ground,
        runs=[short_run(ground, 8 * number, generator) for number in range(4)],
        slots=[
            Slot({number: generator.normal(time, 0.1 * time, 7).tolist() for number, time in TRUE_NS.items()})
            for _ in range(2)
        ],
    )


def test_one_by_one_drops_the_best_and_the_worst() -> None:
    assert trimmed_mean([100, 1, 2, 3, 4, 5, 0]) == 3


def test_one_by_one_subtracts_the_tare() -> None:
    slot = Slot({0: [10.0] * 7, 1: [4.0] * 7})
    assert slot.net_ns(cell(0).model_copy(update={"tare": 1})) == 6
    assert slot.net_ns(cell(0)) == 10


def test_one_by_one_tells_apart_what_its_spread_allows() -> None:
    steady = [100.0, 101, 102, 103, 104, 105, 106]
    slot = Slot({0: steady, 1: [time + 1 for time in steady], 2: [time + 50 for time in steady]})
    assert not slot.tells_apart(0, 1)
    assert slot.tells_apart(0, 2)


def test_tau() -> None:
    assert kendall_tau(np.array([1.0, 2, 3, 4]), np.array([1.0, 2, 3, 4])) == 1
    assert kendall_tau(np.array([1.0, 2, 3, 4]), np.array([4.0, 3, 2, 1])) == -1
    # one of six pairs is the other way round
    assert kendall_tau(np.array([1.0, 2, 3, 4]), np.array([1.0, 2, 4, 3])) == pytest.approx(4 / 6)


def test_spread_of_known_runs() -> None:
    ratios = [np.array([0.0, 0.0]), np.array([0.01, 0.03]), np.array([0.02, 0.06])]
    times = [[np.array([1.0, 2.0])]] * 2 + [[np.array([2.0, 1.0])]]
    found = spread(ratios, times, apart=2)
    assert (found.runs, found.ratios) == (3, 2)
    assert found.median_change == pytest.approx(np.mean(np.expm1([0.02, 0.06])))
    assert found.median_sd == pytest.approx(0.02)
    assert found.rms_sd == pytest.approx(np.sqrt((0.01**2 + 0.03**2) / 2))
    assert found.tau == -1


def test_spread_without_runs_that_far_apart() -> None:
    assert spread([np.array([0.0])], [[np.array([1.0])]], apart=1).median_change is None
    assert spread([], [], apart=1).runs == 0


def test_an_interval_without_bounds_is_not_wrong() -> None:
    assert holds(Interval(1.0, 0.9, 1.1), 1.1)
    assert not holds(Interval(1.0, 0.9, 1.1), 1.2)
    assert holds(Interval(1.0, None, None), 5.0)


def test_slowing_down_leaves_others_alone() -> None:
    rows = [Sample(0, 0, 0, Phase.TIMED, 1, 1000, None), Sample(1, 0, 0, Phase.TIMED, 1, 1000, 900)]
    assert slow_down(rows, {1}) == [rows[0], dataclasses.replace(rows[1], wall_ns=1020, cpu_ns=918)]


def test_equals_are_equal_and_two_per_cent_are_found(campaign: LongCampaign) -> None:
    same = self_difference(campaign)
    assert (same.runs, same.pairs, same.different, same.one_by_one_pairs) == (4, 8, 0, 4)
    found = power(campaign)
    assert (found.pairs, found.found, found.wrong, found.found_long) == (8, 8, 0, 2)


def test_ratios_repeat_better_than_one_by_one(campaign: LongCampaign) -> None:
    found = repeatability(campaign, apart=1)
    assert (found.ours.runs, found.ours.ratios, found.ours.tau) == (4, 1, 1)
    assert found.ours.median_change is not None
    assert found.one_by_one.median_change is not None
    assert found.ours.median_change < found.one_by_one.median_change


def test_long_run_is_the_short_ones_together(campaign: LongCampaign) -> None:
    whole = campaign.analyse(campaign.runs)
    assert whole.cells[0].processes == sum(run.processes for run in campaign.runs)
    ratio = whole.ratio(1, 0)
    assert ratio is not None
    assert ratio.estimate == pytest.approx(1.5, rel=0.005)


def test_coverage_counts_every_cell_and_run(campaign: LongCampaign) -> None:
    found = {covered.quantity: covered for covered in coverage(campaign)}
    assert found["net time"].intervals == 8
    assert found["relative to plain JSON"].intervals == 4  # plain JSON relative to itself is no case
    assert found["net time"].hold_whole >= 6
    assert coverage(LongCampaign(campaign.ground, runs=campaign.runs[:1])) == []


def test_short_run_takes_processes_until_its_time_is_up(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> None:
    passed: list[float] = []

    class FakeSampling:
        def __init__(self, specs: Any, campaign: Any, *, first_process: int, **_: Any) -> None:
            self.specs, self.record, self.process, self.watch = specs, campaign.record, first_process, campaign.watch

        def visit(self, _undecided: object, _known: object) -> bool:
            if self.watch.remaining_s <= 0:
                return False
            for spec in self.specs:
                self.record(Sample(spec.id, self.process, 0, Phase.TIMED, 1, 1000 + spec.id, 1000 + spec.id))
            self.process += 1
            passed.append(0.6)
            return True

        def close(self) -> None:
            passed.append(0)

    monkeypatch.setattr(long_campaign, "Sampling", FakeSampling)
    monkeypatch.setattr(stopwatch, "time", SimpleNamespace(monotonic=lambda: sum(passed)))
    run = weigh(ground, 4.0, seed=1, first_process=7)
    assert run.processes == 7
    assert {row.wave for row in run.rows} == set(range(7, 14))
    assert passed[-1] == 0  # it was closed


def test_slots_lie_between_the_short_runs(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []

    def fake_weigh(ground: Ground, _budget_s: float, _seed: int, first_process: int) -> ShortRun:
        order.append(f"run from {first_process}")
        rows = [Sample(0, first_process + number, 0, Phase.TIMED, 1, 1000, 1000) for number in range(5)]
        return ShortRun(ground.specs, rows, 5, 1.0, ())

    def fake_slot(*_: object) -> Slot:
        order.append("slot")
        return Slot({})

    monkeypatch.setattr(long_campaign, "weigh", fake_weigh)
    monkeypatch.setattr(long_campaign, "take_slot", fake_slot)
    for scale in (FULL, QUICK):
        campaign = LongCampaign(ground)
        campaign.measure(scale, 1, lambda _: None)
        assert (len(campaign.runs), len(campaign.slots)) == (scale.runs, scale.slots)
    assert order[:4] == ["run from 0", "run from 5", "slot", "run from 10"]


def test_load_alternates_and_repeats_for_a_seed() -> None:
    first, again = (list(islice(intervals(3), 20)) for _ in range(2))
    assert first == again
    assert first != list(islice(intervals(4), 20))
    assert [busy for busy, _ in first] == [True, False] * 10
    assert all(SHORTEST_S <= seconds <= LONGEST_S for _, seconds in first)


@pytest.mark.parametrize(
    ("count", "expected"),
    [(2, (1, ("a",))), (4, (1, ("a", "b"))), (5, (1, ("a", "b", "c"))), (11, (3, ("a", "b")))],
)
def test_choosing_cells(count: int, expected: tuple[int, Sequence[str]]) -> None:
    assert choose(count, {"a": 2, "b": 2, "c": 1}) == expected


def test_page_shows_what_was_found_and_nothing_else(campaign: LongCampaign) -> None:
    machine = {"cpu": "X", "cores": 2, "architecture": "y", "virtual": True, "system": "S", "kernel": "6", "load": 0.1}
    results = Results("2026-01-01", machine, {"c": "gcc"}, 1, QUICK)
    assert "##" not in render(results)
    results.found[QUIET].self_difference = self_difference(campaign)
    results.found[QUIET].coverage = coverage(campaign)
    page = render(results)
    assert [line for line in page.splitlines() if line.startswith("##")] == ["## a. Self-difference", "## c. Coverage"]
    assert "| quiet | 0 of 8" in page or "| quiet | 1 of 8" in page
    assert "INTERRUPTED" in page
    widths = {line.count("|") for line in table(["", "a"], [["x", "1"]]).splitlines()}
    assert widths == {3}


def test_share_has_an_interval() -> None:
    assert share(0, 0) == "–"
    assert share(5, 100) == "5 of 100: 5.0 % (1.6–11.3)"
