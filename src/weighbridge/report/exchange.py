"""A run as one file, to be committed, attached or merged, and back."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_type_hints

from pydantic import BaseModel, ValidationError, create_model

from weighbridge.measure.samples import COLUMNS, Phase, Sample, Samples
from weighbridge.store.database import StoreError, measuring
from weighbridge.store.records import Run
from weighbridge.store.runs import add_run, add_samples, read_with_samples

from .build import build_document
from .document import Document, RunDocument


def _kinds() -> Iterator[tuple[str, Any]]:
    """Yield the name of every column, with the type and the default of its field."""
    kind: Any
    for name, kind in get_type_hints(Sample).items():
        yield name, (tuple[int if kind is Phase else kind, ...], () if name in _ADDED else ...)


_ADDED = ("peak_bytes", "pitch_ns", "at_ns")
"""Columns that exports of older versions lack."""

SampleColumns = create_model(
    "SampleColumns",
    __base__=Document,
    __doc__="""Samples as columns of one length.

    ``phase`` is 0 for first calls, 1 for warm-up, 2 for timed batches, 3 for calibration, 4 for
    the last batch of a warm-up that never became steady.
    """,
    **dict(_kinds()),
)


class RunFile(RunDocument):
    """What ``export`` writes: the document of ``run --json``, and everything that it was made from."""

    stored: Run
    samples: SampleColumns  # type: ignore[valid-type]


class _Kept(BaseModel):
    """What is read of an export: the report in it is made anew, so that exports of older versions can be read too."""

    stored: Run
    samples: SampleColumns  # type: ignore[valid-type]


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
    columns = content.samples.model_dump()
    for name in _ADDED:
        columns[name] = columns[name] or (None,) * len(columns["cell"])
    rows = zip(*columns.values(), strict=True)
    samples = (Sample(**dict(zip(columns, row, strict=True))) for row in rows)
    with measuring(database):
        add_run(database, content.stored)
        add_samples(database, content.stored.record.run, samples)
    return content.stored.record.run


def _columns(samples: Samples) -> Document:
    return SampleColumns.model_validate({name: samples.rows(name) for name in COLUMNS})
