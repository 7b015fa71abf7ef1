"""Fixtures: a workbench, and a document of a user's."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from workbench import QUICK, Workbench

TESTS = Path(__file__).parent
SLOW = (
    "benchmarks",
    "campaign/test_counting.py",
    "campaign/test_measuring.py",
    "commands/test_hard_times.py",
    "commands/test_kills.py",
    "commands/test_many_runners.py",
    "commands/test_run.py",
    "commands/test_samples_of_payloads.py",
    "docs",
    "end_to_end",
    "measure/test_measure_honesty.py",
    "notebooks",
)
"""Folders and files of tests that start the real runners, or measure; besides those that are named for runners."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    slow = [*(TESTS / name for name in SLOW), *TESTS.glob("runners_*")]
    for item in items:
        if any(item.path.is_relative_to(path) for path in slow):
            item.add_marker("slow")
    # The longest first, so that no processor is left with one of them when the others have nothing to do.
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.fixture(scope="session", autouse=True)
def _ctrl_c() -> None:
    """Tests strike Ctrl-C, which a shell's background job inherits as ignored."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


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


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    """A workbench with a run, for all tests that only read it."""
    kept = Workbench(tmp_path_factory.mktemp("kept"))
    kept.add_runner("steady")
    (kept.documents / "orders.json").write_text('{"orders": [{"id": 1, "price": 9.5, "note": "größer"}]}')
    kept("run", "orders.json", *QUICK, "--no-page")
    return kept


@pytest.fixture(scope="session")
def name(kept: Workbench) -> str:
    """The name of that run."""
    run: str = kept.json("report", "last")["run"]["run"]
    return run
