"""What probes and test vectors told of codecs: kept beside the runs, and told with each that has these codecs."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import duckdb

from .database import connect, is_there, unreadable
from .records import FindingRecord

_COLUMNS = tuple(FindingRecord.model_fields)
_OF_THE_RUN = """EXISTS (
    SELECT 1 FROM cells LEFT JOIN sources ON sources.run = cells.run AND sources.path = cells.links->>'source'
    WHERE cells.run = ? AND cells.role = 'codec'
        AND cells.runner = findings.runner AND cells.target = findings.target
        AND concat(cells.codec, '[' || cells.variant || ']') = findings.codec
        AND cells.library_version = findings.library_version
        AND coalesce(sha256(sources.text), '') = findings.adapter
)"""


def keep_findings(database: Path, findings: Iterable[FindingRecord]) -> None:
    """Write what was found, in the place of what was found of the same before."""
    with connect(database) as connection:
        insert_findings(connection, findings, anew=True)


def read_findings(database: Path) -> tuple[FindingRecord, ...]:
    """Return all that is kept."""
    if not is_there(database):
        return ()
    with connect(database, to_read=True) as connection:
        return _select(connection, "true", [])


def insert_findings(
    connection: duckdb.DuckDBPyConnection, findings: Iterable[FindingRecord], *, anew: bool = False
) -> None:
    """Write findings; unless they were made anew, what is there already stays."""
    rows = [
        [json.dumps(value) if name == "finding" else value for name, value in finding.model_dump().items()]
        for finding in findings
    ]
    if rows:
        connection.executemany(
            f"INSERT OR {'REPLACE' if anew else 'IGNORE'} INTO findings ({', '.join(_COLUMNS)}) "  # noqa: S608 (constants)
            f"VALUES ({', '.join('?' * len(_COLUMNS))})",
            rows,
        )


def findings_of_run(connection: duckdb.DuckDBPyConnection, run: str) -> tuple[FindingRecord, ...]:
    """Return what was found of a run's codecs: of the same versions of their libraries, and the same adapters."""
    return _select(connection, _OF_THE_RUN, [run])


def _select(connection: duckdb.DuckDBPyConnection, which: str, values: list[str]) -> tuple[FindingRecord, ...]:
    rows = connection.execute(
        f"SELECT {', '.join(_COLUMNS)} FROM findings WHERE {which} ORDER BY runner, target, codec, operation",  # noqa: S608 (constants)
        values,
    ).fetchall()
    try:
        return tuple(
            FindingRecord.model_validate(dict(zip(_COLUMNS, (*row[:-1], json.loads(row[-1])), strict=True)))
            for row in rows
        )
    except ValueError as error:
        raise unreadable("findings", error) from error
