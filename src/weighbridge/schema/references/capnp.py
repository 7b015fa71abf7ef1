"""Cap'n Proto, by pycapnp: a message in its stream framing, not packed."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import capnp  # type: ignore[import-untyped]

from weighbridge.formats.guard import malformed, unrepresentable
from weighbridge.schema.emit import capnp as language
from weighbridge.schema.lower import lower
from weighbridge.schema.model import Schema
from weighbridge.schema.names import camel
from weighbridge.schema.references.plain import Plain, Ways
from weighbridge_kit.values import Value

_TITLE = "Cap'n Proto"
_NO_LIMIT = 2**30


def _struct(schema: Schema) -> tuple[Any, Any]:
    """Return the root's struct, and what has to live as long."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "schema.capnp")
        file.write_text(language.write(schema), encoding="utf-8")
        parser = capnp.SchemaParser()
        module = parser.load(str(file))
    return getattr(module, lower(schema, language.CAN).root), parser


class Codec:
    """The reference codec of a schema, see `weighbridge.schema.references`."""

    def __init__(self, schema: Schema) -> None:
        self._plain = Plain(
            schema,
            language.CAN,
            lambda record: {field.number: camel(field.name) for field in record.fields},
            defaults=True,
            option=Ways(lambda value: {"some": value}, lambda union: union.get("some")),
        )
        self._struct, self._parser = _struct(schema)

    def encode(self, document: Value) -> bytes:
        with unrepresentable(_TITLE):
            return bytes(self._struct.new_message(**self._plain.to(document)).to_bytes())

    def decode(self, data: bytes) -> Value:
        with (
            malformed(_TITLE),
            self._struct.from_bytes(data, traversal_limit_in_words=_NO_LIMIT, nesting_limit=_NO_LIMIT) as message,
        ):
            return self._plain.back(message.to_dict())
