"""Schemas: what documents hold, as types; inferred from documents, and written for formats that need one."""

from weighbridge.schema.infer import Untypable, UntypableError
from weighbridge.schema.model import Schema, SchemaError, read_schema
from weighbridge.schema.naming import infer

__all__ = ["Schema", "SchemaError", "Untypable", "UntypableError", "infer", "read_schema"]
