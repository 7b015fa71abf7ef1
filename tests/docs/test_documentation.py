"""The documentation's commands work as they stand, its links lead somewhere, and its example adds a codec."""

from __future__ import annotations

import functools
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import needs
import pytest
from in_process import weighbridge

from weighbridge.runners.callgrind import why_not

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
BIN = Path(sys.executable).parent


def console_commands() -> list[tuple[str, str]]:
    """Lines that begin with ``$ `` in blocks marked ``console``, with the page that they stand in."""
    return [
        (str(page.relative_to(ROOT)), line.removeprefix("$ "))
        for page in PAGES
        for block in re.findall(r"^```console\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL)
        for line in block.splitlines()
        if line.startswith("$ ")
    ]


@pytest.fixture(scope="session")
def readers(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Gives the folder of a reader who types what a page says, in its order."""

    @functools.cache
    def reader(_: str) -> Path:
        folder = tmp_path_factory.mktemp("reader")
        orders = [{"id": number, "price": number * 1.25, "note": "größer", "paid": None} for number in range(20)]
        (folder / "orders.json").write_text(json.dumps({"orders": orders}))
        (folder / "messages.ndjson").write_text("".join(f"{json.dumps(order)}\n" for order in orders[:8]))
        return folder

    return reader


FEWER = {
    "run orders.json": "run orders.json --languages c,python",
    "verify orders.json": "verify orders.json --languages c,python",
    "run orders.json --languages python,go --typed": "run orders.json --languages python --typed",
    "run orders.json --languages go,rust --budget 10s": "run orders.json --languages go --budget 10s",
    "run orders.json --runners node,pypy --codecs '*json*' --budget 5s": "run orders.json --runners node --budget 5s",
    "run messages.ndjson --sample 5 --codecs 'json*' --variants --budget 5s": (
        "run messages.ndjson --sample 5 --codecs 'json*' --variants --languages c,python"
    ),
}
"""Commands that are tried with fewer runners: other tests try every one, with trees and with types."""


def tried(command: str) -> list[str]:
    """Return the words of a command as it is tried: with the smallest of budgets."""
    program, _, rest = command.partition(" ")
    return [program, *shlex.split(re.sub(r"--budget \S+", "--budget 2s", FEWER.get(rest, rest)))]


def test_the_pages_have_commands() -> None:
    commands = {command for _, command in console_commands()}
    assert len(commands) >= 10
    assert {f"weighbridge {command}" for command in FEWER} <= commands


@pytest.mark.parametrize(("page", "command"), console_commands())
def test_a_documented_command_works(page: str, command: str, readers: Callable[[str], Path]) -> None:
    if command.startswith("weighbridge audit "):
        needs.require(*filter(None, [why_not()]))
    reader = readers(page)
    environment = {"WEIGHBRIDGE_DB": str(reader / "runs.duckdb"), "WEIGHBRIDGE_BUDGET": "2s", "NO_COLOR": "1"}
    program, *arguments = tried(command)
    assert program == "weighbridge"
    ended = weighbridge(*arguments, folder=reader, environment=environment)
    # Some library of some language may fail on the document, and then verify says so.
    fine = {0, 1} if arguments[0] == "verify" else {0}
    assert ended.returncode in fine, f"{page}: {ended.stdout}{ended.stderr}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_example_in_adding_a_codec_adds_one(tmp_path: Path) -> None:
    """The diff of the page, applied to a copy of the runner, gives a codec that the conformance kit accepts."""
    page = (ROOT / "docs" / "adding-a-codec.md").read_text()
    diff = re.search(r"^```diff\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert diff is not None
    copy = tmp_path / "runners" / "python"
    shutil.copytree(
        ROOT / "runners" / "python", copy, ignore=shutil.ignore_patterns(".venv", "__pycache__", ".*_cache", "build")
    )
    applied = subprocess.run(
        ["git", "apply", "--verbose", "-"], cwd=tmp_path, input=diff[1], capture_output=True, text=True, check=False
    )
    assert applied.returncode == 0, applied.stderr
    added = [line[1:] for line in diff[1].splitlines() if re.fullmatch(r"\+[\w-]+", line)]
    library = tmp_path / "library"
    pip = [str(BIN / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    subprocess.run([*pip, "--target", str(library), *added], check=True)
    kit = subprocess.run(
        [sys.executable, "-m", "weighbridge_kit", "--quick", "--codec", "pysimdjson", "--",
         str(ROOT / "runners" / "python" / ".venv" / "bin" / "python"), str(copy / "runner.py")],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(library)])},
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert kit.returncode == 0, kit.stdout + kit.stderr
    assert "pysimdjson" in kit.stdout


def test_the_site_builds(tmp_path: Path) -> None:
    command = [str(BIN / "mkdocs"), "build", "--strict", "--quiet", "--site-dir", str(tmp_path)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert (tmp_path / "method" / "index.html").exists()
