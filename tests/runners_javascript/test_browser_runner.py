"""The browser runner: isolation, and that nothing is left behind however it ends."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import needs
import pytest

FOLDER = Path(__file__).resolve().parents[2] / "runners" / "browser"
PROGRAMS = {"chromium": "chromium", "firefox": "firefox-esr"}

pytestmark = pytest.mark.skipif(
    shutil.which("node") is None or not (FOLDER / "build" / "worker.js").exists(),
    reason="the browser runner has not been built",
)


@pytest.fixture(params=PROGRAMS)
def target(request: pytest.FixtureRequest) -> str:
    needs.require_programs(PROGRAMS[request.param])
    return str(request.param)


@pytest.fixture
def scratch() -> Iterator[Path]:
    """A folder with a short path, since browsers make sockets in it: pytest's own folders are too deep."""
    with tempfile.TemporaryDirectory(prefix="wb") as folder:
        yield Path(folder)
        assert_nothing_is_left(Path(folder))


@contextmanager
def started(target: str, scratch: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Start the runner as the core does; all its files go under a folder of the test's own."""
    process = subprocess.Popen(
        ["node", str(FOLDER / "runner.js"), target],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        env={**os.environ, "TMPDIR": str(scratch)},
    )
    with process:
        yield process
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)


def ask(process: subprocess.Popen[bytes], request: str) -> Any:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps({"request": request}).encode() + b"\n")
    process.stdin.flush()
    return json.loads(process.stdout.readline())


def processes_in(scratch: Path) -> list[int]:
    """Return the processes that live and name the folder."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if str(scratch).encode() in (folder / "cmdline").read_bytes():
                found.append(int(folder.name))
        except OSError:
            continue
    return found


def wait_until(condition: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 120
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def assert_nothing_is_left(scratch: Path) -> None:
    assert wait_until(lambda: not processes_in(scratch) and not list(scratch.iterdir()))
    # A program that is just becoming another has no command line for a moment.
    time.sleep(0.3)
    assert not processes_in(scratch)
    assert not list(scratch.iterdir())


def test_it_describes_the_browser_that_runs(target: str, scratch: Path) -> None:
    with started(target, scratch) as process:
        description = ask(process, "describe")
        assert description["runtime"].lower().startswith(target)
        assert "isolated" in description["flags"]
        assert description["clocks"]["cpu"] is None
        # Without isolation the steps would be 100 µs and 1 ms.
        assert description["clocks"]["wall"]["resolution_ns"] <= 20_000
        codecs = {codec["codec"]: codec["version"] for codec in description["codecs"]}
        assert "json" in codecs
        assert "v8" not in codecs
        assert description["missing"] == []
        locked = json.loads((FOLDER / "package-lock.json").read_text(encoding="utf-8"))["packages"]
        assert codecs["cborg"] == locked["node_modules/cborg"]["version"]


@pytest.mark.parametrize(
    ("ending", "status"),
    [
        (lambda process: ask(process, "quit"), 0),
        (lambda process: process.terminate(), 1),
        (lambda process: os.killpg(process.pid, signal.SIGKILL), -signal.SIGKILL),
    ],
    ids=["quit", "terminated", "group killed"],
)
def test_browser_and_folder_go_with_the_runner(
    target: str, scratch: Path, ending: Callable[[subprocess.Popen[bytes]], Any], status: int
) -> None:
    with started(target, scratch) as process:
        ask(process, "describe")
        assert processes_in(scratch)
        ending(process)
        assert process.wait(20) == status


def test_a_runner_killed_while_its_browser_starts_leaves_nothing(target: str, scratch: Path) -> None:
    with started(target, scratch) as process:
        assert wait_until(lambda: bool(list(scratch.glob("*/pid"))))
        process.kill()


def test_the_runner_ends_with_its_browser(target: str, scratch: Path) -> None:
    with started(target, scratch) as process:
        ask(process, "describe")
        (note,) = scratch.glob("*/pid")
        os.killpg(int(note.read_text()), signal.SIGKILL)
        assert process.wait(20) == 1
        assert process.stderr is not None
        assert process.stderr.read().strip()


def test_it_says_what_to_install_where_there_is_no_browser(scratch: Path) -> None:
    node = shutil.which("node")
    assert node is not None
    found = subprocess.run(
        [node, str(FOLDER / "runner.js"), "firefox"],
        env={"PATH": str(scratch)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert found.returncode == 1
    assert "install firefox-esr" in found.stderr
    assert "WEIGHBRIDGE_FIREFOX" in found.stderr


def test_both_runners_lock_the_same_libraries() -> None:
    here, there = (
        json.loads((folder / "package-lock.json").read_text(encoding="utf-8"))["packages"]
        for folder in (FOLDER, FOLDER.parent / "node")
    )
    names = [f"node_modules/{name}" for name in here[""]["dependencies"]]
    assert names
    assert {name: here[name]["version"] for name in names} == {name: there[name]["version"] for name in names}
