"""The command in a system that lacks what others have: a home, a temporary folder, room on the disk, a toolchain."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from workbench import ONCE, WEIGHBRIDGE, Workbench

from weighbridge.store.runs import list_runs


def _run(
    workbench: Workbench,
    *arguments: str | Path,
    without: tuple[str, ...] = (),
    first: Callable[[], None] | None = None,
    **environment: str,
) -> subprocess.CompletedProcess[str]:
    whole = {**os.environ, **workbench.environment(), **environment}
    return subprocess.run(
        [WEIGHBRIDGE, *arguments],
        cwd=workbench.documents,
        env={name: value for name, value in whole.items() if name not in without},
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        preexec_fn=first,
    )


RUN = ("run", "orders.json", "--budget", "1s", "--no-progress", "--json")
HOMES = ("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "USER", "LOGNAME")


@pytest.mark.parametrize(
    ("without", "environment"),
    [
        (HOMES, {}),
        (HOMES[1:], {"HOME": "/dev/null/nobody"}),
        ((), {"TMPDIR": "/dev/null/nothing"}),
        (("LANG", "LC_ALL"), {"LANG": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}),
        ((), {"PATH": "/nonexistent"}),
        ((), {"TZ": "nowhere/at-all", "COLUMNS": "1"}),
        ((), {"XDG_STATE_HOME": "/proc/no", "XDG_CACHE_HOME": "/proc/no"}),
        ((), {"TERM": "", "COLUMNS": "-7", "LINES": "x", "FORCE_COLOR": "1", "PAGER": "false"}),
    ],
    ids=[
        "no home",
        "a home that is none",
        "no temporary folder",
        "the C locale",
        "no programs",
        "an odd zone",
        "no folder for its state",
        "an odd terminal",
    ],
)
def test_a_run_where_something_is_missing(
    workbench: Workbench, orders: Path, without: tuple[str, ...], environment: dict[str, str]
) -> None:
    ended = _run(workbench, *RUN, without=without, first=None, **environment)
    assert ended.returncode == 0, ended.stderr
    assert "Traceback" not in ended.stderr
    assert len(list_runs(workbench.database)) == 1


def _few_files() -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (48, 48))


def _nothing_for_anybody() -> None:
    os.umask(0o777)


@pytest.mark.parametrize("first", [_few_files, _nothing_for_anybody])
def test_a_run_of_a_process_that_may_do_little(workbench: Workbench, orders: Path, first: Callable[[], None]) -> None:
    ended = _run(workbench, *RUN, first=first)
    assert ended.returncode in {0, 2}, ended.stderr
    assert "Traceback" not in ended.stderr
    assert ended.returncode == 0 or ended.stderr.startswith("weighbridge: ")


def test_a_database_in_a_home_that_is_none_is_said(workbench: Workbench, orders: Path) -> None:
    ended = _run(workbench, *RUN, without=(*HOMES[1:], "WEIGHBRIDGE_DB"), HOME="/dev/null/nobody")
    assert ended.returncode == 2
    assert "--db" in ended.stderr


@pytest.mark.parametrize("size", [0, 5_000])
def test_a_disk_that_is_full_is_said_and_what_is_there_stays(workbench: Workbench, orders: Path, size: int) -> None:
    """A limit of the size of files stands for the disk: it strikes at the same places."""

    def fill() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    full = _run(workbench, *RUN, first=fill)
    assert full.returncode in {0, 2, 3}, full.stderr
    assert "Traceback" not in full.stderr
    begun = list_runs(workbench.database)
    again = _run(workbench, *(("resume", "last", "--json") if begun and begun[0].status != "complete" else RUN))
    assert again.returncode == 0, again.stderr


def test_a_runner_that_is_stopped_is_given_up(workbench: Workbench, orders: Path) -> None:
    process = workbench.start("run", orders, "--budget", "60s", "--no-progress", "--json")
    stopped = 0
    deadline = time.monotonic() + 120
    while not stopped and time.monotonic() < deadline:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        for child in children:
            os.kill(int(child), signal.SIGSTOP)
            stopped = int(child)
        time.sleep(0.05)
    assert stopped
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=120)
    assert process.returncode in {130, 3, 2}
    assert not Path(f"/proc/{stopped}").exists(), "a stopped runner is ended like any other"


def test_two_runs_at_once(workbench: Workbench, orders: Path) -> None:
    both = [workbench.start("run", orders, "--budget", "2s", "--no-progress", "--no-page") for _ in range(2)]
    ended = [process.communicate(timeout=120)[1].decode() for process in both]
    statuses = sorted(process.returncode for process in both)
    assert statuses in ([0, 2], [0, 0])  # the second may come when the first has ended
    if statuses == [0, 2]:
        assert any("another campaign" in words for words in ended)
    assert len(list_runs(workbench.database)) == statuses.count(0)


def test_a_database_that_is_cut_short_is_said_and_kept(kept: Workbench, workbench: Workbench) -> None:
    whole = kept.database.read_bytes()
    for length in (1, 11, 5000, len(whole) // 2, len(whole) - 1):
        workbench.database.write_bytes(whole[:length])
        for command in (("list", "runs"), ("report", "last"), ("run", "compact", *ONCE)):
            ended = workbench(*command)
            assert ended.returncode in {0, 2}, ended.stderr
        assert ended.returncode == 0 or workbench.database.read_bytes() == whole[:length]


def test_a_clock_that_jumps_changes_no_budget(workbench: Workbench, orders: Path) -> None:
    """The time of day may jump by years: what is measured, and for how long, is told by clocks that do not."""
    program = (
        "import itertools, time\n"
        "real, calls = time.time, itertools.count()\n"
        "time.time = lambda: real() + 1e9 * (next(calls) % 3 - 1)\n"
        "from weighbridge.__main__ import start\n"
        "start()\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program, *RUN],
        cwd=workbench.documents,
        env={**os.environ, **workbench.environment()},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
