"""The DuckDB file: opening it, and the lock that lets only one campaign measure at a time."""

from __future__ import annotations

import contextlib
import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path

import duckdb
import platformdirs
from pydantic import ValidationError

from weighbridge.files.private import private
from weighbridge.files.whole import written_whole
from weighbridge.printable import one_line

_PATIENCE_S = 10.0
_LATEST = frozenset(
    {
        ("samples", "at_ns"),
        ("runs", "spent"),
        ("cells", "ram_bytes"),
        ("counts", "count"),
        ("sources", "path"),
        ("payloads", "picked_share"),
        ("sizes", "compressed"),
        ("findings", "finding"),
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


def unreadable(table: str, error: ValueError) -> StoreError:
    """Return what to say of a table with a row that is none of ours, in a line."""
    flaw = str(error)
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False)[0]
        flaw = f"{'.'.join(map(str, first['loc']))}: {first['msg'].removeprefix('Value error, ')}"
    return StoreError(f"the database holds {table} that cannot be read: {one_line(flaw)}")


def default_path() -> Path:
    """Return the user's own database: ``weighbridge.duckdb`` in the data directory of the platform."""
    return Path(platformdirs.user_data_dir("weighbridge")) / "weighbridge.duckdb"


def beside(database: Path, suffix: str) -> Path:
    """Return the file of this suffix beside a database: beside the file itself, whatever links lead to it."""
    real = database.resolve()
    return real.with_name(f"{real.name}.{suffix}")


def is_there(database: Path) -> bool:
    """Tell whether there is a database: a file that is empty is none yet."""
    return database.exists() and (not database.is_file() or database.stat().st_size > 0)


def database_file(text: str | Path) -> Path:
    """Return the database that a user named; ``~`` is their home folder.

    Raises:
        StoreError: that names no file.
    """
    try:
        file = Path(text).expanduser()
        if file.name and not file.is_dir():
            return file
    except (OSError, RuntimeError, ValueError) as error:  # a name too long, an unknown user's home, a NUL
        raise StoreError(f"{str(text)!r} cannot be a database: {error}. Name a file with --db.") from error
    raise StoreError(f"{str(text)!r} is a folder, and no database. Name a file in it with --db.")


@contextmanager
def connect(database: Path, *, to_read: bool = False) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open the database for a moment, to write (creating it if need be) or only to read.

    Connections are short, so that a second terminal can read results while a campaign measures; a database that another
    process has open is waited for. It holds users' documents: a new one is for its owner alone.

    Raises:
        StoreError: the file is no database of ours, cannot be written, is damaged, or stays locked.
        KeyboardInterrupt: Ctrl-C came while the database worked.
    """
    with private():
        try:
            connection = _open(database, to_read=to_read)
            try:
                yield connection
            finally:
                connection.close()
        except duckdb.CatalogException as error:
            raise _foreign(database) from error
        except duckdb.Error as error:
            raise StoreError(f"{database}: {error}{_DAMAGED if _is_about_damage(error) else ''}") from error
        except RuntimeError as error:
            if str(error) == "Query interrupted":  # DuckDB's name for Ctrl-C
                raise KeyboardInterrupt from error
            raise


_SAFE: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "allow_community_extensions": False,
}
"""DuckDB may load nothing, and look for nothing on the net."""
_OTHER = "\nChoose another file with --db."
_DAMAGED = (
    "\nThe file is damaged; nothing in it was changed. Keep it, and choose another with --db: exports of its runs can "
    "be imported there."
)


def _is_about_damage(error: duckdb.Error) -> bool:
    return any(word in str(error).lower() for word in ("corrupt", "checksum", "deseriali", "wal file"))


def _foreign(database: Path) -> StoreError:
    return StoreError(f"{database} is a database, but not of Weighbridge. Choose another file with --db.")


def _open(database: Path, *, to_read: bool) -> duckdb.DuckDBPyConnection:
    """Open the database, and bring it up to date."""
    database_file(database)
    deadline = time.monotonic() + _PATIENCE_S
    while True:
        try:
            if not to_read and not is_there(database):
                _create(database)
            if not _is_of_duckdb(database):
                raise StoreError(f"{database} is no database of Weighbridge. Choose another file with --db.")
            connection = duckdb.connect(str(database.resolve()), read_only=to_read, config=_SAFE)
            break
        except OSError as error:
            raise StoreError(f"{database}: {error.strerror}. Choose another file with --db.") from error
        except duckdb.Error as error:
            if "could not set lock" not in str(error).lower():
                raise StoreError(f"{database}: {error}{_DAMAGED if _is_about_damage(error) else _OTHER}") from error
            if time.monotonic() > deadline:
                raise StoreError(f"{database} is in use by another process. Try again, or use --db.") from error
            time.sleep(0.1)
    with contextlib.ExitStack() as opened:
        opened.callback(connection.close)
        _refuse_code(connection, database)
        columns = _columns(connection)
        is_ours = ("runs", "run") in columns
        if columns and not is_ours:
            raise _foreign(database)
        if is_ours and to_read and not _is_latest(connection, columns):
            connection.close()
            if not os.access(database, os.W_OK):
                raise StoreError(
                    f"{database} is of an earlier version of Weighbridge and must be brought up to date, but you may "
                    "not write to it. Copy it, and name the copy with --db."
                )
            with connect(database):  # which brings it up to date
                pass
            return _open(database, to_read=True)
        if not to_read and not _is_latest(connection, columns):
            _bring_up_to_date(connection, columns)
        opened.pop_all()
    return connection


_CODE = """
SELECT 1 FROM system.main.duckdb_views() WHERE NOT internal
UNION ALL
SELECT 1 FROM system.main.duckdb_functions() WHERE NOT internal
"""
"""Named in full, since a database may hold another function of any name."""
_without_code: set[tuple[int, int]] = set()
"""The files that were found to hold none: looking takes a tenth of a second, and a campaign opens its file often."""


def _refuse_code(connection: duckdb.DuckDBPyConnection, database: Path) -> None:
    """Refuse a database with views or macros: they would run when it is read, and may read any file."""
    status = database.stat()
    file = status.st_dev, status.st_ino
    if file in _without_code:
        return
    if connection.execute(_CODE).fetchone() is not None:
        raise StoreError(
            f"{database} holds views or macros, which no database of Weighbridge does: they would run when it is read. "
            "Choose another file with --db."
        )
    _without_code.add(file)


def _is_of_duckdb(database: Path) -> bool:
    """Tell whether a file, if there is one, begins as DuckDB's do: of others it would look for what reads them."""
    if not database.exists():
        return True
    with database.open("rb") as file:
        return file.read(12)[8:] == b"DUCK"


def _create(database: Path) -> None:
    """Make a database whole, or none: one that a full disk or a kill had cut short could not be opened again."""
    with written_whole(database) as new, duckdb.connect(str(new), config=_SAFE) as connection:
        _bring_up_to_date(connection, set())


def _bring_up_to_date(connection: duckdb.DuckDBPyConnection, columns: set[tuple[str, str]]) -> None:
    if ("sizes", "gzip") in columns:
        connection.execute(_SIZES_BY_COMPRESSOR)
    if _has_fixed_roles(connection):
        connection.execute(_ROLES_OF_ANY_NAME)
    connection.execute(resources.files(__package__).joinpath("schema.sql").read_text(encoding="utf-8"))


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
    lock = beside(database, "lock")
    try:
        with private():
            lock.parent.mkdir(parents=True, exist_ok=True)
            opened = lock.open("a+b", buffering=0)
    except OSError as error:
        raise StoreError(f"{lock}: {error.strerror}. Choose a file that can be written with --db.") from error
    with opened as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            file.seek(0)
            holder = file.read().decode(errors="replace").strip() or "unknown"
            raise StoreError(
                f"another campaign (process {holder}) is measuring into {database}. "
                "Wait for it, or give this one a database of its own with --db."
            ) from error
        with contextlib.suppress(OSError):  # on a full disk it is held all the same, and only says not by whom
            file.truncate(0)
            file.write(f"{os.getpid()}\n".encode())
        yield


def is_measuring(database: Path) -> bool:
    """Tell whether some process measures into this database now."""
    lock = beside(database, "lock")
    try:
        with lock.open("r") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False
