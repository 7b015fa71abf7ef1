"""What a built-in payload is before it is made, and a group of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from weighbridge_kit.values import Value


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """A built-in payload.

    Attributes:
        name: its name in commands and results.
        description: what it is, in a sentence.
        documents: makes its documents, the same each time.
    """

    name: str
    description: str
    documents: Callable[[], tuple[Value, ...]]


@dataclass(frozen=True, slots=True)
class Group:
    """Built-in payloads that one name stands for.

    Attributes:
        name: its name in commands.
        description: what they are, in a sentence.
        members: their names.
    """

    name: str
    description: str
    members: tuple[str, ...]
