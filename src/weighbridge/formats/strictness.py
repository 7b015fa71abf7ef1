"""What our own strict readers say of bytes that some decoder took."""

from __future__ import annotations

import json
import re
import signal
import time
from collections.abc import Sequence
from typing import Literal, NamedTuple, NoReturn

from weighbridge.formats.confined import confined
from weighbridge.formats.format import Format, Malformed, OutsideModel
from weighbridge.formats.guard import TOO_DEEP


class Verdict(NamedTuple):
    """What bytes are: a document, one with something after it, none (garbage); or we cannot tell.

    Attributes:
        kind: which.
        problem: what the strict reader says.
    """

    kind: Literal["document", "trailing", "garbage", "unknown"]
    problem: str = ""


_UNKNOWN = Verdict("unknown")
_BEYOND_GRAMMAR = re.compile(
    f"{TOO_DEEP}|there twice|[Dd]uplicate|more than 64 bits|overflows a double|surrogate|is reserved|times the same"
    "|byte-order mark"
)
"""What our readers refuse though formats allow it or leave it open."""
_LONGEST_PREFIX = 1_000
"""Up to so many bytes are tried as a document with something after it."""
_PROCESS_S, _PATIENCE_S = 2.0, 0.5
"""CPU time for the inputs of a process and for one: nine bytes of UBJSON announce millions of values, and every prefix
is read as well."""


def judge(form: Format, inputs: Sequence[bytes]) -> list[Verdict]:
    """Judge inputs, in a process that may crash and may not take for ever."""
    if not inputs:
        return []
    if not form.is_readable:
        return [_UNKNOWN] * len(inputs)
    try:
        written = confined(lambda _: [json.dumps(_verdicts(form, inputs))], b"".join(inputs))
    except Malformed:
        if len(inputs) == 1:
            return [_UNKNOWN]
        half = len(inputs) // 2
        return judge(form, inputs[:half]) + judge(form, inputs[half:])
    verdicts = [Verdict(*one) for one in json.loads(str(written[0]))]
    return verdicts + judge(form, inputs[len(verdicts) :])


class _TookTooLong(BaseException):
    """No `Exception`: readers turn those into what is wrong with the bytes."""


def _verdicts(form: Format, inputs: Sequence[bytes]) -> list[Verdict]:
    """Judge as many inputs, one at least, as one process has the time for."""

    def stop(*_: object) -> NoReturn:
        raise _TookTooLong

    signal.signal(signal.SIGVTALRM, stop)
    end = time.process_time() + _PROCESS_S
    verdicts: list[Verdict] = []
    while len(verdicts) < len(inputs) and (not verdicts or time.process_time() < end):
        verdicts.append(_verdict_in_time(form, inputs[len(verdicts)]))
    return verdicts


def _verdict_in_time(form: Format, data: bytes) -> Verdict:
    signal.setitimer(signal.ITIMER_VIRTUAL, _PATIENCE_S)
    try:
        return _verdict(form, data)
    except (_TookTooLong, MemoryError):
        return _UNKNOWN
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _verdict(form: Format, data: bytes) -> Verdict:
    problem = _problem(form, data)
    if problem is None:
        return Verdict("document")
    for end in range(1, min(len(data), _LONGEST_PREFIX + 1)):
        if _problem(form, data[:end]) is None:
            return Verdict("trailing", "something follows after the end of the document")
    return Verdict("garbage", problem)


def _problem(form: Format, data: bytes) -> str | None:
    """Say why bytes are no document of a format; None if they are, or only none that a payload may be."""
    try:
        form.decode(data)
    except OutsideModel:
        return None
    except Malformed as error:
        if isinstance(error.__cause__, MemoryError):
            raise error.__cause__ from None
        return None if _BEYOND_GRAMMAR.search(error.problem) else error.problem
    return None
