"""Where the schema of documents comes from: inference, with what a user says of places, or a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Self

from pydantic import BaseModel, ConfigDict

from weighbridge.files.bounded import TooLarge, read_stream
from weighbridge.schema.conform import require_fit
from weighbridge.schema.model import Schema, SchemaError, read_schema
from weighbridge.schema.naming import infer
from weighbridge_kit.values import Value

MAX_BYTES = 16 * 2**20
"""How large a schema's file may be."""


class SchemaSource(BaseModel):
    """Where schemas come from.

    Attributes:
        maps: paths of objects whose keys are data, whatever the rules say.
        records: paths of objects whose keys are names of fields, whatever the rules say.
        as_json: paths of what is carried as text.
        given: the schema, in place of inference.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    maps: tuple[str, ...] = ()
    records: tuple[str, ...] = ()
    as_json: tuple[str, ...] = ()
    given: Schema | None = None

    @classmethod
    def read(
        cls,
        *,
        maps: Sequence[str] = (),
        records: Sequence[str] = (),
        as_json: Sequence[str] = (),
        file: Path | None = None,
    ) -> Self:
        """Return where a user says that schemas come from.

        Args:
            maps: see the attribute.
            records: see the attribute.
            as_json: see the attribute.
            file: with a schema in the JSON form.

        Raises:
            SchemaError: the file has none, or there are choices beside it.
            OSError: the file cannot be read.
        """
        if file is None:
            return cls(maps=tuple(maps), records=tuple(records), as_json=tuple(as_json))
        if maps or records or as_json:
            raise SchemaError(
                "--schema replaces inference: change the file instead of giving --map, --record or --as-json"
            )
        try:
            with file.open("rb") as stream:
                return cls(given=read_schema(read_stream(stream, MAX_BYTES)))
        except TooLarge:
            raise SchemaError(f"{file}: more than the {MAX_BYTES:,} bytes that a schema may have") from None
        except SchemaError as error:
            raise SchemaError(f"{file}: {error}") from error

    @property
    def is_said(self) -> bool:
        """Whether a user said anything."""
        return self != SchemaSource()

    def schema_of(self, documents: Sequence[Value], *, strict: bool = True) -> Schema:
        """Return the schema of documents.

        Args:
            documents: at least one.
            strict: whether every path has to concern them.

        Raises:
            UntypableError: places that no type fits.
            SchemaError: the schema that is given does not fit, or a path concerns nothing, or there are too many types.
        """
        if self.given is None:
            return infer(documents, maps=self.maps, records=self.records, as_json=self.as_json, strict=strict)
        require_fit(documents, self.given)
        return self.given


INFERRED = SchemaSource()
"""Inference by the rules alone."""
