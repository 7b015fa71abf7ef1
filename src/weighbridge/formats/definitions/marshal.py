"""Python's marshal, by the standard library."""

from __future__ import annotations

import io
import marshal
import platform

from weighbridge.formats.format import Format, Malformed
from weighbridge.formats.guard import malformed
from weighbridge.formats.identity import with_own_objects
from weighbridge.formats.model import require_encodable, require_in_model
from weighbridge_kit.values import Value


def _encode(value: Value) -> bytes:
    require_encodable(value, "marshal")
    return marshal.dumps(with_own_objects(value))


def _decode(data: bytes) -> Value:
    source = io.BytesIO(data)
    with malformed("marshal", source.tell):
        value = marshal.load(source)  # noqa: S302 (only bytes that our own codecs made get here: see trusted_only)
        if source.tell() != len(data):
            raise Malformed("something follows after the end of the document", offset=source.tell())
        return require_in_model(value)


FORMAT = Format(
    name="marshal",
    title="marshal",
    endings=(".marshal",),
    text=False,
    specification="https://docs.python.org/3/library/marshal.html",
    made_for="Python",
    library=f"marshal {platform.python_version()}",
    encode=_encode,
    decode=_decode,
    trusted_only=True,
)
