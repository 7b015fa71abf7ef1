"""The command `schema`: what documents hold, as types, and that in a schema language."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from weighbridge.commands.output import paper, tell, write_text
from weighbridge.payloads import Payload
from weighbridge.schema import Schema, SchemaError, SchemaSource
from weighbridge.schema.emit import TARGETS
from weighbridge.schema.outline import outline
from weighbridge.suggestion import suggest
from weighbridge_kit.values import Value


def schema_of(documents: Sequence[Value], source: SchemaSource) -> Schema:
    """Return the schema of documents: inferred, or that of a file, if they fit it.

    Raises:
        SchemaError: no type fits some place, or the file is no schema of the documents.
    """
    if not documents and source.given is None:
        raise SchemaError("name a document, or a schema with --schema")
    return source.schema_of(documents)


def tell_samples(payloads: Sequence[Payload]) -> None:
    """Say of which payloads only a sample is looked at."""
    for payload in payloads:
        if payload.whole_documents is not None:
            many = f"{len(payload.documents):,} of {payload.whole_documents:,} documents"
            part = many if payload.whole_documents > 1 else "a part of the document"
            tell(
                f"{payload.name}: the schema is that of {part}, drawn evenly; --sample all looks at everything",
                "yellow",
            )


def show(schema: Schema, target: str | None, file: Path | None) -> None:
    """Write a schema: in a schema language, or an outline for people.

    Args:
        schema: what to write.
        target: one of `weighbridge.schema.emit.TARGETS`; None for what the file's ending means, or an outline.
        file: where to; None for standard output.

    Raises:
        SchemaError: the target is unknown.
    """
    target = target or (None if file is None else _target_of_file(file))
    if target is None:
        with paper(file) as console:
            console.print(outline(schema))
        return
    if target not in TARGETS:
        raise SchemaError(f"unknown schema language {target!r}: {suggest(target, TARGETS)}")
    write_text(TARGETS[target].write(schema), file)


def _target_of_file(file: Path) -> str | None:
    """Return what a file's ending means: of several, the longest."""
    means = [(len(target.ending), name) for name, target in TARGETS.items() if file.name.endswith(target.ending)]
    return max(means)[1] if means else None
