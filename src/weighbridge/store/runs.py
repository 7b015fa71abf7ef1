"""Writing and reading runs."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import duckdb
from pydantic import BaseModel
from pydantic_core import to_jsonable_python

from weighbridge.measure.samples import Samples

from .database import StoreError, connect, is_there, unreadable
from .findings import findings_of_run, insert_findings
from .journal import folding, insert_samples, journal_of, select_samples
from .records import (
    CellRecord,
    CompressionRecord,
    CountRecord,
    FailureRecord,
    PayloadRecord,
    Run,
    RunRecord,
    SizeRecord,
    SourceRecord,
)
from .soundness import find_flaws

_Row = TypeVar("_Row", bound=BaseModel)
_NO_RUNS = "{database} holds no runs yet. Make one with: weighbridge run"


def _insert(connection: duckdb.DuckDBPyConnection, table: str, rows: Sequence[BaseModel], run: str) -> None:
    if not rows:
        return
    names = list(type(rows[0]).model_fields)
    values = [[run, *(_to_column(getattr(row, name)) for name in names)] for row in rows]
    marks = ", ".join("?" * (len(names) + 1))
    connection.executemany(f"INSERT INTO {table} (run, {', '.join(names)}) VALUES ({marks})", values)  # noqa: S608 (constants)


def _to_column(value: Any) -> Any:
    if isinstance(value, dict):
        return json.dumps(value, default=to_jsonable_python)
    return list(value) if isinstance(value, tuple) else value


def _select(
    connection: duckdb.DuckDBPyConnection, table: str, model: type[_Row], order: str, run: str | None = None
) -> list[_Row]:
    """Read the rows of one run, or of all."""
    names = list(model.model_fields)
    rows = connection.execute(
        f"SELECT {', '.join(names)} FROM {table} WHERE coalesce(run = ?, true) ORDER BY {order}",  # noqa: S608 (constants)
        [run],
    )
    json_columns = {column[0] for column in rows.description or [] if str(column[1]).upper() == "JSON"}
    try:
        return [
            model.model_validate(
                {
                    name: json.loads(value) if name in json_columns and value is not None else value
                    for name, value in zip(names, row, strict=True)
                }
            )
            for row in rows.fetchall()
        ]
    except ValueError as error:
        raise unreadable(table, error) from error


def add_run(database: Path, run: Run, samples: Samples | None = None) -> None:
    """Write a run, with the samples that it has already: all of it or, where that fails or is interrupted, nothing.

    Raises:
        StoreError: a run of that name exists.
    """
    with connect(database) as connection:
        connection.begin()
        name = run.record.run
        try:
            names = list(RunRecord.model_fields)
            connection.execute(
                f"INSERT INTO runs ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})",  # noqa: S608 (constants)
                [_to_column(getattr(run.record, column)) for column in names],
            )
        except duckdb.ConstraintException as error:
            raise StoreError(f"{database} already holds a run named {name}.") from error
        _insert(connection, "payloads", run.payloads, name)
        _insert(connection, "sizes", run.sizes, name)
        _insert(connection, "cells", run.cells, name)
        _insert(connection, "failures", run.failures, name)
        _insert(connection, "compressions", run.compressions, name)
        _insert(connection, "counts", run.counts, name)
        _insert(connection, "sources", run.sources, name)
        insert_findings(connection, run.findings)
        if samples is not None:
            insert_samples(connection, name, samples)
        connection.commit()


def grow_run(database: Path, run: Run, cells: Sequence[CellRecord], failures: Sequence[FailureRecord]) -> None:
    """Write what a run that is being measured has more than before: all of it or nothing.

    Args:
        database: the store.
        run: as it is now.
        cells: those of its cells that are new.
        failures: those of its failures that are new.
    """
    with connect(database) as connection:
        connection.begin()
        name = run.record.run
        connection.execute(
            "UPDATE runs SET settings = ?, environment = ? WHERE run = ?",
            [_to_column(run.record.settings), _to_column(run.record.environment), name],
        )
        for table in ("sizes", "sources"):
            connection.execute(f"DELETE FROM {table} WHERE run = ?", [name])  # noqa: S608 (constants)
        _insert(connection, "sizes", run.sizes, name)
        _insert(connection, "sources", run.sources, name)
        _insert(connection, "cells", cells, name)
        _insert(connection, "failures", failures, name)
        connection.commit()


_TABLES = ("runs", "payloads", "sizes", "cells", "samples", "counts", "failures", "compressions", "sources")


def delete_run(database: Path, run: str) -> None:
    """Remove a run, by its full name, with everything that is kept of it. Only who may measure may do this."""
    with connect(database) as connection:
        connection.begin()
        for table in _TABLES:
            connection.execute(f"DELETE FROM {table} WHERE run = ?", [run])  # noqa: S608 (constants)
        connection.commit()
    journal_of(database, run).unlink(missing_ok=True)


def add_failures(database: Path, run: str, failures: Sequence[FailureRecord]) -> None:
    """Write what broke."""
    with connect(database) as connection:
        _insert(connection, "failures", failures, run)


def add_compressions(database: Path, run: str, compressions: Sequence[CompressionRecord]) -> None:
    """Write batches of compressors."""
    with connect(database) as connection:
        _insert(connection, "compressions", compressions, run)


def add_counts(database: Path, run: str, counts: Sequence[CountRecord]) -> None:
    """Write what emulated boards counted."""
    with connect(database) as connection:
        _insert(connection, "counts", counts, run)


def set_instructions(database: Path, run: str, counts: Mapping[int, float]) -> None:
    """Write how many instructions a pass takes in some cells, by their numbers."""
    with connect(database) as connection:
        for cell, count in counts.items():
            connection.execute("UPDATE cells SET instructions = ? WHERE run = ? AND cell = ?", [count, run, cell])


def save_progress(
    database: Path,
    record: RunRecord,
    *,
    failures: Sequence[FailureRecord] = (),
    invalid: Iterable[tuple[int, str]] = (),
) -> None:
    """Write how far a run has come, at one moment; its journal is folded into the database.

    Args:
        database: the store.
        record: all of it that changes while the run is measured is written.
        failures: what broke, to be added.
        invalid: the numbers of cells that no longer gave the right result when they were checked after timing, and
            what they gave: they are marked as failed.
    """
    finished = None if record.status == "running" else datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
    with connect(database) as connection, folding(connection, database, record.run):
        connection.execute(
            "UPDATE runs SET status = ?, measured_s = ?, finished = ?, looks = ?, quiet_ns = ?, spent = ? "
            "WHERE run = ?",
            [
                record.status,
                record.measured_s,
                finished,
                list(record.looks),
                record.quiet_ns,
                json.dumps(record.spent),
                record.run,
            ],
        )
        _insert(connection, "failures", failures, record.run)
        for cell, detail in invalid:
            connection.execute(
                "UPDATE cells SET fidelity = 'failed', detail = ? WHERE run = ? AND cell = ?",
                [detail, record.run, cell],
            )


def list_runs(database: Path) -> list[RunRecord]:
    """Return all runs, the newest first."""
    if not is_there(database):
        return []
    with connect(database, to_read=True) as connection:
        return _select_runs(connection)


def _select_runs(connection: duckdb.DuckDBPyConnection) -> list[RunRecord]:
    return _select(connection, "runs", RunRecord, "started DESC, rowid DESC")


def list_payloads(database: Path) -> dict[str, tuple[str, ...]]:
    """Return the names of every run's payloads, by the run's name."""
    if not is_there(database):
        return {}
    with connect(database, to_read=True) as connection:
        rows = connection.execute("SELECT run, list(payload ORDER BY rowid) FROM payloads GROUP BY run").fetchall()
    return {run: tuple(payloads) for run, payloads in rows}


def find_run(database: Path, name: str) -> str:
    """Return the full name of a run given by its name, an unambiguous beginning of it, or ``last``.

    Raises:
        StoreError: there is none, or more than one.
    """
    return _find([record.run for record in list_runs(database)], database, name)


def _find(runs: Sequence[str], database: Path, name: str) -> str:
    if not runs:
        raise StoreError(_NO_RUNS.format(database=database))
    matches = (
        list(runs[:1])
        if name == "last"
        else [run for run in runs if run == name] or [run for run in runs if run.startswith(name)]
    )
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise StoreError(f"{name!r} could be any of these runs: {', '.join(matches)}.")
    raise StoreError(f"no run named {name!r} in {database}. See them with: weighbridge list runs")


def read_run(database: Path, run: str) -> Run:
    """Read a run by its full name, all but its samples.

    Raises:
        StoreError: it cannot be read, or contradicts itself.
    """
    with connect(database, to_read=True) as connection:
        found = _select_run(connection, run)
    _check(found)
    return found


def read_with_samples(database: Path, name: str) -> tuple[Run, Samples]:
    """Read a run with all its samples, at one moment.

    Raises:
        StoreError: there is none of this name, or more than one: see `find_run`; or it contradicts itself.
    """
    if not is_there(database):
        raise StoreError(_NO_RUNS.format(database=database))
    with connect(database, to_read=True) as connection:
        full_name = _find([record.run for record in _select_runs(connection)], database, name)
        run = _select_run(connection, full_name)
        samples = select_samples(connection, database, full_name)
        _check(run, samples)
        return run, samples


def _check(run: Run, samples: Samples | None = None) -> None:
    for flaw in find_flaws(run, samples):
        raise StoreError(f"the database holds the run {run.record.run}, which does not hold together: {flaw}")


def _select_run(connection: duckdb.DuckDBPyConnection, run: str) -> Run:
    return Run(
        record=_select(connection, "runs", RunRecord, "run", run)[0],
        payloads=tuple(_select(connection, "payloads", PayloadRecord, "rowid", run)),
        sizes=tuple(_select(connection, "sizes", SizeRecord, "rowid", run)),
        cells=tuple(_select(connection, "cells", CellRecord, "cell", run)),
        failures=tuple(_select(connection, "failures", FailureRecord, "rowid", run)),
        compressions=tuple(_select(connection, "compressions", CompressionRecord, "rowid", run)),
        counts=tuple(_select(connection, "counts", CountRecord, "cell, boot", run)),
        sources=tuple(_select(connection, "sources", SourceRecord, "rowid", run)),
        findings=findings_of_run(connection, run),
    )
