"""Asking a runner, and starting it again when it broke."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from typing import Any

from weighbridge_kit.findings import Broken, Refused
from weighbridge_kit.picks import Pick
from weighbridge_kit.transport import StdioTransport, TransportError, excerpt

ANSWERS = ("ok", "unsupported", "failed", "bad-request", "too-large")
_LINE_LIMIT = 256 << 20


class Session:
    """A runner under test. It is started when it is first needed, and again after it was ended.

    Attributes:
        command: its argument vector.
        timeout: how long it may take to answer, in seconds.
        keeps_one: whether to have each payload dropped before the next is loaded, for runners with little memory.
    """

    def __init__(self, command: Sequence[str], timeout: float) -> None:
        self.command = command
        self.timeout = timeout
        self.keeps_one = False
        self._transport: StdioTransport | None = None
        self._loaded: dict[str, str] = {}

    @property
    def transport(self) -> StdioTransport:
        """The way to the running runner.

        Raises:
            CannotStart: it could not be started.
        """
        if self._transport is None:
            self._transport = StdioTransport(self.command)
            self._loaded = {}
        return self._transport

    def end(self) -> None:
        """End the runner at once, if it runs."""
        if self._transport is not None:
            self._transport.close()
            self._transport = None

    def ask(self, request: dict[str, Any] | bytes, section: str = "Framing") -> dict[str, Any]:
        """Send a request and return the answer, whichever it is.

        Args:
            request: the request, or the bytes of a whole line where they matter.
            section: where the protocol speaks of it, for faults.

        Raises:
            Broken: there was no answer, or it was no answer of the protocol's. The runner has been ended.
        """
        line = request if isinstance(request, bytes) else write(request)
        transport = self.transport
        try:
            raw = transport.exchange(line, self.timeout + len(line) / 1e6, _LINE_LIMIT)
        except TransportError as error:
            words = transport.last_errors(3)
            self.end()
            said = f" Its last words on standard error: {words!r}." if words else ""
            raise Broken(section, f"Asked {quote(line)}, the runner {error}.{said}") from error
        return self.read(line, raw)

    def read(self, line: bytes, raw: bytes) -> dict[str, Any]:
        """Read the line that answers another."""
        asked = f"Asked {quote(line)}, the runner"
        try:
            answer = json.loads(raw.decode())
        except (ValueError, RecursionError) as error:
            self.end()
            raise Broken("Framing", f"{asked} answered what is not JSON in UTF-8 ({error}): {excerpt(raw)}") from error
        if not isinstance(answer, dict):
            raise Broken("Framing", f"{asked} answered JSON that is not an object: {excerpt(raw)}")
        if answer.get("answer") not in ANSWERS:
            raise Broken(
                "Framing", f'{asked} answered without a member "answer" of {", ".join(ANSWERS)}: {excerpt(raw)}'
            )
        message = answer.get("message")
        if answer["answer"] == "too-large" and not all(
            isinstance(answer.get(name), int) for name in ("bytes", "limit")
        ):
            raise Broken(
                "Boards", f"{asked} answered 'too-large' without the numbers 'bytes' and 'limit': {excerpt(raw)}"
            )
        if answer["answer"] != "ok" and not (isinstance(message, str) and message):
            raise Broken("Framing", f"{asked} answered {answer['answer']!r} without a message: {excerpt(raw)}")
        return answer

    def ask_ok(self, request: dict[str, Any] | bytes, section: str) -> dict[str, Any]:
        """Send a request that has to be answered ``ok`` and return the answer.

        Raises:
            Broken: as in `ask`, or it was answered otherwise.
        """
        answer = self.ask(request, section)
        if answer["answer"] != "ok":
            line = request if isinstance(request, bytes) else write(request)
            words = f"{answer['answer']!r} ({answer['message']})"
            raise Broken(section, f"Asked {quote(line)}, the runner answered {words}, not ok.")
        return answer

    def load(
        self,
        payload: str,
        texts: Sequence[str],
        encoded: Sequence[Mapping[str, bytes]] | None = None,
        types: Mapping[str, Any] | None = None,
        picks: Sequence[Sequence[Pick]] | None = None,
    ) -> None:
        """Have a payload loaded, its documents given as value text, unless this process holds the same already.

        Args:
            payload: its name.
            texts: its documents.
            encoded: their bytes in formats.
            types: what the request says of their schema, for typed operations.
            picks: the paths to what is picked out of each.

        Raises:
            Broken: the runner did not take it.
            Refused: it is too large for the runner.
        """
        documents: list[dict[str, Any]] = [
            {
                "value": text,
                "encoded": {name: base64.b64encode(data).decode() for name, data in forms.items()},
            }
            for text, forms in zip(texts, encoded or [{} for _ in texts])  # noqa: B905  (Python 3.9)
        ]
        for document, paths in zip(documents, picks or []):  # noqa: B905  (Python 3.9)
            document["pick"] = [path.written for path in paths]
        line = json.dumps([documents, types])
        if self._transport is None or self._loaded.get(payload) != line:
            for other in [name for name in self._loaded if self.keeps_one]:
                self.ask({"request": "drop", "payload": other}, "drop and quit")
                self._loaded.pop(other, None)  # asking it may have started it again
            request = {"request": "load", "payload": payload, **(types or {}), "documents": documents}
            answer = self.ask(request, "load")
            if answer["answer"] == "too-large":
                raise Refused(answer["answer"], answer["message"])
            if answer["answer"] != "ok":
                said = f"{answer['answer']!r} ({answer['message']}), not ok"
                raise Broken("load", f"Asked {quote(write(request))}, the runner answered {said}.")
            self._loaded[payload] = line


def quote(line: bytes) -> str:
    """Quote a request so that a person can tell which one it was."""
    return excerpt(line.rstrip(), 200)


def write(message: dict[str, Any]) -> bytes:
    """Write a message as the line that carries it."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
