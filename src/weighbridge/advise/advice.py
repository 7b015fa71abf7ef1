"""Advice on a run: the way in to this package."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict

from weighbridge.report.document import Interval, PayloadInfo, RunDocument
from weighbridge.report.tables import titles_of

from . import model, units
from .candidates import (
    Candidate,
    Policy,
    candidates_by_member,
    check_baseline,
    concessions,
    members_of,
    payloads_of,
)
from .case import Case, consider
from .contest import Contest
from .document import (
    Advice,
    AdviceDocument,
    Answered,
    BestAtBandwidth,
    ExcludedCodec,
    Flips,
    LossInfo,
    Savings,
    ScenarioInfo,
    VerdictAtBandwidth,
    VerdictWithCompressor,
    WeighedCodec,
)
from .flips import cases_by_compressor, payback_rate, verdicts_by_bandwidth
from .losses import Loss, coverage, losses
from .model import Term, Weight
from .requirements import unmet
from .scenario import Scenario, check_names
from .sentences import further, sentence
from .verdict import Answer, Verdict, judge, ordered, payback_months, saved


def advise(
    document: RunDocument, scenario: Scenario, *, payloads: Sequence[str] = (), languages: Sequence[str] = ()
) -> AdviceDocument:
    """Advise for every payload and member of a run, or for those that are named.

    Args:
        document: the run.
        scenario: what the application is like.
        payloads: names of payloads.
        languages: names of languages, runners or targets.

    Raises:
        AdviceError: a name or the baseline is not in the run, or the run has measured nothing.
    """
    chosen = payloads_of(document, payloads)
    members = members_of(document, languages)
    candidates = {payload.payload: candidates_by_member(document, payload) for payload in chosen}
    check_names("loss", scenario.accepted, {loss for cell in document.cells for loss in cell.losses})
    if scenario.baseline is not None:
        every = [one for by_member in candidates.values() for found in by_member.values() for one in found]
        check_baseline(scenario.baseline, every)
    return AdviceDocument(
        run=document.run.run,
        scenario=ScenarioInfo(**asdict(scenario)),
        advice=tuple(
            _advice(document, payload, member, found, scenario)
            for payload in chosen
            for member, found in candidates[payload.payload].items()
            if member in members
        ),
    )


def _advice(
    document: RunDocument, payload: PayloadInfo, member: str, candidates: Sequence[Candidate], scenario: Scenario
) -> Advice:
    case = consider(document, payload, member, candidates, scenario)
    contest, verdict = case.contest, case.verdict
    target = None if verdict is None else talked_about(verdict)
    return Advice(
        payload=payload.payload,
        language=next(cell.language for cell in document.cells if cell.member == member),
        member=member,
        title=titles_of(document)[member],
        kind="none" if verdict is None else verdict.kind,
        obstacle=case.obstacle,
        sentence=sentence(case, document, scenario),
        further=further(case, document, scenario),
        baseline=None if contest is None else _weighed(contest.baseline, scenario),
        best=None if verdict is None or case.obstacle else _weighed(verdict.best, scenario),
        savings=None if contest is None or target is None else _savings(contest, target, scenario),
        other_library=None if verdict is None else _answered(verdict.library),
        other_format=None if verdict is None else _answered(verdict.format),
        flips=None if contest is None or verdict is None else _flips(document, case, contest, verdict, scenario),
        losses=tuple(LossInfo(kind=loss.kind, text=loss.text) for loss in losses_of(document, case)),
        remarks=() if contest is None else _remarks(document, contest, verdict, scenario),
        candidates=()
        if contest is None
        else tuple(_weighed(weight, scenario) for weight in ordered(contest.weights, scenario)),
        excluded=()
        if contest is None
        else tuple(ExcludedCodec(codec=name, reasons=reasons) for name, reasons in contest.excluded.items()),
    )


_FULL = 0.7
"""The load of a link from which on queues are too long to be left unsaid."""
_LEAST_MONEY = 0.01
"""A month's cost that nobody would notice is left unsaid."""


def talked_about(verdict: Verdict) -> Weight | None:
    """Return the codec to change to; where the advice is to stay, the best alternative, if there is one."""
    if verdict.kind in {"library", "format"}:
        return verdict.best
    return None if verdict.rejected is None else verdict.rejected.challenger


def losses_of(document: RunDocument, case: Case) -> tuple[Loss, ...]:
    """Return what would be lost by changing to the codec that a case's verdict talks about."""
    target = None if case.verdict is None else talked_about(case.verdict)
    if case.contest is None or target is None:
        return ()
    covered = coverage(document, case.payload)
    return losses(document, case.contest.baseline.candidate, target.candidate, covered)


def _weighed(weight: Weight, scenario: Scenario) -> WeighedCodec:
    cell = weight.candidate.encode
    return WeighedCodec(
        codec=weight.name,
        format=weight.format,
        library=cell.library,
        library_version=cell.library_version,
        total_ns=_interval(model.total(weight, scenario)),
        encode_ns=_interval(weight.encode),
        compress_ns=_interval(weight.compress),
        transfer_ns=model.transfer_ns(weight.bytes, scenario.bandwidth_bits_per_s),
        decompress_ns=_interval(weight.decompress),
        decode_ns=_interval(weight.decode),
        bytes_per_message=weight.bytes,
        cores=_interval(model.cores(weight.processor, scenario)),
        money_per_month=_interval(model.money(weight.processor, weight.bytes, scenario)),
        link_load=model.load(weight, scenario),
        saturating_messages_per_s=model.saturating_rate(weight, scenario),
        settled=weight.candidate.is_settled,
        losses=weight.candidate.losses,
    )


def _savings(contest: Contest, other: Weight, scenario: Scenario) -> Savings:
    less = contest.less(contest.baseline, other)
    time = model.saved_time(less, scenario)
    return Savings(
        codec=other.name,
        total_ns=_interval(time),
        total_share=time.estimate / model.total(contest.baseline, scenario).estimate,
        bytes_per_message=less.bytes,
        cores=_interval(model.saved_cores(less, scenario)),
        money_per_month=_interval(model.saved_money(less, scenario)),
        payback_months=payback_months(less, scenario),
    )


def _flips(document: RunDocument, case: Case, contest: Contest, verdict: Verdict, scenario: Scenario) -> Flips:
    target = talked_about(verdict) or verdict.best
    return Flips(
        best_by_bandwidth=tuple(
            BestAtBandwidth(
                from_bits_per_s=part.from_bits_per_s, to_bits_per_s=part.to_bits_per_s, codec=part.best.name
            )
            for part in model.envelope(contest.weights)
        ),
        verdict_by_bandwidth=tuple(
            VerdictAtBandwidth(
                from_bits_per_s=part.from_bits_per_s,
                to_bits_per_s=part.to_bits_per_s,
                kind=part.kind,
                codec=part.best.name,
            )
            for part in verdicts_by_bandwidth(contest, scenario)
        ),
        verdict_by_compressor=tuple(
            VerdictWithCompressor(
                compressor=compressor,
                kind=None if other.verdict is None else other.verdict.kind,
                codec=None if other.verdict is None else other.verdict.best.name,
                obstacle=other.obstacle,
            )
            for compressor, other in cases_by_compressor(document, case, scenario)
        ),
        baseline_saturates_at_messages_per_s=model.saturating_rate(contest.baseline, scenario),
        best_saturates_at_messages_per_s=model.saturating_rate(target, scenario),
        pays_back_from_messages_per_s=payback_rate(contest.less(contest.baseline, target), scenario),
    )


def _remarks(document: RunDocument, contest: Contest, verdict: Verdict | None, scenario: Scenario) -> tuple[str, ...]:
    baseline = contest.baseline
    target = None if verdict is None else talked_about(verdict)
    remarks = []
    unsteady = [w.name for w in (baseline, target) if w is not None and not w.candidate.is_settled]
    if unsteady:
        remarks.append(f"not settled: the speed of {' and '.join(unsteady)} was still changing when it was timed")
    if baseline.candidate.losses:
        remarks.append(f"{baseline.name} itself loses {', '.join(baseline.candidate.losses)}")
    best = target or baseline
    if (full := model.load(best, scenario)) >= _FULL and full < 1:
        remarks.append(
            f"{best.name} takes {units.percent(full)} of the link: messages would queue, which is not counted"
        )
    if verdict is not None:
        remarks += (*_downside(contest, verdict, scenario), *_at_a_price(contest, verdict, scenario))
    formats = {form.format: form for form in document.formats}
    for name in scenario.requirements:
        failing = unmet(baseline.candidate, name, formats, document.run.started)
        if failing is not None and name != "exact":
            remarks.append(f"{baseline.name} itself is not what is required: {failing}")
    return tuple(remarks)


_PRICES: dict[Policy, str] = {
    "buffers": "reuses its buffers",
    "strings": "borrows its strings",
    "utf8": "does not check UTF-8",
}


def _downside(contest: Contest, verdict: Verdict, scenario: Scenario) -> Iterator[str]:
    """Say what a change surely makes worse of what is not to be minimised: the time, or the money."""
    if verdict.kind not in {"library", "format"} or model.is_saturated(contest.baseline, scenario):
        return
    less = contest.less(contest.baseline, verdict.best)
    other = model.saved_money(less, scenario) if scenario.minimise == "latency" else model.saved_time(less, scenario)
    if other.half is None or other.estimate + other.half >= 0:
        return
    more = Term(-other.estimate, other.half)
    if scenario.minimise == "cost":
        yield f"a message takes {units.time(more)} longer with {verdict.best.name}"
    elif more.estimate >= _LEAST_MONEY:
        yield f"{verdict.best.name} costs {units.with_half(more)} a month more"


def _at_a_price(contest: Contest, verdict: Verdict, scenario: Scenario) -> tuple[str, ...]:
    """Name the best codec that concedes something and beats the baseline, but not by enough the best that does not."""
    fitting = [weight for weight in ordered(contest.weights, scenario) if not model.is_saturated(weight, scenario)]
    best = next((weight for weight in fitting if not contest.concedes(weight)), None)
    other = next((weight for weight in fitting if contest.concedes(weight)), None)
    spoken_of = (verdict.best, verdict.library.challenger, verdict.format.challenger)
    if best is None or other is None or other in spoken_of:
        return ()
    outcomes = [judge(contest, reference, other, scenario) for reference in (contest.baseline, best)]
    if outcomes != ["change", "threshold"]:
        return ()
    gain = saved(contest.less(best, other), scenario)
    more = units.time(gain) if scenario.minimise == "latency" else f"{units.with_half(gain)} a month"
    prices = (_PRICES[policy] for policy in concessions(contest.baseline.candidate, other.candidate))
    return (
        f"{other.name} saves {more} more than {best.name}, but {' and '.join(prices)}: for that it would have to save "
        f"{units.percent(scenario.threshold)} more",
    )


def _answered(answer: Answer) -> Answered:
    challenger = None if answer.challenger is None else answer.challenger.name
    return Answered(reference=answer.reference.name, challenger=challenger, outcome=answer.outcome)


def _interval(term: Term) -> Interval:
    if term.half is None:
        return Interval(estimate=term.estimate, low=None, high=None)
    return Interval(estimate=term.estimate, low=term.estimate - term.half, high=term.estimate + term.half)
