"""An artificial load: processes that are busy, then idle, at random intervals.

There is one a core, and all switch at the same moments, so that no core is left to flee to. Each does arithmetic and
copies memory that no cache holds. They run at ordinary priority, as a neighbour would.
"""

from __future__ import annotations

import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import cycle

import numpy as np

from weighbridge.campaign.environment import describe_machine

SHORTEST_S, LONGEST_S = 0.2, 2.0
COPIED_BYTES = 64 * 2**20
ARITHMETIC = 20_000


def intervals(seed: int) -> Iterator[tuple[bool, float]]:
    """Yield whether to be busy, and for how many seconds, without end."""
    generator = np.random.default_rng(seed)
    for busy in cycle((True, False)):
        yield busy, float(generator.uniform(SHORTEST_S, LONGEST_S))


@contextmanager
def loaded(seed: int) -> Iterator[None]:
    """Load the machine within the context."""
    with ExitStack() as running:
        for _ in range(describe_machine()["cores"]):
            command = [sys.executable, "-m", "benchmarks.load", str(seed), repr(time.time())]
            process = subprocess.Popen(command, stdin=subprocess.PIPE)  # noqa: S603 (this module)
            running.callback(_end, process)
        yield


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.communicate()


def _be_busy(until: float, source: np.ndarray, target: np.ndarray) -> None:
    while time.time() < until:
        total = 0
        for number in range(ARITHMETIC):
            total += number * number
        np.copyto(target, source)


def main(seed: int, began: float) -> None:
    """Load one core until standard input ends: with the process that started this one, if not before."""
    source, target = (np.zeros(COPIED_BYTES, dtype=np.uint8) for _ in range(2))
    until = began
    for busy, seconds in intervals(seed):
        until += seconds
        if busy:
            _be_busy(until, source, target)
        ended, _, _ = select.select([sys.stdin], [], [], 0 if busy else max(until - time.time(), 0))
        if ended:
            return


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]))
