"""What a format is: a name, the file endings that mean it, and a reference codec."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from weighbridge_kit.values import Value


class Unrepresentable(ValueError):
    """The format cannot hold this value by its nature; the message says which part and why."""


class Malformed(ValueError):
    """The bytes are not of this format; the message says where (line and column for text, offset for binary)."""


@dataclass(frozen=True, slots=True)
class Format:
    """A serialization format with its reference codec.

    Attributes:
        name: the name that codecs, commands and results use, such as ``msgpack``.
        title: the name for people, such as ``MessagePack``.
        endings: the file endings that mean it, with their dot.
        text: whether people can read it without a tool.
        specification: the address of its specification.
        library: the reference codec's library, with its version.
        encode: makes bytes from a value; raises `Unrepresentable`.
        decode: makes a value from bytes; raises `Malformed`.
    """

    name: str
    title: str
    endings: tuple[str, ...]
    text: bool
    specification: str
    library: str
    encode: Callable[[Value], bytes]
    decode: Callable[[bytes], Value]
