"""Documents in bytes: one document, or a sequence where the format or its line-by-line form allows one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from weighbridge_kit.values import Value


def kind_of_file(file: Path) -> str:
    """Return what a file's ending means: a format's name, or ``ndjson`` for JSON documents line by line.

    Raises:
        UnknownFormat: it means nothing.
    """
    raise NotImplementedError


def read_documents(data: bytes, kind: str) -> tuple[Value, ...]:
    """Decode every document that the bytes hold.

    Args:
        data: the bytes of a file.
        kind: a format's name or ``ndjson``.

    Raises:
        Malformed: they are not of that kind, hold no document, or hold what no payload may.
        UnknownFormat: there is no such kind.
        Untrusted: the format cannot be read safely from bytes of unknown origin.
    """
    raise NotImplementedError


def write_documents(documents: Sequence[Value], kind: str) -> bytes:
    """Encode documents one after another.

    Raises:
        Unrepresentable: the format cannot hold one of them, or not more than one.
        UnknownFormat: there is no such kind.
    """
    raise NotImplementedError
