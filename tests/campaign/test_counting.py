"""Counting instructions at the end of a campaign: with valgrind played by a script, and with the real one."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import needs
import pytest
from batch_clock import BatchClock
from runner_folders import write_runner

from weighbridge.campaign import counting
from weighbridge.campaign.arrivals import Arrivals, Ready, assemble
from weighbridge.campaign.counting import passes_of
from weighbridge.campaign.flow import resume, weigh
from weighbridge.campaign.participants import Participants
from weighbridge.campaign.progress import Silence
from weighbridge.campaign.selection import Selection
from weighbridge.campaign.settings import Settings
from weighbridge.payloads.payload import Payload
from weighbridge.report.build import build_document
from weighbridge.runners.callgrind import why_not
from weighbridge.runners.launch import RUNNERS_VARIABLE, runners_root
from weighbridge.runners.manifest import find_manifests
from weighbridge.store.journal import read_samples
from weighbridge.store.records import Run
from weighbridge.store.runs import list_runs, read_run

SMALL = Payload("small", ({"id": 1, "name": "größer", "scores": [1.5, 2, None]},), "", "")
LARGE = Payload("large", ([{"id": number, "name": "text", "ok": True} for number in range(300)],), "", "")
NATIVE = "[instructions]\nvalgrind = true\n"

VALGRIND = """#!/bin/sh
[ "$1" = --version ] && echo valgrind-0 && exit
while [ "${1#--}" != "$1" ]; do shift; done
exec "$@" FAULT
"""
VGDB = """#!/bin/sh
folder=${1#--vgdb-prefix=}
folder=${folder%/*}
echo >> "$folder/asked"
asked=$(wc -l < "$folder/asked")
echo 'events: Ir'
echo "events-1: $((asked * asked * 100000))"
"""


class Watcher(Silence):
    """Keeps the notes; may strike Ctrl-C after so many cells were counted."""

    def __init__(self, interrupt_after: int | None = None) -> None:
        self.notes: list[str] = []
        self.title = ""
        self.steps = 0
        self.total = 0
        self.interrupt_after = interrupt_after

    def stage(self, title: str, total: int) -> None:
        self.title, self.total, self.steps = title, total, 0

    def step(self) -> None:
        self.steps += 1
        if self.title == "Counting instructions" and self.steps == self.interrupt_after:
            os.kill(os.getpid(), signal.SIGINT)

    def note(self, text: str) -> None:
        self.notes.append(text)

    @property
    def of_counting(self) -> list[str]:
        """The notes but the first, which tells what the run will do."""
        assert "rows in" in self.notes[0]
        return self.notes[1:]


class Bench:
    """Runs campaigns on a folder of runners, with scripts in valgrind's place."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.database = folder / "runs.duckdb"
        self.programs = folder / "programs"
        self.programs.mkdir()
        self.runners = folder / "runners"
        monkeypatch.setenv(RUNNERS_VARIABLE, str(self.runners))
        monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
        monkeypatch.setenv("PATH", f"{self.programs}:{os.environ['PATH']}")
        BatchClock(monkeypatch)
        self.program("valgrind", VALGRIND.replace("FAULT", ""))
        self.program("vgdb", VGDB)

    def program(self, name: str, script: str) -> None:
        file = self.programs / name
        file.write_text(script)
        file.chmod(0o755)

    def participants(self) -> Participants:
        return assemble(find_manifests(self.runners), Silence())

    def run(self, watcher: Watcher, *payloads: Payload, selection: Selection | None = None) -> Run:
        settings = Settings(
            budget_s=0.5,
            precision=0.01,
            seed=1,
            baseline=None,
            selection=selection or Selection(operations=("encode", "decode")),
            instructions=True,
        )
        return read_run(
            self.database, weigh(payloads or [SMALL], Ready(self.participants()), settings, self.database, watcher)
        )


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    return Bench(tmp_path, monkeypatch)


def counted(run: Run, role: str = "codec") -> list[float]:
    return [cell.instructions for cell in run.cells if cell.role == role and cell.instructions is not None]


def test_how_many_passes_are_counted_depends_on_the_payload_alone() -> None:
    assert passes_of(27) > passes_of(735) > 100
    assert passes_of(145_287) == passes_of(20_000_000) == 4


def test_every_native_cell_gets_its_number_without_the_tares(bench: Bench) -> None:
    write_runner(bench.runners, "native", extra=NATIVE)
    write_runner(bench.runners, "script")
    watcher = Watcher()
    run = bench.run(watcher)
    assert (watcher.title, watcher.steps, watcher.total) == ("Counting instructions", 4, 4)
    assert (run.failures, watcher.of_counting, run.record.status) == ((), [], "complete")
    assert run.record.environment["counter"] == "valgrind-0"
    # Whatever is asked of it, the script counts 300,000 for the short batch and 500,000 for the long one.
    passes = passes_of(run.payloads[0].json_bytes)
    assert counted(run, "tare") == [pytest.approx(200_000 / (passes - passes // 4))] * 2
    assert counted(run) == [0.0, 0.0]
    assert counted(run, "twin") == []
    assert {cell.runner for cell in run.cells if cell.instructions is not None} == {"native"}
    document = build_document(run, read_samples(bench.database, run.record.run))
    numbers = {(cell.runner, cell.operation): cell.instructions for cell in document.cells}
    assert numbers == {
        ("native", "encode"): 0.0,
        ("native", "decode"): 0.0,
        ("script", "encode"): None,
        ("script", "decode"): None,
    }


def test_nothing_is_counted_unless_asked_for(bench: Bench) -> None:
    write_runner(bench.runners, "native", extra=NATIVE)
    bench.program("valgrind", "#!/bin/sh\nexit 1\n")
    settings = Settings(budget_s=0.3, precision=0.01, seed=1, baseline=None, selection=Selection())
    run = read_run(bench.database, weigh([SMALL], Ready(bench.participants()), settings, bench.database, Silence()))
    assert counted(run) == []
    assert run.failures == ()


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("dies --on time", "ended with exit status 3"),
        ("crashes --on load", "was killed by SIGSEGV"),
        ("refuses --on time --after 1", "the library says no"),
        ("wrong-bytes --on check", "under valgrind it gives another result"),
        ("dies-at-start", "no licence key"),
    ],
)
def test_what_breaks_under_valgrind_is_a_failure_and_stops_nothing(bench: Bench, fault: str, words: str) -> None:
    write_runner(bench.runners, "native", extra=NATIVE)
    bench.program("valgrind", VALGRIND.replace("FAULT", fault))
    run = bench.run(Watcher(), selection=Selection(operations=("encode",)))
    assert run.record.status == "complete"
    assert counted(run) == []
    assert run.failures
    assert {failure.stage for failure in run.failures} == {"count"}
    assert any(words in failure.message for failure in run.failures)
    document = build_document(run, read_samples(bench.database, run.record.run))
    assert [cell.instructions for cell in document.cells] == [None], "the time is there all the same"


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("#!/bin/sh\necho 'vgdb error: no FIFO found' >&2\nexit 1\n", "no FIFO found"),
        ("#!/bin/sh\necho 'monitor commands:'\n", "no number of instructions"),
    ],
)
def test_a_counter_that_cannot_be_read_is_a_failure(bench: Bench, script: str, words: str) -> None:
    write_runner(bench.runners, "native", extra=NATIVE)
    bench.program("vgdb", script)
    run = bench.run(Watcher(), selection=Selection(operations=("encode",)))
    assert [failure.stage for failure in run.failures] == ["count"], "the tare's; a codec has no net number without it"
    assert words in run.failures[0].message


def test_without_valgrind_everything_else_goes_on(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    write_runner(bench.runners, "native", extra=NATIVE)
    reason = "no valgrind on PATH; install valgrind, on Debian by: apt install valgrind"
    monkeypatch.setattr(counting, "why_not", lambda: reason)
    watcher = Watcher()
    run = bench.run(watcher)
    assert watcher.of_counting == [f"Instructions are not counted: {reason}."]
    assert (counted(run), run.failures, run.record.status) == ([], (), "complete")


def test_a_run_without_a_native_program_says_so(bench: Bench) -> None:
    write_runner(bench.runners, "script")
    watcher = Watcher()
    run = bench.run(watcher)
    assert watcher.of_counting == ["Instructions are not counted: no program of this run is native."]
    assert run.record.status == "complete"


def test_what_would_take_too_long_is_left_out_and_said(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    write_runner(bench.runners, "native", extra=NATIVE)
    monkeypatch.setattr(counting, "_LONGEST_PASS_S", 0.0)
    watcher = Watcher()
    run = bench.run(watcher)
    (note,) = watcher.of_counting
    assert "native/json encode small, native/json decode small" in note
    assert (counted(run), run.failures, run.record.status) == ([], (), "complete")


def test_ctrl_c_keeps_what_was_counted_and_resume_goes_on(bench: Bench) -> None:
    write_runner(bench.runners, "native", extra=NATIVE)
    watcher = Watcher(interrupt_after=2)
    run = bench.run(watcher)
    assert run.record.status == "interrupted"
    assert len(counted(run, "tare")) == 2
    assert counted(run) == []
    again = Watcher()
    resume(run.record.run, lambda *_: bench.participants(), lambda *_: Arrivals([], again), bench.database, again)
    assert again.total == 2, "what was counted is not counted again"
    done = read_run(bench.database, list_runs(bench.database)[0].run)
    assert done.record.status == "complete"
    assert len(counted(done)) == 2


def test_the_c_runner_is_counted_for_real(tmp_path: Path) -> None:
    native = [manifest for manifest in find_manifests(runners_root()) if manifest.participant == "c"]
    needs.require_tools_of(native[0])
    needs.require(*filter(None, [why_not()]))
    settings = Settings(
        budget_s=0.5,
        precision=0.01,
        seed=1,
        baseline="mpack",
        selection=Selection(codecs=("mpack",), operations=("encode",)),
        instructions=True,
    )
    database = tmp_path / "runs.duckdb"
    name = weigh([SMALL, LARGE], Ready(assemble(native, Silence())), settings, database, Silence())
    run = read_run(database, name)
    assert run.failures == ()
    counts = {(cell.name, cell.payload): cell.instructions or 0.0 for cell in run.cells if cell.role != "twin"}
    assert 1 < counts["tare:visit", "small"] < counts["mpack", "small"]
    assert 100 < counts["mpack", "small"] < 20_000
    assert counts["mpack", "large"] > 10 * counts["mpack", "small"]
