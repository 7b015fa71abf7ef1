"""The results as a page of Markdown tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from scipy import stats

from benchmarks.load import LONGEST_S, SHORTEST_S
from benchmarks.orchestration import CELL_S, Orchestration
from benchmarks.power import DIFFERENCE
from benchmarks.repeatability import Spread
from benchmarks.results import CONDITIONS, LOADED, QUIET, Found, Results

TITLES = {QUIET: "quiet", LOADED: "under load"}


OUTSIDE = """Outside of 0.95–1.05. Between the clocks the runner runs nothing of its own but the loop; what differs is
how the compiler treats the library in a program of one call and in one of many rows (callgrind counts tell), and in
Python, what a process with many libraries in it has interned and allocated.

"""


def render(results: Results) -> str:
    """Write the page."""
    sections = [
        _introduction(results),
        _self_difference(results.found),
        _repeatability(results.found),
        _coverage(results.found),
        _power(results.found),
        _harness_cost(results.found),
        _orchestration(results.found),
        _every_language(results.found),
        *_whole_runs(results.found),
    ]
    return "\n\n".join(section for section in sections if section) + "\n"


def share(part: int, whole: int) -> str:
    """Write a share with its own 95 % interval (Clopper and Pearson): ``3 of 200: 1.5 % (0.3–4.3)``."""
    if whole == 0:
        return "–"
    bounds = stats.binomtest(part, whole).proportion_ci()
    return f"{part} of {whole}: {percent(part / whole, 1)} ({100 * bounds.low:.1f}–{100 * bounds.high:.1f})"


def percent(value: float | None, decimals: int = 2) -> str:
    """Write a share as a percentage."""
    return "–" if value is None else f"{100 * value:.{decimals}f} %"


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Write a table; its first column is text, the others are numbers."""
    lines = [header, ["---", *["--:"] * (len(header) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _section(title: str, text: str, *tables: str) -> str:
    return "\n\n".join([f"## {title}", text, *tables])


def _introduction(results: Results) -> str:
    machine, scale = results.machine, results.scale
    facts = [
        ("Date", f"{results.began}, {results.seconds / 60:.0f} minutes{'' if results.complete else ', INTERRUPTED'}"),
        ("Processor", f"{machine['cpu']}, {machine['cores']} cores, {machine['architecture']}"),
        ("Virtual machine", "yes" if machine["virtual"] else "no"),
        ("System", f"{machine['system']}, Linux {machine['kernel']}, load at the start {machine['load']}"),
        *((f"Runner {name}", text) for name, text in results.runners.items()),
        ("Seed", str(results.seed)),
    ]
    for condition, found in _with(results.found, lambda found: found.short_runs > 0):
        facts.append(
            (
                f"Long campaign, {TITLES[condition]}",
                f"{found.short_runs} short runs of {found.short_run_s:.1f} s, {found.processes:.1f} processes each; "
                f"{found.slots} slots of the one-by-one protocol; {percent(found.preempted, 1)} of batches preempted; "
                f"{len(found.failures)} failures",
            )
        )
    failures = [f"* {TITLES[name]}: {text}" for name, found in results.found.items() for text in found.failures]
    return "\n\n".join(
        [
            "# The proofs of the method",
            f"""Made by `make bench` on real codecs, through the machinery that a user's run goes through. *Under load*:
on every core, a second process is busy (arithmetic, and copying memory that no cache holds) and idle in turns, for a
random {SHORTEST_S:g}–{LONGEST_S:g} s each.

Self-difference, repeatability, coverage and power come from one long campaign per condition: {len(scale.codecs)}
codecs, {" and ".join(scale.operations)}, payload {scale.payload}, each codec registered twice (a "twin"). It is made of
{scale.runs} short runs, one after the other, with {scale.cell_s:g} s for each codec and twin. A short run is planned
and measured as a user's run is, but the stop rule leaves no cell out. Shares come with their own 95 % interval in
brackets, as if all cases were independent, which those of one run are only nearly.""",
            table(["Fact", "Value"], facts),
            *(["Failures:\n\n" + "\n".join(failures)] if failures else []),
        ]
    )


def _with(found: dict[str, Found], has: Callable[[Found], object]) -> Iterator[tuple[str, Found]]:
    """Yield the conditions that have an answer."""
    yield from ((condition, found[condition]) for condition in CONDITIONS if has(found[condition]))


def _self_difference(found: dict[str, Found]) -> str:
    rows = [
        [
            TITLES[condition],
            share(aa.different_95, aa.pairs),
            share(aa.different, aa.pairs),
            f"{aa.failed_self_checks} of {aa.runs}",
            share(aa.one_by_one_different_95, aa.one_by_one_pairs),
        ]
        for condition, answer in _with(found, lambda answer: answer.self_difference)
        if (aa := answer.self_difference) is not None
    ]
    if not rows:
        return ""
    return _section(
        "a. Self-difference",
        """How often a codec is called different from itself. At 95 %, each pair by itself, 5 % is right. The verdict is
what the ranks rest on: corrected for all pairs of the group, and 1 % of *groups* may have one. The one-by-one protocol
gives no intervals; a t test of the five runs it keeps stands in for the eye that compares its means.""",
        table(["", "at 95 %", "by verdict", "runs with failed self-check", "one by one, at 95 %"], rows),
    )


def _repeatability(found: dict[str, Found]) -> str:
    def row(title: str, spread: Spread) -> list[str]:
        return [
            title,
            f"{spread.runs} × {spread.ratios}",
            percent(spread.median_change),
            percent(spread.p90_change),
            percent(spread.median_sd),
            percent(spread.rms_sd),
            "–" if spread.tau is None else f"{spread.tau:.4f}",
        ]

    rows = [
        row(f"{title}, {TITLES[condition]}", spread)
        for condition, answer in _with(found, lambda answer: answer.repeatability)
        if answer.repeatability is not None
        for title, spread in (
            ("Weighbridge", answer.repeatability.ours),
            ("one by one", answer.repeatability.one_by_one),
        )
    ]
    if not rows:
        return ""
    return _section(
        "b. Repeatability",
        """How much the ratio of the net times of any two codecs changes between two runs minutes apart, beside the
one-by-one protocol (one codec after the other, 7 runs each, each in a fresh process whose start is not counted, best
and worst dropped, mean) at the same total time. Run-to-run sd of a log ratio: median over the ratios, and quadratic
mean, in which the worst count. Tau: Kendall's, between the rankings of two runs; 1 is the same order.""",
        table(
            ["", "runs × ratios", "median change", "90th percentile", "sd, median", "sd, quadratic mean", "tau"], rows
        ),
    )


def _coverage(found: dict[str, Found]) -> str:
    rows = [
        [
            f"{covered.quantity}, {covered.language}, {TITLES[condition]}",
            share(covered.hold_others, covered.intervals),
            share(covered.hold_whole, covered.intervals),
            "–" if covered.half_width is None else f"± {percent(covered.half_width)}",
        ]
        for condition, answer in _with(found, lambda answer: answer.coverage)
        for covered in answer.coverage
    ]
    if not rows:
        return ""
    return _section(
        "c. Coverage",
        """How often a short run's 95 % interval holds the value of the long campaign: of the other short runs together,
which know nothing of this one, and of all together. With ten runs, a perfect interval would hold the first in 93.7 % of
cases, since the long run has an error of its own, and the second in 96.1 %, since it has a part in it.""",
        table(["", "holds the others' value", "holds the whole's value", "mean half-width"], rows),
    )


def _power(found: dict[str, Found]) -> str:
    rows = [
        [
            TITLES[condition],
            share(power.found_95, power.pairs),
            share(power.found, power.pairs),
            str(power.wrong),
            share(power.found_long, power.long_pairs),
        ]
        for condition, answer in _with(found, lambda answer: answer.power)
        if (power := answer.power) is not None
    ]
    if not rows:
        return ""
    return _section(
        "Power",
        f"""How often a true difference of {percent(DIFFERENCE, 0)} is found: the recorded times of every twin are
multiplied by {1 + DIFFERENCE}. At 95 %: each pair by itself. By verdict: corrected for all pairs of the group. Wrong:
called faster, or equivalent within 1 %. The last column takes all short runs as one.""",
        table(["", "at 95 %", "by verdict", "wrong", "by verdict, all runs as one"], rows),
    )


def _harness_cost(found: dict[str, Found]) -> str:
    rows = []
    outside: list[str] = []
    for condition, answer in _with(found, lambda answer: answer.harness_cost):
        for cost in answer.harness_cost:
            interval = "" if cost.low is None or cost.high is None else f" ({cost.low:.3f}–{cost.high:.3f})"
            name = f"{cost.runner} {cost.codec} {cost.operation}"
            rows.append(
                [
                    f"{name}, {TITLES[condition]}",
                    f"{cost.bare_ns:,.0f} ns",
                    f"{cost.ratio:.3f}{interval}",
                    f"{(cost.ratio - 1) * cost.bare_ns:+.0f} ns",
                    str(cost.processes),
                ]
            )
            if not cost.is_alike:
                noise = cost.low is None or cost.high is None or cost.low <= 1 <= cost.high
                outside.append(f"* {name}, {TITLES[condition]}: {cost.ratio:.3f}{', perhaps noise' if noise else ''}")
    if not rows:
        return ""
    return _section(
        "d. Harness cost",
        """The same library call: gross time that the runner's `time` reports ÷ time in a bare loop of the same language
(C and C++: a program of its own, compiled with the runner's flags and libraries; Python: `timeit`), on the thread's CPU
clock, batches of both in turns. *Per call* is the difference.""",
        table(["", "bare loop", "ratio (95 %)", "per call", "pairs of processes"], rows),
        *([OUTSIDE + "\n".join(outside)] if outside else []),
    )


def _orchestration(found: dict[str, Found]) -> str:
    rows = _cost_rows(found, lambda answer: answer.orchestration)
    if not rows:
        return ""
    return _section(
        "e. Cost",
        f"""Whole campaigns as `weighbridge run` makes them, store and stop rule included, with a measuring budget of
{CELL_S:g} s a cell (payload × codec × operation). {_COST}""",
        table(_COST_HEADINGS, rows),
    )


def _every_language(found: dict[str, Found]) -> str:
    rows = _cost_rows(found, lambda answer: answer.every_language)
    if not rows:
        return ""
    return _section(
        "s. Every language",
        f"""One document of some 3 KB in every language that is here, as `weighbridge run` does it. The goals are a
first table in 30 s, the last in 120 s of measuring, and less than 5 % of it for the core. {_COST}""",
        table(_COST_HEADINGS, rows),
    )


_COST = """*Verifying*: all before the first batch. *Core*: how much of the measuring time the core itself had a
processor. *Outside of batches*: the share of the measuring time that runners did not spend in any batch, starting them
included (those that warm up side by side count twice); *not counted* adds first calls, calibration and warm-up.
*First table*: when the first wave is over, and every cell has a number. *Final table*: when the last one is in hand, of
which *estimating* is reading the samples back and making it. Both since the start; runners are built before."""
_COST_HEADINGS = ["Cells", "budget", "verifying", "measuring", "core", "outside of batches", "not counted",
                  "first table", "final table", "estimating"]  # fmt: skip


def _cost_rows(found: dict[str, Found], chosen: Callable[[Found], list[Orchestration]]) -> list[list[str]]:
    return [
        [
            f"{cost.cells}, {TITLES[condition]}",
            f"{cost.budget_s:.0f} s",
            f"{cost.verify_s:.1f} s",
            f"{cost.measured_s:.1f} s",
            percent(cost.core_cpu, 1),
            percent(1 - cost.in_batches, 1),
            percent(1 - cost.in_timed, 1),
            f"{cost.first_table_s:.1f} s",
            f"{cost.final_table_s:.1f} s",
            f"{cost.table_s:.2f} s",
        ]
        for condition, answer in _with(found, chosen)
        for cost in chosen(answer)
    ]


def _whole_runs(found: Mapping[str, Found]) -> Iterator[str]:
    for condition, under in found.items():
        if under.whole_runs is None:
            continue
        agreement = under.whole_runs.agreement
        yield _section(
            f"Whole runs, {TITLES[condition]}",
            "Two runs as a user makes them, 30 s each: how they agree, and how sharp the second is.",
            table(
                ("", "value"),
                [
                    ("time in timed batches", percent(agreement.in_batches, 0)),
                    ("change of a ratio, median", percent(agreement.ratio_median)),
                    ("change of a ratio, 90th percentile", percent(agreement.ratio_p90)),
                    ("change of a time, median", percent(agreement.absolute_median)),
                    ("intervals of ratios compatible", percent(agreement.ratios_hold, 0)),
                    ("intervals of times compatible", percent(agreement.times_hold, 0)),
                    ("Kendall's tau", f"{agreement.tau:.3f}"),
                    ("twins told apart", share(agreement.twins_differ, agreement.twins)),
                ],
            ),
            table(
                ("runner", "rows", "processes", "half-width", "15 % apart", "told apart", "unsettled", "in batches"),
                [
                    (
                        row.runner,
                        str(row.rows),
                        str(row.processes),
                        percent(row.half_width, 1),
                        str(row.clear_pairs),
                        str(row.told_apart),
                        str(row.unsettled),
                        percent(row.in_batches, 0),
                    )
                    for row in under.whole_runs.sharpness
                ],
            ),
        )
