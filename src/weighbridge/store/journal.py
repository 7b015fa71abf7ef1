"""Samples on their way into the store.

Committing a row to DuckDB costs as much as a third of a batch, so that a sample is first appended to a journal beside
the database, a line each, which survives the death of the process; every wave is folded into the database as a whole.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

import duckdb
import numpy as np

from weighbridge.files.private import private
from weighbridge.measure.samples import COLUMNS, WHOLE, Sample, Samples

from .database import StoreError, beside, connect

_NAMES = ", ".join(COLUMNS)


def journal_of(database: Path, run: str) -> Path:
    """Return where the journal of a run lies: beside its database."""
    return beside(database, f"{run}.journal")


class Journal:
    """Appends the samples of one run; each is safe against the death of this process when `append` returns."""

    def __init__(self, database: Path, run: str) -> None:
        """Open the journal of a run, after what it already holds.

        Raises:
            StoreError: it cannot be opened.
        """
        file = journal_of(database, run)
        try:
            with private():
                self._file = file.open("ab", buffering=0)
        except OSError as error:
            raise StoreError(f"{file}: {error.strerror}") from error

    def append(self, sample: Sample) -> None:
        """Append one sample.

        Raises:
            StoreError: it cannot be written, as when the disk is full.
        """
        line = json.dumps([getattr(sample, name) for name in COLUMNS]).encode() + b"\n"
        try:
            written = self._file.write(line)
        except OSError as error:
            raise StoreError(f"{self._file.name}: {error.strerror}") from error
        if written != len(line):  # what is torn is dropped when the journal is read
            raise StoreError(f"{self._file.name}: the disk is full")

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> Journal:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _holds_samples(journal: Path) -> bool:
    return journal.exists() and journal.stat().st_size > 0


def _source() -> str:
    columns = ", ".join(f"line[{number}]::BIGINT AS {name}" for number, name in enumerate(COLUMNS, 1))
    # The last line may be torn by the death of its writer: it is dropped.
    return (
        f"(SELECT {columns} FROM read_json(?, format = 'newline_delimited', ignore_errors = true, "  # noqa: S608 (constants)
        "columns = {line: 'BIGINT[]'}) WHERE line IS NOT NULL)"
    )


def fold(database: Path, run: str) -> None:
    """Move a run's journal into the database. Only the process that measures into it may do this.

    Safe to repeat: a wave that is in the journal replaces the same wave in the database.
    """
    with connect(database) as connection, folding(connection, database, run):
        pass


@contextmanager
def folding(connection: duckdb.DuckDBPyConnection, database: Path, run: str) -> Iterator[None]:
    """Do the same in one transaction with what is written meanwhile."""
    journal = journal_of(database, run)
    connection.begin()
    if _holds_samples(journal):
        connection.execute(
            f"DELETE FROM samples WHERE run = ? AND wave IN (SELECT wave FROM {_source()})",  # noqa: S608 (constants)
            [run, str(journal)],
        )
        connection.execute(
            f"INSERT INTO samples (run, {_NAMES}) SELECT ?, {_NAMES} FROM {_source()}",  # noqa: S608 (constants)
            [run, str(journal)],
        )
    yield
    connection.commit()
    journal.unlink(missing_ok=True)


def insert_samples(connection: duckdb.DuckDBPyConnection, run: str, samples: Samples) -> None:
    """Write samples that come from elsewhere, in the transaction of whoever opened the database."""
    columns = ", ".join(
        name if name in WHOLE else f"CASE WHEN isnan({name}) THEN NULL ELSE {name}::BIGINT END" for name in COLUMNS
    )
    connection.register("brought", {name: getattr(samples, name) for name in COLUMNS})
    connection.execute(f"INSERT INTO samples (run, {_NAMES}) SELECT ?, {columns} FROM brought", [run])  # noqa: S608 (constants)
    connection.unregister("brought")


def read_samples(database: Path, run: str) -> Samples:
    """Read every sample of a run, those still in its journal included, whoever measures meanwhile."""
    with connect(database, to_read=True) as connection:
        return select_samples(connection, database, run)


def select_samples(connection: duckdb.DuckDBPyConnection, database: Path, run: str) -> Samples:
    """Do the same with a database that is open."""
    journal = journal_of(database, run)
    kept = f"(SELECT {_NAMES} FROM samples WHERE run = ?)"  # noqa: S608 (constants)
    tables, arguments = kept, [run]
    if _holds_samples(journal):
        tables = (
            f"(SELECT {_NAMES} FROM {_source()} UNION ALL "  # noqa: S608 (constants)
            f"SELECT {_NAMES} FROM {kept} WHERE wave NOT IN (SELECT wave FROM {_source()}))"
        )
        arguments = [str(journal), run, str(journal)]
    columns = ", ".join(
        f"{name}::BIGINT AS {name}" if name in WHOLE else f"coalesce({name}::DOUBLE, 'nan') AS {name}"
        for name in COLUMNS
    )
    found = connection.execute(f"SELECT {columns} FROM {tables} ORDER BY wave, round", arguments).fetchnumpy()  # noqa: S608 (constants)
    return Samples(**{name: np.asarray(found[name]) for name in COLUMNS})
