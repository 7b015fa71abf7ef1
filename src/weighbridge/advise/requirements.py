"""What a codec must be to be advised, and why it is not."""

from __future__ import annotations

import datetime
from collections.abc import Mapping

from weighbridge.report.document import FormatInfo

from .candidates import Candidate
from .scenario import Requirement

MAINTAINED_YEARS = 3
"""A library without a release for longer before the run is not called maintained."""


def unmet(
    candidate: Candidate, requirement: Requirement, formats: Mapping[str, FormatInfo], started: datetime.datetime
) -> str | None:
    """Say why a candidate does not meet a requirement; None if it does. What the run does not know is not met.

    Args:
        candidate: a codec.
        requirement: what it must be.
        formats: the formats of the run, by name.
        started: when the run did.
    """
    form = formats.get(candidate.format)
    match requirement:
        case "exact":
            return None if candidate.is_exact else f"loses {', '.join(candidate.losses)}"
        case "maintained":
            return _unmaintained(candidate, started)
        case "schemaless":
            return _fails(None if form is None else form.schemaless, "needs a schema", "whether it needs a schema")
        case "readable":
            return _fails(None if form is None else form.text, "not readable without a tool", "whether it is readable")
        case "checked":
            return "UTF-8 not checked" if candidate.concedes("utf8") else None
        case "owned":
            return "strings borrowed" if candidate.concedes("strings") else None
        case "fresh":
            return "buffers reused" if candidate.concedes("buffers") else None


def _fails(holds: bool | None, failing: str, unknown: str) -> str | None:
    if holds is None:
        return f"{unknown} is not known from this run"
    return None if holds else failing


def _unmaintained(candidate: Candidate, started: datetime.datetime) -> str | None:
    released = candidate.encode.released
    if released is None:
        return "when it was released is not known from this run"
    return f"released {released}, long before the run" if is_old(candidate, started) else None


def is_old(candidate: Candidate, started: datetime.datetime) -> bool:
    """Tell whether what was measured was released more than `MAINTAINED_YEARS` before the run."""
    released = candidate.encode.released
    # As text, so that 29 February needs no thought.
    oldest = f"{started.year - MAINTAINED_YEARS:04}{started.date().isoformat()[4:]}"
    return released is not None and released.isoformat() < oldest
