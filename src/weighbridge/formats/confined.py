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

from weighbridge import landlock
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
        raise Malformed(why(os.waitstatus_to_exitcode(status), len(data)))
    fault, *documents = written.decode().split("\n")
    if fault:
        raise fault_of(json.loads(fault))
    return [from_text(text) for text in documents if text]


def _serve(decode: Callable[[bytes], Sequence[Value]], data: bytes, writing: int) -> NoReturn:
    """Decode within limits, write what came of it, and end, without what else this process would do at its end."""
    status = 1
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the other process sees to it
        signal.signal(signal.SIGXCPU, signal.SIG_DFL)
        limit(len(data), for_ever=True)
        landlock.keep_to_reading()
        try:
            lines = ["", *map(to_text, decode(data))]
        except Malformed as error:
            if isinstance(error.__cause__, MemoryError):
                raise error.__cause__ from None
            lines = [json.dumps(told(error))]
        with os.fdopen(writing, "wb") as answers:
            answers.write("\n".join(lines).encode())
        status = 0
    except MemoryError:
        status = NO_MEMORY
    finally:
        os._exit(status)


NO_MEMORY = 3
"""The status with which a process ends that would have taken more memory than it may."""


def limit(size: int, *, for_ever: bool) -> None:
    """Limit the time and the memory that this process takes from now on.

    Args:
        size: of what is read, in bytes.
        for_ever: whether the limits are never raised again, for what is read next.
    """
    seconds = seconds_for(size)
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds += round(used.ru_utime + used.ru_stime)  # of a process that was forked these begin at zero, but not by law
    _set(resource.RLIMIT_CPU, seconds, seconds + 1 if for_ever else None)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    pages = _pages_in_use()
    if pages is not None:
        most = pages * resource.getpagesize() + memory_for(size)
        _set(resource.RLIMIT_AS, most, most if for_ever else None)


def lift() -> None:
    """Lift the limits that are not for ever."""
    for what in (resource.RLIMIT_CPU, resource.RLIMIT_AS):
        highest = resource.getrlimit(what)[1]
        resource.setrlimit(what, (highest, highest))


def _set(what: int, soft: int, hard: int | None) -> None:
    highest = resource.getrlimit(what)[1]
    if highest != resource.RLIM_INFINITY:
        soft, hard = min(soft, highest), highest if hard is None else min(hard, highest)
    resource.setrlimit(what, (soft, highest if hard is None else hard))


def _pages_in_use() -> int | None:
    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123 (what can go wrong is none of Path's)
            return int(file.read().split()[0])
    except OSError:
        return None  # no Linux


def why(status: int, size: int) -> str:
    """Say why a process ended, of its exit status, that read so many bytes."""
    if status in {-signal.SIGXCPU, -signal.SIGKILL}:
        return f"reading these {size:,} bytes takes longer than {seconds_for(size)} s"
    if status == NO_MEMORY:
        return f"reading these {size:,} bytes takes more than {memory_for(size) // 2**20:,} MiB"
    if status < 0:
        return f"the library that reads it crashed ({signal.Signals(-status).name})"
    return "the library that reads it broke"


def told(error: Malformed) -> dict[str, Any]:
    """Return a fault as what JSON holds, for another process."""
    return {"outside": isinstance(error, OutsideModel), **vars(error)}


def fault_of(told: dict[str, Any]) -> Malformed:
    """Return the fault that another process told of."""
    told = dict(told)
    if told.pop("outside"):
        return OutsideModel(told["problem"])
    return Malformed(told.pop("problem"), **told)
