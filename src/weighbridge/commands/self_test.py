"""The command that proves an installation: a small document goes the whole way, from a file to a page."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from weighbridge.commands.outcome import DONE, TROUBLE

_DOCUMENT = {"orders": [{"id": 1, "sku": "A-1", "price": 12.5, "tags": ["new", "naïve"], "paid": True}], "next": None}
_CODECS = ("--runners", "python", "--codecs", "json", "--codecs", "cbor2", "--codecs", "msgpack")
_LAST_WORDS = 5


class _Broken(Exception):
    """A step did not give what it should; the message says what came instead."""


def self_test() -> int:
    """Take a document through all that the tool does; say of each step whether it works, and return the exit status."""
    with tempfile.TemporaryDirectory(prefix="weighbridge-") as folder:
        began = time.monotonic()
        try:
            for done in _steps(Path(folder)):
                print(f"{done}: {time.monotonic() - began:.1f} s", flush=True)  # noqa: T201
                began = time.monotonic()
        except _Broken as error:
            print(f"This installation does not work: {error}", file=sys.stderr)  # noqa: T201
            return TROUBLE
    print("This installation works. weighbridge doctor says what else could take part.")  # noqa: T201
    return DONE


def _steps(folder: Path) -> Iterator[str]:
    """Do one step after the other, and yield what each has shown."""
    document = folder / "orders.json"
    document.write_text(json.dumps(_DOCUMENT), encoding="utf-8")
    _weighbridge(folder, "setup", "python")
    yield "Python's runner is built"
    _weighbridge(folder, "run", document, *_CODECS, "--budget", "1s", "--no-progress")
    yield "a document was verified and weighed"
    rows = json.loads(_weighbridge(folder, "report", "last", "--json"))["cells"]
    _check(len(rows) > 0, "no row")
    _check(all(row["fidelity"] == "exact" for row in rows), "a codec that loses something")
    _check(all(row["gross_ns"]["estimate"] > 0 for row in rows), "a row without a time")
    yield f"{len(rows)} rows are reported"
    pages = [page.read_text(encoding="utf-8") for page in folder.rglob("*.html")]
    _check(len(pages) == 1 and pages[0].lower().startswith("<!doctype html>"), "no page")
    yield "a page is made"


def _weighbridge(folder: Path, *arguments: str | Path) -> str:
    """Run a command with a store of its own; return what it prints.

    Raises:
        _Broken: it failed.
    """
    ended = subprocess.run(  # noqa: S603 (this very tool)
        [sys.executable, "-m", "weighbridge", *arguments],
        env={**os.environ, "WEIGHBRIDGE_DB": str(folder / "runs.duckdb"), "XDG_DATA_HOME": str(folder / "data")},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if ended.returncode != DONE:
        words = "\n".join(f"  {line}" for line in ended.stderr.splitlines()[-_LAST_WORDS:])
        raise _Broken(f"weighbridge {arguments[0]} ended with status {ended.returncode}; its last words were:\n{words}")
    return ended.stdout


def _check(holds: bool, otherwise: str) -> None:
    if not holds:
        raise _Broken(f"what came out is {otherwise}")
