# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""The schedule and the stop rule."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from simulated_runs import codecs

from weighbridge.measure.analysis import analyse
from weighbridge.measure.cells import CellSpec
from weighbridge.measure.samples import Samples
from weighbridge.measure.schedule import FEWEST_ROUNDS, MOST_ROUNDS, Costs, plan_wave
from weighbridge.measure.stop import MINIMUM_WAVES, PLANNED_LOOKS, decide, look_due, spend

CELLS = [cell for group in range(3) for cell in codecs(6, group=group, first=10 * group, twins=True)]
SECOND = 1e9


def plan(cells=CELLS, undecided=None, **changes):
    settings = {"costs": Costs(), "remaining_ns": 60 * SECOND, "wave": 0, "seed": 1} | changes
    return plan_wave(cells, undecided, **settings)


def test_every_round_holds_every_cell_of_its_group_once():
    wave = plan()
    for group, _, cells in wave.rounds:
        assert sorted(cells) == [cell.id for cell in CELLS if cell.group == group]


def test_an_end_of_the_budget_too_short_for_all_goes_to_whole_groups():
    costs = Costs()
    remaining = 0.8 * (costs.of_setup(CELLS) + FEWEST_ROUNDS * costs.of_round(CELLS))
    wave = plan(wave=3, remaining_ns=remaining)
    groups = {group for group, _, _ in wave.rounds}
    assert 0 < len(groups) < 3
    assert wave.expected_ns <= remaining
    assert set(wave.cells) == {cell.id for cell in CELLS if cell.group in groups}


def test_groups_take_turns():
    groups = [group for group, _, _ in plan().rounds]
    for start in range(0, len(groups), 3):
        assert sorted(groups[start : start + 3]) == [0, 1, 2]


def test_orders_are_fresh_and_come_from_the_seed():
    assert plan() == plan()
    assert plan() != plan(seed=2)
    assert plan().rounds != plan(wave=1).rounds
    orders = {cells for group, _, cells in plan().rounds if group == 0}
    assert len(orders) > FEWEST_ROUNDS / 2


def test_every_cell_is_prepared_once_group_by_group():
    wave = plan()
    assert sorted(wave.cells) == sorted(cell.id for cell in CELLS)
    groups = [cell // 10 for cell in wave.cells]
    assert sum(a != b for a, b in pairwise(groups)) == 2


def test_what_is_decided_is_left_out_but_not_its_companions():
    tare = CellSpec(id=9, group=0, runner="python", is_tare=True)
    cells = [replace(cell, tare=9) if cell.id == 5 else cell for cell in CELLS] + [tare]
    wave = plan(cells, {5})
    # its tare, and the baselines of its language and of all
    assert sorted(wave.cells) == [0, 3, 5, 9]
    # its twin
    assert sorted(plan(cells, {0}).cells) == [0, 1]


def test_nothing_undecided_needs_no_wave():
    assert plan(undecided=set()) is None


@given(st.floats(1, 3600), st.floats(1e5, 1e9), st.floats(1e5, 1e9))
def test_a_budget_is_spent_in_waves(seconds, batch_ns, setup_ns):
    costs = Costs(default_batch_ns=batch_ns, default_setup_ns=setup_ns)
    remaining, waves = seconds * SECOND, 0
    while (wave := plan(costs=costs, remaining_ns=remaining, wave=waves)) is not None and waves < 12:
        if waves > 0:
            assert wave.expected_ns <= remaining
            assert FEWEST_ROUNDS <= wave.rounds[-1].number + 1 <= MOST_ROUNDS
        remaining -= wave.expected_ns
        waves += 1
    cheapest = costs.of_setup(CELLS) + FEWEST_ROUNDS * costs.of_round(CELLS)
    assert waves >= min(5, seconds * SECOND // cheapest)
    if waves < 12:
        assert remaining < cheapest * 1.001


def test_a_tiny_budget_still_gives_every_group_a_round():
    assert {group for group, _, _ in plan(remaining_ns=1.0).rounds} == {0, 1, 2}
    assert plan(remaining_ns=1.0, wave=1) is None


def test_more_rounds_where_processes_are_dear_or_alike():
    def rounds(**costs):
        return plan(costs=Costs(**costs), remaining_ns=1000 * SECOND, noise_ratio=2.0).rounds[-1].number

    assert rounds(default_setup_ns=3e8) > rounds(default_setup_ns=1e7)
    alike = plan(remaining_ns=1000 * SECOND, noise_ratio=6.0).rounds[-1].number
    assert alike > plan(remaining_ns=1000 * SECOND, noise_ratio=0.5).rounds[-1].number


def test_looks_are_planned():
    assert not look_due([], 0.2)
    assert look_due([], 0.25)
    assert not look_due([0.3], 0.49)
    assert look_due([0.3], 0.8)
    assert not look_due([1.0], 1.2)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_looks_never_spend_more_than_there_is(shares):
    shares = sorted(shares)
    total = sum(spend(shares[: count + 1]) for count in range(len(shares)))
    assert total == pytest.approx(shares[-1] ** 2, abs=1e-9)
    assert all(spend(shares[: count + 1]) >= 0 for count in range(len(shares)))


def test_one_look_at_the_end_may_spend_everything():
    assert spend((1.0,)) == 1
    assert spend(PLANNED_LOOKS) == pytest.approx(1 - 0.75**2)


def test_a_run_ends_with_its_budget_and_not_on_too_few_waves():
    analysis = analyse(CELLS, Samples.from_rows([]))
    assert decide(analysis, share=1.0, waves=1).reason == "budget"
    early = decide(analysis, share=0.5, waves=MINIMUM_WAVES - 1)
    assert not early.stop
    assert early.undecided == {cell.id for cell in CELLS}
