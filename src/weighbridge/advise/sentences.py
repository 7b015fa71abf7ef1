"""The verdict in plain sentences."""

from __future__ import annotations

from collections.abc import Mapping

from weighbridge.report import figures
from weighbridge.report.document import RunDocument

from . import units
from .case import Case
from .contest import Contest
from .model import Term, Weight, is_saturated, load
from .scenario import Scenario
from .verdict import Answer, Kind, judge, objective, payback_months, saved


def sentence(case: Case, document: RunDocument, scenario: Scenario) -> str:
    """Say what to do, and why; or why there is nothing to advise."""
    titles = titles_of(document)
    if case.contest is None or case.verdict is None or case.obstacle is not None:
        return f"No advice: {_obstacle(case, document, scenario)}"
    contest, verdict = case.contest, case.verdict
    baseline, best = contest.baseline, verdict.best
    own = _title(baseline, titles)
    if verdict.kind == "stay":
        what = "alternative" if verdict.format.reference is baseline else "other library"
        return f"Stay with {own} ({baseline.name}): {_rejection(verdict.rejected, contest, scenario, what)}."
    advice = (
        f"Stay with {own}, but use {best.name}"
        if verdict.kind == "library"
        else f"Move to {_title(best, titles)} with {best.name}"
    )
    return f"{advice}: {_gain(baseline, best, contest, scenario)}."


def further(case: Case, document: RunDocument, scenario: Scenario) -> str:
    """Say how the other question was answered, where that adds something; otherwise nothing."""
    if case.contest is None or case.verdict is None:
        return ""
    contest, verdict = case.contest, case.verdict
    baseline, library, other = contest.baseline, verdict.library.challenger, verdict.format.challenger
    reference = verdict.format.reference
    if other is not None and (verdict.kind == "library" or (verdict.kind == "stay" and reference is not baseline)):
        rejection = _rejection(verdict.format, contest, scenario, "of them")
        together = ""
        if verdict.kind == "stay" and judge(contest, baseline, other, scenario) == "change":
            whole = _saves(baseline, other, contest, scenario)
            together = f" Against {baseline.name} it {whole}, but a part of that comes with {reference.name} alone."
        return f"No other format either: against {reference.name}, {rejection}.{together}"
    if verdict.kind == "format" and verdict.library.gains and library is not None:
        own = _title(baseline, titles_of(document))
        return f"Against {library.name}, the best for {own}, it {_saves(library, verdict.best, contest, scenario)}."
    return ""


def short(kind: Kind, codec: str) -> str:
    """Say a verdict in a few words: ``stay with json``, ``use orjson``, ``move to ormsgpack``, ``no codec fits``."""
    match kind:
        case "none":
            return "no codec fits"
        case "stay":
            return f"stay with {codec}"
        case "library":
            return f"use {codec}"
        case "format":
            return f"move to {codec}"


def titles_of(document: RunDocument) -> dict[str, str]:
    """Return the titles of the run's formats by their names."""
    return {form.format: form.title for form in document.formats}


def _title(weight: Weight, titles: Mapping[str, str]) -> str:
    return titles.get(weight.format, weight.format)


def _gain(reference: Weight, best: Weight, contest: Contest, scenario: Scenario) -> str:
    if is_saturated(reference, scenario):
        needed, left = units.percent(load(reference, scenario)), units.percent(load(best, scenario))
        return (
            f"{reference.name} needs {needed} of the link at {units.rate(scenario.messages_per_s)}, {best.name} {left}"
        )
    return f"it {_saves(reference, best, contest, scenario)} against {reference.name}"


def _saves(reference: Weight, other: Weight, contest: Contest, scenario: Scenario) -> str:
    gain, whole = saved(contest.less(reference, other), scenario), objective(reference, scenario).estimate
    share = units.percent(gain.estimate / whole)
    if scenario.minimise == "latency":
        return f"saves {units.time(gain)} of {units.a(figures.duration(whole))} call ({share})"
    return f"saves {units.with_half(gain)} of {units.money(whole)} a month ({share})"


def _rejection(answer: Answer | None, contest: Contest, scenario: Scenario, what: str) -> str:
    if answer is None or answer.challenger is None:
        return "the run has nothing else that may be advised"
    reference, other = answer.reference, answer.challenger
    best = f"the best {what}, {other.name},"
    less = contest.less(reference, other)
    if answer.outcome == "no-gain":
        gain = saved(less, scenario)
        more = Term(0.0 - gain.estimate, gain.half)  # not −0
        if scenario.minimise == "latency":
            return f"{best} takes {units.time(more)} longer"
        return f"{best} costs {units.with_half(more)} a month more"
    saves = f"{best} {_saves(reference, other, contest, scenario)}"
    if answer.outcome == "noise":
        return f"{saves}, which may be noise"
    if answer.outcome == "threshold":
        return f"{saves}, under the threshold of {units.percent(scenario.threshold)}"
    months = payback_months(less, scenario)
    late = "never" if months is None else f"only after {figures.significant(months)} months"
    return f"{saves}, and pays back {late}"


def _obstacle(case: Case, document: RunDocument, scenario: Scenario) -> str:
    if case.obstacle == "self-check":
        check = document.run.self_check
        return (
            f"this run failed its own check: of {check.pairs} codecs measured twice, {check.different} differ from "
            "themselves. Measure again on a quieter machine."
        )
    if case.obstacle == "too-short":
        return (
            "this run was too short to know the error of its numbers. Give it more time, such as "
            f"--budget {case.budget_s}s, or weigh less at once."
        )
    if case.obstacle == "missing" or case.contest is None:
        return f"this run lacks {', '.join(case.lacking)}."
    smallest = min(case.contest.weights, key=lambda weight: (weight.bytes, weight.name))
    return (
        f"no codec fits through the link: at {units.rate(scenario.messages_per_s)} even {smallest.name}, the smallest, "
        f"needs {units.percent(load(smallest, scenario))} of {units.bandwidth(scenario.bandwidth_bits_per_s)}."
    )
