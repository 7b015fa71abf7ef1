"""Formats that need a schema, with the schema of some documents: like any other format then."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from weighbridge.formats.format import Format
from weighbridge.formats.typed import TYPED_FORMATS
from weighbridge.schema.apart import Apart, Broken
from weighbridge.schema.emit import TARGETS
from weighbridge.schema.model import Schema
from weighbridge.schema.references import REFERENCES


def bind(form: Format, schema: Schema) -> Format:
    """Return a typed format whose reference codec encodes and decodes documents of a schema.

    The documents are such as `weighbridge.schema.conform.carried` gives. A schema that the codec's library does not
    take makes every document one that the format cannot hold.
    """
    codec = Apart(form, schema)
    return dataclasses.replace(form, library=REFERENCES[form.name].library, encode=codec.encode, decode=codec.decode)


def tells_empty(form: Format) -> bool:
    """Tell whether a typed format tells an empty list or map from none."""
    return REFERENCES[form.name].tells_empty


def texts_for_runners(schema: Schema, formats: Iterable[str], written_by: Schema | None = None) -> dict[str, str]:
    """Return a schema in the languages of formats, by the languages' names, and what compilers of ours made of it.

    Where a compiler takes no such schema, its language is left out.

    Args:
        schema: the schema.
        formats: the formats' names.
        written_by: the schema that documents were written by, if that is another: for formats whose readers need both.
    """
    texts = {}
    for name in sorted(REFERENCES.keys() & set(formats)):
        reference = REFERENCES[name]
        if reference.is_compiled and not reference.lack:
            try:
                texts[f"{reference.language}-compiled"] = Apart(TYPED_FORMATS[name], schema).compiled()
            except Broken:
                continue
        texts[reference.language] = TARGETS[reference.language].write(schema)
        if written_by is not None and reference.reads_with_both:
            texts[f"{reference.language}-written"] = TARGETS[reference.language].write(written_by)
    return texts
