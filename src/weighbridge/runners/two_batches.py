"""Reading a counter around a short batch and a long one, whose difference is what a pass takes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

Reading = TypeVar("Reading")

_SHORT_SHARE = 4
"""The short batch is so much shorter."""


@dataclass(frozen=True, slots=True)
class TwoBatches(Generic[Reading]):
    """What a counter read before the short batch, between the two, and after the long one, and what divides them.

    Attributes:
        before, between, after: the readings.
        more_passes: by how many passes the second batch is longer.
    """

    before: Reading
    between: Reading
    after: Reading
    more_passes: int


def two_batches(read: Callable[[], Reading], work: Callable[[int], object], passes: int) -> TwoBatches[Reading]:
    """Read a counter around two batches: whatever a request takes beside its passes is in both.

    A pass goes before them, because what a runner prepares when it is first needed would be in the short one only.

    Args:
        read: reads the counter.
        work: asks for so many passes.
        passes: how many make the long batch, at least 2.
    """
    short = max(1, passes // _SHORT_SHARE)
    work(1)
    before = read()
    work(short)
    between = read()
    work(passes)
    return TwoBatches(before, between, read(), passes - short)
