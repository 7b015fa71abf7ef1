"""Allocators that can stand in the place of the C library's, for every runner whose memory comes from ``malloc``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Allocator:
    """A shared library that has a ``malloc`` of its own.

    Attributes:
        library: its name, as a linker is told it.
        package: the Debian package that has it.
    """

    library: str
    package: str


ALLOCATORS = {
    "jemalloc": Allocator("jemalloc", "libjemalloc2"),
    "mimalloc": Allocator("mimalloc", "libmimalloc2.0"),
    "tcmalloc": Allocator("tcmalloc_minimal", "libtcmalloc-minimal4"),
}

HEAP_VARIABLE = "WEIGHBRIDGE_HEAP"
"""What tells a runner how its heap is to be before anything else is allocated: one of `Heap`."""

Heap = Literal["fragmented", "fresh"]
"""As that of a program that has run for a while, or of one that has just begun."""

FRESH_HEAP = "fresh-heap"
"""The name of the target whose heap is fresh, whatever the others' are."""
