"""Samples on their way into the store.

Committing a row to DuckDB costs as much as a third of a batch, so that a sample is first appended to a journal beside
the database, a line each, which survives the death of the process; every wave is folded into the database as a whole.
"""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from types import TracebackType

import numpy as np

from weighbridge.measure.samples import Sample, Samples

from .database import StoreError, connect

_COLUMNS = {
    "cell": "INTEGER",
    "wave": "INTEGER",
    "round": "INTEGER",
    "phase": "TINYINT",
    "iterations": "BIGINT",
    "wall_ns": "BIGINT",
    "cpu_ns": "BIGINT",
    "allocated_bytes": "BIGINT",
    "allocated_objects": "BIGINT",
    "peak_bytes": "BIGINT",
}
_WHOLE = frozenset({"cell", "wave", "round", "phase"})


def journal_of(database: Path, run: str) -> Path:
    """Return where the journal of a run lies: beside its database."""
    return database.with_name(f"{database.name}.{run}.journal")


class Journal:
    """Appends the samples of one run; each is safe against the death of this process when `append` returns."""

    def __init__(self, database: Path, run: str) -> None:
        """Open the journal of a run, after what it already holds."""
        self._file = journal_of(database, run).open("ab", buffering=0)

    def append(self, sample: Sample) -> None:
        """Append one sample.

        Raises:
            StoreError: it cannot be written, as when the disk is full.
        """
        try:
            self._file.write(json.dumps(dataclasses.asdict(sample)).encode() + b"\n")
        except OSError as error:
            raise StoreError(f"{self._file.name}: {error.strerror}") from error

    def __enter__(self) -> Journal:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file."""
        self._file.close()


def _source() -> str:
    columns = ", ".join(f"{name}: '{kind}'" for name, kind in _COLUMNS.items())
    # The last line may be torn by the death of its writer: it is dropped.
    return (
        f"(SELECT * FROM read_json(?, format = 'newline_delimited', ignore_errors = true, columns = {{{columns}}}) "  # noqa: S608 (constants)
        "WHERE cell IS NOT NULL AND iterations IS NOT NULL)"
    )


def fold(database: Path, run: str) -> None:
    """Move a run's journal into the database. Only the process that measures into it may do this.

    Safe to repeat: a wave that is in the journal replaces the same wave in the database.
    """
    journal = journal_of(database, run)
    if not journal.exists():
        return
    names = ", ".join(_COLUMNS)
    if journal.stat().st_size:
        with connect(database) as connection:
            connection.begin()
            connection.execute(
                f"DELETE FROM samples WHERE run = ? AND wave IN (SELECT wave FROM {_source()})",  # noqa: S608 (constants)
                [run, str(journal)],
            )
            connection.execute(
                f"INSERT INTO samples (run, {names}) SELECT ?, {names} FROM {_source()}",  # noqa: S608 (constants)
                [run, str(journal)],
            )
            connection.commit()
    journal.unlink()


def read_samples(database: Path, run: str) -> Samples:
    """Read every sample of a run, those still in its journal included, whoever measures meanwhile."""
    journal = journal_of(database, run)
    names = ", ".join(_COLUMNS)
    kept = f"(SELECT {names} FROM samples WHERE run = ?)"  # noqa: S608 (constants)
    tables, arguments = kept, [run]
    if journal.exists() and journal.stat().st_size:
        tables = (
            f"(SELECT {names} FROM {_source()} UNION ALL "  # noqa: S608 (constants)
            f"SELECT {names} FROM {kept} WHERE wave NOT IN (SELECT wave FROM {_source()}))"
        )
        arguments = [str(journal), run, str(journal)]
    columns = ", ".join(
        f"{name}::BIGINT AS {name}" if name in _WHOLE else f"coalesce({name}::DOUBLE, 'nan') AS {name}"
        for name in _COLUMNS
    )
    with connect(database, to_read=True) as connection:
        found = connection.execute(f"SELECT {columns} FROM {tables} ORDER BY wave, round", arguments).fetchnumpy()  # noqa: S608 (constants)
    return Samples(**{name: np.asarray(found[name]) for name in _COLUMNS})
