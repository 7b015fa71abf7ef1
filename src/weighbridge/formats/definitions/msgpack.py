"""MessagePack, by msgpack-python."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version

import msgpack  # type: ignore[import-untyped]

from weighbridge.formats.format import Format, Malformed
from weighbridge.formats.guard import malformed
from weighbridge.formats.model import integer_keys_as_text, only, require_encodable, require_in_model, unique_keys
from weighbridge_kit.values import Value


def _encode(value: Value) -> bytes:
    require_encodable(value, "MessagePack")
    return bytes(msgpack.packb(value))


def _decode_all(data: bytes, complete: Callable[[Value], Value] = lambda document: document) -> list[Value]:
    # strict_map_key off: keys that are no strings are reported with their path, as everything outside the model is.
    unpacker = msgpack.Unpacker(max_buffer_size=len(data) or 1, strict_map_key=False, object_pairs_hook=unique_keys)
    with malformed("MessagePack", unpacker.tell):
        unpacker.feed(data)
        documents = []
        end = 0
        for document in unpacker:
            documents.append(require_in_model(complete(document)))
            end = unpacker.tell()
    if end != len(data):
        raise Malformed("not MessagePack: the document that starts here has no end", offset=end)
    return documents


FORMAT = Format(
    name="msgpack",
    title="MessagePack",
    endings=(".msgpack", ".mp"),
    text=False,
    specification="https://github.com/msgpack/msgpack/blob/master/spec.md",
    library=f"msgpack {version('msgpack')}",
    encode=_encode,
    decode=lambda data: only(_decode_all(data)),
    decode_all=_decode_all,
    encode_keyed=lambda value: bytes(msgpack.packb(value)),
    forgive=lambda data: only(_decode_all(data, integer_keys_as_text)),
)
