"""What schema languages share: string literals and headings."""

from __future__ import annotations

from weighbridge.schema.lower import LoweredRecord


def quoted(text: str) -> str:
    """Return a string literal with the bytes beyond printable ASCII as octal escapes."""
    return '"' + "".join(_escaped(byte) for byte in text.encode()) + '"'


def _escaped(byte: int) -> str:
    character = chr(byte)
    if character in '"\\':
        return f"\\{character}"
    return character if 32 <= byte < 127 else f"\\{byte:03o}"


def remark(record: LoweredRecord) -> str:
    """Return what a record is, for a comment."""
    if record.path is None:
        return "A wrapper."
    path = "".join(mark if 32 <= ord(mark) < 127 else "?" for mark in record.path)
    return f"At {path[:100]}" if path else "The document."
