"""A run as one file, to be committed, attached or merged, and back."""

from __future__ import annotations

import zlib
from dataclasses import MISSING, fields
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from pydantic import AfterValidator, BaseModel, Field, ValidationError
from pydantic_core import PydanticCustomError

from weighbridge.files.bounded import TooLarge, read_file
from weighbridge.measure.samples import COLUMNS, WHOLE, Phase, Sample, Samples
from weighbridge.printable import one_line
from weighbridge.store.database import StoreError
from weighbridge.store.ranges import Amount
from weighbridge.store.records import Run
from weighbridge.store.runs import read_with_samples
from weighbridge.store.soundness import find_false_documents, find_flaws

from .build import build_document
from .document import RunDocument

_REQUIRED = frozenset(field.name for field in fields(Sample) if field.default is MISSING)
"""Exports of older versions lack some of the other columns."""

FORMAT = 1
"""The format of exports that this version writes, the newest that it reads. Those from before it was told are of 0."""

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
    for name in WHOLE:
        if max((value for value in filled[name] if value is not None), default=0) >= 2**31:
            raise ValueError(f"{name}: nothing has a number of 2^31 or more")
    return filled


_SHOWN = 100
_LONGEST_FLAW = 600
"""So many characters are told of a name, and of what is wrong: the file may hold names of any length."""

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


def _readable(form: int) -> int:
    if form > FORMAT:
        raise PydanticCustomError(_NEWER, "{form}", {"form": form})
    return form


_NEWER = "made_by_a_newer_version"
ExportFormat = Annotated[int, Field(ge=0, le=2**31), AfterValidator(_readable)]


class RunFile(RunDocument):
    """What ``export`` writes: the document of ``run --json``, and everything that it was made from."""

    export_format: int = Field(description="grows where a reader of exports has to know more than before")
    stored: Run
    samples: SampleColumns


class _Kept(BaseModel):
    """What is read of an export: the report in it is made anew, so that exports of older versions can be read too."""

    export_format: ExportFormat = 0
    stored: Run
    samples: SampleColumns


def export_run(database: Path, name: str) -> str:
    """Return a run, found by its name, the beginning of it, or ``last``, as JSON text."""
    run, samples = read_with_samples(database, name)
    document = build_document(run, samples)
    return RunFile(**document.__dict__, export_format=FORMAT, stored=run, samples=_columns(samples)).model_dump_json()


def read_export(file: Path, max_bytes: int) -> tuple[Run, Samples]:
    """Read a file that `export_run` wrote (``.gz`` is unpacked), and check that all of it is sound.

    Raises:
        StoreError: the file is none of those, or larger than the limit.
    """
    try:
        content = _Kept.model_validate_json(read_file(file, max_bytes))
    except (EOFError, zlib.error) as error:
        raise StoreError(f"{file}: {error}") from error
    except IsADirectoryError as error:
        raise StoreError(f"{file} is a folder: name a file that weighbridge export wrote") from error
    except OSError as error:
        raise StoreError(f"{file}: {error.strerror or error}") from error
    except TooLarge as error:
        raise StoreError(f"{file} {error}") from error
    except ValidationError as error:
        raise _explained(file, error) from error
    columns = content.samples
    length = len(columns["cell"])
    arrays: dict[str, Any] = {
        name: np.array(columns.get(name) or [None] * length, dtype=np.int64 if name in WHOLE else np.float64)
        for name in COLUMNS
    }
    samples = Samples(**arrays)
    for flaw in chain(find_flaws(content.stored, samples), find_false_documents(content.stored)):
        raise _not_ours(file, f"stored.{flaw}" if not flaw.startswith("samples") else flaw)
    try:
        build_document(content.stored, samples)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise _not_ours(file, "its parts do not fit each other, so that no report can be made of it") from error
    return content.stored, samples


def _explained(file: Path, error: ValidationError) -> StoreError:
    details = error.errors(include_url=False)
    if newer := next((one for one in details if one["type"] == _NEWER), None):
        return StoreError(
            f"{file} was made by a newer Weighbridge (format {newer['msg']}); this one reads up to {FORMAT}. "
            "Update Weighbridge to read it."
        )
    first = details[0]
    where = ".".join(str(step)[:_SHOWN] for step in first["loc"]) or "the file"
    return _not_ours(file, f"{where}: {first['msg'].removeprefix('Value error, ')}")


def _not_ours(file: Path, flaw: str) -> StoreError:
    told = flaw if len(flaw) <= _LONGEST_FLAW else f"{flaw[:_LONGEST_FLAW]}…"
    return StoreError(f"{file} is not a run that weighbridge export wrote: {one_line(told)}")


def _columns(samples: Samples) -> dict[str, tuple[int | None, ...]]:
    return {name: tuple(samples.rows(name)) for name in COLUMNS}
