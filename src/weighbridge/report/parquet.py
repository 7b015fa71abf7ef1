"""A run as a Parquet file: one row a cell, for pandas, Polars, DuckDB and whatever else reads it."""

from __future__ import annotations

from pathlib import Path

import duckdb

from weighbridge.files.whole import written_whole
from weighbridge.store.database import StoreError

from .columns import COLUMNS, rows
from .document import RunDocument


def write_parquet(document: RunDocument, path: Path) -> None:
    """Write a run's cells, with the columns of the CSV in types of their own; a file of that name is replaced.

    Raises:
        StoreError: the file cannot be written.
    """
    select = ", ".join(f"unnest(?::{column.kind}[]) AS {column.name}" for column in COLUMNS)
    values = [list(column) for column in zip(*rows(document), strict=True)] or [[] for _ in COLUMNS]
    try:
        with duckdb.connect() as connection, written_whole(path) as beside:
            connection.sql(f"SELECT {select}", params=values).write_parquet(str(beside))
    except (OSError, duckdb.IOException) as error:
        raise StoreError(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}") from error
