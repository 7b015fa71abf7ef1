"""A folder of runners of our own: one that behaves, and others that do not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

RUNNER = Path(__file__).parents[1] / "runners" / "misbehaving_runner.py"
WEIGHBRIDGE = Path(sys.executable).parent / "weighbridge"


class Workbench:
    """Runs the real command with runners, database and home of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.database = folder / "runs.duckdb"
        self.runners = folder / "runners"
        self.documents = folder / "documents"
        self.documents.mkdir()

    def add_runner(self, name: str, *faults: str, language: str = "python") -> None:
        """Add a runner to the folder; without faults it behaves."""
        home = self.runners / name
        home.mkdir(parents=True)
        # A run looks its runners up by their own names.
        program = home / "runner.py"
        program.write_text(
            f"import runpy, sys\nsys.path.insert(0, {str(RUNNER.parent)!r})\nsys.argv[0] = 'runner.py'\n"
            f"runpy.run_path({str(RUNNER)!r}, run_name='__main__')\n"
        )
        command = ["{python}", "runner.py", *faults]
        (home / "runner.toml").write_text(
            f'title = "{name}"\nlanguage = "{language}"\nbaseline = "json"\n\n[start]\ncommand = {json.dumps(command)}\n'
        )

    def environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "HOME": str(self.folder),
            "XDG_DATA_HOME": str(self.folder / "data"),
            "XDG_STATE_HOME": str(self.folder / "state"),
            "WEIGHBRIDGE_RUNNERS": str(self.runners),
            "WEIGHBRIDGE_DB": str(self.database),
            "NO_COLOR": "1",
        }

    def __call__(self, *arguments: str | Path, stdin: bytes = b"") -> subprocess.CompletedProcess[str]:
        """Run ``weighbridge`` with arguments to its end."""
        ended = subprocess.run(
            [WEIGHBRIDGE, *arguments],
            input=stdin,
            capture_output=True,
            cwd=self.documents,
            env=self.environment(),
            timeout=120,
            check=False,
        )
        text = (ended.stdout.decode(), ended.stderr.decode())
        assert "Traceback" not in "".join(text), text
        return subprocess.CompletedProcess(ended.args, ended.returncode, *text)

    def json(self, *arguments: str | Path, status: int = 0, stdin: bytes = b"") -> Any:
        """Run ``weighbridge`` with arguments, check its exit status, and return the JSON that it printed."""
        ended = self(*arguments, "--json", stdin=stdin)
        assert ended.returncode == status, ended.stderr
        return json.loads(ended.stdout)


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
