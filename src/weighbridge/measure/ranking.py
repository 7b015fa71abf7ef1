"""Ranks, ties and verdicts per pair."""

from __future__ import annotations

from enum import IntEnum


class Verdict(IntEnum):
    """What is known of a pair: the first cell against the second."""

    FASTER = -1
    UNRESOLVED = 0
    SLOWER = 1
    EQUIVALENT = 2
