"""What lets another Python share the Python runner's source: its name, its lock file and what it cannot have."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from weighbridge.runners.manifest import read_manifests

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "runners" / "python"
BUILT = FOLDER / ".venv" / "bin" / "python"


def run(script: str, python: Path | str = sys.executable) -> Any:
    done = subprocess.run(
        [python, "-c", script],
        cwd=FOLDER,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        check=True,
    )
    return json.loads(done.stdout)


def test_the_runner_bears_the_name_of_the_folder_that_it_is_given(tmp_path: Path) -> None:
    home = ROOT / "runners" / "pypy"
    done = subprocess.run(
        [sys.executable, "../python/runner.py", "."],
        cwd=home,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        input=b'{"request":"describe"}\n',
        capture_output=True,
        check=True,
    )
    described = json.loads(done.stdout)
    assert described["runner"] == "pypy"
    for codec in described["codecs"]:
        assert (home / codec["source"]).is_file()
        assert codec["source"].startswith("../python/codecs/")


def test_pypy_starts_this_source_with_libraries_of_its_own() -> None:
    [manifest] = read_manifests(ROOT / "runners" / "pypy" / "runner.toml")
    assert (manifest.folder / manifest.start.command[1]).resolve() == FOLDER / "runner.py"
    assert not list(manifest.folder.glob("*.py"))
    wanted = (manifest.folder / "requirements.in").read_text(encoding="utf-8").split()
    assert set(wanted) < set((FOLDER / "requirements.in").read_text(encoding="utf-8").split())


@pytest.mark.parametrize(("implementation", "told"), [("CPython", "pip install orjson"), ("PyPy", "for CPython alone")])
def test_what_is_for_cpython_alone_says_so_elsewhere(implementation: str, told: str) -> None:
    script = f"""
import json, platform
from codec import find_adapters, reason_missing
platform.python_implementation = lambda: {implementation!r}
print(json.dumps(reason_missing(find_adapters()["orjson"].codec, ImportError("not there"))))
"""
    assert told in run(script)


@pytest.mark.skipif(not BUILT.exists(), reason="the Python runner is not built")
def test_a_package_is_imported_once_more_without_its_extension() -> None:
    script = """
import json, sys
from codec import import_without
import bson, simplejson
pure = import_without("bson._cbson"), import_without("simplejson._speedups")
print(json.dumps({
    "bson": [bson.has_c(), pure[0].has_c(), sys.modules["bson"] is bson, "bson._cbson" in sys.modules],
    "simplejson": [simplejson.scanner.c_make_scanner is None, pure[1].scanner.c_make_scanner is None],
    "same": pure[0].encode({"a": [1, 2.5, None]}) == bson.encode({"a": [1, 2.5, None]}),
}))
"""
    assert run(script, BUILT) == {"bson": [True, False, True, True], "simplejson": [False, True], "same": True}
