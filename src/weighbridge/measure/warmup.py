"""Warm-up: whether a cell's batches have reached a steady level."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum


class Warmth(Enum):
    """What to do with a cell that is being warmed up."""

    WARMING = "warming"
    STEADY = "steady"
    UNSETTLED = "unsettled"


def judge(times: Sequence[float], *, limit: int = 200) -> Warmth:
    """Judge the series of warm-up batches of one cell in one process.

    Args:
        times: time per iteration of each batch so far, in order, in any unit; the first call is not among them.
        limit: how many batches before giving up (also end it by time in the caller: see `docs/method.md`).

    Returns:
        WARMING: time another batch. STEADY: start the rounds. UNSETTLED: start them all the same; the row says so.
    """
    raise NotImplementedError
