"""A run as a Parquet file: one row a cell, for pandas, Polars, DuckDB and whatever else reads it."""

from __future__ import annotations

import errno
import os
import re
from pathlib import Path

import duckdb

from .columns import COLUMNS, rows
from .document import RunDocument


def write_parquet(document: RunDocument, path: Path) -> None:
    """Write a run's cells, with the columns of the CSV in types of their own; a file of that name is overwritten.

    Raises:
        OSError: the file cannot be written.
    """
    select = ", ".join(f"unnest(?::{column.kind}[]) AS {column.name}" for column in COLUMNS)
    values = [list(column) for column in zip(*rows(document), strict=True)] or [[] for _ in COLUMNS]
    try:
        with duckdb.connect() as connection:
            connection.sql(f"SELECT {select}", params=values).write_parquet(str(path))
    except duckdb.IOException as error:
        raise _as_of_the_system(error, path) from error


def _as_of_the_system(error: duckdb.IOException, path: Path) -> OSError:
    """Return what the system said, which DuckDB wraps in words of its own."""
    number = re.search(r'"errno":"(\d+)"', str(error))
    if number is not None:
        return OSError(int(number[1]), os.strerror(int(number[1])), str(path))
    return OSError(errno.EIO, str(error).rpartition(": ")[2], str(path))
