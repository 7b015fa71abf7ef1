"""What to do: two questions, asked in order, and answered only as far as the numbers go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from .contest import Contest
from .model import (
    Difference,
    Term,
    Weight,
    is_saturated,
    money,
    saved_money,
    saved_time,
    total,
)
from .scenario import Scenario

Outcome = Literal["change", "no-gain", "noise", "threshold", "payback"]
"""Whether to change to a codec; if not, why: it is no better, it may not be, it is too little, it does not pay back."""

Kind = Literal["stay", "library", "format", "none"]
"""Stay with the baseline, take another library for its format, take another format; or there is nothing to advise."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one question: whether to change to a challenger.

    Attributes:
        reference: what the challenger has to beat: of several, the one that it does not beat.
        challenger: the best codec whose gain is certain and enough, otherwise the best. One that reuses buffers,
            borrows strings or leaves UTF-8 unchecked counts only if that wins enough over the best that does not,
            or twice as much.
            None if there is no other codec.
        outcome: whether to change, or why not; None if there is no challenger.
    """

    reference: Weight
    challenger: Weight | None
    outcome: Outcome | None

    @property
    def gains(self) -> bool:
        """Whether there is a challenger that is better, if perhaps not by enough."""
        return self.outcome not in {None, "no-gain"}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What to do.

    Attributes:
        kind: the advice; ``none`` where the messages of no codec fit through the link.
        best: what to use.
        library: whether to take another library for the baseline's format.
        format: whether to take another format, which has to beat every library for the baseline's.
        rejected: what comes nearest to being advised as well; None if nothing does.
    """

    kind: Kind
    best: Weight
    library: Answer
    format: Answer
    rejected: Answer | None


def objective(weight: Weight, scenario: Scenario) -> Term:
    """Return what is to be minimised: nanoseconds a message, or money a month."""
    if scenario.minimise == "latency":
        return total(weight, scenario)
    return money(weight.processor, weight.bytes, scenario)


def saved(less: Difference, scenario: Scenario) -> Term:
    """Return how much less there is of what is to be minimised."""
    return saved_time(less, scenario) if scenario.minimise == "latency" else saved_money(less, scenario)


def decide(contest: Contest, scenario: Scenario) -> Verdict:
    """Answer both questions: another library for the same format? Another format, better than any such library?"""
    baseline = contest.baseline
    own = [weight for weight in contest.others if weight.format == baseline.format]
    foreign = [weight for weight in contest.others if weight.format != baseline.format]
    library = _ask(contest, (baseline,), own, scenario)
    rival = library.challenger if library.gains else None
    changes = library.outcome == "change"
    winner = rival if rival is not None and changes else baseline
    references = (baseline,) if rival is None else (rival, baseline) if changes else (baseline, rival)
    other_format = _ask(contest, references, foreign, scenario)
    best = other_format.challenger if other_format.outcome == "change" else None
    best = winner if best is None else best
    kind = _kind(baseline, best, scenario)
    return Verdict(kind, best, library, other_format, _rejected(kind, baseline, (library, other_format), scenario))


def _rejected(kind: Kind, baseline: Weight, answers: tuple[Answer, Answer], scenario: Scenario) -> Answer | None:
    if kind == "library":
        return answers[1] if answers[1].challenger else None
    if kind != "stay":
        return None
    found = {
        answer.challenger.name: (answer, answer.challenger)
        for answer in answers
        if answer.challenger is not None and answer.reference is baseline
    }
    nearest = ordered([challenger for _, challenger in found.values()], scenario)[:1]
    return found[nearest[0].name][0] if nearest else None


def _kind(baseline: Weight, best: Weight, scenario: Scenario) -> Kind:
    if is_saturated(best, scenario):
        return "none"
    if best.name == baseline.name:
        return "stay"
    return "library" if best.format == baseline.format else "format"


def _ask(contest: Contest, references: tuple[Weight, ...], challengers: Sequence[Weight], scenario: Scenario) -> Answer:
    fitting = ordered([weight for weight in challengers if not is_saturated(weight, scenario)], scenario)
    answers = [_answer(contest, references, other, scenario) for other in _considered(contest, fitting, scenario)]
    if not answers:
        return Answer(references[0], None, None)
    return next((answer for answer in answers if answer.outcome == "change"), answers[0])


def _considered(contest: Contest, best_first: Sequence[Weight], scenario: Scenario) -> list[Weight]:
    """Leave out what concedes something without being worth it against the best that concedes nothing.

    It is worth it if that would be a change to be advised, or if the other saves not even half as much.
    """
    plain = next((weight for weight in best_first if not contest.concedes(weight)), None)
    if plain is None:
        return list(best_first)
    gain = saved(contest.less(contest.baseline, plain), scenario).estimate
    return [
        weight
        for weight in best_first
        if not contest.concedes(weight)
        or judge(contest, plain, weight, scenario) == "change"
        or gain < saved(contest.less(contest.baseline, weight), scenario).estimate / 2
    ]


def _answer(contest: Contest, references: tuple[Weight, ...], other: Weight, scenario: Scenario) -> Answer:
    for reference in references:
        outcome = judge(contest, reference, other, scenario)
        if outcome != "change":
            return Answer(reference, other, outcome)
    return Answer(references[0], other, "change")


def ordered(weights: Sequence[Weight], scenario: Scenario) -> list[Weight]:
    """Return weights by what is to be minimised, then by name."""
    return sorted(weights, key=lambda weight: (objective(weight, scenario).estimate, weight.name))


def judge(contest: Contest, reference: Weight, other: Weight, scenario: Scenario) -> Outcome:
    """Tell whether one codec is worth a change from another, and if not, why."""
    if is_saturated(reference, scenario):
        return "change"  # whatever it takes, where the reference cannot do it
    less = contest.less(reference, other)
    gain = saved(less, scenario)
    if gain.estimate <= 0:
        return "no-gain"
    if gain.half is None or gain.estimate - gain.half <= 0:
        return "noise"
    if gain.estimate < scenario.threshold * objective(reference, scenario).estimate:
        return "threshold"
    months = payback_months(less, scenario)
    if scenario.minimise == "cost" and months is not None and months > scenario.payback_months:
        return "payback"
    return "change"


def payback_months(less: Difference, scenario: Scenario) -> float | None:
    """Return after how many months a change has paid for itself; None if it costs nothing, or saves nothing."""
    monthly = saved_money(less, scenario).estimate
    return None if scenario.change_cost is None or monthly <= 0 else scenario.change_cost / monthly
