"""Checks of ``time``: that it times, and times what it says."""

from __future__ import annotations

import os
import time
from functools import partial
from typing import Any

from weighbridge_kit.describing import FLOORS, full_name
from weighbridge_kit.findings import Broken, Check, Fault, Findings
from weighbridge_kit.operations import TYPED_OPERATIONS, WHOLE_OPERATIONS
from weighbridge_kit.session import Session
from weighbridge_kit.trials import SAMPLE, Document
from weighbridge_kit.typed import TypedExaminer

_DOCUMENT = Document("the timed document", SAMPLE, True)
_MANY = 50
_FEW = 5
_MOST = 1_000_000
_FACTOR = 4
_PATIENCE_S = 1.0
_SLACK_NS = 10_000_000


class Timekeeper:
    """Asks a runner for times and makes sure that each makes sense by itself."""

    def __init__(self, session: Session, description: dict[str, Any], examiner: TypedExaminer) -> None:
        self._session = session
        self._clocks = description["clocks"]
        self._examiner = examiner

    def operation(self, name: str, operation: str, format_name: str) -> Findings:
        """Make sure that many iterations take longer than one.

        They have to take a few times longer, twice, with as many as a million iterations if need be: a generous test,
        since a machine may be busy and a clock coarse.
        """
        payload = self._load(operation, format_name)
        if payload is None:
            return
        if self._clocks.get("counter") is not None:
            yield from self._counts(name, operation, format_name, payload)
            return
        iterations = _MANY
        begin = time.monotonic()
        while True:
            first = self._time(name, operation, payload, iterations)
            if first is None:
                return
            single = min(self._time(name, operation, payload, 1) or 0 for _ in range(3))
            again = self._time(name, operation, payload, iterations) or 0
            if min(first, again) > _FACTOR * single:
                return
            if iterations == _MOST or time.monotonic() - begin > _PATIENCE_S:
                break
            iterations *= 10
        yield Fault(
            "time",
            f"{name} {operation}: {iterations} iterations take {first} and {again} ns, and one takes {single} ns. "
            "The time does not grow with the iterations.",
        )

    def _counts(self, name: str, operation: str, format_name: str, payload: str) -> Findings:
        """Make sure that more iterations count more, and that two boots count the same."""
        counts = []
        for _ in range(2):
            self._session.end()
            self._load(operation, format_name)
            counts.append([self._time(name, operation, payload, iterations) for iterations in (1, _FEW)])
        single, few = counts[0]
        if single is None or few is None:
            return
        if counts[0] != counts[1]:
            yield Fault(
                "Boards", f"{name} {operation}: 1 and {_FEW} iterations count {counts[0]}, and then {counts[1]}."
            )
        if few <= single:
            yield Fault("Boards", f"{name} {operation}: {_FEW} iterations count {few}, and one counts {single}.")

    def _load(self, operation: str, format_name: str) -> str | None:
        """Have something loaded that an operation works on, and return its name; None if there is no way to it."""
        if operation in TYPED_OPERATIONS and format_name:
            sample = self._examiner.samples[0]
            if operation != "encode-typed" and self._examiner.typed_form(format_name, sample) is None:
                return None
            self._examiner.load_typed(format_name, sample)
            return sample.name
        form = self._examiner.form(format_name, _DOCUMENT) if format_name else None
        if form is None and format_name and operation != "encode":
            return None
        forms = {} if form is None else {format_name: form}
        self._session.load(_DOCUMENT.name, [_DOCUMENT.text], [forms], picks=[_DOCUMENT.picks])
        return _DOCUMENT.name

    def _time(self, name: str, operation: str, payload: str, iterations: int) -> int | None:
        """Ask for a time and return the wall time, or the count; None if the codec cannot do it."""
        request = {
            "request": "time",
            "codec": name,
            "operation": operation,
            "payload": payload,
            "iterations": iterations,
        }
        begin = time.perf_counter_ns()
        answer = self._session.ask(request, "time")
        elapsed = time.perf_counter_ns() - begin
        what = f"{name} {operation}, {iterations} iterations:"
        if answer["answer"] == "bad-request":
            raise Broken("time", f"{what} answered 'bad-request': {answer['message']}")
        if answer["answer"] != "ok":
            if ":" in name:
                raise Broken("time", f"{what} answered {answer['answer']!r}: {answer['message']}")
            return None
        for member in ("allocated_bytes", "allocated_objects", "peak_bytes", "stack_bytes"):
            if answer.get(member) is not None:
                self._natural(what, answer, member)
        if self._clocks.get("counter") is not None:
            return self._natural(what, answer, "count")
        wall = self._natural(what, answer, "wall_ns")
        if wall > elapsed * 1.01 + _SLACK_NS + self._clocks["wall"]["resolution_ns"]:
            raise Broken("time", f"{what} wall_ns is {wall}, but the answer came after {elapsed} ns.")
        if self._clocks["cpu"] is None:
            if answer.get("cpu_ns", 0) is not None:
                raise Broken("time", f"{what} cpu_ns should be null, since the runner has no clock for it.")
        else:
            cpu = self._natural(what, answer, "cpu_ns")
            if cpu > wall * 1.5 * (os.cpu_count() or 1) + _SLACK_NS + self._clocks["cpu"]["resolution_ns"]:
                raise Broken(
                    "time",
                    f"{what} cpu_ns is {cpu}, and wall_ns {wall}; all processors together cannot do that.",
                )
        return wall

    @staticmethod
    def _natural(what: str, answer: dict[str, Any], member: str) -> int:
        number = answer.get(member)
        if not isinstance(number, int) or isinstance(number, bool):
            raise Broken("time", f"{what} {member} is {number!r}; an integer is due.")
        if number < 0:
            raise Broken("time", f"{what} {member} is {number}, which is negative.")
        return number


def checks(
    session: Session, description: dict[str, Any], codecs: list[dict[str, Any]], examiner: TypedExaminer
) -> list[Check]:
    """Return the checks of the times of the codecs given, and of all tares and floors."""
    keeper = Timekeeper(session, description, examiner)

    def of_codec(codec: dict[str, Any]) -> Findings:
        for operation in codec["operations"]:
            yield from keeper.operation(full_name(codec), operation, codec["format"])

    found = [Check(f"times {full_name(codec)}", partial(of_codec, codec)) for codec in codecs]

    def of_tare(name: str) -> Findings:
        needed = [
            one for one in WHOLE_OPERATIONS if any(codec["tare"].get(one) == name for codec in description["codecs"])
        ]
        for operation in needed or WHOLE_OPERATIONS[:1]:
            yield from keeper.operation(f"tare:{name}", operation, "")

    tares = [Check(f"times the tare {name}", partial(of_tare, name)) for name in description["tares"]]

    def of_floor(name: str) -> Findings:
        for operation in FLOORS[name]:
            # Every runner has JSON to copy.
            selector, form = (f"floor:{name}[json]", "json") if name == "memcpy" else (f"floor:{name}", "")
            yield from keeper.operation(selector, operation, form)

    floors = [Check(f"times the floor {name}", partial(of_floor, name)) for name in description.get("floors", [])]
    return found + tares + floors
