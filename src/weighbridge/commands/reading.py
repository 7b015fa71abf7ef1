"""How far the reading of large payloads has come."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from weighbridge.campaign.progress import Progress
from weighbridge.commands import output
from weighbridge.payloads.read import Heard

_PATIENCE_S = 1.0
_EVERY_S = 0.1


class _Reading:
    """Shows on a terminal how much of what is read, once that takes longer than a moment."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._due = time.monotonic() + _PATIENCE_S
        self._progress: Progress | None = None
        self._source = ""
        self._percent = 0

    def heard(self, source: str, done: int, size: int | None) -> None:
        if time.monotonic() < self._due:
            return
        self._due = time.monotonic() + _EVERY_S
        if self._progress is None:
            self._progress = self._stack.enter_context(output.progress(shown=True))
        if source != self._source:
            self._source, self._percent = source, 0
            self._progress.stage(f"reading {source}", 100)
        while size and self._percent < 100 * done // size:
            self._percent += 1
            self._progress.step()
        self._progress.about(f"{done / 1e6:,.0f} MB" + (f" of {size / 1e6:,.0f} MB" if size else ""))


@contextmanager
def shown_reading() -> Iterator[Heard]:
    """Give what reading is told to, and end what it shows."""
    with ExitStack() as stack:
        yield _Reading(stack).heard
