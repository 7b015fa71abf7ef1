"""The command is killed again and again, at any moment: the run goes on, and at most the batch in flight is lost.

``make kills`` strikes it fifty times, and prints what that cost.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from workbench import Workbench

from weighbridge.measure.samples import Samples
from weighbridge.store.journal import read_samples
from weighbridge.store.runs import list_runs

KILLS = int(os.environ.get("WEIGHBRIDGE_KILLS", "3"))
BUDGET = ("--budget", "6s", "--no-page", "--no-progress")

WITNESSED = """
import os, sys
from weighbridge.campaign.recording import Recording
witness = os.open(sys.argv.pop(1), os.O_WRONLY | os.O_APPEND | os.O_CREAT)
keep = Recording.keep
def witnessed(self, sample):
    os.write(witness, b".")
    keep(self, sample)
Recording.keep = witnessed
from weighbridge.__main__ import start
start()
"""
"""The command, with a witness outside of it of every sample that a runner has answered."""


def _start(workbench: Workbench, witness: Path, *arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", WITNESSED, witness, *arguments],
        cwd=workbench.documents,
        env={**os.environ, **workbench.environment()},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def _samples(workbench: Workbench) -> Samples | None:
    found = list_runs(workbench.database)
    return read_samples(workbench.database, found[0].run) if found else None


def _strike(process: subprocess.Popen[bytes], witness: Path, dice: random.Random) -> bool:
    """Kill the process at a random moment: of its start, or once it measures. Tell whether it was still there."""
    before = witness.stat().st_size
    deadline = time.monotonic() + (dice.uniform(0, 2) if dice.random() < _EARLY else 60)
    while process.poll() is None and time.monotonic() < deadline:
        if witness.stat().st_size > before:
            deadline = time.monotonic() + dice.uniform(0, 2)
            before = _NEVER
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    return process.wait() == -signal.SIGKILL


_EARLY = 0.3
_NEVER = 1 << 62


def test_a_run_that_is_killed_at_random_moments_is_finished(workbench: Workbench, orders: Path) -> None:
    dice = random.Random(7)
    witness = workbench.folder / "witness"
    witness.touch()
    kills = kept = lost = known = 0
    while kills < KILLS:
        begun = list_runs(workbench.database)
        if begun and begun[0].status == "complete":
            assert workbench("delete", "last").returncode == 0
            begun, known = [], 0
        before = witness.stat().st_size
        process = _start(workbench, witness, *(("resume", "last") if begun else ("run", "orders.json", *BUDGET)))
        if _strike(process, witness, dice):
            kills += 1
        else:
            assert process.returncode == 0
        found = _samples(workbench)
        stored = 0 if found is None else len(found)
        handed = witness.stat().st_size - before
        assert handed - 1 <= stored - known <= handed, f"after {kills} kills"
        kept += stored - known
        lost += handed - (stored - known)
        known = stored
    assert kept > 0
    if list_runs(workbench.database)[0].status != "complete":
        assert workbench("resume", "last").returncode == 0
    document = workbench.json("report", "last")
    assert document["run"]["status"] == "complete"
    assert {cell["operation"] for cell in document["cells"]} == {"encode", "decode", "scan"}
    assert all(cell["net_ns"] is not None for cell in document["cells"])
    sys.stdout.write(f"{kills} kills: {kept} samples kept, {lost} lost\n")
