"""Python's pickle, by the standard library."""

from __future__ import annotations

import io
import pickle
import platform

from weighbridge.formats.format import Format, Malformed
from weighbridge.formats.guard import malformed, room_to_recurse
from weighbridge.formats.identity import with_own_objects
from weighbridge.formats.model import require_encodable, require_in_model
from weighbridge_kit.values import Value


class _PlainUnpickler(pickle.Unpickler):
    """Reads values only: a pickle that names any class or function is refused before it can be called.

    That stops code, but not a pickle made to exhaust memory, which is why the format is for trusted bytes only.
    """

    def find_class(self, module: str, name: str) -> Value:
        raise Malformed(f"names {module}.{name}; only plain values are read")


def _encode(value: Value) -> bytes:
    require_encodable(value, "pickle")
    with room_to_recurse(frames_a_level=3):
        return pickle.dumps(with_own_objects(value), protocol=pickle.HIGHEST_PROTOCOL)


def _decode(data: bytes) -> Value:
    source = io.BytesIO(data)
    with malformed("pickle", source.tell):
        value = _PlainUnpickler(source).load()
        if source.tell() != len(data):
            raise Malformed("something follows after the end of the document", offset=source.tell())
        return require_in_model(value)


FORMAT = Format(
    name="pickle",
    title="pickle",
    endings=(".pickle", ".pkl"),
    text=False,
    specification="https://docs.python.org/3/library/pickle.html",
    made_for="Python",
    library=f"pickle {platform.python_version()}",
    encode=_encode,
    decode=_decode,
    trusted_only=True,
)
