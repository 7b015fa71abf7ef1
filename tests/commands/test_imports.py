"""What import reads is kept whole, or not at all; and a run can be deleted."""

from __future__ import annotations

import copy
import gzip
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest
from workbench import ONCE, Workbench

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
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_an_export_that_is_damaged_leaves_nothing(workbench: Workbench, exported: Any, damage: str) -> None:
    content = copy.deepcopy(exported)
    DAMAGES[damage](content)
    ended = workbench("import", _write(workbench, content))
    assert ended.returncode == 2, ended.stdout
    assert "is not a run that weighbridge export wrote: " in " ".join(ended.stderr.split())
    assert _runs(workbench) == []


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
    assert (ended.returncode, ended.stdout) == (0, f"Deleted run {name}.\n")
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


def test_a_file_of_another_kind_makes_duckdb_look_for_nothing_on_the_net(workbench: Workbench) -> None:
    workbench.database.write_bytes(b"SQLite format 3\0" + bytes(4000))
    ended = workbench("list", "runs")
    assert ended.returncode == 2
    assert "is no database of Weighbridge" in ended.stderr
    assert "INSTALL" not in ended.stderr
