"""The built-in payloads, one module a document."""

from __future__ import annotations

from weighbridge.payloads.payload import Payload


def built_in_payloads() -> dict[str, Payload]:
    """Return every built-in payload by name, in the order in which they are listed."""
    raise NotImplementedError
