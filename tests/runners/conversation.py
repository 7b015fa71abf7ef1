"""A runner, spoken to as the core speaks to it: in a process of its own."""

from __future__ import annotations

import base64
import json
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import needs
import pytest

from weighbridge.runners.build import build
from weighbridge.runners.confinement import with_scratch
from weighbridge.runners.manifest import read_manifests
from weighbridge_kit.picks import Pick
from weighbridge_kit.values import to_text

RUNNERS = Path(__file__).resolve().parents[2] / "runners"


class Conversation:
    """A process of a runner; what is loaded is the payload ``p``, of one document."""

    def __init__(self, command: Iterable[str], folder: Path) -> None:
        self.process = subprocess.Popen(
            with_scratch(command), cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )

    def end(self) -> None:
        self.process.kill()
        self.process.communicate()

    def ask(self, request: str, **participants: Any) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"request": request, **participants}).encode() + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def load(self, document: Any, **encoded: bytes) -> None:
        self.load_typed(document, {}, **encoded)

    def load_typed(
        self, document: Any, types: Mapping[str, Any], picks: Sequence[Pick] = (), /, **encoded: bytes
    ) -> None:
        forms = {name: base64.b64encode(data).decode() for name, data in encoded.items()}
        loaded: dict[str, Any] = {"value": to_text(document), "encoded": forms}
        if picks:
            loaded["pick"] = [pick.written for pick in picks]
        assert self.ask("load", payload="p", documents=[loaded], **types) == {"answer": "ok"}

    def check(self, codec: str, operation: str) -> Any:
        return self.ask("check", codec=codec, operation=operation, payload="p", values=True)

    def encoded(self, codec: str) -> bytes:
        return base64.b64decode(self.check(codec, "encode")["bytes"][0])

    def decoded(self, codec: str) -> str:
        text: str = self.check(codec, "decode")["values"][0]
        return text


def runner_of(folder: str) -> Callable[[], Iterator[Conversation]]:
    """A fixture: a new process of a runner on this machine, built; where something is missing, tests are skipped."""

    @pytest.fixture
    def runner() -> Iterator[Conversation]:
        manifest = read_manifests(RUNNERS / folder / "runner.toml")[0]
        needs.require_tools_of(manifest)
        build(manifest)
        conversation = Conversation(manifest.start.command, manifest.folder)
        yield conversation
        conversation.end()

    return runner
