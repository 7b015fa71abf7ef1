"""Makes the environment of a runner in Python, `.venv` in the current folder.

    install.py PYTHON LOCK [FOLDER]

It gets what LOCK names, by uv where that is there: one by one if all at once fails. If FOLDER is named, nothing is
installed: the packages of that folder are its libraries.

A library that is not there disables only its own codecs: why, and what to do, is kept in the environment, in
`not-installed.json`, and `describe` tells it.

The runner's own modules are compiled here, because a runner may write nothing when it is started.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
KIT = HERE.parents[1] / "src" / "weighbridge_kit"
ENVIRONMENT = Path(".venv")
PYTHON = ENVIRONMENT / "bin" / "python"
PIP = (PYTHON, "-m", "pip", "install", "--disable-pip-version-check", "--quiet", "--require-hashes")


def run(*command: str | Path) -> str:
    """Run a command; return its failure in a line, or nothing."""
    done = subprocess.run(command, stderr=subprocess.PIPE, encoding="utf-8", errors="replace", check=False)  # noqa: S603
    sys.stderr.write(done.stderr)
    if done.returncode == 0:
        return ""
    errors = [line.strip() for line in done.stderr.splitlines() if re.match(r"\s*(error|ERROR)\b", line)]
    return errors[0][:300] if errors else f"{command[0]} ended with status {done.returncode}"


def install(lock: Path) -> dict[str, str]:
    """Install what a lock file names; return the failures by library."""
    # uv may be beside the Python that runs this, which need not be on PATH.
    uv = shutil.which("uv", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]))
    if uv and not run(uv, "pip", "install", "--quiet", "--python", PYTHON, "--require-hashes", "-r", lock):
        return {}
    # pip may be set up to reach what uv cannot.
    run(PYTHON, "-m", "ensurepip")
    return install_one_by_one(lock) if run(*PIP, "-r", lock) else {}


def install_one_by_one(lock: Path) -> dict[str, str]:
    """Install each locked requirement alone; return the failures by library."""
    failures = {}
    # A requirement begins its line; its hashes follow on indented lines.
    for requirement in re.split(r"\n(?=[^\s#])", lock.read_text(encoding="utf-8")):
        name = requirement.partition("==")[0]
        with tempfile.TemporaryDirectory() as folder:
            alone = Path(folder) / "requirement.txt"
            alone.write_text(requirement + "\n", encoding="utf-8")
            failure = run(*PIP, "--no-deps", "-r", alone)  # dependencies are in the lock as well
        if failure:
            failures[name] = failure
    return failures


def look_into(folder: str) -> None:
    """Have the environment find the packages of a folder."""
    (packages,) = ENVIRONMENT.glob("lib/python*/site-packages")
    (packages / "weighbridge.pth").write_text(folder + "\n", encoding="utf-8")


def main(python: str, lock: str, folder: str = "") -> None:
    subprocess.run([python, "-m", "venv", "--without-pip", "--clear", ENVIRONMENT], check=True)  # noqa: S603
    failures: dict[str, str] = {}
    if folder:
        look_into(folder)
    else:
        failures = install(Path(lock))
    notes = {"failures": failures, "advice": "pip install 'weighbridge[python]'" if folder else ""}
    (ENVIRONMENT / "not-installed.json").write_text(json.dumps(notes), encoding="utf-8")
    for name, failure in failures.items():
        print(f"{name} was not installed: {failure}", file=sys.stderr)  # noqa: T201
    run(PYTHON, "-m", "compileall", "-q", "-l", HERE, HERE / "codecs", KIT)


if __name__ == "__main__":
    main(*sys.argv[1:])
