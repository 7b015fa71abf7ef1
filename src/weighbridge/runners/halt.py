"""Ending or pausing from outside what other threads build and install."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Iterator


class Halted(Exception):
    """A step that did not begin, because all were to end."""


class Halt:
    """Ends or pauses work of other threads. Builds run in sessions of their own, where no Ctrl-C reaches them.

    Attributes:
        called: whether all is to end.
    """

    def __init__(self) -> None:
        """Prepare to end and to pause; nothing is yet."""
        self._changed = threading.Condition()
        self._groups: set[int] = set()
        self._steps = 0
        self._paused_since: float | None = None
        self._paused_s = 0.0
        self.called = False

    def clock(self) -> float:
        """Return the time in seconds, by a clock that stands still while all is paused."""
        with self._changed:
            return (self._paused_since or time.monotonic()) - self._paused_s

    def call(self) -> None:
        """End what runs now, and let nothing begin."""
        with self._changed:
            self.called = True
            for group in self._groups:
                _signal(group, signal.SIGKILL)
            self._changed.notify_all()

    @contextlib.contextmanager
    def paused(self) -> Iterator[None]:
        """Let nothing work meanwhile: builds stop where they are, and a step that has begun is awaited."""
        with self._changed:
            began = self._paused_since = time.monotonic()
            for group in self._groups:
                _signal(group, signal.SIGSTOP)
            self._changed.wait_for(lambda: self._steps == 0)
        try:
            yield
        finally:
            with self._changed:
                self._paused_since = None
                self._paused_s += time.monotonic() - began
                for group in self._groups:
                    _signal(group, signal.SIGCONT)
                self._changed.notify_all()

    @contextlib.contextmanager
    def covers(self, group: int) -> Iterator[None]:
        """Make a process group one of those to end and to pause, for as long as this context lasts."""
        with self._changed:
            self._groups.add(group)
            if self._paused_since is not None:
                _signal(group, signal.SIGSTOP)
            if self.called:
                _signal(group, signal.SIGKILL)
        try:
            yield
        finally:
            with self._changed:
                self._groups.remove(group)

    @contextlib.contextmanager
    def step(self) -> Iterator[None]:
        """Do something short that cannot be stopped halfway: it waits while all is paused.

        Raises:
            Halted: all is to end.
        """
        with self._changed:
            self._changed.wait_for(lambda: self.called or self._paused_since is None)
            if self.called:
                raise Halted
            self._steps += 1
        try:
            yield
        finally:
            with self._changed:
                self._steps -= 1
                self._changed.notify_all()


def kill_group(group: int) -> None:
    """End a process group, if it is still there."""
    _signal(group, signal.SIGKILL)


def _signal(group: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)
