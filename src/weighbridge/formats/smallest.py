"""Find the smallest bytes that still do what some bytes do (delta debugging, Zeller and Hildebrandt 2002)."""

from __future__ import annotations

from collections.abc import Callable


def smallest(data: bytes, still: Callable[[bytes], bool], *, enough: Callable[[], bool] = lambda: False) -> bytes:
    """Leave out parts of some bytes, large ones first, for as long as what is left still does it.

    Args:
        data: the bytes.
        still: tells whether bytes still do it.
        enough: tells whether it has been tried for long enough.
    """
    length = max(1, len(data) // 2)
    while data:
        start, shorter = 0, data
        while start < len(shorter) and not enough():
            rest = shorter[:start] + shorter[start + length :]
            if still(rest):
                shorter = rest
            else:
                start += length
        if enough() or (length == 1 and shorter == data):
            return shorter
        length, data = max(1, length // 2), shorter
    return data
