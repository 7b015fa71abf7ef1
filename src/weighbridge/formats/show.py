"""Show documents as text for people."""

from __future__ import annotations

import base64
import json
import math
from collections.abc import Iterable, Iterator

from weighbridge.printable import escaped
from weighbridge_kit.values import Value

_HEX_UP_TO = 32
_INDENT = "  "


def scalar_text(item: Value) -> str:
    """Return a scalar in the diagnostic notation of CBOR."""
    if isinstance(item, bytes):
        return f"h'{item.hex()}'" if len(item) <= _HEX_UP_TO else f"b64'{base64.b64encode(item).decode()}'"
    if isinstance(item, float) and not math.isfinite(item):
        return "NaN" if math.isnan(item) else "Infinity" if item > 0 else "-Infinity"
    return _quoted(item)


def _quoted(item: Value) -> str:
    return escaped(json.dumps(item, ensure_ascii=False))


def _empty_or_scalar(item: Value) -> str:
    return "{}" if item == {} else "[]" if item == [] else scalar_text(item)


def _entries(item: Value) -> Iterator[tuple[str, Value]]:
    if isinstance(item, dict):
        return ((f"{_quoted(key)}: ", entry) for key, entry in item.items())
    return (("", entry) for entry in item)


def _document(document: Value) -> Iterator[str]:
    closers: list[str] = []
    levels: list[Iterator[tuple[str, Value]]] = [iter([("", document)])]
    separator = ""
    while levels:
        try:
            label, item = next(levels[-1])
        except StopIteration:
            levels.pop()
            if closers:
                yield f"\n{_INDENT * (len(levels) - 1)}{closers.pop()}"
            separator = ","
            continue
        if len(levels) > 1:
            yield f"{separator}\n{_INDENT * (len(levels) - 1)}{label}"
        if item and isinstance(item, dict | list):
            yield "{" if isinstance(item, dict) else "["
            closers.append("}" if isinstance(item, dict) else "]")
            levels.append(_entries(item))
            separator = ""
        else:
            yield _empty_or_scalar(item)
            separator = ","


def show(documents: Iterable[Value]) -> Iterator[str]:
    """Yield pieces of text, in the diagnostic notation of CBOR (RFC 8949, section 8), indented.

    That is JSON plus ``h'0a'`` or ``b64'…'`` for bytes, and ``NaN``, ``Infinity`` and ``-Infinity``. Each document
    ends with a line break.
    """
    for document in documents:
        yield from _document(document)
        yield "\n"
