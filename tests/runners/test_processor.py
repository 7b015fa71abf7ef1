"""Holding threads on processors."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import needs
import pytest

from weighbridge.runners import processor
from weighbridge.runners.processor import busiest_thread, held_on, hold_thread, move_here, usable_processors

needs_linux = needs.elsewhere(hasattr(os, "sched_setaffinity"), "threads can be held")

BUSY_THREAD = """
import sys, threading, time
def work():
    print(threading.get_native_id(), flush=True)
    while True:
        pass
threading.Thread(target=work, daemon=True).start()
time.sleep(60)
"""
PARENT = "import subprocess, sys; subprocess.run([sys.executable, '-c', sys.argv[1]])"


@pytest.fixture
def children() -> Iterator[list[subprocess.Popen[str]]]:
    started: list[subprocess.Popen[str]] = []
    yield started
    for child in started:
        os.killpg(child.pid, 9)
        child.wait()
        if child.stdout is not None:
            child.stdout.close()


def begin(children: list[subprocess.Popen[str]], *arguments: str) -> tuple[int, int]:
    """Start a Python whose thread is busy; return the process and that thread."""
    child = subprocess.Popen(
        [sys.executable, "-c", *arguments], stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    children.append(child)
    assert child.stdout is not None
    return child.pid, int(child.stdout.readline())


def ticks_of(process: int, thread: int) -> int:
    with open(f"/proc/{process}/task/{thread}/stat") as stat:  # noqa: PTH123
        return sum(map(int, stat.read().rpartition(")")[2].split()[11:13]))


@needs_linux
def test_the_busiest_thread_is_found_in_a_process_and_in_those_it_started(
    children: list[subprocess.Popen[str]],
) -> None:
    process, busy = begin(children, BUSY_THREAD)
    while ticks_of(process, busy) < 15:
        pass
    assert busy != process
    assert busiest_thread(process) == busy
    parent, grandchild = begin(children, PARENT, BUSY_THREAD)
    while ticks_of(grandchild, grandchild) < 15:
        pass
    assert busiest_thread(parent) == grandchild


@needs_linux
def test_a_process_that_has_ended_has_no_thread() -> None:
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    assert busiest_thread(child.pid) is None
    hold_thread(child.pid, usable_processors()[0])


@needs_linux
def test_a_thread_that_ends_meanwhile_hides_no_other(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    tasks = tmp_path
    fields = "S " + "0 " * 10
    for thread, ticks in ((11, 5), (13, 70)):
        (tasks / str(thread)).mkdir()
        (tasks / str(thread) / "stat").write_text(f"{thread} (a (name) {fields}{ticks} 1 0")
    (tasks / "12").mkdir()  # it has ended: nothing of it can be read
    monkeypatch.setattr(processor, "Path", lambda _: tasks)
    assert busiest_thread(11) == 13


@needs_linux
def test_a_thread_of_another_process_is_held(children: list[subprocess.Popen[str]]) -> None:
    process, busy = begin(children, BUSY_THREAD)
    last = usable_processors()[-1]
    hold_thread(busy, last)
    assert os.sched_getaffinity(busy) == {last}
    assert os.sched_getaffinity(process) == set(usable_processors()), "and no other thread of it"


@needs_linux
def test_holding_ends_as_it_began() -> None:
    before = os.sched_getaffinity(0)
    with held_on(min(before)):
        assert os.sched_getaffinity(0) == {min(before)}
        move_here(max(before))
        assert os.sched_getaffinity(0) == {max(before)}
    assert os.sched_getaffinity(0) == before
    with pytest.raises(KeyboardInterrupt), held_on(min(before)):
        raise KeyboardInterrupt
    assert os.sched_getaffinity(0) == before


def test_no_hold_is_no_hold() -> None:
    before = usable_processors()
    with held_on(None):
        assert usable_processors() == before


def test_where_threads_are_held_nowhere_no_processor_is_usable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_setaffinity", raising=False)
    assert usable_processors() == ()
