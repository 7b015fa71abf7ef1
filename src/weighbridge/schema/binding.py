"""Formats that need a schema, with the schema of some documents: like any other format then."""

from __future__ import annotations

import dataclasses
import importlib
from collections.abc import Iterable
from typing import Any

from weighbridge.formats.format import Format
from weighbridge.formats.typed import TYPED_FORMATS
from weighbridge.schema.emit import TARGETS
from weighbridge.schema.model import Schema


def _reference(form: Format) -> Any:
    """Return the module that has a format's reference codec. They load large libraries, and nothing needs all."""
    return importlib.import_module(f"weighbridge.schema.references.{form.name.replace('-', '_')}")


def bind(form: Format, schema: Schema) -> Format:
    """Return a typed format whose reference codec encodes and decodes documents of a schema.

    The documents are such as `weighbridge.schema.conform.carried` gives.
    """
    reference = _reference(form)
    codec = reference.Codec(schema)
    return dataclasses.replace(form, library=reference.LIBRARY, encode=codec.encode, decode=codec.decode)


def tells_empty(form: Format) -> bool:
    """Tell whether a typed format tells an empty list or map from none."""
    return bool(_reference(form).TELLS_EMPTY)


def texts_for_runners(schema: Schema, formats: Iterable[str], written_by: Schema | None = None) -> dict[str, str]:
    """Return a schema in the languages of formats, by the languages' names, and what compilers of ours made of it.

    Args:
        schema: the schema.
        formats: the formats' names.
        written_by: the schema that documents were written by, if that is another: for formats whose readers need both.
    """
    texts = {}
    for name in sorted(TYPED_FORMATS.keys() & set(formats)):
        reference = _reference(TYPED_FORMATS[name])
        texts[reference.LANGUAGE] = TARGETS[reference.LANGUAGE].write(schema)
        if written_by is not None and getattr(reference, "READ_WITH_BOTH", False):
            texts[f"{reference.LANGUAGE}-written"] = TARGETS[reference.LANGUAGE].write(written_by)
        if hasattr(reference, "compiled"):
            texts[f"{reference.LANGUAGE}-compiled"] = reference.compiled(schema)
    return texts
