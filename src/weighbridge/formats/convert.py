"""Convert documents from one format to another, naming what is lost."""

from __future__ import annotations

import base64
import math

from weighbridge.formats.fidelity import compare
from weighbridge.formats.format import Format, Lack, Unrepresentable
from weighbridge.formats.model import numbered, rebuild
from weighbridge.formats.registry import find_format, own_formats
from weighbridge.formats.sequences import LINES, read_documents, write_documents
from weighbridge_kit.values import Value

_LONGEST_INTEGER = 19
"""So many decimal digits fit into 64 bits, whatever they are."""


class LossyConversion(ValueError):
    """The target format cannot hold everything; the message names the losses and the first path.

    Attributes:
        losses: the names of what would be lost, as in `weighbridge.formats.fidelity`.
        detail: the first difference: path and both values.
    """

    def __init__(self, losses: tuple[str, ...], detail: str) -> None:
        super().__init__(f"would lose {', '.join(losses)}: {detail}")
        self.losses = losses
        self.detail = detail


def _within(document: Value, form: Format) -> Value:
    """Replace the scalars that a format lacks by the nearest that it has, and an array at a root that takes none."""
    lacks = form.lacks

    def replace(item: Value) -> Value:
        if type(item) is bytes and Lack.BYTES in lacks:
            return base64.b64encode(item).decode()
        if type(item) is float and Lack.NON_FINITE in lacks and not math.isfinite(item):
            return None
        if type(item) is int and Lack.UINT64 in lacks and item >= 2**63:
            return float(item)
        return item

    root = numbered(document) if form.root_list_as_document and isinstance(document, list) else document
    return rebuild(root, replace)


def _integer(key: str) -> str | int:
    """Return a key as an integer, if it is one in decimal as every program writes it: no "007"."""
    return int(key) if len(key) <= _LONGEST_INTEGER and key.isdecimal() and str(int(key)) == key else key


def _with_integer_keys(document: Value, form: Format) -> bytes:
    if form.encode_keyed is None:
        able = ", ".join(one.name for one in own_formats() if one.encode_keyed)
        raise Unrepresentable(f"{form.title} has no keys that are integers; formats that have: {able}")
    form.encode(document)  # which says what of it the format cannot hold
    return form.encode_keyed(rebuild(document, lambda item: item, _integer))


def convert(
    data: bytes, source: str, target: str, *, lossy: bool = False, integer_keys: bool = False
) -> tuple[bytes, tuple[str, ...]]:
    """Convert bytes; return the new bytes and the names of what was lost.

    Args:
        data: the bytes of a file.
        source: a format's name or ``ndjson``.
        target: a format's name or ``ndjson``.
        lossy: allow losses: bytes become base64 text, non-finite numbers null, integers above 2**63 - 1 floats.
        integer_keys: write keys that are integers in decimal as integers. Payloads have keys that are strings, so that
            what is written is for the application that numbers its fields, and to know its size.

    Raises:
        LossyConversion: something would be lost, and ``lossy`` was not given.
        Malformed: the bytes are not of the source format, or hold what no payload may.
        Unrepresentable: the target cannot hold the document in any way.
        UnknownFormat: there is no such format.
        Untrusted: the source format cannot be read safely from bytes of unknown origin.
    """
    form = find_format("json" if target == LINES else target)
    documents = read_documents(data, source)
    held = [_within(document, form) for document in documents]
    if integer_keys:
        encoded = b"".join(_with_integer_keys(document, form) for document in held)
    else:
        encoded = write_documents(held, target)
    losses: set[str] = set()
    detail = ""
    for original, result in zip(documents, held, strict=True):
        comparison = compare(original, result)
        losses.update(comparison.losses)
        detail = detail or comparison.detail
    found = tuple(sorted(losses))
    if found and not lossy:
        raise LossyConversion(found, detail)
    return encoded, found
