"""The real command, with a folder of runners of our own: one that behaves, and others that do not."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from in_process import weighbridge
from runner_folders import write_runner

WEIGHBRIDGE = Path(sys.executable).parent / "weighbridge"
QUICK = ("--budget", "25s", "--no-progress")
"""For a run of a hundred batches, which is enough for intervals."""
ONCE = ("--budget", "1ms", "--no-progress")
"""For a run of one process, which is enough to have numbers."""


class Workbench:
    """Runs the real command with runners, database and home of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.database = folder / "runs.duckdb"
        self.runners = folder / "runners"
        self.documents = folder / "documents"
        self.documents.mkdir()

    def add_runner(self, name: str, *faults: str, build: Sequence[Sequence[str]] = (), extra: str = "") -> None:
        """Add a runner to the folder; without faults it behaves. ``extra`` is more of its manifest."""
        write_runner(self.runners, name, *faults, build=build, extra=extra)

    def environment(self) -> dict[str, str]:
        return {
            "HOME": str(self.folder),
            "XDG_DATA_HOME": str(self.folder / "data"),
            "XDG_STATE_HOME": str(self.folder / "state"),
            "WEIGHBRIDGE_RUNNERS": str(self.runners),
            "WEIGHBRIDGE_DB": str(self.database),
            "NO_COLOR": "1",
        }

    def __call__(self, *arguments: str | Path, stdin: bytes = b"") -> subprocess.CompletedProcess[str]:
        """Run ``weighbridge`` with arguments to its end, in this process; budgets are counted in batches."""
        return weighbridge(*arguments, folder=self.documents, environment=self.environment(), stdin=stdin)

    def start(self, *arguments: str | Path) -> subprocess.Popen[bytes]:
        """Start ``weighbridge`` in a process and a session of its own, to strike it with signals."""
        return subprocess.Popen(
            [WEIGHBRIDGE, *arguments],
            cwd=self.documents,
            env={**os.environ, **self.environment()},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            # Python leaves Ctrl-C alone where it inherits it as ignored, as from a shell's background job.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509
        )

    def json(self, *arguments: str | Path, status: int = 0, stdin: bytes = b"") -> Any:
        """Run ``weighbridge`` with arguments, check its exit status, and return the JSON that it printed."""
        ended = self(*arguments, "--json", stdin=stdin)
        assert ended.returncode == status, ended.stderr
        return json.loads(ended.stdout)
