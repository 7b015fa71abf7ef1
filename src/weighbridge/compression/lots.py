"""Lots: how the messages of a stream are put to a compressor, and what both ends must hold for it."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from weighbridge import extras

Squeeze = Callable[[bytes], bytes]
"""Compresses bytes, or decompresses them."""

_BATCH = 100
"""So many messages are compressed together at most: more hardly makes them smaller, and each waits for the last."""


class Unsuited(Exception):
    """A compressor has no use for these messages; the message says why."""


@dataclass(frozen=True, slots=True)
class Lot:
    """What one pair of functions compresses, piece by piece; `decompress` undoes `compress`.

    Attributes:
        pieces: messages, or batches of messages.
        compress: keeps its context between calls, as servers do.
        decompress: likewise.
        dictionary_bytes: the size of the dictionary that both ends hold for it, 0 without one.
    """

    pieces: tuple[bytes, ...]
    compress: Squeeze
    decompress: Squeeze
    dictionary_bytes: int = 0


def module(package: str, name: str) -> Any:
    """Return a module of a compressor's library.

    Raises:
        Unsuited: it is not installed.
    """
    if lack := extras.lack(package):
        raise Unsuited(lack)
    return importlib.import_module(name)


def check_several(messages: Sequence[bytes]) -> None:
    """Check that there is more than one message.

    Raises:
        Unsuited: there is only one.
    """
    if len(messages) < 2:
        raise Unsuited("there is only one message, which shares nothing with others")


def in_batches(messages: Sequence[bytes]) -> tuple[bytes, ...]:
    """Return messages in batches as equal as can be, each message behind its length, so that they can be told apart.

    The length is a variable-length integer, as in streams of Protocol Buffers: one byte for less than 128 bytes.

    Raises:
        Unsuited: there is only one message.
    """
    check_several(messages)
    count = -(-len(messages) // _BATCH)
    ends = [number * len(messages) // count for number in range(count + 1)]
    return tuple(
        b"".join(_length(message) + message for message in messages[start:end]) for start, end in pairwise(ends)
    )


def _length(message: bytes) -> bytes:
    rest = len(message)
    groups = [rest & 0x7F]
    while rest := rest >> 7:
        groups.append(rest & 0x7F)
    return bytes([*(group | 0x80 for group in groups[:-1]), groups[-1]])
