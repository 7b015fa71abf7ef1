# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""The analysis of whole runs, and of what is left of broken ones."""

from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from simulated_runs import Machine, codecs, simulate

from weighbridge.measure.analysis import analyse
from weighbridge.measure.cells import CellSpec
from weighbridge.measure.ranking import Verdict
from weighbridge.measure.samples import Phase, Sample, Samples

QUIET = Machine(
    batch=0.002, tail_probability=0.0, burst=0.0, process_shared=0.001, process={"c": 0.002, "python": 0.003}
)


def join(*parts):
    return Samples(*[np.concatenate([getattr(part, column.name) for part in parts]) for column in fields(Samples)])


def run(cells, times, *, seed=1, waves=6, rounds=10, machine=QUIET):
    return simulate(
        cells, np.array(times, dtype=float), np.random.default_rng(seed), waves=waves, rounds=rounds, machine=machine
    )


def timed(cell, wave, number, cpu_ns, *, iterations=10, wall_ns=None, phase=Phase.TIMED, **more):
    return Sample(cell, wave, number, phase, iterations, wall_ns or (cpu_ns or 0), cpu_ns, **more)


def test_a_clear_ranking():
    cells = codecs(6)
    analysis = analyse(cells, run(cells, [100, 200, 200, 400, 150, 800]))
    assert [analysis.cells[cell.id].overall_rank for cell in cells] == [1, 3, 3, 5, 2, 6]
    assert [analysis.cells[cell.id].rank for cell in cells] == [1, 2, 2, 2, 1, 3]
    assert analysis.cells[1].tied_with == (2,)
    assert analysis.cells[0].tied_with == ()
    assert analysis.verdict(0, 5) is Verdict.FASTER
    assert analysis.verdict(5, 0) is Verdict.SLOWER
    assert analysis.verdict(1, 2).is_tie
    relative = analysis.cells[5].relative
    assert relative.low < 2 < relative.high
    assert relative.half_width < 0.02
    assert analysis.ratio(5, 0).estimate == pytest.approx(8, rel=0.02)
    assert analysis.cells[0].relative.estimate == 1
    assert analysis.cells[0].gross.estimate == pytest.approx(100, rel=0.02)
    assert analysis.cells[0].samples == 60
    assert analysis.cells[0].processes == 6
    assert analysis.precision < 0.02


def test_a_real_difference_and_noise_are_told_apart():
    cells = codecs(6)
    analysis = analyse(cells, run(cells, [100, 200, 200, 400, 150, 800]), margin=0.02)
    slower, equal, faster = analysis.compare([(5, 0), (1, 2), (4, 3)])
    assert (slower.verdict, equal.verdict, faster.verdict) == (Verdict.SLOWER, Verdict.EQUIVALENT, Verdict.FASTER)
    assert slower.ratio == analysis.ratio(5, 0)
    noisy = analyse(cells, run(cells, [100, 200, 202, 400, 150, 800], waves=3, machine=Machine()), margin=0.001)
    assert noisy.compare([(2, 1)])[0].verdict is Verdict.UNRESOLVED
    assert analysis.compare([]) == []


def test_one_of_many_comparisons_takes_more_to_be_called_different_than_a_single_one():
    cells = codecs(2)
    found = analyse(cells, run(cells, [100, 102], waves=3), margin=0.001)
    (alone,) = found.compare([(1, 0)])
    among = found.compare([(1, 0), *[(0, 1)] * 400])[0]
    assert alone.ratio == among.ratio
    assert (alone.verdict, among.verdict) == (Verdict.SLOWER, Verdict.UNRESOLVED)


def test_ratios_are_each_others_inverse():
    cells = codecs(4)
    analysis = analyse(cells, run(cells, [100, 200, 300, 400]))
    there, back = analysis.ratio(0, 3), analysis.ratio(3, 0)
    assert there.estimate * back.estimate == pytest.approx(1)
    assert there.low * back.high == pytest.approx(1)


def test_the_order_of_cells_and_samples_does_not_matter():
    cells = codecs(6, twins=True)
    samples = run(cells, [100, 101, 150, 151, 80, 81])
    shuffled = samples.where(np.random.default_rng(3).permutation(len(samples)))
    one, other = analyse(cells, samples), analyse(cells[::-1], shuffled)
    assert {name: one.cells[name].overall_rank for name in one.cells} == {
        name: other.cells[name].overall_rank for name in other.cells
    }
    assert one.cells[2].gross.estimate == pytest.approx(other.cells[2].gross.estimate)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10_000), st.floats(0.1, 1e6))
def test_the_unit_of_time_does_not_matter(seed, factor):
    cells = codecs(5)
    samples = run(cells, [100, 102, 104, 106, 108], seed=seed, waves=3, rounds=5)
    scaled = replace(samples, cpu_ns=samples.cpu_ns * factor)
    one, other = analyse(cells, samples), analyse(cells, scaled)
    for cell in cells:
        assert other.cells[cell.id].gross.estimate == pytest.approx(
            factor * one.cells[cell.id].gross.estimate, rel=1e-6
        )
        assert other.cells[cell.id].relative.low == pytest.approx(one.cells[cell.id].relative.low, rel=1e-6)


def test_twins_and_tares_are_not_ranked():
    cells = [*codecs(4, twins=True), CellSpec(9, 0, "c", is_tare=True)]
    analysis = analyse(cells, run(cells, [100, 100, 300, 300, 5]))
    assert [analysis.cells[cell.id].overall_rank for cell in cells] == [1, None, 2, None, None]
    assert analysis.self_check.pairs == 2
    assert analysis.self_check.ok
    with pytest.raises(KeyError):
        analysis.verdict(0, 9)


def test_floors_are_compared_and_not_ranked():
    cells = [*codecs(3), CellSpec(9, 0, "c", is_floor=True, baseline=0)]
    analysis = analyse(cells, run(cells, [100, 200, 300, 10]))
    assert [analysis.cells[cell.id].overall_rank for cell in cells] == [1, 2, 3, None]
    assert analysis.cells[9].relative.estimate == pytest.approx(0.1, rel=0.02)
    assert 9 not in analysis.undecided


def test_a_twin_that_differs_fails_the_run():
    cells = codecs(4, twins=True)
    check = analyse(cells, run(cells, [100, 110, 300, 300])).self_check
    assert (check.different, check.ok) == ((1,), False)


def tared(times, tare_ns, **settings):
    tare = CellSpec(90, 0, "c", is_tare=True)
    cells = [CellSpec(number, 0, "c", tare=90, baseline=0) for number in range(len(times))]
    return analyse([*cells, tare], run([*cells, tare], [*times, tare_ns], **settings))


def test_net_is_gross_minus_tare():
    analysis = tared([100, 150], 50)
    net = analysis.cells[1].net
    assert net.low < 100 < net.high
    assert analysis.cells[1].relative.estimate == pytest.approx(2, rel=0.02)
    assert analysis.cells[1].gross.estimate == pytest.approx(150, rel=0.02)


def test_net_carries_both_errors():
    precise, vague = tared([1000, 1000], 10).cells[0].net, tared([1000, 1000], 900).cells[0].net
    assert vague.half_width > 4 * precise.half_width


def test_a_net_near_zero_is_at_most_something():
    result = tared([50, 500], 50).cells[0]
    assert result.net is None
    assert 0 < result.net_at_most < 2
    assert result.rank == 1


def test_a_net_is_never_more_than_its_gross():
    """With two processes the error of a difference is a multiple of what was timed."""
    noisy = Machine(process={"c": 0.4})
    found = [
        result
        for seed in range(5)
        for result in tared([100] * 12, 70, seed=seed, waves=2, machine=noisy).cells.values()
        if result.net_at_most is not None
    ]
    assert found
    assert all(result.net_at_most <= result.gross.high for result in found)


def test_one_wave_is_no_ground_for_a_small_net():
    analysis = tared([52, 500], 50, waves=1)
    assert analysis.cells[0].net is None
    assert 2 < analysis.cells[0].net_at_most < 15
    assert analysis.cells[1].net.estimate == pytest.approx(450, rel=0.05)


def test_a_tare_that_was_never_timed_leaves_the_gross():
    tare = CellSpec(90, 0, "c", is_tare=True)
    cells = [CellSpec(number, 0, "c", tare=90) for number in range(2)]
    result = analyse([*cells, tare], run(cells, [100, 200])).cells[0]
    assert result.net is None
    assert result.net_at_most == pytest.approx(100, rel=0.05)


def test_one_wave_gives_estimates_without_intervals():
    cells = codecs(4)
    analysis = analyse(cells, run(cells, [100, 200, 300, 400], waves=1))
    gross = analysis.cells[0].gross
    assert (gross.low, gross.high) == (None, None)
    assert analysis.cells[1].relative.estimate == pytest.approx(2, rel=0.05)
    assert [analysis.cells[cell.id].overall_rank for cell in cells] == [1, 1, 1, 1]
    assert analysis.precision is None
    assert analysis.undecided == {0, 1, 2, 3}


def test_one_sample():
    cells = codecs(2)
    analysis = analyse(cells, Samples.from_rows([timed(0, 0, 0, 1000)]))
    assert analysis.cells[0].gross.estimate == pytest.approx(100)
    assert analysis.cells[0].overall_rank == 1
    assert analysis.cells[1].gross is None
    assert analysis.cells[1].overall_rank is None
    assert analysis.ratio(0, 1) is None
    assert analysis.ratio(1, 1) is None


def test_nothing_at_all():
    assert analyse([], Samples.from_rows([])).cells == {}
    analysis = analyse(codecs(3), Samples.from_rows([]))
    assert analysis.cells[0].samples == 0
    assert analysis.cells[0].settled is None
    assert analysis.self_check.ok is None
    assert analysis.undecided == frozenset()


def test_a_runner_that_died_costs_its_own_waves_only():
    cells = codecs(6)
    samples = run(cells, [100, 150, 200, 250, 300, 350])
    whole = analyse(cells, samples)
    broken = analyse(cells, samples.where((samples.cell != 4) | (samples.wave < 3)))
    assert broken.cells[4].processes == 3
    assert broken.cells[4].overall_rank == 5
    assert broken.cells[4].relative.half_width > whole.cells[4].relative.half_width
    assert broken.cells[1].gross.estimate == pytest.approx(whole.cells[1].gross.estimate, rel=1e-3)


def test_cells_that_never_met_are_not_compared():
    cells = [replace(cell, runner="c") for cell in codecs(2)]
    samples = run(cells, [100, 500])
    apart = samples.where((samples.cell == 0) == (samples.wave < 3))
    analysis = analyse(cells, apart)
    assert analysis.ratio(0, 1) is None
    assert analysis.verdict(0, 1) is Verdict.UNRESOLVED


def test_a_decided_cell_that_stopped_early_keeps_its_place_on_a_slowing_machine():
    cells = [replace(cell, runner="c") for cell in codecs(3)]
    samples = run(cells, [100, 110, 120])
    slow = replace(samples, cpu_ns=samples.cpu_ns * (1 + samples.wave))
    analysis = analyse(cells, slow.where((slow.cell != 2) | (slow.wave < 4)))
    assert [analysis.cells[cell.id].overall_rank for cell in cells] == [1, 2, 3]
    assert analysis.cells[2].gross.estimate > analysis.cells[1].gross.estimate


def test_a_coarse_clock_that_saw_nothing():
    rows = [
        timed(cell, wave, number, 0 if number % 3 else 100 * (cell + 1))
        for cell in range(2)
        for wave in range(4)
        for number in range(6)
    ]
    analysis = analyse(codecs(2), Samples.from_rows(rows))
    for result in analysis.cells.values():
        assert 0 < result.gross.estimate < np.inf


def test_equal_samples():
    rows = [
        timed(cell, wave, number, 1000 * (cell // 2 + 1))
        for cell in range(4)
        for wave in range(4)
        for number in range(5)
    ]
    analysis = analyse(codecs(4), Samples.from_rows(rows))
    assert [analysis.cells[cell].overall_rank for cell in range(4)] == [1, 1, 3, 3]
    assert analysis.verdict(0, 1) is Verdict.EQUIVALENT
    assert not analysis.undecided


def test_without_a_cpu_clock_wall_time_counts():
    rows = [
        timed(cell, wave, number, None, wall_ns=1000 + cell)
        for cell in range(2)
        for wave in range(3)
        for number in range(5)
    ]
    analysis = analyse(codecs(2), Samples.from_rows(rows))
    assert analysis.cells[0].gross.estimate == pytest.approx(100)
    assert analysis.cells[0].preempted is None


def test_a_cell_on_the_wall_clock_ignores_cpu_time():
    cells = [replace(cell, clock="wall") for cell in codecs(1)]
    rows = [timed(0, wave, number, 10, wall_ns=5000) for wave in range(3) for number in range(4)]
    assert analyse(cells, Samples.from_rows(rows)).cells[0].gross.estimate == pytest.approx(500)


def test_what_is_kept_beside_the_times():
    rows = [
        timed(0, 0, 0, 9_000, iterations=1, wall_ns=9_100, phase=Phase.FIRST),
        timed(0, 1, 0, 7_000, iterations=1, wall_ns=7_100, phase=Phase.FIRST),
        *[timed(0, wave, number, 1000 + number % 2, phase=Phase.WARMUP) for wave in range(2) for number in range(12)],
        *[timed(0, 0, number, 1_000_000, allocated_bytes=320, allocated_objects=20) for number in range(3)],
        timed(0, 1, 0, 1_000_000, wall_ns=3_000_000, allocated_bytes=320, allocated_objects=20),
    ]
    result = analyse(codecs(1), Samples.from_rows(rows)).cells[0]
    assert result.first_call_ns == 8_100
    assert result.settled is True
    assert result.preempted == 0.25
    assert (result.allocated_bytes, result.allocated_objects) == (32, 2)
    assert (result.samples, result.processes) == (4, 2)


@pytest.mark.parametrize(("given_up", "settled"), [(0, True), (1, True), (2, True), (3, False), (4, False)])
def test_what_mostly_did_not_settle_says_so(given_up: int, settled: bool):
    rows = [timed(0, wave, number, 100_000, phase=Phase.WARMUP) for wave in range(4) for number in range(15)]
    rows += [timed(0, wave, 15, 100_000, phase=Phase.GIVEN_UP) for wave in range(given_up)]
    rows += [timed(0, wave, 0, 100_000) for wave in range(4)]
    assert analyse(codecs(1), Samples.from_rows(rows)).cells[0].settled is settled


def test_samples_of_unknown_cells_are_left_alone():
    cells = codecs(3)
    samples = run(cells, [100, 200, 300])
    assert set(analyse(cells[:2], samples).cells) == {0, 1}


def test_groups_do_not_mix():
    first, second = codecs(3), codecs(3, group=1, first=10)
    analysis = analyse([*first, *second], join(run(first, [100, 200, 300]), run(second, [900, 100, 500], seed=2)))
    assert [analysis.cells[number].overall_rank for number in (0, 1, 2, 10, 11, 12)] == [1, 2, 3, 3, 1, 2]
    with pytest.raises(KeyError):
        analysis.verdict(0, 10)


def test_a_cell_must_name_cells_of_its_group():
    with pytest.raises(ValueError, match="cell 77"):
        analyse([CellSpec(0, 0, "c", tare=77)], Samples.from_rows([]))


def test_the_noise_ratio_is_recovered():
    cells = codecs(12)
    machine = Machine(
        batch=0.03, tail_probability=0, burst=0, spread=0, process_shared=0, process={"c": 0.01, "python": 0.01}
    )
    analysis = analyse(cells, run(cells, np.full(12, 100.0), waves=30, rounds=20, machine=machine))
    assert 2 < analysis.noise_ratios["c"] < 4.5
    assert analysis.spreads["c"] == pytest.approx(0.01, rel=0.3)


def shared(samples, *, slope, quiet=100_000.0, seed=1):
    """Half of the time somebody shares the core: the fork takes 50 % longer, and each cell by its own slope."""
    generator = np.random.default_rng(seed)
    busy = np.repeat(generator.random(len(samples) // 5 + 1) < 0.5, 5)[: len(samples)] * np.log(1.5)
    slopes = np.array([slope[cell] for cell in samples.cell])
    pitch = quiet * np.exp(busy + 0.01 * generator.standard_normal(len(samples)))
    return replace(samples, cpu_ns=samples.cpu_ns * np.exp(slopes * busy), pitch_ns=pitch)


def test_times_are_those_of_a_quiet_machine():
    cells = [replace(cell, runner="c") for cell in codecs(6)]
    samples = run(cells, [100, 110, 120, 130, 140, 150], waves=8)
    noisy = shared(samples, slope=[0.5, 0.9, 0.6, 0.8, 0.7, 1.0])
    with_fork, without = analyse(cells, noisy), analyse(cells, replace(noisy, pitch_ns=samples.pitch_ns))
    for number, time in enumerate([100, 110, 120, 130, 140, 150]):
        assert with_fork.cells[number].gross.estimate == pytest.approx(time, rel=0.02)
    assert with_fork.precision < without.precision
    assert with_fork.contention < 0.1


def test_a_run_on_a_shared_machine_knows_it_by_what_is_remembered_and_is_less_sure():
    cells = [replace(cell, runner="c") for cell in codecs(6)]
    samples = run(cells, [100, 110, 120, 130, 140, 150], waves=8)
    always = replace(samples, cpu_ns=samples.cpu_ns * 1.5**0.7, pitch_ns=np.full(len(samples), 150_000.0))
    remembered, forgotten = analyse(cells, always, quiet_ns=100_000.0), analyse(cells, always)
    assert remembered.contention == pytest.approx(0.5, rel=0.01)
    assert remembered.cells[0].gross.estimate == pytest.approx(100, rel=0.03)
    assert forgotten.contention == pytest.approx(0, abs=0.01)
    assert forgotten.cells[0].gross.estimate == pytest.approx(133, rel=0.03)
    # Each codec reacts in its own way, and this run cannot know how.
    assert remembered.precision > 3 * forgotten.precision
    assert remembered.ratio(0, 5).estimate == pytest.approx(forgotten.ratio(0, 5).estimate, rel=0.01)


def test_a_fork_that_tells_nothing_does_no_harm():
    cells = [replace(cell, runner="c") for cell in codecs(6)]
    samples = run(cells, [100, 110, 120, 130, 140, 150], waves=8)
    pitch = 100_000 * np.exp(0.02 * np.random.default_rng(5).standard_normal(len(samples)))
    with_fork, without = analyse(cells, replace(samples, pitch_ns=pitch)), analyse(cells, samples)
    assert with_fork.precision < 1.3 * without.precision
    assert with_fork.ratio(0, 5).estimate == pytest.approx(without.ratio(0, 5).estimate, rel=0.005)


def test_a_slow_codec_that_is_placed_asks_for_no_more():
    cells = [replace(cell, runner="c") for cell in codecs(4)]
    noisy = replace(QUIET, process={"c": 0.02})
    analysis = analyse(cells, run(cells, [100, 101, 5000, 5001], waves=5, machine=noisy))
    assert {0, 1} <= analysis.undecided
    assert not {2, 3} & analysis.undecided
