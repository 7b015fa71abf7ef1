"""How quiet the machine was while a run was measured, over its time."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from weighbridge.measure.analysis import Analysis
from weighbridge.measure.pitch import quiet_share
from weighbridge.measure.robust import Floats
from weighbridge.measure.samples import Phase, Samples

from .document import Moment, Quietness

_MOMENTS = 120
"""At most so many are told: enough for a line across a page."""
_HIGH = 0.9


def quietness_of(analysis: Analysis, samples: Samples) -> Quietness:
    """Tell how quiet the machine was in the timed batches of a run."""
    timed = samples.where((samples.phase == Phase.TIMED) & np.isfinite(samples.pitch_ns))
    return Quietness(
        quiet_ns=analysis.quiet_ns,
        quiet_share=quiet_share(timed.pitch_ns, analysis.present_ns),
        corrected=analysis.contention,
        moments=tuple(_moments(timed, analysis.present_ns)) if analysis.present_ns is not None else (),
    )


def quietness_line(quietness: Quietness) -> str:
    """Say how quiet the machine was; nothing where no fork told. The page's web/src/data/quietness.ts says the same."""
    if quietness.quiet_share is None:
        return ""
    corrected = f"{(quietness.corrected or 0) * 100:.1f}"
    because = "" if float(corrected) <= 0 else f"; because of the others, a typical time was corrected by {corrected} %"
    return f"{quietness.quiet_share * 100:.0f} % of batches were timed on a quiet core{because}."


def _moments(timed: Samples, quiet_ns: float) -> Iterator[Moment]:
    known = timed.where(np.isfinite(timed.at_ns))
    if len(known) == 0:
        return
    at_s = known.at_ns / 1e9
    bins = min(_MOMENTS, max(1, len(known) // 5))
    edges = np.linspace(at_s.min(), at_s.max(), bins + 1)
    place = np.clip(np.searchsorted(edges, at_s, side="right") - 1, 0, bins - 1)
    pitch: Floats = known.pitch_ns / quiet_ns
    for number in np.unique(place):
        own = pitch[place == number]
        yield Moment(
            at_s=round(float((edges[number] + edges[number + 1]) / 2), 3),
            typical=round(float(np.median(own)), 4),
            high=round(float(np.quantile(own, _HIGH)), 4),
        )
