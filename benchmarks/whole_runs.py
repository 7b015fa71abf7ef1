"""Whole runs, as a user makes them: how sharp they are, whether two agree, and where their time goes.

``python -m benchmarks.whole_runs DATABASE`` says the same of the latest two runs in a database, such as those of
``make run``.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np

from benchmarks.repeatability import kendall_tau
from weighbridge.campaign.arrivals import Ready
from weighbridge.campaign.flow import weigh
from weighbridge.campaign.participants import Participants
from weighbridge.campaign.progress import Silence
from weighbridge.campaign.selection import Selection
from weighbridge.campaign.settings import Settings
from weighbridge.measure.analysis import Analysis, analyse
from weighbridge.measure.ranking import Verdict
from weighbridge.measure.samples import Samples
from weighbridge.payloads.corpus import built_in_payload
from weighbridge.store.records import Run
from weighbridge.store.runs import list_runs, read_with_samples
from weighbridge.store.specs import cell_specs

PAYLOAD = "generated-2"
BUDGET_S = 30.0
CLEAR = float(np.log(1.15))
"""Two whose times differ by this should be told apart."""


@dataclass(frozen=True, slots=True)
class Sharpness:
    """How sharp one runner's rows are in one run; shares, None where nothing is known.

    Attributes:
        runner: its name.
        rows: that were timed.
        processes: the fewest that a row had.
        half_width: of the relative time, median.
        clear_pairs, told_apart: pairs of a ranking that differ by 15 %, and those of them that have a verdict.
        unsettled: rows that never reached a steady speed.
        in_batches: share of the runner's own time that was spent in timed batches.
    """

    runner: str
    rows: int
    processes: int
    half_width: float | None
    clear_pairs: int
    told_apart: int
    unsettled: int
    in_batches: float | None


@dataclass(frozen=True, slots=True)
class Agreement:
    """Whether two runs agree.

    Attributes:
        ratio_median, ratio_p90: change of a ratio of two codecs of one runner.
        absolute_median: change of a time.
        ratios_hold, times_hold: share of ratios, and of times, whose intervals in the two runs are compatible (the
            difference within both errors together).
        tau: Kendall's, of a runner's ranking, mean.
        twins_differ: of all A/A pairs of both runs, by verdict.
        twins: how many there were.
        in_batches: share of the runs' time in timed batches.
    """

    ratio_median: float
    ratio_p90: float
    absolute_median: float
    ratios_hold: float
    times_hold: float
    tau: float
    twins_differ: int
    twins: int
    in_batches: float


@dataclass(frozen=True, slots=True)
class WholeRuns:
    """Two runs: how they agree, and how sharp the latter is."""

    agreement: Agreement
    sharpness: Sequence[Sharpness]


@dataclass(frozen=True, slots=True)
class _Analysed:
    run: Run
    analysis: Analysis
    names: Mapping[int, tuple[str, str, str, str]]

    @property
    def rankings(self) -> list[list[int]]:
        """The timed codecs of each runner, payload and operation."""
        found: dict[tuple[str, str, str], list[int]] = {}
        for number, (participant, name, operation, payload) in self.names.items():
            del name
            found.setdefault((participant, operation, payload), []).append(number)
        return list(found.values())

    def half(self, number: int) -> float:
        """Half of the interval of the log of a time."""
        gross = self.analysis.cells[number].gross
        return (
            np.nan if gross is None or gross.low is None or gross.high is None else np.log(gross.high / gross.low) / 2
        )

    def time(self, number: int) -> float:
        """The log of a time."""
        gross = self.analysis.cells[number].gross
        return np.nan if gross is None else float(np.log(gross.estimate))


def whole_runs(participants: Participants, seed: int) -> WholeRuns:
    """Make two runs one after the other, as ``run --operations decode --budget 30s`` does, and compare them."""
    settings = Settings(
        budget_s=BUDGET_S,
        precision=0.01,
        seed=seed,
        baseline=None,
        selection=Selection(operations=("decode",)),
    )
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "runs.duckdb"
        payload = built_in_payload(PAYLOAD)
        names = [
            weigh(
                [payload], Ready(participants), settings.model_copy(update={"seed": seed + number}), database, Silence()
            )
            for number in range(2)
        ]
        return compare_runs(database, names)


def compare_runs(database: Path, names: Sequence[str]) -> WholeRuns:
    """Compare two stored runs of the same selection."""
    one, other = (_analysed(*read_with_samples(database, name)) for name in names)
    return WholeRuns(_agreement(one, other), list(_sharpness(other)))


def _analysed(run: Run, samples: Samples) -> _Analysed:
    analysis = analyse(cell_specs(run.cells), samples, quiet_ns=run.record.quiet_ns)
    names = {
        cell.cell: (cell.participant, cell.name, cell.operation, cell.payload)
        for cell in run.cells
        if cell.role == "codec" and cell.is_timed and analysis.cells[cell.cell].gross is not None
    }
    return _Analysed(run, analysis, names)


def _agreement(one: _Analysed, other: _Analysed) -> Agreement:
    there = {name: number for number, name in other.names.items()}
    ratios, ratios_hold, times, times_hold, taus = [], [], [], [], []
    for ranking in one.rankings:
        both = [(number, there[one.names[number]]) for number in ranking if one.names[number] in there]
        for a, b in both:
            change = other.time(b) - one.time(a)
            times.append(abs(np.expm1(change)))
            if np.isfinite(one.half(a) + other.half(b)):
                times_hold.append(abs(change) <= np.hypot(one.half(a), other.half(b)))
        for (a, b), (c, d) in combinations(both, 2):
            first, second = one.analysis.ratio(a, c), other.analysis.ratio(b, d)
            if first is None or second is None:
                continue
            change = float(np.log(second.estimate / first.estimate))
            ratios.append(abs(np.expm1(change)))
            if first.low and first.high and second.low and second.high:
                reach = np.hypot(np.log(first.high / first.low), np.log(second.high / second.low)) / 2
                ratios_hold.append(abs(change) <= reach)
        if len(both) > 2:
            taus.append(
                kendall_tau(np.array([one.time(a) for a, _ in both]), np.array([other.time(b) for _, b in both]))
            )
    checks = [analysed.analysis.self_check for analysed in (one, other)]
    return Agreement(
        ratio_median=float(np.median(ratios)),
        ratio_p90=float(np.quantile(ratios, 0.9)),
        absolute_median=float(np.median(times)),
        ratios_hold=float(np.mean(ratios_hold)),
        times_hold=float(np.mean(times_hold)),
        tau=float(np.mean(taus)),
        twins_differ=sum(len(check.different) for check in checks),
        twins=sum(check.pairs for check in checks),
        in_batches=float(np.mean([_in_batches(analysed.run) for analysed in (one, other)])),
    )


def _sharpness(analysed: _Analysed) -> Iterable[Sharpness]:
    cells, record = analysed.analysis.cells, analysed.run.record
    baselines = {cell.baseline for cell in analysed.run.cells}
    for participant in dict.fromkeys(participant for participant, *_ in analysed.names.values()):
        own = [number for number, name in analysed.names.items() if name[0] == participant]
        relative = [cells[number].relative for number in own if number not in baselines]
        widths = [found.half_width for found in relative if found is not None and found.half_width is not None]
        clear = told = 0
        for ranking in analysed.rankings:
            if analysed.names[ranking[0]][0] != participant:
                continue
            for a, b in combinations(ranking, 2):
                ratio = analysed.analysis.ratio(a, b)
                if ratio is not None and abs(np.log(ratio.estimate)) > CLEAR:
                    clear += 1
                    told += analysed.analysis.verdict(a, b) in (Verdict.FASTER, Verdict.SLOWER)
        account = {
            activity: spent for activity, spent in record.spent.get(participant, {}).items() if activity != "aside"
        }
        yield Sharpness(
            runner=participant,
            rows=len(own),
            processes=min(cells[number].processes for number in own),
            half_width=float(np.median(widths)) if widths else None,
            clear_pairs=clear,
            told_apart=told,
            unsettled=sum(cells[number].settled is False for number in own),
            in_batches=account.get("timed batches", 0.0) / sum(account.values()) if account else None,
        )


def _in_batches(run: Run) -> float:
    timed = sum(account.get("timed batches", 0.0) for account in run.record.spent.values())
    return timed / run.record.measured_s if run.record.measured_s else 0.0


def main(database: Path) -> None:
    """Print what the latest two runs in a database say."""
    latest = [record.run for record in list_runs(database)[:2]]
    found = compare_runs(database, latest[::-1])
    sys.stdout.write(f"{found.agreement}\n")
    for row in found.sharpness:
        sys.stdout.write(f"{row}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
