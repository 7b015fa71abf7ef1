"""UBJSON, by py-ubjson."""

from __future__ import annotations

import io
import re
from decimal import Decimal

from weighbridge import extras
from weighbridge.formats.format import Format, Lack, Malformed
from weighbridge.formats.guard import malformed
from weighbridge.formats.model import only, rebuild, require_encodable, require_in_model, unique_keys
from weighbridge_kit.values import Value

(ubjson,) = extras.optional("py-ubjson", "ubjson")

_LACKS = frozenset({Lack.UINT64, Lack.NON_FINITE, Lack.BYTES})

_REPEATED = re.compile(rb"\[\$[ZTFN]#(?:l(?P<count>.{4})|L(?P<count8>.{8}))", re.DOTALL)
_MOST_REPEATED = 2**24


def _encode(value: Value) -> bytes:
    require_encodable(value, "UBJSON", _LACKS)
    return bytes(ubjson.dumpb(value))


def _plain(item: Value) -> Value:
    """Read a high-precision number as the int or float that it equals; py-ubjson writes subnormal floats as such."""
    if isinstance(item, Decimal) and item.is_finite() and abs(item.adjusted()) < 400:
        if item == item.to_integral_value():
            return int(item)
        if Decimal(float(item)) == item:
            return float(item)
    return item


def _refuse_bombs(data: bytes) -> None:
    """Refuse an array of very many nulls or booleans: they take no byte each, so a few bytes could fill the memory."""
    for match in _REPEATED.finditer(data):
        if int.from_bytes(match["count"] or match["count8"], "big") > _MOST_REPEATED:
            raise Malformed(f"an array of more than {_MOST_REPEATED:,} times the same", offset=match.start())


def _decode_all(data: bytes) -> list[Value]:
    _refuse_bombs(data)
    source = io.BytesIO(data)
    documents = []
    with malformed("UBJSON", source.tell):
        while source.tell() < len(data):
            # UBJSON has no bytes: an array of unsigned bytes is an array of integers.
            document = ubjson.load(source, object_pairs_hook=unique_keys, no_bytes=True)
            documents.append(require_in_model(rebuild(document, _plain)))
    return documents


FORMAT = Format(
    name="ubjson",
    title="UBJSON",
    endings=(".ubjson", ".ubj"),
    text=False,
    specification="https://ubjson.org/",
    library=extras.library("py-ubjson"),
    package="py-ubjson",
    encode=_encode,
    decode=lambda data: only(_decode_all(data)),
    decode_all=_decode_all,
    lacks=_LACKS,
)
