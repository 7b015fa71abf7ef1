"""Who may be advised: the codecs of a member that the run knows enough of, and that do what is asked."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from weighbridge.report.document import FormatInfo

from .candidates import Candidate, concessions
from .model import Difference, Weight, difference, missing, weigh
from .requirements import unmet
from .scenario import Scenario


@dataclass(frozen=True, slots=True)
class Contest:
    """The codecs that a verdict is about.

    Attributes:
        baseline: what is used today.
        others: what may be advised instead, while the link can carry it.
        excluded: what may not, by name, and why.
        conceding: the names of the others that concede something that the baseline does not.
    """

    baseline: Weight
    others: tuple[Weight, ...]
    excluded: Mapping[str, tuple[str, ...]]
    conceding: frozenset[str]
    _differences: dict[tuple[str, str], Difference] = field(default_factory=dict, repr=False, compare=False)

    def less(self, reference: Weight, other: Weight) -> Difference:
        """Return what ``other`` takes less than ``reference``; no bandwidth changes it, so that it is kept."""
        key = reference.name, other.name
        if key not in self._differences:
            self._differences[key] = difference(reference, other)
        return self._differences[key]

    def concedes(self, other: Weight) -> bool:
        """Tell whether a codec reuses, borrows or does not check what the baseline does not so treat."""
        return other.name in self.conceding

    @property
    def weights(self) -> tuple[Weight, ...]:
        """The baseline and all that may be advised."""
        return (self.baseline, *self.others)


def enter(
    candidates: Sequence[Candidate],
    baseline: Candidate,
    scenario: Scenario,
    formats: Mapping[str, FormatInfo],
    started: datetime.datetime,
) -> Contest:
    """Set up the contest against a baseline that lacks no number."""
    others = []
    excluded: dict[str, tuple[str, ...]] = {}
    for candidate in candidates:
        if candidate == baseline:
            continue
        reasons = [f"not in this run: {number}" for number in missing(candidate, scenario.compressor)]
        if lost := [loss for loss in candidate.losses if loss not in {*baseline.losses, *scenario.accepted}]:
            reasons.append(f"loses {', '.join(lost)}")
        if candidate.is_prebuilt and not baseline.is_prebuilt:
            reasons.append("starts from the library's own tree")
        language = _made_for(candidate, formats)
        if language and not _made_for(baseline, formats):
            reasons.append(f"made for {language} alone")
        reasons += filter(None, (unmet(candidate, name, formats, started) for name in scenario.requirements))
        if not reasons:
            weight = weigh(candidate, scenario.compressor)
            if weight.processor.half is not None:
                others.append(weight)
                continue
            reasons.append("measured in too few processes to know its error")
        excluded[candidate.name] = tuple(dict.fromkeys(reasons))
    conceding = frozenset(other.name for other in others if concessions(baseline, other.candidate))
    return Contest(weigh(baseline, scenario.compressor), tuple(others), excluded, conceding)


def _made_for(candidate: Candidate, formats: Mapping[str, FormatInfo]) -> str | None:
    form = formats.get(candidate.format)
    return None if form is None else form.made_for
