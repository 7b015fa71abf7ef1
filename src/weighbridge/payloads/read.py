"""Turn what a user typed into payloads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import BinaryIO

from weighbridge.payloads.payload import Payload

MAX_BYTES = 64 * 2**20


def resolve(
    arguments: Sequence[str],
    *,
    as_array: bool = False,
    stdin: BinaryIO | None = None,
    stdin_kind: str = "json",
    max_bytes: int = MAX_BYTES,
) -> list[Payload]:
    """Return the payloads that the arguments name, in their order, with unique names.

    Args:
        arguments: each the name of a built-in payload, a file, a folder, a glob, or ``-`` for standard input.
        as_array: make one document, an array, of each stream of documents.
        stdin: where ``-`` reads from.
        stdin_kind: the format of standard input, or ``ndjson``.
        max_bytes: refuse files larger than this.

    Raises:
        PayloadError: an argument that gives no payload.
    """
    raise NotImplementedError
