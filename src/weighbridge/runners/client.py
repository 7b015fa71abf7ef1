"""The core's side of the runner protocol."""

from __future__ import annotations

import base64
import binascii
import json
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NoReturn, Self

from pydantic import ValidationError

from weighbridge.formats.model import shorten
from weighbridge.runners import errors
from weighbridge.runners.answers import MOST, PROTOCOL, Checked, Description, Timing
from weighbridge.runners.transport import (
    LINE_LIMIT,
    Ended,
    TimedOut,
    TooLong,
    Transport,
    TransportError,
    Unasked,
)
from weighbridge_kit.operations import ENCODERS
from weighbridge_kit.picks import Pick
from weighbridge_kit.transport import excerpt

_DESCRIPTION_LIMIT = 4 << 20
"""The longest description that is read, in bytes: a hundred times that of any runner."""
_CLOCKS_APART_NS = 1e6
"""So far two clocks may be apart over a batch."""
_CPU_CLOCK_LEAPS_NS = 100_000_000
"""CPU clocks of busy virtual machines leap by up to 20 ms now and then: medians do not mind, and nobody has lied."""
_TELLING_NS = 1e9
"""An answer that is so late was not only kept waiting by a busy machine."""
_MESSAGE_LIMIT = 2000
"""So much of what a runner says goes into a message, in characters."""
_REFUSALS = {
    "unsupported": errors.Unsupported,
    "failed": errors.Failed,
    "bad-request": errors.BadRequest,
    "too-large": errors.TooLarge,
}
_TROUBLES = {
    Ended: errors.Died,
    TimedOut: errors.Hung,
    TooLong: errors.Flooded,
    Unasked: errors.Flooded,
}


@dataclass(frozen=True, slots=True)
class Timeouts:
    """How long a runner may take, in seconds.

    Attributes:
        start: until it has described itself, starting included.
        request: for any other request of ordinary size.
        bytes_per_s: the slowest pace at which a large payload is loaded or checked; adds to ``request``.
        patience: how many times the expected duration a ``time`` may take; adds to ``request``.
    """

    start: float = 60.0
    request: float = 30.0
    bytes_per_s: float = 1e6
    patience: float = 20.0


@dataclass(frozen=True)
class Document:
    """A document to load: its value text, its bytes in each format needed, and paths to what is picked out of it."""

    value: str
    encoded: Mapping[str, bytes]
    picks: tuple[Pick, ...] | None = None

    @cached_property
    def written(self) -> bytes:
        """The document as a ``load`` request holds it."""
        encoded = {name: base64.b64encode(data).decode() for name, data in self.encoded.items()}
        picks = {} if self.picks is None else {"pick": [pick.written for pick in self.picks]}
        return _line({"value": self.value, "encoded": encoded, **picks}).rstrip()


@dataclass(frozen=True, slots=True)
class Load:
    """A ``load`` request, written once for as many processes as will get it.

    Attributes:
        payload: the payload's name.
        documents: how many documents it has.
        line: the request's line.
    """

    payload: str
    documents: int
    line: bytes


def prepare_load(payload: str, documents: Sequence[Document], types: Mapping[str, Any] | None = None) -> Load:
    """Write the request that loads a payload.

    Args:
        payload: its name.
        documents: its documents.
        types: the members that tell of their schema, for typed operations.
    """
    frame = _line({"request": "load", "payload": payload, **(types or {}), "documents": []}).rstrip()
    line = frame.removesuffix(b"]}") + b",".join(document.written for document in documents) + b"]}\n"
    return Load(payload, len(documents), line)


class RunnerClient:
    """A conversation with one runner process. A context manager: leaving it ends the process.

    Every method that asks something raises a `Refusal` (`Unsupported`, `Failed`, `BadRequest`) if the runner says so
    and lives on, or a `RunnerTrouble` if it broke the protocol, in which case its process is ended.
    """

    def __init__(
        self,
        runner: str,
        transport: Transport,
        *,
        raised_priority: bool = False,
        timeouts: Timeouts | None = None,
    ) -> None:
        """Take over a transport.

        Args:
            runner: the runner's name, for messages.
            transport: the way to it; the client closes it.
            raised_priority: whether the system granted the process a raised priority, for the record.
            timeouts: how long it may take.
        """
        self.runner = runner
        self.raised_priority = raised_priority
        self._transport = transport
        self._timeouts = timeouts or Timeouts()
        self._description: Description | None = None
        self._loaded: dict[str, Load] = {}
        self._trouble: errors.RunnerTrouble | None = None

    @property
    def process(self) -> int | None:
        """The process at the other end, by its number, where there is one on this machine."""
        return getattr(self._transport, "pid", None)

    def describe(self) -> Description:
        """Return what the runner is and has. Asks once."""
        if self._description is None:
            request = "describe itself"
            answer = self._ask(request, _line({"request": "describe"}), self._timeouts.start, _DESCRIPTION_LIMIT)
            version = answer.get("protocol")
            if version != PROTOCOL:
                reason = f"speaks version {version!r} of the protocol, where version {PROTOCOL} is needed"
                self._give_up(errors.WrongProtocol, request, reason)
            try:
                self._description = Description.model_validate_json(json.dumps(answer))
            except ValidationError as error:
                problems = "; ".join(f"{'.'.join(map(str, item['loc']))}: {item['msg']}" for item in error.errors()[:5])
                self._give_up(errors.Garbled, request, f"answered what the protocol does not allow: {problems}")
            except RecursionError:
                self._give_up(errors.Garbled, request, "answered what nests too deeply")
        return self._description

    def load(self, load: Load) -> None:
        """Hand the runner a payload, made by `prepare_load`."""
        self._ask(f"load {load.payload}", load.line, self._pace(len(load.line)))
        self._loaded[load.payload] = load

    def drop(self, payload: str) -> None:
        """Let the runner forget a payload."""
        self._ask(f"drop {payload}", _line({"request": "drop", "payload": payload}), self._timeouts.request)
        self._loaded.pop(payload, None)

    def check(self, codec: str, operation: str, payload: str, *, values: bool = False) -> Checked:
        """Run an operation once on every document of a payload and return what came of each.

        Args:
            codec: ``name``, ``name[variant]``, ``tare:NAME``, ``floor:NAME`` or ``floor:NAME[FORMAT]``.
            operation: ``encode``, ``decode`` or ``scan``.
            payload: the name of a loaded payload.
            values: whether decoded documents are wanted as value text too.
        """
        what = f"check {codec} {operation} {payload}"
        request: dict[str, Any] = {"request": "check", "codec": codec, "operation": operation, "payload": payload}
        if values:
            request["values"] = True
        loaded = self._loaded.get(payload)
        size = len(loaded.line) if loaded else 0
        answer = self._ask(what, _line(request), self._pace(size), LINE_LIMIT + 16 * size)
        if operation in ENCODERS and ":" not in codec:
            texts = self._texts(what, answer, "bytes", loaded)
            try:
                return Checked(encoded=tuple(base64.b64decode(text, validate=True) for text in texts))
            except binascii.Error as error:
                self._give_up(errors.Garbled, what, f"answered bytes that are not base64 ({error})")
        hashes = self._texts(what, answer, "hashes", loaded)
        for text in hashes:
            if len(text) != 16 or not set(text) <= set("0123456789abcdef"):
                self._give_up(
                    errors.Garbled, what, f"answered {text!r} as a hash, not 16 lower-case hexadecimal digits"
                )
        return Checked(hashes=hashes, values=self._texts(what, answer, "values", loaded) if values else ())

    def time(
        self,
        codec: str,
        operation: str,
        payload: str,
        iterations: int,
        *,
        untimed: int = 0,
        expected_s: float | None = None,
    ) -> Timing:
        """Run an operation on a payload a number of times and return how long that took.

        Args:
            codec: ``name``, ``name[variant]``, ``tare:NAME``, ``floor:NAME`` or ``floor:NAME[FORMAT]``.
            operation: ``encode``, ``decode`` or ``scan``.
            payload: the name of a loaded payload.
            iterations: how many times, at least 1.
            untimed: how many times before the clocks start.
            expected_s: how long it is expected to take, in seconds; an ordinary request's time if None.
        """
        line = _line(
            {
                "request": "time",
                "codec": codec,
                "operation": operation,
                "payload": payload,
                "iterations": iterations,
                "untimed": untimed,
            }
        )
        what = f"time {codec} {operation} {payload} {iterations}x"
        timeout = self._timeouts.request + self._timeouts.patience * (expected_s or 0.0)
        start = time.perf_counter_ns()
        answer = self._ask(what, line, timeout)
        round_trip = time.perf_counter_ns() - start
        has_counter = self._description is not None and self._description.clocks.counter is not None
        timing = Timing(
            wall_ns=0 if has_counter else self._count(what, answer, "wall_ns", optional=False) or 0,
            cpu_ns=self._count(what, answer, "cpu_ns"),
            allocated_bytes=self._count(what, answer, "allocated_bytes"),
            allocated_objects=self._count(what, answer, "allocated_objects"),
            peak_bytes=self._count(what, answer, "peak_bytes"),
            round_trip_ns=round_trip,
            stack_bytes=self._count(what, answer, "stack_bytes"),
            count=self._count(what, answer, "count", optional=False) if has_counter else None,
        )
        if not has_counter:
            self._require_plausible(what, timing)
        return timing

    def kill(self) -> None:
        """End the process at once, from any thread: whoever awaits its answer is told that it died."""
        self._transport.kill()

    def close(self) -> None:
        """End the process at once. Does nothing the second time."""
        self._transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _require_plausible(self, what: str, timing: Timing) -> None:
        """Check that the runner's clocks agree with ours and each other, as far as a busy machine lets us tell."""
        clocks = self._description.clocks if self._description else None
        step = clocks.wall.resolution_ns if clocks and clocks.wall else 0
        too_long = timing.wall_ns > timing.round_trip_ns * 1.01 + _CLOCKS_APART_NS + step
        too_short = timing.round_trip_ns > _TELLING_NS and timing.wall_ns + step < timing.round_trip_ns / 1000
        if too_long or too_short:
            reason = f"says that {timing.wall_ns} ns went by, but its answer came after {timing.round_trip_ns} ns"
            self._give_up(errors.WrongClock, what, reason)
        if timing.cpu_ns is None or clocks is None or clocks.cpu is None:
            return
        processors = 1 if clocks.cpu.covers == "thread" else os.cpu_count() or 1
        most_ns = timing.wall_ns * 1.01 + _CPU_CLOCK_LEAPS_NS + step + clocks.cpu.resolution_ns
        if timing.cpu_ns > most_ns * processors:
            reason = f"says that it worked for {timing.cpu_ns} ns while {timing.wall_ns} ns went by"
            self._give_up(errors.WrongClock, what, reason)

    def _pace(self, size: int) -> float:
        return self._timeouts.request + size / self._timeouts.bytes_per_s

    def _ask(self, what: str, line: bytes, timeout: float, limit: int = LINE_LIMIT) -> dict[str, Any]:
        """Exchange a line; return the answer if it is ``ok``."""
        if self._trouble is not None:
            raise self._trouble
        try:
            raw = self._transport.exchange(line, timeout, limit)
        except TransportError as error:
            self._give_up(_TROUBLES.get(type(error), errors.RunnerTrouble), what, str(error), cause=error)
        try:
            answer = json.loads(raw)
        except (ValueError, RecursionError) as error:  # ValueError: a number of more digits than Python converts, too
            self._give_up(errors.Garbled, what, f"answered a line that is not JSON ({error}): {excerpt(raw)}")
        if not isinstance(answer, dict):
            self._give_up(errors.Garbled, what, f"answered JSON that is not an object: {excerpt(raw)}")
        kind = answer.get("answer")
        if kind == "ok":
            return answer
        refusal = _REFUSALS.get(kind) if isinstance(kind, str) else None
        message = answer.get("message")
        if refusal is None or not isinstance(message, str):
            self._give_up(errors.Garbled, what, f"answered neither ok nor an error with a message: {excerpt(raw)}")
        if refusal is errors.TooLarge:
            needed, there = (self._count(what, answer, member, optional=False) or 0 for member in ("bytes", "limit"))
            lies = " in pieces too small" if needed <= there else ""
            message = f"{message}: {needed} bytes are needed, and there are {there}{lies}"
        raise refusal(self.runner, what, shorten(message, _MESSAGE_LIMIT))

    def _texts(self, what: str, answer: dict[str, Any], member: str, loaded: Load | None) -> tuple[str, ...]:
        texts = answer.get(member)
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            self._give_up(errors.Garbled, what, f"answered without the list of strings {member!r}")
        if loaded is not None and len(texts) != loaded.documents:
            reason = f"answered {len(texts)} {member} for a payload of {loaded.documents} documents"
            self._give_up(errors.Contradiction, what, reason)
        return tuple(texts)

    def _count(self, what: str, answer: dict[str, Any], member: str, *, optional: bool = True) -> int | None:
        count = answer.get(member)
        if count is None and optional:
            return None
        if not isinstance(count, int) or isinstance(count, bool):
            self._give_up(errors.Garbled, what, f"answered {member} {count!r}, which is not an integer")
        if count < 0:
            self._give_up(errors.Contradiction, what, f"answered {member} {count}, which is negative")
        if count > MOST:
            self._give_up(
                errors.Contradiction, what, f"answered a {member} of {len(str(count))} digits, which no machine reaches"
            )
        return count

    def _give_up(
        self,
        trouble: type[errors.RunnerTrouble],
        what: str,
        reason: str,
        *,
        cause: TransportError | None = None,
    ) -> NoReturn:
        """End the process and say why."""
        last_errors = self._transport.last_errors()
        self.close()
        log = self._transport.log
        error = trouble(self.runner, what, reason, log=log if log and log.exists() else None, last_errors=last_errors)
        if isinstance(error, errors.Died) and isinstance(cause, Ended):
            error.status = cause.status
        self._trouble = error
        raise error from cause


def _line(message: dict[str, Any]) -> bytes:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
