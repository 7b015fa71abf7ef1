"""The process that times compressors: a question on standard input, the batches on standard output, as JSON."""

from __future__ import annotations

import base64
import json
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from functools import partial

from weighbridge.compression.compressors import COMPRESSORS
from weighbridge.compression.lots import Squeeze, Unsuited
from weighbridge.compression.timing import Encoded, Timed

_BATCHES = 2
_LONG_NS = 10e6
"""A pass that takes this long is not run once more to warm up: caches are cold again at its end anyway."""

_Task = Callable[[float], Iterator[Timed]]
_Work = list[tuple[Squeeze, tuple[bytes, ...]]]
"""What one pass does: each function is called with each of its pieces."""


def _tasks(items: Sequence[Encoded]) -> Iterator[_Task]:
    for item in items:
        for name, compressor in COMPRESSORS.items():
            try:
                lots = compressor.lots(item.documents)
            except Unsuited:
                continue
            to_compress: _Work = [(lot.compress, lot.pieces) for lot in lots]
            to_decompress: _Work = [(lot.decompress, tuple(map(lot.compress, lot.pieces))) for lot in lots]
            back = [tuple(map(decompress, compressed)) for decompress, compressed in to_decompress]
            if back != [lot.pieces for lot in lots]:
                raise ValueError(f"{name} does not give back what it was given: {item.payload} as {item.format}")
            timed = partial(Timed, item.payload, item.format, name)
            yield partial(_batches, to_compress, partial(timed, "compress"))
            yield partial(_batches, to_decompress, partial(timed, "decompress"))


def _batches(work: _Work, timed: Callable[[int, int, int], Timed], batch_ns: float) -> Iterator[Timed]:
    first = _time(work, 1)
    if first[0] >= _LONG_NS:
        yield timed(1, *first)
        return
    guess_ns = min(first[0], _time(work, 1)[0])
    iterations = max(1, round(batch_ns / max(guess_ns, 1)))
    for _ in range(_BATCHES):
        yield timed(iterations, *_time(work, iterations))


def _time(work: _Work, iterations: int) -> tuple[int, int]:
    """Return the wall time and the CPU time of so many passes, in nanoseconds."""
    wall, cpu = time.perf_counter_ns(), time.thread_time_ns()
    for _ in range(iterations):
        for call, pieces in work:
            for piece in pieces:
                call(piece)
    return time.perf_counter_ns() - wall, time.thread_time_ns() - cpu


def main() -> None:
    """Answer the question."""
    question = json.load(sys.stdin)
    items = [
        Encoded(item["payload"], item["format"], tuple(map(base64.b64decode, item["documents"])))
        for item in question["items"]
    ]
    tasks = list(_tasks(items))
    random.Random(question["seed"]).shuffle(tasks)  # noqa: S311 (an order, no secret)
    json.dump([asdict(timed) for task in tasks for timed in task(question["batch_ns"])], sys.stdout)


if __name__ == "__main__":
    main()
