"""The operations that are weighed."""

from __future__ import annotations

from typing import Literal

Operation = Literal["encode", "decode", "scan", "encode-typed", "decode-typed", "read-typed"]

TREE_OPERATIONS: tuple[Operation, ...] = ("encode", "decode", "scan")
"""On documents as trees of values."""

TYPED_OPERATIONS: tuple[Operation, ...] = ("encode-typed", "decode-typed", "read-typed")
"""On documents as types of the application's own, by their schema."""

OPERATIONS: tuple[Operation, ...] = (*TREE_OPERATIONS, *TYPED_OPERATIONS)
"""All, in the order in which they are shown."""

ENCODERS: frozenset[str] = frozenset({"encode", "encode-typed"})
"""Those that make bytes; the others read them."""
