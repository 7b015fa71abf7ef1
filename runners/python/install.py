"""Installs the libraries of a lock file into the environment that runs this, one by one if all at once fails.

A library that cannot be installed disables only its own codecs: why is kept in the environment, in
`not-installed.json`, and `describe` tells it.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

LOCK = Path(__file__).resolve().parent / "requirements.lock"
NOTES = Path(sys.prefix) / "not-installed.json"


def install(requirements: Path, *options: str) -> str:
    """Install what a file requires; return the failure in a line, or nothing."""
    pip = (sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "--quiet", "--require-hashes")
    command = [*pip, *options, "-r", str(requirements)]
    done = subprocess.run(command, stderr=subprocess.PIPE, encoding="utf-8", errors="replace", check=False)  # noqa: S603
    sys.stderr.write(done.stderr)
    if done.returncode == 0:
        return ""
    errors = [line.strip() for line in done.stderr.splitlines() if re.match(r"\s*(error|ERROR)\b", line)]
    return errors[0][:300] if errors else f"pip ended with status {done.returncode}"


def install_one_by_one(lock: Path) -> dict[str, str]:
    """Install each locked requirement alone; return the failures by library."""
    failures = {}
    # A requirement begins its line; its hashes follow on indented lines.
    for requirement in re.split(r"\n(?=[^\s#])", lock.read_text(encoding="utf-8")):
        name = requirement.partition("==")[0]
        with tempfile.TemporaryDirectory() as folder:
            alone = Path(folder) / "requirement.txt"
            alone.write_text(requirement + "\n", encoding="utf-8")
            # Dependencies are in the lock as well.
            failure = install(alone, "--no-deps")
        if failure:
            failures[name] = failure
    return failures


def main(lock: Path = LOCK) -> None:
    failures = install_one_by_one(lock) if install(lock) else {}
    NOTES.write_text(json.dumps(failures), encoding="utf-8")
    for name, failure in failures.items():
        print(f"{name} was not installed: {failure}", file=sys.stderr)  # noqa: T201


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
