"""Runs and samples go into the store and come back, whatever dies on the way."""

from __future__ import annotations

import dataclasses
import datetime
import hashlib
import math
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import duckdb
import pytest

from weighbridge.compression.compressors import Compressed
from weighbridge.measure.samples import Phase, Sample, Samples
from weighbridge.store import runs
from weighbridge.store.database import StoreError, connect, is_measuring, measuring
from weighbridge.store.findings import keep_findings, read_findings
from weighbridge.store.journal import Journal, fold, journal_of, read_samples
from weighbridge.store.records import (
    CellRecord,
    FailureRecord,
    FindingRecord,
    PayloadRecord,
    Run,
    RunRecord,
    SizeRecord,
    SourceRecord,
)


def a_run(name: str = "20260101-000000-abcd", *, day: int = 1) -> Run:
    return Run(
        record=RunRecord(
            run=name,
            started=datetime.datetime(2026, 1, day),
            version="0",
            settings={"budget_s": 1.0, "precision": 0.01},
            environment={"machine": {"cpu": "an abacus"}},
        ),
        payloads=(PayloadRecord(payload="p", source="built in", documents=('{"a":1}', "[]"), json_bytes=9),),
        sizes=(
            SizeRecord(
                payload="p",
                format="json",
                bytes=9,
                compressed={"gzip": Compressed(29), "zstd-batch": Compressed(20, messages_per_batch=2)},
                unsuited={"zstd-dict": "too few"},
                reference="json",
            ),
        ),
        cells=(
            CellRecord(
                cell=0,
                role="codec",
                runner="r",
                language="l",
                target="host",
                codec="c",
                variant="v",
                library_version="1.0",
                operation="decode",
                payload="p",
                clock="cpu",
                fidelity="lossy",
                losses=("float32",),
                policies={"buffers": "fresh", "threads": False},
                links={"source": "runners/r/c.py"},
            ),
        ),
        failures=(FailureRecord(runner="r", stage="build", message="no compiler"),),
        sources=(SourceRecord(path="runners/r/c.py", text="ADAPTER"),),
    )


def a_finding(told: str, **changes: Any) -> FindingRecord:
    """What was found of the codec of `a_run`."""
    about = {
        "kind": "matrix",
        "runner": "r",
        "target": "host",
        "codec": "c[v]",
        "operation": "encode",
        "library_version": "1.0",
        "adapter": hashlib.sha256(b"ADAPTER").hexdigest(),
        "found": datetime.datetime(2026, 1, 3),
    }
    return FindingRecord(**{**about, **changes}, finding={"told": told})


def a_sample(wave: int = 0, number: int = 0) -> Sample:
    return Sample(cell=0, wave=wave, round=number, phase=Phase.TIMED, iterations=10, wall_ns=2_000_000, cpu_ns=None)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "data" / "runs.duckdb"


def test_a_run_comes_back_as_it_was_written(database: Path) -> None:
    runs.add_run(database, a_run())
    assert runs.read_run(database, a_run().record.run) == a_run()


def test_a_run_has_what_was_found_of_its_codecs_as_they_were(database: Path) -> None:
    runs.add_run(database, a_run())
    others = {"library_version": "1.1"}, {"adapter": "another"}, {"codec": "c"}, {"target": "other"}
    keep_findings(database, [a_finding("own"), *(a_finding("another's", **changes) for changes in others)])
    assert runs.read_run(database, a_run().record.run).findings == (a_finding("own"),)


def test_findings_replace_older_ones_but_those_that_come_with_a_run_do_not(database: Path) -> None:
    keep_findings(database, [a_finding("first")])
    keep_findings(database, [a_finding("second")])
    runs.add_run(
        database, a_run().model_copy(update={"findings": (a_finding("third"), a_finding("new", kind="conformance"))})
    )
    assert {(one.kind, one.finding["told"]) for one in read_findings(database)} == {
        ("matrix", "second"),
        ("conformance", "new"),
    }


def test_a_run_cannot_be_written_twice(database: Path) -> None:
    runs.add_run(database, a_run())
    with pytest.raises(StoreError, match="already holds a run named"):
        runs.add_run(database, a_run())


def test_runs_are_found_by_their_beginning_or_as_the_last(database: Path) -> None:
    with pytest.raises(StoreError, match="holds no runs yet"):
        runs.find_run(database, "last")
    runs.add_run(database, a_run("20260101-a", day=1))
    runs.add_run(database, a_run("20260102-b", day=2))
    assert runs.find_run(database, "last") == "20260102-b"
    assert runs.find_run(database, "20260101") == "20260101-a"
    with pytest.raises(StoreError, match="could be any of"):
        runs.find_run(database, "2026")
    with pytest.raises(StoreError, match="no run named 'x'"):
        runs.find_run(database, "x")
    runs.add_run(database, a_run("20260102-a", day=2))
    assert runs.find_run(database, "last") == "20260102-a", "the later of two that began in the same second"


def test_samples_are_read_from_the_journal_before_they_are_folded(database: Path) -> None:
    runs.add_run(database, a_run())
    name = a_run().record.run
    with Journal(database, name) as journal:
        journal.append(a_sample())
        found = read_samples(database, name)
        assert len(found) == 1
        assert found.wall_ns[0] == 2_000_000
        assert found.cpu_ns[0] != found.cpu_ns[0], "a missing CPU time is NaN"
    fold(database, name)
    assert not journal_of(database, name).exists()
    assert len(read_samples(database, name)) == 1


def test_a_torn_last_line_is_dropped(database: Path) -> None:
    runs.add_run(database, a_run())
    name = a_run().record.run
    with Journal(database, name) as journal:
        journal.append(a_sample())
    with journal_of(database, name).open("ab") as file:
        file.write(b'{"cell": 0, "wave": 0, "rou')
    assert len(read_samples(database, name)) == 1
    fold(database, name)
    assert len(read_samples(database, name)) == 1


def test_a_wave_that_is_folded_twice_counts_once(database: Path) -> None:
    runs.add_run(database, a_run())
    name = a_run().record.run
    for _ in range(2):
        with Journal(database, name) as journal:
            journal.append(a_sample(wave=0))
            journal.append(a_sample(wave=1))
        fold(database, name)
    assert sorted(read_samples(database, name).wave) == [0, 1]


def test_the_journal_survives_the_death_of_its_writer(database: Path) -> None:
    runs.add_run(database, a_run())
    name = a_run().record.run
    program = (
        "import os, sys, pathlib\n"
        "from weighbridge.store.journal import Journal\n"
        "from weighbridge.measure.samples import Sample, Phase\n"
        "journal = Journal(pathlib.Path(sys.argv[1]), sys.argv[2])\n"
        "for n in range(5): journal.append(Sample(0, 0, n, Phase.TIMED, 1, 1000))\n"
        "os.kill(os.getpid(), 9)\n"
    )
    ended = subprocess.run([sys.executable, "-c", program, str(database), name], check=False)
    assert ended.returncode == -9
    assert len(read_samples(database, name)) == 5


def test_only_one_campaign_measures_at_a_time(database: Path) -> None:
    with measuring(database), pytest.raises(StoreError, match="another campaign"), measuring(database):
        pass
    with measuring(database):
        pass


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    file = tmp_path / "notes.duckdb"
    file.write_text("this is no database" * 1000)
    with pytest.raises(StoreError, match=r"notes\.duckdb"), connect(file):
        pass


def test_a_database_of_something_else_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "other.duckdb"
    duckdb.connect(str(file)).close()
    with pytest.raises(StoreError, match="not of Weighbridge"):
        runs.list_runs(file)


def test_a_lock_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="--db"), measuring(tmp_path / "file" / "runs.duckdb"):
        pass


def test_whether_somebody_measures_can_be_asked(database: Path) -> None:
    assert not is_measuring(database)
    with measuring(database):
        assert is_measuring(database)
    assert not is_measuring(database)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="--db"), connect(tmp_path / "file" / "runs.duckdb"):
        pass


def test_cells_can_be_invalidated_and_progress_written(database: Path) -> None:
    name = a_run().record.run
    runs.add_run(database, a_run())
    spent = {"r": {"timed batches": 2.0, "aside": 0.5}, "core": {"waiting": 0.25}}
    changes = {"status": "complete", "measured_s": 2.5, "looks": (0.5, 1.0), "quiet_ns": 1234.5, "spent": spent}
    runs.save_progress(database, a_run().record.model_copy(update=changes), invalid=[(0, "it changed")])
    found = runs.read_run(database, name)
    assert (found.cells[0].fidelity, found.cells[0].detail) == ("failed", "it changed")
    assert (found.record.status, found.record.measured_s, found.record.looks) == ("complete", 2.5, (0.5, 1.0))
    assert (found.record.quiet_ns, found.record.spent) == (1234.5, spent)
    assert found.record.finished is not None


def test_a_database_without_the_newer_columns_is_read_and_then_completed(database: Path) -> None:
    with measuring(database):
        runs.add_run(database, a_run(), Samples.from_rows([a_sample()]))
    with duckdb.connect(str(database)) as connection:
        connection.execute("ALTER TABLE samples DROP COLUMN peak_bytes")
        connection.execute("ALTER TABLE payloads DROP COLUMN whole_documents")
        connection.execute("ALTER TABLE payloads DROP COLUMN whole_bytes")
        connection.execute("ALTER TABLE payloads DROP COLUMN family")
        connection.execute("ALTER TABLE payloads DROP COLUMN picked_share")
    assert runs.read_run(database, "20260101-000000-abcd") == a_run()
    found = read_samples(database, "20260101-000000-abcd")
    assert found.iterations.tolist() == [10]
    assert math.isnan(found.peak_bytes[0])
    with Journal(database, "20260101-000000-abcd") as journal:
        journal.append(dataclasses.replace(a_sample(1), peak_bytes=7))
    fold(database, "20260101-000000-abcd")
    assert read_samples(database, "20260101-000000-abcd").peak_bytes.tolist()[1] == 7


def test_databases_of_earlier_versions_take_roles_that_are_new(database: Path) -> None:
    runs.add_run(database, a_run())
    with duckdb.connect(str(database)) as connection:
        connection.execute("ALTER TABLE cells DROP COLUMN role")
        connection.execute("CREATE TABLE old AS SELECT *, 'codec' AS role FROM cells")
        kinds = {name: kind for name, kind, *_ in connection.execute("DESCRIBE old").fetchall()}
        columns = ", ".join(f'"{name}" {kind}' for name, kind in kinds.items())
        connection.execute("DROP TABLE cells")
        connection.execute(f"CREATE TABLE cells ({columns}, CHECK (role IN ('codec', 'tare', 'twin')))")
        connection.execute("INSERT INTO cells SELECT * FROM old")
    assert {cell.role for cell in runs.read_run(database, a_run().record.run).cells} == {"codec"}
    later = a_run("20260102-b")
    floor = later.cells[0].model_copy(update={"role": "floor"})
    runs.add_run(database, later.model_copy(update={"cells": (floor,)}))
    assert runs.read_run(database, "20260102-b").cells == (floor,)


def test_sizes_of_earlier_versions_had_a_column_for_each_compressor(database: Path) -> None:
    runs.add_run(database, a_run())
    with duckdb.connect(str(database)) as connection:
        connection.execute("DROP TABLE sizes")
        connection.execute(
            "CREATE TABLE sizes (run VARCHAR NOT NULL, payload VARCHAR NOT NULL, format VARCHAR NOT NULL, "
            "bytes BIGINT NOT NULL, gzip BIGINT NOT NULL, zstd BIGINT NOT NULL, brotli BIGINT NOT NULL, "
            "lz4 BIGINT NOT NULL, reference VARCHAR NOT NULL, PRIMARY KEY (run, payload, format))"
        )
        connection.execute("INSERT INTO sizes VALUES (?, 'p', 'json', 9, 29, 18, 13, 20, 'json')", [a_run().record.run])
    (found,) = runs.read_run(database, a_run().record.run).sizes
    sizes = {"gzip": 29, "zstd": 18, "brotli": 13, "lz4": 20}
    assert {name: compressed.bytes for name, compressed in found.compressed.items()} == sizes
    assert found.unsuited == {}
    # An export of that time reads the same, and such a database takes new runs.
    written = {"payload": "p", "format": "json", "bytes": 9, **sizes, "reference": "json"}
    assert SizeRecord.model_validate(written) == found
    runs.add_run(database, a_run("20260102-b"))
    assert runs.read_run(database, "20260102-b").sizes == a_run().sizes


def test_ctrl_c_is_ctrl_c_while_the_database_works(tmp_path: Path) -> None:
    def work() -> None:
        with connect(tmp_path / "runs.duckdb") as connection:
            # Some seconds: DuckDB does not always heed an interrupt before it is done.
            connection.execute("SELECT sum(range) FROM range(5000000000)").fetchall()

    threading.Timer(0.5, signal.raise_signal, [signal.SIGINT]).start()
    with pytest.raises(KeyboardInterrupt):
        work()


@pytest.mark.parametrize(
    "code",
    [
        "CREATE MACRO isnan(a) AS (SELECT content FROM read_text('{secret}'))",
        "CREATE MACRO duckdb_views() AS TABLE SELECT 1 WHERE false",
        "CREATE VIEW v AS SELECT * FROM read_text('{secret}')",
        "ALTER TABLE sources RENAME TO s; CREATE VIEW sources AS SELECT run, path, content AS text FROM s, "
        "read_text('{secret}')",
    ],
)
def test_a_database_that_brings_code_along_is_not_read(database: Path, tmp_path: Path, code: str) -> None:
    runs.add_run(database, a_run())
    theirs = tmp_path / "theirs.duckdb"
    theirs.write_bytes(database.read_bytes())
    (tmp_path / "secret").write_text("a secret")
    with duckdb.connect(str(theirs)) as connection:
        connection.execute(code.format(secret=tmp_path / "secret"))
    for use in (
        runs.list_runs,
        lambda file: runs.read_with_samples(file, "last"),
        lambda file: runs.add_run(file, a_run("x")),
    ):
        with pytest.raises(StoreError, match="views or macros"):
            use(theirs)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("UPDATE runs SET measured_s = -1", "runs that cannot be read: measured_s: "),
        ("UPDATE runs SET environment = '{\"runners\": 3}'", "runs that cannot be read: environment: runners: "),
        ("UPDATE payloads SET documents = []", "payloads that cannot be read: documents: "),
        ("UPDATE cells SET baseline = 77", "cells.0.baseline: there is no cell 77"),
        ("UPDATE runs SET started = '0001-01-01'", "runs that cannot be read: started: no run is of that year"),
    ],
)
def test_a_database_whose_rows_are_none_of_ours_is_said_to_be_so(database: Path, change: str, told: str) -> None:
    runs.add_run(database, a_run())
    with duckdb.connect(str(database)) as connection:
        connection.execute(change)
    with pytest.raises(StoreError, match=rf"\A[^\n]*{re.escape(told)}[^\n]*\Z"):
        runs.read_with_samples(database, "last")
