"""One payload in one member of a run: who contends, and what the numbers say."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from weighbridge.report.document import PayloadInfo, RunDocument

from .candidates import Candidate, baseline_of
from .contest import Contest, enter
from .model import missing
from .scenario import Scenario
from .verdict import Verdict, decide

Obstacle = Literal["self-check", "too-short", "missing", "saturated"]
"""Why there is nothing to advise: the run does not agree with itself, knows no error or lacks a number, or the messages
of no codec fit through the link."""


@dataclass(frozen=True, slots=True)
class Case:
    """What there is to say about one payload in one member.

    Attributes:
        contest: who contends; None if the baseline cannot be weighed.
        verdict: what to do; None where there is an obstacle, but for a saturated link.
        obstacle: why there is nothing to advise.
        lacking: where numbers are missing, which.
        budget_s: where the run was too short, how long one is needed, in seconds.
    """

    payload: PayloadInfo
    member: str
    candidates: tuple[Candidate, ...]
    contest: Contest | None = None
    verdict: Verdict | None = None
    obstacle: Obstacle | None = None
    lacking: tuple[str, ...] = ()
    budget_s: int | None = None


def consider(
    document: RunDocument, payload: PayloadInfo, member: str, candidates: Sequence[Candidate], scenario: Scenario
) -> Case:
    """Weigh the candidates of one member on one payload against its baseline."""
    about = payload, member, tuple(candidates)
    if not document.run.self_check.passed:
        return Case(*about, obstacle="self-check")
    baseline = baseline_of(candidates, scenario.baseline)
    if baseline is None:
        what = (
            "a codec that both encodes and decodes" if not candidates else "a codec to compare with: name a --baseline"
        )
        return Case(*about, obstacle="missing", lacking=(what,))
    if max(max(candidate.encode.processes, candidate.decode.processes) for candidate in candidates) < 2:
        return Case(*about, obstacle="too-short", budget_s=_enough(document))
    lacking = missing(baseline, scenario.compressor)
    if lacking:
        return Case(*about, obstacle="missing", lacking=tuple(f"{baseline.name}'s {number}" for number in lacking))
    formats = {form.format: form for form in document.formats}
    contest = enter(candidates, baseline, scenario, formats, document.run.started)
    if contest.baseline.processor.half is None:
        return Case(*about, contest, obstacle="too-short", budget_s=_enough(document))
    verdict = decide(contest, scenario)
    return Case(*about, contest, verdict, "saturated" if verdict.kind == "none" else None)


def _enough(document: RunDocument) -> int:
    # The report asks for the same where all was measured once.
    return math.ceil(document.run.measured_s / 2) * 10
