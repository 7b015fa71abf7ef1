"""CBOR, by cbor2."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import partial
from importlib.metadata import version

import cbor2

from weighbridge.formats.format import Format
from weighbridge.formats.guard import malformed
from weighbridge.formats.model import MAX_DEPTH, integer_keys_as_text, only, require_encodable, require_in_model
from weighbridge_kit.values import Value

_DECODED_TAGS = (0, 1, 4, 5, 25, 28, 29, 30, 35, 36, 37, 100, 256, 258, 260, 261, 1004, 43000)
"""Tags for which cbor2 makes Python objects (dates, sets, references that may be cyclic): left as tags, so that they
are reported. Big integers (2, 3) and the mark of CBOR itself (55799) are not among them."""


def _tag(number: int, value: Value, _immutable: bool) -> cbor2.CBORTag:
    return cbor2.CBORTag(number, value)


_SEMANTIC_DECODERS = {number: partial(_tag, number) for number in _DECODED_TAGS}


def _encode(value: Value) -> bytes:
    require_encodable(value, "CBOR")
    return cbor2.dumps(value)


def _decode_all(data: bytes, complete: Callable[[Value], Value] = lambda document: document) -> list[Value]:
    """Decode a CBOR sequence (RFC 8742)."""
    source = io.BytesIO(data)
    decoder = cbor2.CBORDecoder(
        source, semantic_decoders=_SEMANTIC_DECODERS, max_depth=MAX_DEPTH, allow_duplicate_keys=False
    )
    documents = []
    with malformed("CBOR", source.tell):
        while source.tell() < len(data):
            documents.append(require_in_model(complete(decoder.decode())))
    return documents


FORMAT = Format(
    name="cbor",
    title="CBOR",
    endings=(".cbor", ".cborseq"),
    text=False,
    specification="https://www.rfc-editor.org/rfc/rfc8949",
    library=f"cbor2 {version('cbor2')}",
    encode=_encode,
    decode=lambda data: only(_decode_all(data)),
    decode_all=_decode_all,
    encode_keyed=cbor2.dumps,
    forgive=lambda data: only(_decode_all(data, integer_keys_as_text)),
)
