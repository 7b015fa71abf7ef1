"""The time that a campaign has for measuring."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager


class Stopwatch:
    """Counts the time spent measuring, on top of that of earlier sittings."""

    def __init__(self, budget_s: float, before_s: float = 0.0) -> None:
        """Start to count.

        Args:
            budget_s: how long is to be measured in all.
            before_s: what was spent before this sitting.
        """
        self.budget_s = budget_s
        self._before_s = before_s
        self._began = time.monotonic()

    @property
    def seconds(self) -> float:
        """What was spent so far."""
        return self._before_s + time.monotonic() - self._began

    @property
    def remaining_s(self) -> float:
        """What is left of the budget; not above zero when it is spent."""
        return self.budget_s - self.seconds

    @property
    def share(self) -> float:
        """The share of the budget that is spent, 0 to 1."""
        return min(self.seconds / self.budget_s, 1.0)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Do not count what happens meanwhile: the budget is for codecs."""
        began = time.monotonic()
        try:
            yield
        finally:
            self._began += time.monotonic() - began
