"""A run as one file, to be committed, attached or merged, and back."""

from __future__ import annotations

import dataclasses
import gzip
from pathlib import Path

import numpy as np
from pydantic import ValidationError

from weighbridge.measure.samples import Phase, Sample, Samples
from weighbridge.store.database import StoreError, measuring
from weighbridge.store.journal import read_samples
from weighbridge.store.records import Run
from weighbridge.store.runs import add_run, add_samples, read_run

from .build import build_document
from .document import Document, RunDocument


class SampleColumns(Document):
    """Samples as columns of one length; ``phase`` is 0 for first calls, 1 for warm-up, 2 for timed batches."""

    cell: tuple[int, ...]
    wave: tuple[int, ...]
    round: tuple[int, ...]
    phase: tuple[int, ...]
    iterations: tuple[int, ...]
    wall_ns: tuple[int, ...]
    cpu_ns: tuple[int | None, ...]
    allocated_bytes: tuple[int | None, ...]
    allocated_objects: tuple[int | None, ...]


class RunFile(RunDocument):
    """What ``export`` writes: the document of ``run --json``, and everything that it was made from."""

    stored: Run
    samples: SampleColumns


def export_run(database: Path, name: str) -> str:
    """Return a run as JSON text."""
    run = read_run(database, name)
    samples = read_samples(database, name)
    document = build_document(run, samples)
    return RunFile(**document.__dict__, stored=run, samples=_columns(samples)).model_dump_json()


def import_run(database: Path, file: Path) -> str:
    """Read a file that `export_run` wrote (``.gz`` is unpacked) into the database, and return the run's name.

    Raises:
        StoreError: the file is none of those, or the run is there already.
    """
    try:
        data = file.read_bytes()
        content = RunFile.model_validate_json(gzip.decompress(data) if file.suffix == ".gz" else data)
    except (OSError, EOFError) as error:
        raise StoreError(f"{file}: {error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the file"
        raise StoreError(f"{file} is not a run that weighbridge export wrote: {where}: {first['msg']}") from error
    columns = content.samples
    rows = zip(*(getattr(columns, field.name) for field in dataclasses.fields(Sample)), strict=True)
    with measuring(database):
        add_run(database, content.stored)
        add_samples(database, content.stored.record.run, (Sample(*row[:3], Phase(row[3]), *row[4:]) for row in rows))
    return content.stored.record.run


def _columns(samples: Samples) -> SampleColumns:
    def column(name: str) -> tuple[int | None, ...]:
        values = getattr(samples, name)
        return tuple(None if np.isnan(value) else int(value) for value in values)

    return SampleColumns(**{name: column(name) for name in SampleColumns.model_fields})
