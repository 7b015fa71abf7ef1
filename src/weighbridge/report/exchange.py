"""A run as one file, to be committed, attached or merged, and back."""

from __future__ import annotations

import zlib
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from pydantic import AfterValidator, BaseModel, Field, ValidationError

from weighbridge.files.bounded import TooLarge, read_file
from weighbridge.measure.samples import COLUMNS, WHOLE, Phase, Sample, Samples
from weighbridge.store.database import StoreError
from weighbridge.store.records import Amount, Run
from weighbridge.store.runs import read_with_samples
from weighbridge.store.soundness import find_flaws

from .build import build_document
from .document import RunDocument

_REQUIRED = frozenset(field.name for field in fields(Sample) if field.default is MISSING)
"""Exports of older versions lack some of the other columns."""

MAX_BYTES = 256 * 2**20
"""How large an export may be, unpacked, unless the user says otherwise."""


def _whole(columns: dict[str, tuple[Amount | None, ...]]) -> dict[str, tuple[Amount | None, ...]]:
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
    dict[str, tuple[Amount | None, ...]],
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


def read_export(file: Path, max_bytes: int) -> tuple[Run, Samples]:
    """Read a file that `export_run` wrote (``.gz`` is unpacked), and check that all of it is sound.

    Raises:
        StoreError: the file is none of those, or larger than the limit.
    """
    try:
        content = _Kept.model_validate_json(read_file(file, max_bytes))
    except (EOFError, zlib.error) as error:
        raise StoreError(f"{file}: {error}") from error
    except OSError as error:
        raise StoreError(f"{file}: {error.strerror or error}") from error
    except TooLarge as error:
        raise StoreError(f"{file} {error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the file"
        raise _not_ours(file, f"{where}: {first['msg']}") from error
    columns = content.samples
    length = len(columns["cell"])
    arrays: dict[str, Any] = {
        name: np.array(columns.get(name) or [None] * length, dtype=np.int64 if name in WHOLE else np.float64)
        for name in COLUMNS
    }
    samples = Samples(**arrays)
    for flaw in find_flaws(content.stored, samples):
        raise _not_ours(file, flaw)
    try:
        build_document(content.stored, samples)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise _not_ours(file, f"no report can be made of it ({type(error).__name__}: {error})") from error
    return content.stored, samples


def _not_ours(file: Path, flaw: str) -> StoreError:
    return StoreError(f"{file} is not a run that weighbridge export wrote: {flaw}")


def _columns(samples: Samples) -> dict[str, tuple[int | None, ...]]:
    return {name: tuple(samples.rows(name)) for name in COLUMNS}
