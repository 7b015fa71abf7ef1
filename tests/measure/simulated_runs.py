"""Runs that never happened: samples with the noise of a shared machine, and a known truth."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from weighbridge.measure.cells import CellSpec
from weighbridge.measure.samples import Phase, Samples

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Machine:
    """How noisy it is. Shares are of the time per iteration.

    Batches: normal noise, a heavy upper tail, a drift, and bursts of load that neighbours of a round share.
    Processes: an effect per cell and process, and one that all cells of a process share.
    """

    batch: float = 0.01
    tail_probability: float = 0.15
    tail: float = 0.10
    drift: float = 0.001
    burst: float = 0.08
    burst_batches: int = 60
    process_shared: float = 0.005
    spread: float = 0.5
    shape: str = "normal"
    process: dict[str, float] = field(default_factory=lambda: {"c": 0.007, "python": 0.02})


def process_effects(machine: Machine, generator: np.random.Generator, sd: Floats, waves: int) -> Floats:
    """Effects of cell and process (cells, waves)."""
    shape = (len(sd), waves)
    if machine.shape == "normal":
        values = generator.standard_normal(shape)
    elif machine.shape == "heavy":
        values = generator.standard_t(3, shape) / np.sqrt(3)
    elif machine.shape == "two levels":
        values = 0.4 * generator.standard_normal(shape) + 2.2 * (generator.random(shape) < 0.3)
    else:
        values = 0.6 * generator.standard_normal(shape) + 6 * (generator.random(shape) < 0.05)
    return values * sd[:, None]


def simulate(
    cells: list[CellSpec],
    times_ns: Floats,
    generator: np.random.Generator,
    *,
    waves: int,
    rounds: int,
    machine: Machine | None = None,
    process_sd: Floats | None = None,
    first_wave: int = 0,
) -> Samples:
    """Run one group's cells, whose true times are given, on an imagined machine."""
    machine = machine or Machine()
    count = len(cells)
    if process_sd is None:
        process_sd = process_sds(cells, machine, generator)
    effects = process_effects(machine, generator, process_sd, waves)
    runners = {cell.runner for cell in cells}
    for runner in sorted(runners):
        chosen = [row for row, cell in enumerate(cells) if cell.runner == runner]
        effects[chosen] += machine.process_shared * generator.standard_normal(waves)

    batches = rounds * count
    drift = np.cumsum(generator.standard_normal((waves, batches)), axis=1) * machine.drift
    switches = generator.random((waves, batches)) < 1 / machine.burst_batches
    loaded = (np.cumsum(switches, axis=1) + (generator.random((waves, 1)) < 0.5)) % 2
    moments = (drift + machine.burst * loaded).reshape(waves, rounds, count)
    order = np.argsort(generator.random((waves, rounds, count)), axis=2)
    shared = np.take_along_axis(moments, order, axis=2)
    noise = machine.batch * generator.standard_normal(shared.shape)
    noise += (generator.random(shared.shape) < machine.tail_probability) * generator.exponential(
        machine.tail, shared.shape
    )
    logs = np.log(times_ns) + shared + noise + effects.T[:, None, :]

    wave, number, row = np.indices(logs.shape).reshape(3, -1)
    iterations = np.maximum(np.round(2e6 / times_ns), 1)[row]
    cpu = np.exp(logs.reshape(-1)) * iterations
    empty = np.full(len(cpu), np.nan)
    return Samples(
        cell=np.array([cell.id for cell in cells], dtype=np.int64)[row],
        wave=wave + first_wave,
        round=number,
        phase=np.full(len(cpu), int(Phase.TIMED), dtype=np.int64),
        iterations=iterations,
        wall_ns=cpu * 1.001,
        cpu_ns=cpu,
        allocated_bytes=empty,
        allocated_objects=empty,
        peak_bytes=empty,
        pitch_ns=empty,
        at_ns=empty,
    )


def process_sds(cells: list[CellSpec], machine: Machine, generator: np.random.Generator) -> Floats:
    """How much processes differ, per cell: typical of its runner, with a spread between cells."""
    typical = np.array([machine.process[cell.runner] for cell in cells])
    return typical * np.exp(machine.spread * generator.standard_normal(len(cells)))


def codecs(count: int, *, group: int = 0, first: int = 0, twins: bool = False) -> list[CellSpec]:
    """Cells of two runners, half of each, the first of each the baseline; with twins, each second one is a twin."""
    cells = []
    for number in range(count):
        runner = "c" if number < (count + 1) // 2 else "python"
        start = 0 if runner == "c" else (count + 1) // 2
        is_twin = twins and (number - start) % 2 == 1
        cells.append(
            CellSpec(
                id=first + number,
                group=group,
                runner=runner,
                twin_of=first + number - 1 if is_twin else None,
                baseline=first + start,
            )
        )
    return cells
