"""What import reads is kept whole, or not at all; and a run can be deleted."""

from __future__ import annotations

import copy
import gzip
import json
import math
import os
import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import needs
import pytest
import run_mutations
from workbench import ONCE, WEIGHBRIDGE, Workbench

from weighbridge.report.exchange import FORMAT

Edit = Callable[[Any], None]


@pytest.fixture(scope="module")
def exported(kept: Workbench) -> dict[str, Any]:
    """A run as a file, without what is made anew when it is read."""
    ended = kept("export", "last")
    assert ended.returncode == 0
    content = json.loads(ended.stdout)
    return {name: content[name] for name in ("stored", "samples")}


def _write(workbench: Workbench, content: Any) -> str:
    (workbench.documents / "run.json").write_text(json.dumps(content))
    return "run.json"


def _runs(workbench: Workbench) -> list[str]:
    return [row["run"] for row in workbench.json("list", "runs")]


def _columns(content: Any) -> Any:
    return content["samples"]


def _record(content: Any) -> Any:
    return content["stored"]["record"]


def _cell(content: Any, role: str) -> Any:
    return next(cell for cell in content["stored"]["cells"] if cell["role"] == role)


DAMAGES: dict[str, Edit] = {
    "a quantity that no machine reaches": lambda run: _columns(run)["iterations"].__setitem__(0, 10**40),
    "2^70 in a cell": lambda run: run["stored"]["cells"][0].update(bytes=2**70),
    "no iterations": lambda run: _columns(run)["iterations"].__setitem__(0, 0),
    "a damaged column": lambda run: _columns(run)["wall_ns"].__setitem__(3, "x"),
    "a short column": lambda run: _columns(run)["wall_ns"].pop(),
    "a sample of no cell": lambda run: _columns(run)["cell"].__setitem__(0, 99999),
    "a phase that is none": lambda run: _columns(run)["phase"].__setitem__(0, 9),
    "a name that is a path": lambda run: run["stored"]["record"].update(run="a/b"),
    "a name of 300 letters": lambda run: run["stored"]["record"].update(run="a" * 300),
    "no settings": lambda run: run["stored"]["record"].update(settings={}),
    "settings of another kind": lambda run: run["stored"]["record"]["settings"].update(precision="sharp"),
    "no payloads": lambda run: run["stored"].update(payloads=[]),
    "a cell of no payload": lambda run: run["stored"]["cells"][0].update(payload="nothing"),
    "a cell twice": lambda run: run["stored"]["cells"].append(run["stored"]["cells"][0]),
    "a tare that is none": lambda run: run["stored"]["cells"][0].update(tare=4321),
    "a twin of none": lambda run: run["stored"]["cells"][0].update(role="twin", twin_of=4321),
    "an operation that is none": lambda run: run["stored"]["cells"][0].update(operation="juggle"),
    "a language without a name": lambda run: run["stored"]["record"]["environment"].update(absent=[1]),
    "an environment without its members": lambda run: run["stored"]["record"].update(environment={"runners": 3}),
    "less than no time": lambda run: _record(run).update(measured_s=-1),
    "a precision that is no number": lambda run: _record(run)["settings"].update(precision=math.nan),
    "a precision of all": lambda run: _record(run)["settings"].update(precision=1),
    "a clock that stands": lambda run: _record(run)["settings"].update(clock_hz=0),
    "the year 1": lambda run: _record(run).update(started="0001-01-01T00:00:00"),
    "the year 9999": lambda run: _record(run).update(finished="9999-01-01T00:00:00"),
    "a library of the future": lambda run: run["stored"]["cells"][0].update(released="9999-01-01"),
    "the name of the last run": lambda run: _record(run).update(run="last"),
    "no name": lambda run: _record(run).update(run=""),
    "a name of two lines": lambda run: _record(run).update(run="a\nb"),
    "a name that is a command": lambda run: _record(run).update(run="a\x1b[2J"),
    "a version that is none": lambda run: _record(run).update(version="<b>"),
    "a payload of nothing": lambda run: run["stored"]["payloads"][0].update(documents=[]),
    "a document that is none": lambda run: run["stored"]["payloads"][0].update(documents=["not json{"]),
    "a document without an end": lambda run: run["stored"]["payloads"][0].update(documents=["[" * 100_000]),
    "a payload of no bytes": lambda run: run["stored"]["payloads"][0].update(json_bytes=0),
    "a share of more than all": lambda run: run["stored"]["payloads"][0].update(picked_share=1.5),
    "a codec that repeats another": lambda run: run["stored"]["cells"][0].update(twin_of=1),
    "a twin that repeats nothing": lambda run: _cell(run, "twin").update(twin_of=None),
    "a tare of another runner": lambda run: _cell(run, "tare").update(runner="nope"),
    "a runner without its tare": lambda run: run["stored"]["cells"][0].update(runner="nope"),
    "a tare that is a codec": lambda run: run["stored"]["cells"][0].update(tare=_cell(run, "codec")["cell"]),
    "a baseline of another payload": lambda run: _cell(run, "codec").update(baseline=_cell(run, "tare")["cell"]),
    "processes beyond number": lambda run: _columns(run)["wave"].__setitem__(0, 2**40),
    "a compressor that leaves less than nothing": lambda run: run["stored"]["sizes"][0]["compressed"].update(
        gzip={"bytes": -1}
    ),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_an_export_that_is_damaged_leaves_nothing(workbench: Workbench, exported: Any, damage: str) -> None:
    content = copy.deepcopy(exported)
    DAMAGES[damage](content)
    ended = workbench("import", _write(workbench, content))
    assert ended.returncode == 2, ended.stdout
    told = " ".join(ended.stderr.split())
    assert "is not a run that weighbridge export wrote: " in told
    assert "Error" not in told
    assert ended.stderr.count("\n") == 1
    assert _runs(workbench) == []


def test_a_flaw_is_said_with_its_place(workbench: Workbench, exported: Any) -> None:
    content = copy.deepcopy(exported)
    content["stored"]["cells"][0].update(runner="nope")
    assert (
        f"stored.cells.0.tare: cell {content['stored']['cells'][0]['tare']} is of the runner steady, this cell of "
        in (workbench("import", _write(workbench, content)).stderr)
    )


def test_what_was_compressed_and_never_unpacked_has_no_time(exported: Any, tmp_path: Path) -> None:
    content = copy.deepcopy(exported)
    batches = content["stored"]["compressions"]
    assert {one["operation"] for one in batches} == {"compress", "decompress"}
    for operation in ("compress", "decompress"):
        content["stored"]["compressions"] = [one for one in batches if one["operation"] == operation]
        assert run_mutations.try_one(content, tmp_path) == ""


def test_an_export_of_a_newer_version_is_refused_by_its_name(workbench: Workbench, exported: Any) -> None:
    newer = {"export_format": FORMAT + 1, "stored": "what nobody knows yet", "samples": 3}
    ended = workbench("import", _write(workbench, newer))
    assert ended.returncode == 2
    told = f"was made by a newer Weighbridge (format {FORMAT + 1}); this one reads up to {FORMAT}. Update Weighbridge"
    assert told in ended.stderr
    assert workbench("import", _write(workbench, exported | {"export_format": FORMAT})).returncode == 0


def test_an_export_is_refused_or_all_can_be_done_with_it(exported: Any, tmp_path: Path) -> None:
    """`run_mutations` tries as many as one likes."""
    with_counts = _counted(exported)
    assert run_mutations.try_one(with_counts, tmp_path, drawn=True) == ""
    refused = 0
    for seed in range(30):
        changed, told = run_mutations.mutate(with_counts, random.Random(seed))
        try:
            refused += run_mutations.try_one(changed, tmp_path) != ""
        except Exception as error:
            raise AssertionError(f"{seed}: {told}") from error
    assert 10 < refused < 30, "either nothing is checked, or nothing was tried"


def _counted(exported: Any) -> Any:
    """The run, had a codec of it been counted on a board as well."""
    content = copy.deepcopy(exported)
    cells = content["stored"]["cells"]
    first = max(cell["cell"] for cell in cells) + 1
    for number, role in ((first, "tare"), (first + 1, "codec")):
        board = {"cell": number, "target": "board", "counter": "instructions", "clock": "wall"}
        tare = {"tare": None if role == "tare" else first, "baseline": None if role == "tare" else number}
        cells.append({**_cell(content, role), **board, **tare})
        for boot in (1, 2):
            content["stored"]["counts"].append({"cell": number, "boot": boot, "count": 1000 + number})
    return content


def test_an_import_that_fails_on_the_way_leaves_nothing_and_can_be_repeated(
    workbench: Workbench, exported: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise duckdb.IOException("Could not write file: No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("weighbridge.store.runs.insert_samples", full)
        ended = workbench("import", _write(workbench, exported))
        assert ended.returncode == 2
        assert "No space left" in ended.stderr
    assert _runs(workbench) == []
    assert workbench("import", "run.json").returncode == 0
    assert json.loads(workbench("export", "last").stdout)["samples"] == exported["samples"]


def test_a_file_that_unpacks_to_more_than_the_limit_is_refused(workbench: Workbench) -> None:
    packed = workbench.documents / "bomb.json.gz"
    packed.write_bytes(gzip.compress(b" " * 2_000_000))
    ended = workbench("import", packed, "--max-bytes", "1000000")
    assert ended.returncode == 2
    assert "1,000,000 bytes; raise it with --max-bytes" in " ".join(ended.stderr.split())
    packed.write_bytes(packed.read_bytes()[:-20])
    assert workbench("import", packed).returncode == 2
    assert workbench("import", "/dev/zero", "--max-bytes", "1000000").returncode == 2


def test_a_run_is_deleted_with_all_that_is_kept_of_it(workbench: Workbench, exported: Any) -> None:
    workbench("import", _write(workbench, exported))
    [name] = _runs(workbench)
    page = workbench.folder / "pages" / f"{name}.html"
    page.parent.mkdir()
    page.write_text("a page")
    ended = workbench("delete", name[:-1])
    assert ended.returncode == 0
    assert ended.stdout.startswith(f"Deleted run {name} (orders, ")
    assert _runs(workbench) == []
    assert not page.exists()
    with duckdb.connect(str(workbench.database)) as connection:
        for (table,) in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall():
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,), table
    assert workbench("delete", name).returncode == 2
    assert workbench("import", "run.json").returncode == 0


def test_a_full_disk_spares_the_file_that_was_there(kept: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    there = kept.documents / "there.json"
    there.write_text('{"precious": true}')

    def full(_file: Path, _data: bytes) -> int:
        with _file.open("wb") as written:
            written.write(b"torn")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    for command in (("export", "last", "-o"), ("convert", "orders.json")):
        ended = kept(*command, there)
        assert ended.returncode == 2
        assert "No space left on device" in ended.stderr
        assert there.read_text() == '{"precious": true}'
    monkeypatch.undo()
    there.unlink()
    assert list(kept.documents.glob(".there*")) == []


def test_what_is_no_file_is_written_to_as_it_is(kept: Workbench) -> None:
    assert kept("convert", "orders.json", "/dev/null", "--to", "cbor").returncode == 0
    assert not Path("/dev/null").is_file()
    link = kept.documents / "link.cbor"
    link.symlink_to(kept.documents / "linked.cbor")
    assert kept("convert", "orders.json", link).returncode == 0
    assert link.is_symlink()


def test_a_database_is_the_same_by_any_of_its_names(workbench: Workbench, orders: Path) -> None:
    home = workbench.folder / "own.duckdb"
    assert workbench("run", orders, *ONCE, "--no-page", "--db", "~/own.duckdb").returncode == 0
    assert home.exists()
    assert not (workbench.documents / "~").exists()
    link = workbench.documents / "link.duckdb"
    link.symlink_to(home)
    from weighbridge.store.database import StoreError, measuring  # noqa: PLC0415

    with measuring(home), pytest.raises(StoreError, match="another campaign"), measuring(link):
        pass


@pytest.mark.parametrize("name", ["", ".", "/", "~nobody-of-that-name/x.duckdb"])
def test_a_database_that_cannot_be_one_is_said(workbench: Workbench, name: str) -> None:
    for command in (("run", "compact", *ONCE), ("list", "runs")):
        ended = workbench(*command, "--db", name)
        assert ended.returncode == 2
        assert "--db" in ended.stderr


def test_what_holds_documents_is_for_its_owner_alone(workbench: Workbench, orders: Path) -> None:
    before = os.umask(0o022)
    try:
        database = workbench.folder / "own" / "runs.duckdb"
        assert workbench("run", orders, *ONCE, "--db", database).returncode == 0
        assert workbench("report", "last", "--db", database, "-o", "shown.md").returncode == 0
    finally:
        os.umask(before)
    for file in (database.parent, *database.parent.rglob("*")):
        assert file.stat().st_mode & 0o077 == 0, file
    assert (workbench.documents / "shown.md").stat().st_mode & 0o777 == 0o644
    shutil.rmtree(database.parent)


def test_a_database_that_an_interruption_left_empty_is_begun_anew(workbench: Workbench, orders: Path) -> None:
    workbench.database.touch()
    assert workbench.json("list", "runs") == []
    assert workbench("run", orders, *ONCE, "--no-page").returncode == 0


def test_a_database_of_something_else_is_left_alone(workbench: Workbench, orders: Path) -> None:
    with duckdb.connect(str(workbench.database)) as connection:
        connection.execute("CREATE TABLE precious (a INTEGER)")
    ended = workbench("run", orders, *ONCE, "--no-page")
    assert ended.returncode == 2
    assert "not of Weighbridge" in ended.stderr
    with duckdb.connect(str(workbench.database)) as connection:
        assert connection.execute("SELECT table_name FROM duckdb_tables()").fetchall() == [("precious",)]


def test_a_damaged_database_is_said_and_kept(workbench: Workbench, exported: Any) -> None:
    workbench("import", _write(workbench, exported))
    data = bytearray(workbench.database.read_bytes())
    for place in range(4096, len(data), 4096):
        data[place + 100] ^= 0xFF
    workbench.database.write_bytes(data)
    for command in (("list", "runs"), ("run", "compact", *ONCE)):
        ended = workbench(*command)
        assert ended.returncode == 2
        assert "damaged" in ended.stderr
        assert "in use" not in ended.stderr
    assert workbench.database.read_bytes() == data


_LESS = ("setpriv", "--inh-caps=-all", "--bounding-set=-dac_override,-dac_read_search,-fowner")
"""Takes from root what makes files of others its own."""


@needs.elsewhere(os.geteuid() == 0, "tests are root's")
@needs.programs("setpriv")
def test_what_is_another_users_can_be_read_and_is_left_alone(workbench: Workbench, exported: Any) -> None:
    workbench("import", _write(workbench, exported))
    file = workbench.documents / "run.json"
    older = workbench.documents / "older.duckdb"
    shutil.copy(workbench.database, older)
    with duckdb.connect(str(older)) as connection:
        connection.execute("ALTER TABLE cells DROP COLUMN ram_bytes")
    theirs = workbench.folder / "theirs"
    theirs.mkdir()
    for one in (workbench.database, file, older):
        shutil.move(one, theirs / one.name)
        (theirs / one.name).chmod(0o444)
    for path in (theirs, *theirs.iterdir()):
        os.chown(path, 65534, 65534)
    database = theirs / workbench.database.name

    def weighbridge(*arguments: str | Path) -> tuple[int, str]:
        ended = subprocess.run(
            [*_LESS, WEIGHBRIDGE, *arguments],
            cwd=workbench.documents,
            env={**os.environ, **workbench.environment()},
            capture_output=True,
            text=True,
            check=False,
        )
        assert "Traceback" not in ended.stderr
        return ended.returncode, ended.stdout + " ".join(ended.stderr.split())

    for command in ("list runs", "report last", "export last"):
        status, told = weighbridge(*command.split(), "--db", database)
        assert (status, "orders" in told) == (0, True), told
    for command in ("import run.json", "delete last"):
        arguments = (theirs / one if one == "run.json" else one for one in command.split())
        status, told = weighbridge(*arguments, "--db", database)
        assert (status, "Permission denied. Choose a file that can be written with --db." in told) == (2, True), told
    status, told = weighbridge("list", "runs", "--db", theirs / older.name)
    assert (status, "of an earlier version" in told, "Copy it" in told) == (2, True, True), told
    assert {one.name for one in theirs.iterdir()} == {database.name, "run.json", "older.duckdb"}


def test_a_folder_is_no_export_and_no_database(workbench: Workbench) -> None:
    for command in (("import", "."), ("report", "last", "--db", "."), ("import", ".", "--db", ".")):
        ended = workbench(*command)
        assert ended.returncode == 2
        assert "is a folder" in " ".join(ended.stderr.split())


def test_a_file_of_another_kind_makes_duckdb_look_for_nothing_on_the_net(workbench: Workbench) -> None:
    workbench.database.write_bytes(b"SQLite format 3\0" + bytes(4000))
    ended = workbench("list", "runs")
    assert ended.returncode == 2
    assert "is no database of Weighbridge" in ended.stderr
    assert "INSTALL" not in ended.stderr
