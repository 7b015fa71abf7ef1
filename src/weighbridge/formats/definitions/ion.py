"""Ion in its binary form, by amazon.ion."""

from __future__ import annotations

import io

from weighbridge import extras
from weighbridge.formats.format import Format, Malformed
from weighbridge.formats.guard import malformed
from weighbridge.formats.model import require_encodable, require_in_model, unique_keys
from weighbridge_kit.values import Value

simpleion, core, simple_types = extras.optional(
    "amazon.ion", "amazon.ion.simpleion", "amazon.ion.core", "amazon.ion.simple_types"
)

_PLAIN = {"BOOL": bool, "INT": int, "FLOAT": float, "STRING": str, "BLOB": bytes, "LIST": list}
"""By the name of Ion's type."""
_VERSION_MARKER = b"\xe0\x01\x00\xea"


def _encode(value: Value) -> bytes:
    require_encodable(value, "Ion")
    return bytes(simpleion.dumps(value))


def _plain(document: Value) -> Value:
    """Turn Ion's structs, which may hold a key twice, into dicts, and its wrapped scalars into plain ones."""
    root: list[Value] = [document]
    stack: list[Value] = [root]
    while stack:
        parent = stack.pop()
        for slot, wrapped in parent.items() if isinstance(parent, dict) else enumerate(parent):
            parent[slot] = item = _unwrap(wrapped)
            if type(item) in (dict, list):
                stack.append(item)
    return root[0]


def _unwrap(item: Value) -> Value:
    """Return the plain value, or the item itself if it is more than that: an annotation, a symbol, a typed null."""
    if getattr(item, "ion_annotations", ()):
        return item
    if isinstance(item, simple_types.IonPyDict):
        return unique_keys(item.items())
    plain = _PLAIN.get(getattr(getattr(item, "ion_type", None), "name", ""))
    if isinstance(item, simple_types.IonPyNull):
        return None if item.ion_type is core.IonType.NULL else item
    return plain(item) if plain else item


def _decode(data: bytes) -> Value:
    """Decode with the library's C extension, which may loop for ever on bytes that are not well formed."""
    with malformed("Ion"):
        document = simpleion.loads(data, value_model=simpleion.IonPyValueModel.MAY_BE_BARE)
        return require_in_model(_plain(document))


def _decode_all(data: bytes) -> list[Value]:
    """Decode with the library's Python reader, which is slow and stands anything."""
    if not data.startswith(_VERSION_MARKER):
        raise Malformed("not binary Ion: no version marker", offset=0)
    with malformed("Ion"):
        documents = simpleion.load_python(io.BytesIO(data), single_value=False)
        return [require_in_model(_plain(document)) for document in documents]


FORMAT = Format(
    name="ion",
    title="Ion",
    endings=(".ion", ".10n"),
    text=False,
    specification="https://amazon-ion.github.io/ion-docs/docs/binary.html",
    library=extras.library("amazon.ion"),
    package="amazon.ion",
    encode=_encode,
    decode=_decode,
    decode_all=_decode_all,
)
