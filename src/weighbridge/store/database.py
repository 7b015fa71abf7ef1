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
_LATEST = frozenset(
    {
        ("samples", "at_ns"),
        ("runs", "spent"),
        ("cells", "instructions"),
        ("sources", "path"),
        ("payloads", "picked_share"),
        ("sizes", "compressed"),
    }
)
"""Tables and columns that databases of earlier versions lack."""
_SIZES_BY_COMPRESSOR = """
ALTER TABLE sizes ADD COLUMN compressed JSON;
ALTER TABLE sizes ADD COLUMN unsuited JSON DEFAULT '{}';
UPDATE sizes SET compressed = json_object(
    'gzip', {'bytes': gzip}, 'zstd', {'bytes': zstd}, 'brotli', {'bytes': brotli}, 'lz4', {'bytes': lz4}
);
ALTER TABLE sizes DROP COLUMN gzip;
ALTER TABLE sizes DROP COLUMN zstd;
ALTER TABLE sizes DROP COLUMN brotli;
ALTER TABLE sizes DROP COLUMN lz4;
"""
"""Earlier versions had a column for each of the compressors of that time."""
_ROLES_OF_ANY_NAME = """
ALTER TABLE cells ADD COLUMN any_role VARCHAR;
UPDATE cells SET any_role = role;
ALTER TABLE cells DROP COLUMN role;
ALTER TABLE cells RENAME COLUMN any_role TO role;
"""
"""Earlier versions let the table take the roles of that time only."""


class StoreError(Exception):
    """The store cannot be used as asked; the message says why and what to do next."""


def default_path() -> Path:
    """Return the user's own database: ``weighbridge.duckdb`` in the data directory of the platform."""
    return Path(platformdirs.user_data_dir("weighbridge")) / "weighbridge.duckdb"


@contextmanager
def connect(database: Path, *, to_read: bool = False) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open the database for a moment, to write (creating it if need be) or only to read.

    Connections are short, so that a second terminal can read results while a campaign measures; a database that another
    process has open is waited for.

    Raises:
        StoreError: the file is no database of ours, cannot be written, or stays locked.
    """
    deadline = time.monotonic() + _PATIENCE_S
    while True:
        try:
            if not to_read:
                database.parent.mkdir(parents=True, exist_ok=True)
            connection = duckdb.connect(str(database), read_only=to_read)
            columns = _columns(connection)
            if to_read and ("runs", "run") in columns and not _is_latest(connection, columns):
                connection.close()
                with connect(database):  # which brings it up to date
                    continue
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
        if not to_read and not _is_latest(connection, columns):
            if ("sizes", "gzip") in columns:
                connection.execute(_SIZES_BY_COMPRESSOR)
            if _has_fixed_roles(connection):
                connection.execute(_ROLES_OF_ANY_NAME)
            connection.execute(resources.files(__package__).joinpath("schema.sql").read_text(encoding="utf-8"))
        yield connection
    except duckdb.CatalogException as error:
        raise StoreError(f"{database} is a database, but not of Weighbridge. Choose another file with --db.") from error
    except (duckdb.IOException, duckdb.FatalException) as error:
        raise StoreError(f"{database}: {error}") from error
    finally:
        connection.close()


def _is_latest(connection: duckdb.DuckDBPyConnection, columns: set[tuple[str, str]]) -> bool:
    return _LATEST.issubset(columns) and not _has_fixed_roles(connection)


def _has_fixed_roles(connection: duckdb.DuckDBPyConnection) -> bool:
    sentence = (
        "SELECT 1 FROM duckdb_constraints() "
        "WHERE table_name = 'cells' AND constraint_type = 'CHECK' AND list_contains(constraint_column_names, 'role')"
    )
    return connection.execute(sentence).fetchone() is not None


def _columns(connection: duckdb.DuckDBPyConnection) -> set[tuple[str, str]]:
    """Return every column of the database, after the name of its table."""
    found = connection.execute("SELECT table_name, column_name FROM duckdb_columns() WHERE NOT internal").fetchall()
    return set(found)


@contextmanager
def measuring(database: Path) -> Iterator[None]:
    """Hold the right to measure into this database: two campaigns at once would disturb each other's numbers.

    Raises:
        StoreError: another process holds it.
    """
    lock = database.with_name(f"{database.name}.lock")
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        opened = lock.open("a+")
    except OSError as error:
        raise StoreError(f"{lock}: {error.strerror}. Choose a file that can be written with --db.") from error
    with opened as file:
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


def is_measuring(database: Path) -> bool:
    """Tell whether some process measures into this database now."""
    lock = database.with_name(f"{database.name}.lock")
    try:
        with lock.open("r") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False
