"""What a format is: a name, the file endings that mean it, what it lacks, and a reference codec."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NoReturn

from weighbridge_kit.values import Value


class Unrepresentable(ValueError):
    """The format cannot hold this value by its nature; the message says which part and why."""


class Malformed(ValueError):
    """The bytes are not of this format, or hold what no payload may; the message says what and where.

    Attributes:
        problem: what is wrong, without the position.
        hint: what to do about it, where that is known.
        line: the line of the fault, from 1, in a text format.
        column: its column in that line, from 1, in characters.
        offset: its byte offset, from 0, where the library tells.
    """

    def __init__(
        self,
        problem: str,
        *,
        hint: str = "",
        line: int | None = None,
        column: int | None = None,
        offset: int | None = None,
    ) -> None:
        position = [
            f"{name} {number}"
            for name, number in (("line", line), ("column", column), ("byte", offset))
            if number is not None
        ]
        where = f"{', '.join(position)}: " if position else ""
        super().__init__(f"{where}{problem}; {hint}" if hint else f"{where}{problem}")
        self.problem = problem
        self.hint = hint
        self.line = line
        self.column = column
        self.offset = offset


class OutsideModel(Malformed):
    """The bytes are of this format, but hold what no payload may: a timestamp, an integer beyond 64 bits."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem, hint="replace it by a number, a string or bytes where the document is made")


class Lent(Exception):
    """The format's reference codec is held by a runner, and none was asked for."""


def _lent(_: object) -> NoReturn:
    raise Lent(
        "the reference codec of this format is held by a runner, or needs a schema: it can be weighed, but not read or "
        "written here"
    )


class Lack(Enum):
    """What a format may be unable to hold. The value says it to people."""

    BYTES = "bytes"
    NON_FINITE = "NaN or infinity"
    UINT64 = "an integer above 2^63 - 1"
    NUL_IN_KEY = "a key with a U+0000"
    ROOT_SCALAR = "a root that is neither a map nor an array"


@dataclass(frozen=True, slots=True)
class Format:
    """A serialization format with its reference codec.

    Attributes:
        name: the name that codecs, commands and results use, such as ``msgpack``.
        title: the name for people, such as ``MessagePack``.
        endings: the file endings that mean it, with their dot.
        text: whether people can read it without a tool.
        specification: the address of its specification.
        made_for: the one language that it was made for, such as ``Python``; empty if it is for all.
        schemaless: whether documents say by themselves what they hold, so that no schema has to be shared.
        library: the reference codec's library, with its version; empty if there is none before a runner lends it (its
            manifest says so under ``references``), or before a schema is known, or where it is not installed.
        package: the package of that library, where it comes with an extra.
        encode: makes bytes from a value; raises `Unrepresentable`.
        decode: makes a value from the bytes of one document, which a codec made; raises `Malformed`.
        decode_all: makes the values from bytes of unknown origin: documents that follow one another, where the format
            can tell where each ends; raises `Malformed`.
        forgive: makes a value from what a codec made, as `decode` does but for faults that are better called losses,
            such as keys that are integers; `decode` itself where there are none.
        encode_keyed: makes bytes from a value whose keys may be integers, beside strings; None where the format has no
            such keys.
        lacks: what the format cannot hold.
        root_list_as_document: whether an array at the root is written as a map with the keys "0", "1", …, because the
            format has none there.
        trusted_only: whether decoding bytes of unknown origin could crash or be made to exhaust the machine, so that
            files of this format are never read.
    """

    name: str
    title: str
    endings: tuple[str, ...]
    text: bool
    specification: str
    made_for: str = ""
    schemaless: bool = True
    library: str = ""
    package: str = ""
    encode: Callable[[Value], bytes] = _lent
    decode: Callable[[bytes], Value] = _lent
    decode_all: Callable[[bytes], Sequence[Value]] | None = None
    forgive: Callable[[bytes], Value] | None = None
    encode_keyed: Callable[[Value], bytes] | None = None
    lacks: frozenset[Lack] = frozenset()
    root_list_as_document: bool = False
    trusted_only: bool = False

    @property
    def is_readable(self) -> bool:
        """Whether files of this format are read."""
        return bool(self.library) and not self.trusted_only

    @property
    def is_lent(self) -> bool:
        """Whether its reference codec is held by a runner."""
        return self.schemaless and not (self.library or self.package)
