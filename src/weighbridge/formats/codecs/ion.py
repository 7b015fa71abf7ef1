"""Ion in its binary form, by amazon.ion."""

from __future__ import annotations

from importlib.metadata import version

from amazon.ion import simpleion  # type: ignore[import-untyped]
from amazon.ion.simple_types import IonPyDict  # type: ignore[import-untyped]

from weighbridge.formats.format import Format, Malformed
from weighbridge.formats.guard import malformed
from weighbridge.formats.model import only, require_encodable, require_in_model, unique_keys
from weighbridge_kit.values import Value

_VERSION_MARKER = b"\xe0\x01\x00\xea"


def _encode(value: Value) -> bytes:
    require_encodable(value, "Ion")
    return bytes(simpleion.dumps(value))


def _plain(document: Value) -> Value:
    """Turn Ion's structs, which may hold a key twice, into dicts."""
    root: list[Value] = [document]
    stack: list[Value] = [root]
    while stack:
        parent = stack.pop()
        for slot, item in parent.items() if isinstance(parent, dict) else enumerate(parent):
            if isinstance(item, IonPyDict) and not item.ion_annotations:
                parent[slot] = item = unique_keys(item.items())  # noqa: PLW2901
            if type(item) in (dict, list):
                stack.append(item)
    return root[0]


def _decode_all(data: bytes) -> list[Value]:
    if not data.startswith(_VERSION_MARKER):
        raise Malformed("not binary Ion: no version marker", offset=0)
    # Bare values where nothing is lost by it; what needs a wrapper (a symbol, an annotation) is outside the model.
    with malformed("Ion"):
        documents = simpleion.loads(data, single_value=False, value_model=simpleion.IonPyValueModel.MAY_BE_BARE)
        return [require_in_model(_plain(document)) for document in documents]


FORMAT = Format(
    name="ion",
    title="Ion",
    endings=(".ion", ".10n"),
    text=False,
    specification="https://amazon-ion.github.io/ion-docs/docs/binary.html",
    library=f"amazon.ion {version('amazon.ion')}",
    encode=_encode,
    decode=lambda data: only(_decode_all(data)),
    decode_all=_decode_all,
)
