"""Writes ``tests/vectors/charts.json``: the pictures of a small run, for the page to make the same of it.

Run it as ``python tests/charts/charts_vectors.py`` after rows have changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

from charts_documents import orders

from weighbridge.advise.scenario import Compressor, Scenario
from weighbridge.charts.bandwidth import bandwidth, weights_of
from weighbridge.charts.heatmap import heatmap
from weighbridge.charts.pareto import pareto
from weighbridge.charts.picture import Picture
from weighbridge.charts.ranking import ranking
from weighbridge.charts.rows import Unit, Weight
from weighbridge.charts.samples import samples
from weighbridge.charts.selection import at, rebase
from weighbridge.measure.samples import Phase, Sample, Samples

FILE = Path(__file__).parents[1] / "vectors" / "charts.json"

_COLUMNS = ("cell", "wave", "round", "phase", "iterations", "wall_ns", "cpu_ns", "pitch_ns")


def some_samples() -> list[Sample]:
    """Two processes of the second cell, each with a first call and a warm-up, and one batch of another cell."""
    taken = [Sample(0, 0, 0, Phase.TIMED, 10, 90_000, 90_000)]
    for wave, level in enumerate((900, 940)):
        taken.append(Sample(1, wave, 0, Phase.FIRST, 1, 90_000, 88_000))
        taken += [Sample(1, wave, number, Phase.WARMUP, 10, 12_000, 11_000) for number in range(2)]
        taken.append(Sample(1, wave, 2, Phase.CALIBRATION, 10, 0, 0))
        # The core is quiet, then shared, and once nobody struck a fork.
        pitches = (80_000, 84_000, 85_000, 120_000, None, 81_000)
        taken += [
            Sample(1, wave, n, Phase.TIMED, 100, level * 100 + 7 * n, level * 100 + 5 * n, pitch_ns=pitch)
            for n, pitch in enumerate(pitches)
        ]
    return taken


def cases() -> Iterator[tuple[str, dict[str, Any], Picture]]:
    """Yield the kind of each chart, what was chosen, and the picture."""
    run = orders()
    encode = at(run.cells, "orders", "encode")
    units: tuple[Unit, ...] = ("relative", "time", "speed", "instructions", "allocated")
    for members, unit in product(((), ("python",)), units):
        own = [cell for cell in encode if not members or cell.member in members]
        chosen: dict[str, Any] = {"members": members, "unit": unit, "weight": "net", "baseline": None}
        yield "ranking", chosen, ranking(run, own, unit=unit)
    own = [cell for cell in encode if cell.member == "python"]
    changes: tuple[tuple[Unit, Weight, str | None], ...] = (
        ("relative", "net", "orjson"),
        ("relative", "gross", None),
        ("time", "gross", None),
    )
    for unit, weight, baseline in changes:
        moved = rebase(run.cells, own, baseline, weight)
        chosen = {"members": ("python",), "unit": unit, "weight": weight, "baseline": baseline, "most": 4}
        yield "ranking", chosen, ranking(run, moved, unit=unit, weight=weight, most=4)
    compressors: tuple[Compressor, ...] = ("none", "gzip")
    for compressor in compressors:
        yield "pareto", {"members": (), "compressor": compressor}, pareto(run, encode, compressor)
    yield "pareto", {"members": ("python",), "compressor": "none"}, pareto(run, own)
    scenarios = (
        (("python",), Scenario(bandwidth_bits_per_s=100e6, rtt_s=20e-6), False),
        (("python", "go"), Scenario(bandwidth_bits_per_s=2e4, rtt_s=20e-6), False),
        (("python",), Scenario(bandwidth_bits_per_s=1e12, rtt_s=20e-6, compressor="gzip"), True),
    )
    for several, scenario, exact in scenarios:
        weights = weights_of(run, run.run.payloads[0], several, (), scenario, exact=exact)
        chosen = {
            "members": several,
            "compressor": scenario.compressor,
            "bandwidth": scenario.bandwidth_bits_per_s,
            "rtt": scenario.rtt_s,
            "exact": exact,
        }
        yield "bandwidth", chosen, bandwidth(run, weights, scenario)
    for operation in ("encode", "decode"):
        yield "heatmap", {"operation": operation}, heatmap(run, run.cells, operation)
    yield "heatmap", {"operation": "encode", "most": 3}, heatmap(run, run.cells, "encode", most=3)
    taken = Samples.from_rows(some_samples())
    for number in (0, 1):
        yield "samples", {"cell": number}, samples(run, run.cells[number], taken.where(taken.cell == number))


def content() -> dict[str, Any]:
    """Return what the file holds."""
    taken = some_samples()
    return {
        "document": orders().model_dump(mode="json"),
        "samples": {
            name: [None if (value := getattr(sample, name)) is None else int(value) for sample in taken]
            for name in _COLUMNS
        },
        "cases": [
            {
                "kind": kind,
                "chosen": chosen,
                "picture": {
                    "data": {name: list(rows) for name, rows in picture.data.items()},
                    "words": dict(picture.words),
                    "description": picture.description,
                    "notes": list(picture.notes),
                },
            }
            for kind, chosen, picture in cases()
        ],
    }


def _rounded(value: Any) -> Any:
    """Twelve digits: what two libraries' logarithms agree on."""
    if isinstance(value, dict):
        return {key: _rounded(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(part) for part in value]
    return float(f"{value:.12g}") if isinstance(value, float) else value


def text() -> str:
    """Return the file's text."""
    return json.dumps(_rounded(content()), ensure_ascii=False, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
