"""Schemas: what documents hold, as types; inferred from documents, and written for formats that need one."""

from weighbridge.schema.infer import Untypable, UntypableError
from weighbridge.schema.model import Schema, SchemaError, read_schema
from weighbridge.schema.naming import infer
from weighbridge.schema.source import INFERRED, SchemaSource

__all__ = ["INFERRED", "Schema", "SchemaError", "SchemaSource", "Untypable", "UntypableError", "infer", "read_schema"]
