"""Protocol Buffers, by messages that protoc's description of the schema makes at run time."""

from __future__ import annotations

import base64
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from grpc_tools import protoc  # type: ignore[import-untyped]

from weighbridge.formats.guard import malformed, unrepresentable
from weighbridge.schema.emit import proto
from weighbridge.schema.lower import lower
from weighbridge.schema.model import Schema
from weighbridge.schema.references.plain import Plain
from weighbridge_kit.values import Value

_TITLE = "Protocol Buffers"
_FILE = "schema.proto"


@lru_cache(maxsize=8)
def _description(text: str) -> bytes:
    """Return what protoc makes of a schema: a ``FileDescriptorSet``."""
    with tempfile.TemporaryDirectory() as folder:
        description = Path(folder, "description")
        Path(folder, _FILE).write_text(text, encoding="utf-8")
        with _told(Path(folder, "told")) as told:
            failed = protoc.main(["protoc", f"-I{folder}", f"--descriptor_set_out={description}", _FILE])
        if failed:
            raise ValueError(f"protoc: {' '.join(told.read_text(encoding='utf-8', errors='replace').split())}")
        return description.read_bytes()


@contextmanager
def _told(file: Path) -> Iterator[Path]:
    """Have what is written to standard error, by C++ too, written to a file instead."""
    kept = os.dup(2)
    try:
        with file.open("wb") as stream:
            os.dup2(stream.fileno(), 2)
        yield file
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def _message(schema: Schema) -> Any:
    """Return the class of the root's messages."""
    pool = descriptor_pool.DescriptorPool()
    for file in descriptor_pb2.FileDescriptorSet.FromString(_description(proto.write(schema))).file:
        pool.Add(file)
    root = lower(schema, proto.CAN).root
    return message_factory.GetMessageClass(pool.FindMessageTypeByName(f"{proto.PACKAGE}.{root}"))


class _Reader:
    """Makes dicts of messages; what is empty or absent is left out.

    Methods are asked of the class: a message's own fields may have their names.
    """

    def __init__(self) -> None:
        self._fields: dict[str, list[tuple[str, Any]]] = {}

    def read(self, message: Any) -> dict[str, Value]:
        descriptor: Descriptor = type(message).DESCRIPTOR
        if descriptor.full_name not in self._fields:
            self._fields[descriptor.full_name] = [(field.name, self._way(field)) for field in descriptor.fields]
        found = {}
        for name, way in self._fields[descriptor.full_name]:
            value = way(message)
            if value is not None:
                found[name] = value
        return found

    def _way(self, field: FieldDescriptor) -> Any:
        name = field.name
        if field.is_repeated:
            return self._many(field)
        if field.message_type is not None:
            return lambda message: self.read(getattr(message, name)) if type(message).HasField(message, name) else None
        if field.has_presence:
            return lambda message: getattr(message, name) if type(message).HasField(message, name) else None
        return lambda message: getattr(message, name)

    def _many(self, field: FieldDescriptor) -> Any:
        name, kind = field.name, field.message_type
        if kind is None:
            return lambda message: list(getattr(message, name)) or None
        if not kind.GetOptions().map_entry:
            return lambda message: list(map(self.read, getattr(message, name))) or None
        if kind.fields_by_name["value"].message_type is None:
            return lambda message: dict(getattr(message, name)) or None
        return lambda message: {key: self.read(value) for key, value in getattr(message, name).items()} or None


class Codec:
    """The reference codec of a schema, see `weighbridge.schema.references`."""

    def __init__(self, schema: Schema) -> None:
        self._plain = Plain(
            schema, proto.CAN, lambda record: {field.number: field.name for field in record.fields}, defaults=True
        )
        self._message = _message(schema)
        self._reader = _Reader()

    def encode(self, document: Value) -> bytes:
        with unrepresentable(_TITLE):
            message = self._message(**self._plain.to(document))
            return bytes(self._message.SerializeToString(message, deterministic=True))

    def decode(self, data: bytes) -> Value:
        with malformed(_TITLE):
            return self._plain.back(self._reader.read(self._message.FromString(data)))


def compiled(schema: Schema) -> str:
    """Return what protoc makes of a schema, a ``FileDescriptorSet`` in base64, for runners that have no protoc."""
    return base64.b64encode(_description(proto.write(schema))).decode()
