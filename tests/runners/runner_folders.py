"""Writes runner folders for tests."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

MISBEHAVING = Path(__file__).with_name("misbehaving_runner.py")
CHECKOUT = Path(__file__).resolve().parents[2]
"""Which runners of tests may read, wherever it is: their program is there."""


def write_runner(
    root: Path,
    name: str,
    *fault: str,
    build: Sequence[Sequence[str]] = (),
    title: str = "Misbehaving",
    extra: str = "",
) -> Path:
    """Write the folder of a runner that misbehaves as told, and return its ``runner.toml``.

    Args:
        root: the folder of runners.
        name: the runner's name.
        fault: the arguments for ``misbehaving_runner.py``; none for a good runner.
        build: the commands that build it.
        title: its name for people.
        extra: more TOML, such as a ``[setup]`` table.
    """
    folder = root / name
    folder.mkdir(parents=True)
    command = json.dumps(["{python}", str(MISBEHAVING), *fault])
    commands = json.dumps([list(part) for part in build])
    manifest = folder / "runner.toml"
    manifest.write_text(
        f"""\
title = "{title}"
language = "python"
baseline = "json"

[build]
commands = {commands}

[start]
command = {command}
reads = [{json.dumps(str(CHECKOUT))}]

{extra}
"""
    )
    return manifest


def write_unbuildable(root: Path, name: str = "unbuildable") -> Path:
    """Write the folder of a runner whose build fails as a compiler's would, and return its ``runner.toml``."""
    words = "print('compiling main.c'); print('main.c:7: error: expected a semicolon'); raise SystemExit(2)"
    return write_runner(root, name, build=[["{python}", "-c", words]], title="Unbuildable")
