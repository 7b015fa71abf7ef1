"""The command `schema`: what documents hold, as types, and that in a schema language."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from weighbridge.commands.output import paper, write_text
from weighbridge.payloads import PayloadError
from weighbridge.schema import Schema, SchemaError, infer, read_schema
from weighbridge.schema.conform import require_fit
from weighbridge.schema.emit import TARGETS
from weighbridge.schema.outline import outline
from weighbridge.suggestion import suggest
from weighbridge_kit.values import Value


def schema_of(
    documents: Sequence[Value],
    *,
    file: Path | None = None,
    maps: Sequence[str] = (),
    records: Sequence[str] = (),
    as_json: Sequence[str] = (),
) -> Schema:
    """Return the schema of documents: inferred, or that of a file, if they fit it.

    Raises:
        SchemaError: no type fits some place, or the file is no schema of the documents.
    """
    if file is None:
        if not documents:
            raise SchemaError("name a document, or a schema with --schema")
        return infer(documents, maps=maps, records=records, as_json=as_json)
    if maps or records or as_json:
        raise SchemaError("--schema replaces inference: change the file instead of giving --map, --record or --as-json")
    try:
        found = read_schema(file.read_bytes())
        require_fit(documents, found)
    except OSError as error:
        raise PayloadError(f"{file}: {error.strerror}") from error
    except SchemaError as error:
        raise SchemaError(f"{file}: {error}") from error
    return found


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
