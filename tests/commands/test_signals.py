"""Whoever ends the command is obeyed at any moment: what is measured is kept, and nothing that it started stays."""

from __future__ import annotations

import json
import os
import pty
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import needs
import pytest
from workbench import ONCE, WEIGHBRIDGE, Workbench

from weighbridge.commands import stored_runs
from weighbridge.runners.build import is_built
from weighbridge.runners.launch import runners_root
from weighbridge.runners.manifest import find_manifests
from weighbridge.store.runs import list_runs, read_with_samples

STRIKES = int(os.environ.get("WEIGHBRIDGE_STRIKES", "6"))
STATUSES = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129}
MEASURING = ("--budget", "20s", "--no-page")
PATIENCE_S = 120.0

UP = """
import os
from weighbridge import interruption
interruption.leave_at_once()
os.write(1, b"up\\n")
from weighbridge.__main__ import start
start()
"""
"""The command, which says when it has begun: before that Python itself is being loaded."""


def _start(workbench: Workbench, *arguments: str | Path, output: int = subprocess.PIPE) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", UP, *arguments],
        cwd=workbench.documents,
        env={**os.environ, **workbench.environment(), "TERM": "xterm"},
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509
    )


def _children(process: subprocess.Popen[bytes]) -> list[int]:
    """Return what a process has started, from any of its threads."""
    found: list[int] = []
    for listed in Path(f"/proc/{process.pid}/task").glob("*/children"):
        with suppress(OSError):
            found += map(int, listed.read_text().split())
    return found


def _await_samples(workbench: Workbench, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        assert process.poll() is None
        if any(journal.stat().st_size for journal in workbench.folder.glob("runs.duckdb.*.journal")):
            return
        time.sleep(0.02)
    raise AssertionError("nothing was measured")


def _is_gone(process: int) -> bool:
    """Tell whether a process has ended; whoever adopts it may not have asked for its status yet."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        try:
            if Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except OSError:
            return True
        time.sleep(0.02)
    return False


def _end(process: subprocess.Popen[bytes]) -> tuple[str, str]:
    output, errors = process.communicate(timeout=PATIENCE_S)
    return output.decode(), errors.decode()


@pytest.mark.parametrize("number", STATUSES, ids=lambda number: signal.Signals(number).name)
def test_what_is_measured_is_kept_and_a_run_goes_on(workbench: Workbench, orders: Path, number: int) -> None:
    process = _start(workbench, "run", orders, *MEASURING)
    _await_samples(workbench, process)
    children = _children(process)
    assert children
    process.send_signal(number)
    output, errors = _end(process)
    assert process.returncode == STATUSES[signal.Signals(number)], errors
    assert "Traceback" not in errors
    (record,) = list_runs(workbench.database)
    assert record.status == "interrupted"
    assert f"To go on: weighbridge resume {record.run}" in output
    assert all(map(_is_gone, children))
    run, _ = read_with_samples(workbench.database, "last")
    assert run.cells
    again = workbench("resume", "last", "--no-page", "--no-progress")
    assert again.returncode == 0, again.stderr
    assert list_runs(workbench.database)[0].status == "complete"


@pytest.mark.parametrize("number", STATUSES, ids=lambda number: signal.Signals(number).name)
def test_the_command_is_ended_while_it_is_loaded(workbench: Workbench, number: int) -> None:
    process = _start(workbench, "list", "formats")
    assert process.stdout is not None
    assert process.stdout.readline() == b"up\n"
    process.send_signal(number)
    assert _end(process) == ("", "")
    assert process.returncode == STATUSES[signal.Signals(number)]


def test_it_is_struck_at_random_moments(workbench: Workbench, orders: Path) -> None:
    dice = random.Random(11)
    for strike in range(STRIKES):
        process = _start(workbench, "run", orders, *MEASURING)
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(dice.uniform(0, 4))
        number = dice.choice([*STATUSES])
        children = _children(process)
        process.send_signal(number)
        _, errors = _end(process)
        told = f"strike {strike}: {errors}"
        if process.returncode == 0:  # all was decided by then, and told
            assert list_runs(workbench.database)[0].status == "complete", told
        else:
            assert process.returncode == STATUSES[signal.Signals(number)], told
        assert "Traceback" not in errors, told
        assert "Exception ignored" not in errors, told
        assert all(map(_is_gone, children)), told
    assert workbench("list", "runs").returncode == 0


def _read(terminal: int) -> Iterator[bytes]:
    with suppress(OSError):  # its other end is closed
        while chunk := os.read(terminal, 1 << 16):
            yield chunk


@pytest.mark.parametrize("delay_s", [0.0, 0.3])
def test_the_cursor_is_shown_again(workbench: Workbench, orders: Path, delay_s: float) -> None:
    controller, terminal = pty.openpty()
    process = _start(workbench, "run", orders, *MEASURING, output=terminal)
    os.close(terminal)
    shown = b""
    is_struck = False
    for chunk in _read(controller):
        shown += chunk
        if b"\x1b[?25l" in shown and not is_struck:
            time.sleep(delay_s)
            process.send_signal(signal.SIGTERM)
            is_struck = True
    os.close(controller)
    assert process.wait(timeout=PATIENCE_S) == 143
    assert shown.rfind(b"\x1b[?25h") > shown.rfind(b"\x1b[?25l")


def test_a_terminal_that_is_closed_ends_the_run_and_keeps_it(workbench: Workbench, orders: Path) -> None:
    """Nothing can be printed any more: what fails there must keep nothing from being ended and kept."""
    controller, terminal = pty.openpty()
    process = _start(workbench, "run", orders, *MEASURING, output=terminal)
    os.close(terminal)
    _await_samples(workbench, process)
    children = _children(process)
    os.close(controller)
    process.send_signal(signal.SIGHUP)
    assert process.wait(timeout=PATIENCE_S) == 129
    assert all(map(_is_gone, children))
    assert list_runs(workbench.database)[0].status == "interrupted"


def test_nohup_is_respected(workbench: Workbench, orders: Path) -> None:
    process = subprocess.Popen(
        [WEIGHBRIDGE, "run", orders, *ONCE, "--no-page", "--json"],
        cwd=workbench.documents,
        env={**os.environ, **workbench.environment()},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),  # noqa: PLW1509
    )
    process.send_signal(signal.SIGHUP)
    output, errors = _end(process)
    assert process.returncode == 0, errors
    assert json.loads(output)["run"]["status"] == "complete"


def test_a_runner_that_never_describes_itself_is_not_waited_for(workbench: Workbench, orders: Path) -> None:
    workbench.add_runner("mute", "hangs", "--on", "describe")
    process = _start(workbench, "run", orders, *MEASURING)
    deadline = time.monotonic() + PATIENCE_S
    while not _children(process) and time.monotonic() < deadline:
        time.sleep(0.02)
    time.sleep(1)
    children = _children(process)
    process.send_signal(signal.SIGINT)
    struck = time.monotonic()
    _, errors = _end(process)
    assert process.returncode == 130, errors
    assert time.monotonic() - struck < 50, "less than a runner's patience"
    assert all(map(_is_gone, children))


def _interrupted(*_: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("file", "writer"), [("run.parquet", "write_parquet"), ("run.csv", "to_csv"), ("run.md", "to_markdown")]
)
def test_a_report_that_is_interrupted_leaves_what_was_there(
    kept: Workbench, monkeypatch: pytest.MonkeyPatch, file: str, writer: str
) -> None:
    (kept.documents / file).write_text("an older file")
    before = sorted(kept.documents.iterdir())

    def half_way(*arguments: object) -> None:
        if isinstance(arguments[-1], Path):
            arguments[-1].write_text("half of it")
        _interrupted()

    monkeypatch.setattr(stored_runs, writer, half_way)
    ended = kept("report", "last", "-o", file)
    assert ended.returncode == 130
    assert (kept.documents / file).read_text() == "an older file"
    assert sorted(kept.documents.iterdir()) == before


def test_a_run_that_is_complete_is_kept_where_its_report_is_interrupted(
    workbench: Workbench, orders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored_runs, "print_run", _interrupted)
    ended = workbench("run", orders, *ONCE, "--no-page", "--full")
    (record,) = list_runs(workbench.database)
    assert ended.returncode == 130
    assert f"Run {record.run} is kept. See it with: weighbridge report {record.run}" in ended.stderr
    assert record.status == "complete"


def _manifests_of(language: str) -> Sequence[bool]:
    return [is_built(one) for one in find_manifests(runners_root()) if one.language == language and one.by_default]


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM])
def test_java_is_ended_while_it_is_measured(empty_workbench: Workbench, number: int) -> None:
    needs.require_programs("java")
    if not any(_manifests_of("java")):
        pytest.skip("the runner of Java is not built")
    empty_workbench.runners = runners_root()
    process = _start(empty_workbench, "run", "websocket", "--languages", "java", "--formats", "json", *MEASURING)
    _await_samples(empty_workbench, process)
    children = _children(process)
    assert children
    process.send_signal(number)
    _, errors = _end(process)
    assert process.returncode == STATUSES[signal.Signals(number)], errors
    assert all(map(_is_gone, children))
    assert list_runs(empty_workbench.database)[0].status == "interrupted"
