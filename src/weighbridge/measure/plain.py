"""Times of things that are not ranked, each from a few fresh processes."""

from __future__ import annotations

import numpy as np

from weighbridge.measure.estimators import drift, moderate, over_processes
from weighbridge.measure.intervals import Interval, from_log
from weighbridge.measure.robust import Floats, nan_mean


def plain_times(times_ns: Floats) -> list[Interval | None]:
    """Estimate the time of each thing, with the machine's drift in its interval.

    Args:
        times_ns: one time per thing and process (things, processes), in nanoseconds; NaN where there is none.
    """
    logs = np.log(times_ns)
    common = drift(nan_mean((logs - nan_mean(logs)[:, None]).T), np.ones(logs.shape[1]))
    estimates = moderate(over_processes(logs)).contrast.sharing(np.tile(common, (len(logs), 1)))
    return [
        from_log(float(centre), float(reach)) for centre, reach in zip(estimates.centre, estimates.reach(), strict=True)
    ]
