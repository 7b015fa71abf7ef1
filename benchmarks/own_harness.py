"""Weighbridge against each ecosystem's own harness: Criterion, testing.B, JMH, mitata and their like.

A runner that has an executable ``bench-harness`` is timed twice in the same minute, on the same document, with the same
calls: by that harness, and by an ordinary run. Weighbridge tells CPU time: a harness that tells wall time alone can
only be compared on a quiet machine. The two should agree within 10 %, or there is a reason that can be told.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError
from rich.console import Console
from rich.table import Table

from weighbridge.commands.conversion import generate
from weighbridge.runners.launch import runners_root

ALIKE = (0.9, 1.1)


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Timed(_Strict):
    """What a harness measured: nanoseconds per call, on the wall clock, and where it can tell, of CPU time."""

    harness: str
    codec: str
    operation: str
    ns: float
    cpu_ns: float | None = None

    @property
    def comparable_ns(self) -> float:
        """The time to compare with Weighbridge's, which is CPU time."""
        return self.ns if self.cpu_ns is None else self.cpu_ns


class Comparison(_Strict):
    """The same call by both; ``ratio`` is Weighbridge's gross time ÷ the harness's."""

    runner: str
    harness: str
    codec: str
    operation: str
    harness_ns: float
    weighbridge_ns: float
    low_ns: float | None
    high_ns: float | None
    ratio: float

    @property
    def is_alike(self) -> bool:
        """Whether both agree within 10 %."""
        return ALIKE[0] <= self.ratio <= ALIKE[1]


class HarnessError(Exception):
    """A harness that did not give its times; the message says which, and why."""


def harnesses(names: Sequence[str]) -> list[Path]:
    """Return the executables ``bench-harness`` of the runners named, or of all that have one."""
    found = sorted(file for file in runners_root().glob("*/bench-harness") if os.access(file, os.X_OK))
    return [file for file in found if not names or file.parent.name in names]


def time_by_harness(program: Path, document: Path) -> list[Timed]:
    """Let an ecosystem's own harness time its codecs.

    Raises:
        HarnessError: it failed, or printed something else than times.
    """
    ended = subprocess.run(  # noqa: S603  (the runner's own script)
        [program, document], cwd=program.parent, stdout=subprocess.PIPE, text=True, check=False
    )
    if ended.returncode:
        raise HarnessError(f"{program} ended with status {ended.returncode}")
    try:
        timed = [Timed.model_validate_json(line) for line in ended.stdout.splitlines() if line.strip()]
    except ValidationError as error:
        raise HarnessError(f"{program} printed what is no time: {error}") from error
    if not timed:
        raise HarnessError(f"{program} printed no times")
    return timed


def time_by_weighbridge(runner: str, codecs: Iterable[str], document: Path, budget: str) -> list[dict[str, Any]]:
    """Weigh a document with some codecs of a runner, as a user would; return the rows.

    Raises:
        HarnessError: the run failed.
    """
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "weighbridge", "run", str(document), "--runners", runner]
        command += [
            "--codecs",
            ",".join(codecs),
            "--operations",
            "encode,decode",
            "--family",
            "1",
            "--budget",
            budget,
            "--sample",
            "all",
            "--fresh-heap",  # as the harnesses have it
        ]
        command += ["--db", f"{folder}/runs.duckdb", "--json", "--no-progress"]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  (our own command)
    if ended.returncode:
        raise HarnessError(f"weighbridge run ended with status {ended.returncode}: {ended.stderr.strip()}")
    rows: list[dict[str, Any]] = json.loads(ended.stdout)["cells"]
    return rows


def compare(program: Path, document: Path, budget: str) -> list[Comparison]:
    """Time the same calls by both.

    Raises:
        HarnessError: one of them failed.
    """
    runner = program.parent.name
    timed = time_by_harness(program, document)
    rows = time_by_weighbridge(runner, sorted({entry.codec for entry in timed}), document, budget)
    gross = {(_name(row), row["operation"]): row["gross_ns"] for row in rows}
    missing = [entry for entry in timed if (entry.codec, entry.operation) not in gross]
    if missing:
        raise HarnessError(f"the runner {runner} does not have {missing[0].codec} {missing[0].operation}")
    return [
        Comparison(
            runner=runner,
            harness=entry.harness,
            codec=entry.codec,
            operation=entry.operation,
            harness_ns=entry.comparable_ns,
            weighbridge_ns=found["estimate"],
            low_ns=found["low"],
            high_ns=found["high"],
            ratio=found["estimate"] / entry.comparable_ns,
        )
        for entry in timed
        for found in [gross[entry.codec, entry.operation]]
    ]


def _name(row: dict[str, Any]) -> str:
    return f"{row['codec']}[{row['variant']}]" if row["variant"] else str(row["codec"])


def table(found: Iterable[Comparison]) -> Table:
    """Show the comparisons, a line each."""
    grid = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("runner", "harness", "codec", "operation", "harness ns", "Weighbridge ns", "ratio"):
        grid.add_column(heading, justify="right" if heading.endswith("ns") or heading == "ratio" else "left")
    for entry in found:
        style = "" if entry.is_alike else "yellow"
        times = (f"{entry.harness_ns:,.0f}", f"{entry.weighbridge_ns:,.0f}", f"{entry.ratio:.2f}")
        grid.add_row(entry.runner, entry.harness, entry.codec, entry.operation, *times, style=style)
    return grid


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare every harness, print a table or JSON, and return 3 if one of them could not be run."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.own_harness", description=__doc__)
    parser.add_argument("runners", nargs="*", help="only these; all that have a bench-harness if none")
    parser.add_argument("--document", type=Path, help="a JSON file; a generated one of about 3 KB if none")
    parser.add_argument("--budget", default="60s", help="of each run of Weighbridge")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args(arguments)
    tell: Callable[[object], None] = Console(stderr=True, highlight=False).print
    found: list[Comparison] = []
    status = 0
    with tempfile.TemporaryDirectory() as folder:
        document = options.document
        if document is None:
            document = Path(folder) / "generated.json"
            document.write_text(generate(2, 0), encoding="utf-8")
        for program in harnesses(options.runners):
            tell(f"{program.parent.name}: its own harness, then Weighbridge")
            try:
                found += compare(program, document.resolve(), options.budget)
            except HarnessError as error:
                tell(f"{program.parent.name}: {error}")
                status = 3
    if options.json:
        sys.stdout.write(json.dumps([entry.model_dump() for entry in found], indent=2) + "\n")
    else:
        Console(highlight=False).print(table(found))
    return status


if __name__ == "__main__":
    sys.exit(main())
