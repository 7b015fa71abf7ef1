"""Thrift's compact protocol."""

from __future__ import annotations

from thriftpy2.protocol import TCompactProtocolFactory

from weighbridge.schema.model import Schema
from weighbridge.schema.references.thrift import ThriftCodec


class Codec(ThriftCodec):
    """The reference codec of a schema, see `weighbridge.schema.references`."""

    def __init__(self, schema: Schema) -> None:
        """Parse the schema."""
        super().__init__(schema, TCompactProtocolFactory)
