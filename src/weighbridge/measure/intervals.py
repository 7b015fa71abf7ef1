"""An estimate and the interval around it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with its 95 % interval. The bounds are None where nothing is known of the error (one process only)."""

    estimate: float
    low: float | None
    high: float | None

    @property
    def half_width(self) -> float | None:
        """Half of the interval's width relative to the estimate; None without bounds or with an estimate of 0."""
        if self.low is None or self.high is None or self.estimate == 0:
            return None
        return (self.high - self.low) / 2 / abs(self.estimate)
