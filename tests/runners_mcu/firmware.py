"""Emulated boards, spoken to as the core speaks to it.

Tests have boards of their own: a few, with the few codecs that they ask for, since all of them take a quarter of an
hour to build. ``scripts/set-up-test-boards`` installs and builds them. With WEIGHBRIDGE_THOROUGH=1, tests
take every board as people have it: ``weighbridge setup mcu c:pi-armv6 c:pi-armv7 c:pi-aarch64``.
"""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import needs
import pytest
from aside import CHECKOUT, put_aside
from needs import THOROUGH

from weighbridge.runners.build import is_built
from weighbridge.runners.launch import RUNNERS_VARIABLE
from weighbridge.runners.manifest import Manifest, read_manifests
from weighbridge_kit.values import to_text

RUNNERS = CHECKOUT if THOROUGH else CHECKOUT.parent / "build" / "test-boards"
SURROUNDINGS = (
    {}
    if THOROUGH
    else {
        RUNNERS_VARIABLE: str(RUNNERS),
        "WEIGHBRIDGE_CODECS": "cjson,cmp,jsmn,json-parser,mpack,nlohmann-json,tinycbor",
    }
)
"""Environment variables with which boards are built, and weighed as they were built."""
_FEW = ("cortex-m4", "rv32imac", "atmega2560", "rp2040", "pi-armv6")
"""Every architecture, C library and emulator."""
_EVERY = {
    manifest.target: manifest
    for name in ("mcu", "c")
    for manifest in read_manifests(CHECKOUT / name / "runner.toml")
    if name == "mcu" or manifest.target.startswith("pi-")
}
_SET_UP = "scripts/set-up-test-boards"


def among(*targets: str) -> list[str]:
    """Return those that tests have."""
    return [target for target in targets if THOROUGH or target in _FEW]


TARGETS = among(*(name for name, board in _EVERY.items() if board.name == "mcu"))
PIS = among(*(name for name, board in _EVERY.items() if board.name == "c"))
"""Boards that are computers: the C runner's targets, of which there are people's own alone."""


def built(target: str) -> Manifest:
    """Return a target whose program is there, or skip the test: building one takes a while."""
    manifest = _EVERY[target]
    command = f"weighbridge setup {manifest.participant}"
    with pytest.MonkeyPatch.context() as environment:
        if target in TARGETS and not THOROUGH:
            command = _SET_UP
            manifest = manifest.model_copy(update={"folder": RUNNERS / manifest.name})
            for name, text in SURROUNDINGS.items():
                environment.setenv(name, text)
        if not is_built(manifest):
            needs.require_tools_of(manifest)
            pytest.skip(f"{manifest.title}: {command} builds it")
    return manifest


def set_up() -> int:
    """Install and build what tests need of boards, but for people's own; return the exit status."""
    put_aside(RUNNERS, "mcu", beside=("c", "cpp"))
    names = [f"mcu:{target}" for target in TARGETS]
    command = [sys.executable, "-m", "weighbridge", "setup", *names]
    return subprocess.run(command, env={**os.environ, **SURROUNDINGS}, check=False).returncode


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
            assert process.wait(timeout=120) == 0
        finally:
            process.kill()


if __name__ == "__main__":
    sys.exit(set_up())
