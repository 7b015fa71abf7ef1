"""The DuckDB file: opening it, and the lock that lets only one campaign measure at a time."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path

import duckdb
import platformdirs

_PATIENCE_S = 10.0


class StoreError(Exception):
    """The store cannot be used as asked; the message says why and what to do next."""


def default_path() -> Path:
    """Return the user's own database: ``weighbridge.duckdb`` in the data directory of the platform."""
    return Path(platformdirs.user_data_dir("weighbridge")) / "weighbridge.duckdb"


@contextmanager
def connect(database: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open the database for a moment, creating it if need be.

    Connections are short, so that a second terminal can read results while a campaign measures; a database that another
    process has open is waited for.

    Raises:
        StoreError: the file is no DuckDB database, cannot be written, or stays locked.
    """
    deadline = time.monotonic() + _PATIENCE_S
    while True:
        try:
            database.parent.mkdir(parents=True, exist_ok=True)
            connection = duckdb.connect(str(database))
            break
        except OSError as error:
            raise StoreError(f"{database}: {error.strerror}. Choose another file with --db.") from error
        except duckdb.Error as error:
            if "lock" not in str(error):
                raise StoreError(f"{database}: {error}\nChoose another file with --db.") from error
            if time.monotonic() > deadline:
                raise StoreError(f"{database} is in use by another process. Try again, or use --db.") from error
            time.sleep(0.1)
    try:
        connection.execute(resources.files(__package__).joinpath("schema.sql").read_text(encoding="utf-8"))
        yield connection
    finally:
        connection.close()


@contextmanager
def measuring(database: Path) -> Iterator[None]:
    """Hold the right to measure into this database: two campaigns at once would disturb each other's numbers.

    Raises:
        StoreError: another process holds it.
    """
    database.parent.mkdir(parents=True, exist_ok=True)
    lock = database.with_name(f"{database.name}.lock")
    with lock.open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            file.seek(0)
            holder = file.read().strip() or "unknown"
            raise StoreError(
                f"another campaign (process {holder}) is measuring into {database}. "
                "Wait for it, or give this one a database of its own with --db."
            ) from error
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        yield
