"""Ask the process that holds the reference codecs of formats that need a schema.

It is a program of its own, not a fork: this process has threads by then, DuckDB's, whose locks a fork might find held.
One process answers for all formats and schemas. Where a library crashes in it, or takes too much time or memory, that
costs the question that was asked, and the next one starts another process.
"""

from __future__ import annotations

import atexit
import base64
import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from threading import Lock
from typing import Any

from weighbridge.formats.confined import fault_of, why
from weighbridge.formats.format import Format, Malformed, Unrepresentable
from weighbridge.formats.guard import unrepresentable
from weighbridge.schema.model import Schema
from weighbridge_kit.values import Value, from_text, to_text

# A library's threads would be so much address space more, which is limited.
_ENVIRONMENT = {"OPENBLAS_NUM_THREADS": "1"}


class Broken(Exception):
    """A reference codec cannot be made, or its library crashed; the message says why."""


class _Process:
    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Begin without a process: in a fork, the one that there is answers another."""
        self._process: subprocess.Popen[bytes] | None = None
        self._scratch = ""
        self._known: set[str] = set()
        self._lock = Lock()

    def ask(self, schema: Schema, question: dict[str, str]) -> dict[str, Any]:
        """Ask a question about a schema.

        Raises:
            Broken: there is no answer.
        """
        with self._lock:
            if self._process is not None and self._process.poll() is not None:
                self.close()  # it ended with no question asked: none is to blame
            process = self._process = self._process or self._start()
            question = {"fingerprint": schema.fingerprint, **question}
            if schema.fingerprint not in self._known:
                question["schema"] = schema.to_json()
            line = json.dumps(question).encode() + b"\n"
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                with contextlib.suppress(BrokenPipeError):  # it has ended: the lack of an answer tells
                    process.stdin.write(line)
                    process.stdin.flush()
                answer = process.stdout.readline()
            except BaseException:  # Ctrl-C: what it answers would be taken for the answer to the next question
                process.kill()
                self.close()
                raise
            if not answer.endswith(b"\n"):
                raise Broken(why(self.close(), len(line)))
            self._known.add(schema.fingerprint)
        told: dict[str, Any] = json.loads(answer)
        if "failed" in told:
            raise Broken(told["failed"])
        return told

    def _start(self) -> subprocess.Popen[bytes]:
        self._scratch = tempfile.mkdtemp(prefix="weighbridge-")  # the only place that it may write to
        return subprocess.Popen(
            [sys.executable, "-m", "weighbridge.schema.references.process"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **_ENVIRONMENT, "TMPDIR": self._scratch},
            start_new_session=True,
        )

    def close(self) -> int:
        """End the process, which ends with its questions; return its exit status."""
        process, self._process = self._process, None
        self._known.clear()
        if process is None:
            return 0
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            with contextlib.suppress(BrokenPipeError):
                pipe.close()
        status = process.wait()
        shutil.rmtree(self._scratch, ignore_errors=True)
        return status


_PROCESS = _Process()
atexit.register(_PROCESS.close)
os.register_at_fork(after_in_child=_PROCESS.forget)


class Apart:
    """A format's reference codec for a schema, in the other process."""

    def __init__(self, form: Format, schema: Schema) -> None:
        self._format = form
        self._schema = schema

    def _ask(self, **question: str) -> dict[str, Any]:
        return _PROCESS.ask(self._schema, {"format": self._format.name, **question})

    def encode(self, document: Value) -> bytes:
        """Encode a document.

        Raises:
            Unrepresentable: the format cannot hold it, or its library breaks.
        """
        with unrepresentable(self._format.title):
            text = to_text(document)
        try:
            answer = self._ask(encode=text)
        except Broken as error:
            raise Unrepresentable(f"{self._format.title}: {error}") from error
        if "unrepresentable" in answer:
            raise Unrepresentable(answer["unrepresentable"])
        return base64.b64decode(answer["encoded"])

    def decode(self, data: bytes) -> Value:
        """Decode the bytes of a document.

        Raises:
            Malformed: they are not of the format, or its library breaks.
        """
        try:
            answer = self._ask(decode=base64.b64encode(data).decode())
        except Broken as error:
            raise Malformed(f"{self._format.title}: {error}") from error
        if "malformed" in answer:
            raise fault_of(answer["malformed"])
        return from_text(answer["decoded"])

    def compiled(self) -> str:
        """Return what the compiler of the schema language makes of the schema, as text.

        Raises:
            Broken: it takes no such schema.
        """
        return str(self._ask()["compiled"])
