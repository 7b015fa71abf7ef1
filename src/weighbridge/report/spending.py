"""Where the wall time of a run went; the page's web/src/data/spending.ts makes the same of it."""

from __future__ import annotations

from collections import defaultdict

from .document import RunInfo

TIMED = "timed batches"
_ASIDE = "aside"
"""What was prepared on another processor while somebody was timed, and made the run no longer."""


def spending_line(run: RunInfo) -> str:
    """Say what all runners spent the run's time on, what was timed first; nothing where it is not known."""
    by_activity: dict[str, float] = defaultdict(float)
    for spent in run.spent:
        by_activity[spent.activity] += spent.seconds
    aside = by_activity.pop(_ASIDE, 0.0)
    total = sum(by_activity.values())
    if total <= 0:
        return ""
    largest = sorted(by_activity, key=lambda activity: (activity != TIMED, -by_activity[activity], activity))
    shares = {activity: round(100 * by_activity[activity] / total) for activity in largest}
    parts = [f"{activity} {share} %" for activity, share in shares.items() if share or activity == TIMED]
    beside = f" Beside that, {aside:.1f} s of preparing on another processor." if aside >= 0.05 else ""
    return f"Where the time went, of {total:.1f} s: {', '.join(parts)}.{beside}"
