"""Decode bytes of unknown origin in a process of its own, whose time and memory are limited.

A few bytes can make a library fill the memory, loop for ever or crash: then that process ends, and no other. What it
decoded comes back as value text, which nothing but values can be read from.
"""

from __future__ import annotations

import json
import os
import resource
import signal
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from weighbridge.formats.format import Malformed, OutsideModel
from weighbridge_kit.values import Value, from_text, to_text

_LEAST_S, _MOST_S, _S_PER_BYTE = 5.0, 60.0, 1e-4
_LEAST_BYTES, _MOST_BYTES, _BYTES_PER_BYTE = 2**28, 2**32, 128
"""What reading may take: so much at least, so much more a byte, and so much at most."""


def seconds_for(size: int) -> int:
    """Return how many seconds of CPU time reading so many bytes may take."""
    return round(min(_LEAST_S + _S_PER_BYTE * size, _MOST_S))


def memory_for(size: int) -> int:
    """Return how many bytes of memory reading so many bytes may take."""
    return min(_LEAST_BYTES + _BYTES_PER_BYTE * size, _MOST_BYTES)


def confined(decode: Callable[[bytes], Sequence[Value]], data: bytes) -> list[Value]:
    """Decode documents in a process of its own.

    Raises:
        Malformed: what the decoder raises, or it took too much time or memory, or crashed.
    """
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        _serve(decode, data, writing)
    os.close(writing)
    try:
        with os.fdopen(reading, "rb") as answers:
            written = answers.read()
    except BaseException:  # Ctrl-C
        os.kill(process, signal.SIGKILL)
        raise
    finally:
        _, status = os.waitpid(process, 0)
    if status:
        raise Malformed(_why(os.waitstatus_to_exitcode(status), len(data)))
    fault, *documents = written.decode().split("\n")
    if fault:
        raise _fault(json.loads(fault))
    return [from_text(text) for text in documents if text]


def _serve(decode: Callable[[bytes], Sequence[Value]], data: bytes, writing: int) -> NoReturn:
    """Decode within limits, write what came of it, and end, without what else this process would do at its end."""
    status = 1
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the other process sees to it
        signal.signal(signal.SIGXCPU, signal.SIG_DFL)
        _limit(len(data))
        try:
            lines = ["", *map(to_text, decode(data))]
        except Malformed as error:
            if isinstance(error.__cause__, MemoryError):
                raise error.__cause__ from None
            lines = [json.dumps({"outside": isinstance(error, OutsideModel), **vars(error)})]
        with os.fdopen(writing, "wb") as answers:
            answers.write("\n".join(lines).encode())
        status = 0
    except MemoryError:
        status = _NO_MEMORY
    finally:
        os._exit(status)


_NO_MEMORY = 3


def _limit(size: int) -> None:
    seconds = seconds_for(size)
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds += round(used.ru_utime + used.ru_stime)  # of a process that was forked these begin at zero, but not by law
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    pages = _pages_in_use()
    if pages is not None:
        most = pages * resource.getpagesize() + memory_for(size)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _pages_in_use() -> int | None:
    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123 (what can go wrong is none of Path's)
            return int(file.read().split()[0])
    except OSError:
        return None  # no Linux


def _why(status: int, size: int) -> str:
    if status in {-signal.SIGXCPU, -signal.SIGKILL}:
        return f"reading these {size:,} bytes takes longer than {seconds_for(size)} s"
    if status == _NO_MEMORY:
        return f"reading these {size:,} bytes takes more than {memory_for(size) // 2**20:,} MiB"
    if status < 0:
        return f"the library that reads it crashed ({signal.Signals(-status).name})"
    return "the library that reads it broke"


def _fault(told: dict[str, Any]) -> Malformed:
    if told.pop("outside"):
        return OutsideModel(told["problem"])
    return Malformed(told.pop("problem"), **told)
