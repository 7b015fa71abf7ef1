"""Show documents as text for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from weighbridge_kit.values import Value


def show(documents: Iterable[Value]) -> Iterator[str]:
    """Yield pieces of text, in the diagnostic notation of CBOR (RFC 8949, section 8), indented.

    That is JSON plus ``h'0a'`` or ``b64'…'`` for bytes, and ``NaN``, ``Infinity`` and ``-Infinity``. Each document
    ends with a line break.
    """
    raise NotImplementedError
