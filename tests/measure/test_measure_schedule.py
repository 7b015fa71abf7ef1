# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""The schedule and the stop rule."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from simulated_runs import codecs

from weighbridge.measure.analysis import analyse
from weighbridge.measure.cells import CellSpec
from weighbridge.measure.samples import Samples
from weighbridge.measure.schedule import (
    FEWEST_IN_BLOCK,
    FEWEST_ROUNDS,
    FIRST_ROUNDS,
    MOST_IN_BLOCK,
    WANTED_PROCESSES,
    Costs,
    Known,
    Lot,
    lot_of,
    plan_sitting,
)
from weighbridge.measure.stop import MINIMUM_PROCESSES, PLANNED_LOOKS, look_due, spend, still_open

CELLS = [
    replace(cell, payload=group // 2)
    for group in range(4)
    for cell in codecs(12, group=group, first=20 * group, twins=True)
]
OF_C = [cell for cell in CELLS if cell.runner == "c" and cell.payload == 0]
LOTS = sorted({lot_of(cell) for cell in CELLS})
SECOND = 1e9


def plan(cells=CELLS, undecided=None, had=0, **changes):
    known = Known(processes=dict.fromkeys(LOTS, had)) if isinstance(had, int) else Known(processes=had)
    options = {"costs": Costs(), "known": known, "remaining_ns": 60 * SECOND, "process": 7, "seed": 1} | changes
    return plan_sitting(cells, undecided, **options)


def times_each(sitting):
    return Counter(cell for block in sitting.blocks for cell in block.cells)


def test_a_process_is_for_one_runner_and_one_payload():
    for had in (0, 5):
        sitting = plan(had=had)
        assert {lot_of(cell) for cell in CELLS if cell.id in sitting.cells} == {sitting.lot}
        assert sorted(sitting.cells) == sorted(cell.id for cell in CELLS if lot_of(cell) == sitting.lot)


def test_every_round_holds_every_cell_once_and_every_block_the_baseline():
    sitting = plan(OF_C)
    counts = times_each(sitting)
    assert {counts[cell.id] for cell in OF_C if cell.id != cell.baseline} == {FIRST_ROUNDS}
    groups = {cell.id: cell.group for cell in CELLS}
    baselines = {cell.group: cell.baseline for cell in OF_C}
    for block in sitting.blocks:
        assert len({groups[cell] for cell in block.cells}) == 1
        assert len(set(block.cells)) == len(block.cells) <= MOST_IN_BLOCK
        assert baselines[groups[block.cells[0]]] in block.cells
    assert [block.number for block in sitting.blocks] == list(range(len(sitting.blocks)))


def test_blocks_are_short_where_batches_are_long():
    sitting = plan(OF_C, costs=Costs(default_batch_ns=25e6))
    assert max(len(block.cells) for block in sitting.blocks) == FEWEST_IN_BLOCK


def test_who_meets_whom_changes():
    sitting = plan(OF_C, had=5, costs=Costs(default_setup_ns=3e9), remaining_ns=1e12)
    meetings = Counter(
        pair for block in sitting.blocks for pair in ((a, b) for a in block.cells for b in block.cells if a < b)
    )
    others = [cell.id for cell in OF_C if cell.group == 0 and cell.id != cell.baseline]
    assert all(meetings[a, b] > 0 for a in others for b in others if a < b)


def test_groups_take_turns():
    groups = {cell.id: cell.group for cell in CELLS}
    seen = [groups[block.cells[0]] for block in plan(OF_C).blocks]
    halves = len(seen) // FIRST_ROUNDS
    for start in range(0, len(seen), halves):
        assert len(set(seen[start : start + halves])) == 2


def test_a_slow_codec_and_a_tare_are_timed_less_often():
    tare = CellSpec(99, 0, "c", is_tare=True)
    cells = [replace(cell, tare=99) if cell.group == 0 else cell for cell in OF_C] + [tare]
    sitting = plan(cells, had=3, costs=Costs(batch_ns={3: 60e6}, default_setup_ns=1e8), remaining_ns=1e12)
    counts = times_each(sitting)
    assert 1 <= counts[3] <= counts[2] / 3
    assert 1 <= counts[99] <= counts[2] / 2


def test_orders_are_fresh_and_come_from_the_seed():
    assert plan(OF_C) == plan(OF_C)
    assert plan(OF_C).blocks != plan(OF_C, seed=2).blocks
    assert plan(OF_C).blocks != plan(OF_C, process=8).blocks


def test_the_cheapest_comes_first_until_everybody_has_a_process():
    costs = Costs(start_ns={"python": 2 * SECOND})
    had: dict[Lot, int] = {}
    order = []
    for process in range(len(LOTS) * WANTED_PROCESSES):
        sitting = plan(had=had, costs=costs, process=process)
        had[sitting.lot] = had.get(sitting.lot, 0) + 1
        order.append(sitting.lot.runner)
    assert order[: len(LOTS)] == ["c", "c", "python", "python"]
    assert set(had.values()) == {WANTED_PROCESSES}


def test_then_it_goes_where_it_gains_most_a_second():
    had = dict.fromkeys(LOTS, 5)

    def next_runner(**known):
        seen = Known(processes=had, **known)
        return plan_sitting(CELLS, None, costs=Costs(), known=seen, remaining_ns=60e9, process=1, seed=1).lot.runner

    assert next_runner(spreads={"c": 0.01, "python": 0.05}) == "python"
    assert next_runner(spreads={"c": 0.05, "python": 0.01}) == "c"
    dear = Costs(start_ns={"python": 10 * SECOND})
    assert plan(had=5, costs=dear).lot.runner == "c"
    assert plan(had={lot: 50 if lot.runner == "c" else 5 for lot in LOTS}, costs=dear).lot.runner == "python"


def test_what_is_decided_is_left_out_but_not_its_companions():
    tare = CellSpec(id=99, group=0, runner="c", is_tare=True)
    cells = [replace(cell, tare=99) if cell.id == 4 else cell for cell in CELLS] + [tare]
    # its twin, its tare, and the baseline with its own twin
    assert sorted(plan(cells, {4}, had=5).cells) == [0, 4, 5, 99]
    assert sorted(plan(cells, {0}, had=5).cells) == [0, 1]


def test_nothing_undecided_needs_no_process():
    assert plan(undecided=set()) is None


def cost(sitting, costs):
    by_id = {cell.id: cell for cell in CELLS}
    setup = costs.of_setup([by_id[cell] for cell in sitting.cells])
    return setup + sum(costs.of_batch(by_id[cell]) for block in sitting.blocks for cell in block.cells)


@settings(deadline=None)
@given(st.floats(1, 3600), st.floats(1e5, 1e9), st.floats(1e5, 1e9))
def test_a_budget_is_kept(seconds, batch_ns, setup_ns):
    costs = Costs(default_batch_ns=batch_ns, default_setup_ns=setup_ns)
    remaining = seconds * SECOND
    had: dict[Lot, int] = dict.fromkeys(LOTS, 1)
    for process in range(40):
        sitting = plan(had=had, costs=costs, remaining_ns=remaining, process=process)
        if sitting is None:
            break
        spent = cost(sitting, costs)
        assert spent <= remaining
        remaining -= spent
        had[sitting.lot] += 1
        others = [cell.id for cell in CELLS if lot_of(cell) == sitting.lot and cell.id != cell.baseline]
        assert all(times_each(sitting)[cell] >= FEWEST_ROUNDS for cell in others)


def test_a_tiny_budget_still_gives_everybody_a_process():
    assert plan(had=0, remaining_ns=1.0) is not None
    assert plan(had=1, remaining_ns=1.0) is None


def test_longer_lives_where_processes_are_dear_or_alike():
    def rounds(noise_ratio=3.0, start_ns=1e8):
        known = Known(processes=dict.fromkeys(LOTS, 5), noise_ratios={"c": noise_ratio})
        costs = Costs(default_start_ns=start_ns, default_setup_ns=1e5)
        # What is left does not do for many processes: otherwise they live as long as their preparing asks for.
        sitting = plan(OF_C, known=known, costs=costs, remaining_ns=1 * SECOND)
        return times_each(sitting)[2]

    assert rounds(start_ns=2e8) > rounds(start_ns=1e7)
    assert rounds(noise_ratio=4.0) > rounds(noise_ratio=0.5)


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


def test_who_had_too_few_processes_is_gone_on_with():
    results = analyse(CELLS, Samples.from_rows([])).cells
    assert still_open(results, frozenset()) == set(results)
    seasoned = {number: replace(result, processes=MINIMUM_PROCESSES) for number, result in results.items()}
    assert still_open(seasoned, frozenset({3})) == {3}
