"""Where the wall time of a run went; the page's web/src/data/spending.ts makes the same of it."""

from __future__ import annotations

from collections import defaultdict

from .document import RunInfo

TIMED = "timed batches"
_ASIDE = "aside"
"""What was prepared on another processor while somebody was timed, and made the run no longer."""


def spending_line(run: RunInfo) -> str:
    """Say what all runners spent the run's time on, what was timed first; nothing where it is not known."""
    by_activity: dict[str, float] = defaultdict(float, {TIMED: 0.0})
    for spent in run.spent:
        by_activity[spent.activity] += spent.seconds
    aside = by_activity.pop(_ASIDE, 0.0)
    total = sum(by_activity.values())
    if total <= 0:
        return ""
    largest = sorted(by_activity, key=lambda activity: (activity != TIMED, -by_activity[activity], activity))
    shares = {activity: f"{by_activity[activity] / total * 100:.0f}" for activity in largest}
    timed = shares.pop(TIMED)
    rest = "".join(f", {share} % {activity}" for activity, share in shares.items() if share != "0")
    beside = f" Another {aside:.1f} s of preparing went on aside, on another processor." if aside >= 0.05 else ""
    return f"Of {total:.1f} s, {timed} % went into {TIMED}{rest}.{beside}"
