"""Fixtures: a workbench, and a document of a user's."""

from __future__ import annotations

import os
import signal
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path

import needs
import pytest
from workbench import QUICK, Workbench

TESTS = Path(__file__).parent
STRICT = bool(os.environ.get("WEIGHBRIDGE_STRICT"))
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
    "installed",
    "markers",
    "measure/test_measure_honesty.py",
    "notebooks",
)
"""Folders and files of tests that start the real runners, or measure; besides those that are named for runners."""

LONGEST = ("end_to_end", "docs", "runners_java", "runners_go", "runners_mcu", "markers")
"""Folders whose tests take minutes, the longest first."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    slow = [*(TESTS / name for name in SLOW), *TESTS.glob("runners_*")]
    for item in items:
        if any(item.path.is_relative_to(path) for path in slow):
            item.add_marker("slow")
    # The longest first, so that no processor is left with one of them when the others have nothing to do.
    items.sort(key=lambda item: (_place(item), item.get_closest_marker("slow") is None))


def _place(item: pytest.Item) -> int:
    folders = (TESTS / name for name in LONGEST)
    return next((place for place, folder in enumerate(folders) if item.path.is_relative_to(folder)), len(LONGEST))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """With WEIGHBRIDGE_STRICT, fail what is skipped although all that it needs can be had here."""
    report = yield
    if STRICT and report.skipped and not _why(report).startswith((needs.NO_TOOL, needs.ELSEWHERE)):
        report.outcome = "failed"
        report.longrepr = f"skipped, which WEIGHBRIDGE_STRICT does not let pass: {_why(report)}"
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name what was skipped, and why."""
    places = defaultdict[str, list[str]](list)
    for report in terminalreporter.stats.get("skipped", []):
        places[_why(report)].append(Path(report.nodeid.partition("::")[0]).stem.removeprefix("test_"))
    for why, files in sorted(places.items()):
        terminalreporter.write_line(f"skipped {len(files)}: {why} ({', '.join(dict.fromkeys(files))})")


def _why(report: pytest.TestReport) -> str:
    assert isinstance(report.longrepr, tuple)
    return report.longrepr[2].removeprefix("Skipped: ")


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
