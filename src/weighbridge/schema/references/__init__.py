"""Formats that need a schema: one reference codec a format, made for a schema."""

from __future__ import annotations

from weighbridge.schema.references import avro, capnp, flatbuffers, protobuf, thrift
from weighbridge.schema.references.reference import TypedCodec, TypedFormat

TYPED_FORMATS = {
    form.name: form
    for form in (avro.FORMAT, capnp.FORMAT, flatbuffers.FORMAT, protobuf.FORMAT, thrift.BINARY, thrift.COMPACT)
}
"""By name, sorted."""

__all__ = ["TYPED_FORMATS", "TypedCodec", "TypedFormat"]
