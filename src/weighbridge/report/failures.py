"""What broke, as documents tell it."""

from __future__ import annotations

from collections.abc import Iterable

from weighbridge.store.records import FailureRecord

from .document import Failure


def failures_of(records: Iterable[FailureRecord]) -> tuple[Failure, ...]:
    """Return failures as members of a document."""
    return tuple(Failure.model_validate(record.model_dump()) for record in records)
