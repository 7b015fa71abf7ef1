# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""Whether intervals hold, equals come out equal, and differences are found: on simulated machines, with fixed seeds.

The bounds are wide; docs/method.md has the figures of longer simulations.
"""

from dataclasses import dataclass

import numpy as np
import pytest
from simulated_runs import Machine, codecs, process_sds, simulate

from weighbridge.measure.analysis import analyse
from weighbridge.measure.ranking import Verdict
from weighbridge.measure.stop import still_open


@dataclass
class Tally:
    """Counts over many simulated runs."""

    held: int = 0
    intervals: int = 0
    differing: int = 0
    equals: int = 0
    found: int = 0
    steps: int = 0


def tally(machine, *, waves, looks_at=None, runs=25, count=12, step=0.02, seed=11):
    """Codecs of two languages in pairs of equals, each pair slower than the one before; compared with a longer run."""
    generator = np.random.default_rng(seed)
    result = Tally()
    for _ in range(runs):
        cells = codecs(count, twins=True)
        times = 1000 * (1 + step) ** (np.arange(count) // 2)
        sds = process_sds(cells, machine, generator)
        samples = simulate(cells, times, generator, waves=waves, rounds=10, machine=machine, process_sd=sds)
        longer = simulate(cells, times, generator, waves=10 * waves, rounds=10, machine=machine, process_sd=sds)
        looks = []
        for seen in looks_at or (waves,):
            looks.append(seen / waves)
            analysis = analyse(cells, samples.where(samples.wave < seen), looks=looks)
            if not still_open(analysis.cells, analysis.undecided):
                break
        truth = analyse(cells, longer)
        for first in range(count):
            for second in range(first):
                if cells[first].runner != cells[second].runner:
                    continue
                interval = analysis.ratio(first, second)
                result.intervals += 1
                result.held += interval.low <= truth.ratio(first, second).estimate <= interval.high
                verdict = analysis.verdict(first, second)
                if first // 2 == second // 2:
                    result.equals += 1
                    result.differing += verdict in (Verdict.FASTER, Verdict.SLOWER)
                elif first // 2 == second // 2 + 1 and first < count // 2:
                    result.steps += 1
                    result.found += verdict is Verdict.SLOWER
    return result


@pytest.mark.parametrize("shape", ["normal", "heavy", "two levels", "rare"])
@pytest.mark.parametrize("waves", [4, 8])
def test_intervals_hold_the_value_of_a_ten_times_longer_run(shape, waves):
    seen = tally(Machine(shape=shape), waves=waves)
    assert 0.89 < seen.held / seen.intervals < 0.985
    assert seen.differing <= (3 if shape == "two levels" else 1)


def test_peeking_does_not_break_the_intervals():
    seen = tally(Machine(process={"c": 0.003, "python": 0.004}), waves=16, looks_at=(4, 8, 12, 16), runs=15)
    assert 0.9 < seen.held / seen.intervals < 0.99
    assert seen.differing <= 1


def test_two_per_cent_are_found():
    seen = tally(Machine(process={"c": 0.004, "python": 0.01}), waves=20, runs=10)
    assert seen.found / seen.steps > 0.9
    assert seen.differing == 0
