"""A run as one file, to be committed, attached or merged, and back."""

from __future__ import annotations

import gzip
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field, ValidationError

from weighbridge.measure.samples import COLUMNS, Phase, Sample, Samples
from weighbridge.store.database import StoreError, measuring
from weighbridge.store.records import Run
from weighbridge.store.runs import add_run, add_samples, read_with_samples

from .build import build_document
from .document import RunDocument

_REQUIRED = frozenset(field.name for field in fields(Sample) if field.default is MISSING)
"""Exports of older versions lack some of the other columns."""


def _whole(columns: dict[str, tuple[int | None, ...]]) -> dict[str, tuple[int | None, ...]]:
    if missing := _REQUIRED - columns.keys():
        raise ValueError(f"the columns {', '.join(sorted(missing))} are missing")
    if unknown := columns.keys() - set(COLUMNS):
        raise ValueError(f"there is no column {', '.join(sorted(unknown))}")
    filled = {name: values for name, values in columns.items() if values or name in _REQUIRED}
    if len({len(values) for values in filled.values()}) > 1:
        raise ValueError("the columns differ in length")
    if any(None in filled[name] for name in _REQUIRED):
        raise ValueError(f"the columns {', '.join(sorted(_REQUIRED))} have no gaps")
    return filled


SampleColumns = Annotated[
    dict[str, tuple[int | None, ...]],
    AfterValidator(_whole),
    Field(
        description="Samples as columns of one length: "
        + ", ".join(COLUMNS)
        + ". ``phase`` is "
        + ", ".join(f"{phase.value} for {phase.meaning}" for phase in Phase)
        + "."
    ),
]


class RunFile(RunDocument):
    """What ``export`` writes: the document of ``run --json``, and everything that it was made from."""

    stored: Run
    samples: SampleColumns


class _Kept(BaseModel):
    """What is read of an export: the report in it is made anew, so that exports of older versions can be read too."""

    stored: Run
    samples: SampleColumns


def export_run(database: Path, name: str) -> str:
    """Return a run, found by its name, the beginning of it, or ``last``, as JSON text."""
    run, samples = read_with_samples(database, name)
    document = build_document(run, samples)
    return RunFile(**document.__dict__, stored=run, samples=_columns(samples)).model_dump_json()


def import_run(database: Path, file: Path) -> str:
    """Read a file that `export_run` wrote (``.gz`` is unpacked) into the database, and return the run's name.

    Raises:
        StoreError: the file is none of those, or the run is there already.
    """
    try:
        data = file.read_bytes()
        content = _Kept.model_validate_json(gzip.decompress(data) if file.suffix == ".gz" else data)
    except (OSError, EOFError) as error:
        raise StoreError(f"{file}: {getattr(error, 'strerror', None) or error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the file"
        raise StoreError(f"{file} is not a run that weighbridge export wrote: {where}: {first['msg']}") from error
    columns = content.samples
    samples = (Sample(**dict(zip(columns, row, strict=True))) for row in zip(*columns.values(), strict=True))
    with measuring(database):
        add_run(database, content.stored)
        add_samples(database, content.stored.record.run, samples)
    return content.stored.record.run


def _columns(samples: Samples) -> dict[str, tuple[int | None, ...]]:
    return {name: tuple(samples.rows(name)) for name in COLUMNS}
