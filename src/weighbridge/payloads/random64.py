"""A random number generator that gives the same numbers everywhere and for ever."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

_T = TypeVar("_T")
_MASK = 2**64 - 1


class SplitMix64:
    """SplitMix64, by Guy Steele, Doug Lea and Christine Flood.

    "Fast splittable pseudorandom number generators", OOPSLA 2014, https://doi.org/10.1145/2660193.2660195. Python's own
    ``random`` promises the same numbers for a seed only for some of its functions.
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed

    def word(self) -> int:
        """Return 64 random bits."""
        self._state = state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & _MASK
        return state ^ (state >> 31)

    def below(self, limit: int) -> int:
        """Return an integer from 0 to limit - 1, for limits far below 2**64."""
        return (self.word() * limit) >> 64

    def between(self, low: int, high: int) -> int:
        """Return an integer from low to high, both included."""
        return low + self.below(high - low + 1)

    def one_in(self, count: int) -> bool:
        """Return true once in so many times."""
        return self.below(count) == 0

    def pick(self, choices: Sequence[_T]) -> _T:
        """Return one of the choices."""
        return choices[self.below(len(choices))]
