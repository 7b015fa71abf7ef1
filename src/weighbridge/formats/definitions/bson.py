"""BSON, by PyMongo's bson. Its root is a document: an array there is written as the one with the keys "0", "1", …."""

from __future__ import annotations

from weighbridge import extras
from weighbridge.formats.format import Format, Lack
from weighbridge.formats.guard import malformed
from weighbridge.formats.model import numbered, only, rebuild, require_encodable, require_in_model
from weighbridge_kit.values import Value

(bson,) = extras.optional("pymongo", "bson")

_LACKS = frozenset({Lack.ROOT_SCALAR, Lack.UINT64, Lack.NUL_IN_KEY})


def _encode(value: Value) -> bytes:
    require_encodable(value, "BSON", _LACKS)
    return bytes(bson.encode(numbered(value) if isinstance(value, list) else value))


def _plain(item: Value) -> Value:
    if isinstance(item, bson.int64.Int64):
        return int(item)
    if isinstance(item, bson.dbref.DBRef):  # a plain map with the keys $ref and $id
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
    library=extras.library("pymongo"),
    package="pymongo",
    encode=_encode,
    decode=lambda data: only(_decode_all(data)),
    decode_all=_decode_all,
    lacks=_LACKS,
    root_list_as_document=True,
)
