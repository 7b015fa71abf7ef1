"""Fixtures: a workbench, and a document of a user's."""

from __future__ import annotations

from pathlib import Path

import pytest
from workbench import Workbench


@pytest.fixture
def empty_workbench(tmp_path: Path) -> Workbench:
    return Workbench(tmp_path)


@pytest.fixture
def workbench(empty_workbench: Workbench) -> Workbench:
    empty_workbench.add_runner("steady")
    return empty_workbench


@pytest.fixture
def orders(workbench: Workbench) -> Path:
    file = workbench.documents / "orders.json"
    file.write_text('{"orders": [{"id": 1, "price": 9.5, "note": "größer"}, {"id": 2, "price": 1.0, "note": null}]}')
    return file


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    """A workbench with a run, for all tests of a file that only read it."""
    kept = Workbench(tmp_path_factory.mktemp("kept"))
    kept.add_runner("steady")
    (kept.documents / "orders.json").write_text('{"orders": [{"id": 1, "price": 9.5, "note": "größer"}]}')
    kept("run", "orders.json", "--budget", "1.5s", "--no-progress", "--no-page")
    return kept


@pytest.fixture(scope="module")
def name(kept: Workbench) -> str:
    """The name of that run."""
    run: str = kept.json("report", "last")["run"]["run"]
    return run
