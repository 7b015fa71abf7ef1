"""What a format with a schema is: a name, and a reference codec for every schema."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from weighbridge.schema.model import Schema
from weighbridge_kit.values import Value


class TypedCodec(Protocol):
    """A format's reference codec for one schema. Documents are as `weighbridge.schema.conform.carried` gives them."""

    def encode(self, document: Value) -> bytes:
        """Make bytes of a document.

        Raises:
            Unrepresentable: the format cannot hold it.
        """

    def decode(self, data: bytes) -> Value:
        """Make a document of bytes.

        Raises:
            Malformed: they are not of this format and schema.
        """


@dataclass(frozen=True, slots=True)
class TypedFormat:
    """A format that needs a schema.

    Attributes:
        name: the name that codecs, commands and results use.
        title: the name for people.
        target: its schema language, one of `weighbridge.schema.emit.TARGETS`.
        specification: the address of its specification.
        library: the reference codec's library, with its version.
        codec: makes the reference codec of a schema, which may take a moment.
        tells_empty: whether it tells an empty list or map from none.
        compiled: makes what the language's compiler makes of a schema, as text, for runners that have no compiler; None
            where none is needed.
    """

    name: str
    title: str
    target: str
    specification: str
    library: str
    codec: Callable[[Schema], TypedCodec]
    tells_empty: bool = True
    compiled: Callable[[Schema], str] | None = None
