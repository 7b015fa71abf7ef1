"""Advice on the terminal: the sentence, three numbers with their errors, where it flips, what would be lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from weighbridge.report import figures
from weighbridge.report.document import Interval

from . import units
from .document import Advice, AdviceDocument, ExcludedCodec, Flips, Savings, ScenarioInfo, WeighedCodec
from .model import FASTEST_BITS_PER_S, SLOWEST_BITS_PER_S, Term
from .sentences import short

_STYLES = {"stay": "bold", "library": "bold green", "format": "bold green", "none": "bold yellow"}


def renderable(document: AdviceDocument) -> RenderableType:
    """Return everything that the document advises, payload by payload."""
    return Group(
        Text(_asked(document.scenario), style="dim"),
        *(part for shared in _alike(document.advice) for part in ("", _advice(shared, document.scenario))),
    )


def _alike(advice: Sequence[Advice]) -> Iterator[list[Advice]]:
    """Put together what has but one sentence to say of a payload's runners, such as that a run was too short."""
    together: dict[tuple[str, str, int | None], list[Advice]] = {}
    for number, one in enumerate(advice):
        bare = one.kind == "none" and one.flips is None and not one.further and not one.remarks and not one.excluded
        together.setdefault((one.payload, one.sentence, None if bare else number), []).append(one)
    yield from together.values()


def _asked(scenario: ScenarioInfo) -> str:
    compressed = "uncompressed" if scenario.compressor == "none" else f"after {scenario.compressor}"
    parts = [
        f"{units.rate(scenario.messages_per_s)} {compressed} over {units.bandwidth(scenario.bandwidth_bits_per_s)}",
        f"round trip {figures.duration(scenario.rtt_s * 1e9)}",
        f"a core {scenario.cpu_price_per_core_hour:g}/h",
        f"traffic {scenario.egress_price_per_gigabyte:g}/GB",
    ]
    if scenario.change_cost is not None:
        parts.append(f"a change {units.money(scenario.change_cost)} once")
    if scenario.requirements:
        parts.append(f"required: {', '.join(scenario.requirements)}")
    if scenario.accepted:
        parts.append(f"accepted: {', '.join(scenario.accepted)}")
    what = {"latency": "the time of a message", "cost": "the cost of a month"}[scenario.minimise]
    return f"Messages: {', '.join(parts)}. What counts is {what}, from {units.percent(scenario.threshold)} on."


def _advice(shared: Sequence[Advice], scenario: ScenarioInfo) -> RenderableType:
    advice = shared[0]
    grid = Table.grid(padding=(0, 2, 0, 0), pad_edge=False)
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column()
    for label, content in _rows(advice, scenario):
        grid.add_row(f"  {label}", content)
    return Group(
        Text.assemble((advice.payload, "bold cyan"), (f" · {', '.join(one.title for one in shared)}", "cyan")),
        Text(advice.sentence, style=_STYLES[advice.kind]),
        *([Text(advice.further)] if advice.further else []),
        grid,
    )


def _rows(advice: Advice, scenario: ScenarioInfo) -> Iterator[tuple[str, RenderableType]]:
    changing = advice.kind in {"library", "format"}
    if advice.savings is not None and advice.baseline is not None:
        numbers = _numbers(advice.savings, unbounded=advice.baseline.link_load >= 1)
        yield ("saves" if changing else "would save"), Columns(map(Text, numbers), padding=(0, 3))
    if advice.flips is not None and advice.baseline is not None:
        yield "flips", Text(_flips(advice, advice.flips, scenario))
        yield "link full", Text(_saturation(advice.baseline, advice.flips, advice.savings))
        if advice.flips.pays_back_from_messages_per_s is not None:
            yield "pays back", Text(_payback(advice.flips.pays_back_from_messages_per_s, advice.savings, scenario))
    if advice.losses and (changing or _would_gain(advice.savings, scenario)):
        yield ("loses" if changing else "would lose"), Text("; ".join(loss.text for loss in advice.losses))
    if advice.remarks:
        yield "note", Text("; ".join(advice.remarks))
    if advice.excluded:
        yield "left out", Text(_left_out(advice.excluded))


def _would_gain(savings: Savings | None, scenario: ScenarioInfo) -> bool:
    if savings is None:
        return False
    return (savings.total_ns if scenario.minimise == "latency" else savings.money_per_month).estimate > 0


_SOME = 3
"""Codecs that are named for each reason to leave them out."""


def _left_out(excluded: Sequence[ExcludedCodec]) -> str:
    by_reason: dict[str, list[str]] = {}
    for one in excluded:
        by_reason.setdefault(one.reasons[0], []).append(one.codec)
    return "; ".join(f"{reason}: {_some(codecs)}" for reason, codecs in by_reason.items())


def _some(names: Sequence[str]) -> str:
    more = len(names) - _SOME
    return ", ".join(names) if more <= 0 else f"{', '.join(names[:_SOME])} and {more} more"


_LEAST_CORES = 0.001
_LEAST_MONEY = 0.01


def _numbers(savings: Savings, *, unbounded: bool) -> tuple[str, str, str]:
    time = f"{units.time(_term(savings.total_ns))} ({units.percent(savings.total_share)})"
    return (
        "latency: without bound today" if unbounded else f"latency {time}",
        f"cores {_amount(_term(savings.cores), _LEAST_CORES)}",
        f"money {_amount(_term(savings.money_per_month), _LEAST_MONEY)} a month",
    )


def _amount(term: Term, least: float) -> str:
    """Write an amount, but not one that nobody would notice."""
    if term.half is not None and abs(term.estimate) + term.half < least:
        return f"under {least}"
    return units.with_half(term)


def _term(interval: Interval) -> Term:
    if interval.low is None or interval.high is None:
        return Term(interval.estimate, None)
    return Term(interval.estimate, (interval.high - interval.low) / 2)


def _flips(advice: Advice, flips: Flips, scenario: ScenarioInfo) -> str:
    found = list(_by_bandwidth(flips, scenario.bandwidth_bits_per_s))
    if not found:
        low, high = units.bandwidth(SLOWEST_BITS_PER_S), units.bandwidth(FASTEST_BITS_PER_S)
        found.append(f"at no bandwidth from {low} to {high}")
    return "; ".join((*found, *_by_compressor(advice, flips, scenario)))


def _by_bandwidth(flips: Flips, bandwidth: float) -> Iterator[str]:
    stretches = flips.verdict_by_bandwidth
    here = next((n for n, part in enumerate(stretches) if bandwidth <= part.to_bits_per_s), len(stretches) - 1)
    if here > 0:
        slower = stretches[here - 1]
        yield f"below {units.bandwidth(slower.to_bits_per_s)} {short(slower.kind, slower.codec)}"
    if here + 1 < len(stretches):
        faster = stretches[here + 1]
        yield f"above {units.bandwidth(faster.from_bits_per_s)} {short(faster.kind, faster.codec)}"


def _by_compressor(advice: Advice, flips: Flips, scenario: ScenarioInfo) -> Iterator[str]:
    here = advice.kind, None if advice.best is None else advice.best.codec
    others: dict[str, list[str]] = {}
    for other in flips.verdict_by_compressor:
        if other.compressor == scenario.compressor or other.kind is None or other.codec is None:
            continue
        if (other.kind, other.codec) != here and not (other.kind == advice.kind == "none"):
            others.setdefault(short(other.kind, other.codec), []).append(other.compressor)
    for what, compressors in others.items():
        if "none" in compressors:
            compressors.remove("none")
            yield f"uncompressed {what}"
        if compressors:
            yield f"with {_alternatives(compressors)} {what}"
    lacking = [other.compressor for other in flips.verdict_by_compressor if other.obstacle == "missing"]
    if lacking:
        yield f"no numbers for {_alternatives(lacking)}"


def _alternatives(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


def _saturation(baseline: WeighedCodec, flips: Flips, savings: Savings | None) -> str:
    text = f"at {units.rate(flips.baseline_saturates_at_messages_per_s)} with {baseline.codec}"
    if savings is None:
        return text
    return f"{text}, at {units.rate(flips.best_saturates_at_messages_per_s)} with {savings.codec}"


def _payback(rate: float, savings: Savings | None, scenario: ScenarioInfo) -> str:
    text = f"within {scenario.payback_months:g} months from {units.rate(rate)} on"
    if savings is None or savings.payback_months is None:
        return text
    return f"after {figures.significant(savings.payback_months)} months; {text}"
