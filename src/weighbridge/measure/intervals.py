"""An estimate and the interval around it."""

from __future__ import annotations

import math
from dataclasses import dataclass

MOST_REACH = 50.0
"""Of a log time: an interval wider than a factor of e⁵⁰ either way says nothing, and its bounds would overflow."""


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with its 95 % interval; the bounds are None where the error is unknown (one process only)."""

    estimate: float
    low: float | None
    high: float | None

    @property
    def half_width(self) -> float | None:
        """Half of the interval's width relative to the estimate; None without bounds or with an estimate of 0."""
        if self.low is None or self.high is None or self.estimate == 0:
            return None
        return (self.high - self.low) / 2 / abs(self.estimate)


def from_log(centre: float, reach: float) -> Interval | None:
    """The interval of exp(x), from that of x; None where there is no estimate."""
    if math.isnan(centre):
        return None
    if reach > MOST_REACH:
        return Interval(math.exp(centre), None, None)
    return Interval(math.exp(centre), math.exp(centre - reach), math.exp(centre + reach))


def known(value: float) -> float | None:
    """A number, or None where it is NaN."""
    return None if math.isnan(value) else float(value)
