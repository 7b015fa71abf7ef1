"""BSON, by PyMongo's bson. Its root is a document: an array there is written as the one with the keys "0", "1", …."""

from __future__ import annotations

from importlib.metadata import version

import bson
from bson.dbref import DBRef
from bson.int64 import Int64

from weighbridge.formats.format import Format, Lack
from weighbridge.formats.guard import malformed
from weighbridge.formats.model import numbered, only, rebuild, require_encodable, require_in_model
from weighbridge_kit.values import Value

_LACKS = frozenset({Lack.ROOT_SCALAR, Lack.UINT64, Lack.NUL_IN_KEY})


def _encode(value: Value) -> bytes:
    require_encodable(value, "BSON", _LACKS)
    return bson.encode(numbered(value) if isinstance(value, list) else value)


def _plain(item: Value) -> Value:
    if isinstance(item, Int64):
        return int(item)
    if isinstance(item, DBRef):  # A plain map with the keys $ref and $id, to which bson gives a class of its own.
        return rebuild(dict(item.as_doc()), _plain)
    return item


def _decode_all(data: bytes) -> list[Value]:
    """Decode documents that follow one another, as mongodump writes them."""
    with malformed("BSON"):
        return [require_in_model(rebuild(document, _plain)) for document in bson.decode_all(data)]


FORMAT = Format(
    name="bson",
    title="BSON",
    endings=(".bson",),
    text=False,
    specification="https://bsonspec.org/spec.html",
    library=f"pymongo {version('pymongo')}",
    encode=_encode,
    decode=lambda data: only(_decode_all(data)),
    decode_all=_decode_all,
    lacks=_LACKS,
    root_list_as_document=True,
)
