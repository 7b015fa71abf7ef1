"""Formats that need a schema, with the schema of some documents: like any other format then."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from weighbridge.formats.format import Format
from weighbridge.schema.emit import TARGETS
from weighbridge.schema.model import Schema
from weighbridge.schema.references import TYPED_FORMATS


def bind(form: Format, schema: Schema) -> Format:
    """Return a typed format whose reference codec encodes and decodes documents of a schema."""
    typed = TYPED_FORMATS[form.name]
    codec = typed.codec(schema)
    return dataclasses.replace(form, library=typed.library, encode=codec.encode, decode=codec.decode)


def texts_for_runners(schema: Schema, formats: Iterable[str]) -> dict[str, str]:
    """Return a schema in the languages of formats, by the languages' names, and what compilers of ours made of it."""
    texts = {}
    for form in sorted(TYPED_FORMATS.keys() & set(formats)):
        typed = TYPED_FORMATS[form]
        texts[typed.target] = TARGETS[typed.target].write(schema)
        if typed.compiled:
            texts[f"{typed.target}-compiled"] = typed.compiled(schema)
    return texts
