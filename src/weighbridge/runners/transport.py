"""The way to a runner: what a client needs of it, whether over pipes, a serial port or a page's bridge."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from weighbridge_kit.transport import (
    LINE_LIMIT,
    CannotStart,
    Ended,
    StdioTransport,
    TimedOut,
    TooLong,
    TransportError,
    Unasked,
)

__all__ = [
    "LINE_LIMIT",
    "CannotStart",
    "Ended",
    "StdioTransport",
    "TimedOut",
    "TooLong",
    "Transport",
    "TransportError",
    "Unasked",
]


class Transport(Protocol):
    """Carries a line there and the answering line back; its errors are `TransportError`."""

    log: Path | None

    def exchange(self, line: bytes, timeout: float, limit: int = LINE_LIMIT) -> bytes:
        """Send a line, line feed included, and return the answering line without it, within ``timeout`` seconds."""

    def last_errors(self, lines: int = 8) -> str:
        """Return the last lines of what the runner wrote for people."""

    def kill(self) -> None:
        """End the runner at once, from any thread: whoever awaits its answer is told that it ended."""

    def close(self) -> None:
        """End the runner at once. Does nothing the second time."""
