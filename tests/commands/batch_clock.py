"""A clock that counts batches instead of seconds, so that a campaign does the same on a busy machine."""

from __future__ import annotations

import pytest

from weighbridge.measure.samples import Phase, Sample
from weighbridge.store.journal import Journal


class BatchClock:
    """Counts the time that a campaign spends measuring: so long a timed batch, however long that took.

    A budget is then a number of batches. It should be many seconds: what processes cost to prepare is still measured
    by a real clock, and compared with what is left.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch, batch_s: float = 0.25) -> None:
        """Put it in the place of the clock that budgets are kept by."""
        self._now = 0.0
        append = Journal.append

        def counted(journal: Journal, sample: Sample) -> None:
            append(journal, sample)
            self._now += batch_s if sample.phase is Phase.TIMED else 0.0

        monkeypatch.setattr(Journal, "append", counted)
        monkeypatch.setattr("weighbridge.campaign.stopwatch.time", self)

    def monotonic(self) -> float:
        """Return the seconds so far."""
        return self._now
