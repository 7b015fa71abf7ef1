"""Keep what libraries raise on foreign bytes within `Malformed`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from weighbridge.formats.format import Malformed, Unrepresentable
from weighbridge.formats.model import MAX_DEPTH, shorten

TOO_DEEP = f"more than {MAX_DEPTH} levels of nesting"


def _is_about_depth(error: Exception) -> bool:
    """Tell whether a library gave up because of nesting; each says so in its own way."""
    says_so = any(word in str(error) for word in ("recursion", "nesting"))
    return says_so or isinstance(error, RecursionError) or type(error).__name__ == "StackError"


@contextmanager
def malformed(title: str, offset: Callable[[], int] | None = None) -> Iterator[None]:
    """Turn every exception of a library's decoder into `Malformed`.

    Decoders raise what they happen to trip over in foreign bytes: struct.error, KeyError, MemoryError and more.

    Args:
        title: the format's name for people.
        offset: tells how far the library has read, in bytes, where it can.
    """
    try:
        yield
    except Malformed:
        raise
    except Exception as error:
        if _is_about_depth(error):
            raise Malformed(TOO_DEEP, offset=offset() if offset else None) from error
        words = shorten(str(error) or type(error).__name__, 160)
        raise Malformed(f"not {title}: {words}", offset=offset() if offset else None) from error


@contextmanager
def unrepresentable(title: str) -> Iterator[None]:
    """Turn every exception of a library's encoder into `Unrepresentable`.

    Args:
        title: the format's name for people.
    """
    try:
        yield
    except Unrepresentable:
        raise
    except Exception as error:
        raise Unrepresentable(f"{title}: {shorten(str(error) or type(error).__name__, 160)}") from error


@contextmanager
def room_to_recurse(frames_a_level: int) -> Iterator[None]:
    """Let a library recurse several frames for each level that a value may nest."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(before + frames_a_level * MAX_DEPTH)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
