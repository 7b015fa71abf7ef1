"""Formats that need a schema, with the schema of some documents: like any other format then."""

from __future__ import annotations

import dataclasses
import importlib
from functools import partial

from weighbridge.formats.format import Format
from weighbridge.schema.model import Schema


def bind(form: Format, schema: Schema) -> Format:
    """Return a typed format whose reference codec encodes and decodes documents of a schema.

    The codec is the module of the format's name in ``references``.
    """
    codec = importlib.import_module(f"weighbridge.schema.references.{form.name}")
    return dataclasses.replace(
        form,
        library=codec.LIBRARY,
        encode=partial(codec.encode, schema=schema),
        decode=partial(codec.decode, schema=schema),
    )
