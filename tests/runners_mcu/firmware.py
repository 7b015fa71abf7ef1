"""Emulated boards, spoken to as the core speaks to it."""

from __future__ import annotations

import base64
import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from weighbridge.runners.build import is_built
from weighbridge.runners.manifest import Manifest, read_manifests
from weighbridge_kit.values import to_text

RUNNERS = Path(__file__).resolve().parents[2] / "runners"
FOLDER = RUNNERS / "mcu"
TARGETS = {manifest.target: manifest for manifest in read_manifests(FOLDER / "runner.toml")}
PIS = {
    manifest.target: manifest
    for manifest in read_manifests(RUNNERS / "c" / "runner.toml")
    if manifest.target.startswith("pi-")
}
"""Boards that are computers: the C runner's targets."""


def built(target: str) -> Manifest:
    """Return a target whose program is there, or skip the test: building one takes minutes."""
    manifest = (TARGETS | PIS)[target]
    if not is_built(manifest):
        pytest.skip(f"weighbridge setup {manifest.participant} builds it")
    return manifest


class Board:
    """A board that runs, and answers requests."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process

    def ask(self, request: str, **members: Any) -> dict[str, Any]:
        """Ask, and return the answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"request": request, **members}).encode() + b"\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        assert isinstance(answer, dict)
        return answer

    def load(self, document: Any, **encoded: bytes) -> dict[str, Any]:
        """Load a document as the payload "p"."""
        forms = {name: base64.b64encode(data).decode() for name, data in encoded.items()}
        return self.ask("load", payload="p", documents=[{"value": to_text(document), "encoded": forms}])

    def count(self, codec: str, operation: str, iterations: int = 1) -> int:
        """Count an operation on it."""
        answer = self.ask("time", codec=codec, operation=operation, payload="p", iterations=iterations)
        assert answer["answer"] == "ok", answer
        return int(answer["count"])


@contextmanager
def booted(target: str) -> Iterator[Board]:
    """Have a board start, and end it."""
    manifest = built(target)
    environment = {**(os.environ if manifest.start.inherits else {}), **manifest.start.environment}
    with subprocess.Popen(
        manifest.start.command,
        cwd=manifest.folder,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        try:
            yield Board(process)
            assert process.stdin is not None
            process.stdin.close()
            assert process.wait(timeout=30) == 0
        finally:
            process.kill()
