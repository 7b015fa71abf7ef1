"""The operations that are weighed."""

from __future__ import annotations

from typing import Literal

Operation = Literal["encode", "decode", "scan", "pick", "encode-typed", "decode-typed", "read-typed", "pick-typed"]

TREE_OPERATIONS: tuple[Operation, ...] = ("encode", "decode", "scan", "pick")
"""On documents as trees of values."""

TYPED_OPERATIONS: tuple[Operation, ...] = ("encode-typed", "decode-typed", "read-typed", "pick-typed")
"""On documents as types of the application's own, by their schema."""

OPERATIONS: tuple[Operation, ...] = (*TREE_OPERATIONS, *TYPED_OPERATIONS)
"""All, in the order in which they are shown."""

WHOLE_OPERATIONS: tuple[Operation, ...] = ("encode", "decode", "scan")
"""Those on trees that have to do with all of a document."""

ENCODERS: frozenset[str] = frozenset({"encode", "encode-typed"})
"""Those that make bytes; the others read them."""

PICKERS: frozenset[str] = frozenset({"pick", "pick-typed"})
"""Those that read the values at some paths only."""
