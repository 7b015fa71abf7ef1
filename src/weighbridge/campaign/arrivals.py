"""Arrivals: runners are installed and built in the background, and come as they get ready."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from itertools import chain
from queue import Queue
from types import TracebackType

from weighbridge.campaign import set_up_times
from weighbridge.campaign.enlisting import BUILD
from weighbridge.campaign.participants import Found, Participants
from weighbridge.campaign.progress import Progress, Silence
from weighbridge.interruption import end_children
from weighbridge.runners.build import is_built
from weighbridge.runners.halt import Halt, Halted
from weighbridge.runners.manifest import Manifest

Prepare = Callable[[Manifest, Progress, Halt], Found]
"""Gets a runner ready."""
Complete = Callable[[Participants], Participants]
"""Does what is to be done with a runner that is ready, such as adding who lends to it."""

_MOMENT_S = 0.05


class Arrivals:
    """Runners that are got ready, several at once: to iterate is to wait for the next that is.

    A context manager: leaving it ends what still works.

    Attributes:
        expected: the names of all, on their targets.
        lots: in how many lots they come.
    """

    def __init__(
        self,
        chains: Sequence[Sequence[Manifest]],
        progress: Progress,
        prepare: Prepare = BUILD,
        complete: Complete = lambda ready: ready,
        *,
        soonest_alone: bool = False,
    ) -> None:
        """Plan; nothing begins before the first is asked for.

        Args:
            chains: the runners; of a chain, such as a runner and its types, one is got ready after the other.
            progress: told what happens.
            prepare: gets one ready.
            complete: called with each, in the thread that iterates.
            soonest_alone: whether the chain that takes least has the machine for itself, so that it is there soon.
        """
        self.expected = [one.participant for one in chain.from_iterable(chains)]
        self.lots = len(self.expected)
        # By what manifests guess, which is the same everywhere, and also where all is built.
        self._chains = sorted(chains, key=lambda chain: sum(one.build.typical_s for one in chain[:1]))
        self._alone = 1 if soonest_alone else 0
        self._progress = progress
        self._prepare = prepare
        self._complete = complete
        self._halt = Halt()
        self._pool = ThreadPoolExecutor(max_workers=os.cpu_count())
        self._working: list[Future[None]] = []
        self._ready: Queue[Found | Exception] = Queue()

    def __iter__(self) -> Iterator[Participants]:
        """Yield each runner that is ready, or what came of it."""
        for chains in (self._chains[: self._alone], self._chains[self._alone :]):
            for manifest in chain.from_iterable(chains):
                left_s = 0.0 if is_built(manifest) else set_up_times.expected_s([manifest])
                self._progress.setting_up(manifest.title, "waiting", expected_s=left_s)
            self._working = [self._pool.submit(self._work, chain) for chain in chains]
            for _ in chain.from_iterable(chains):
                found = self._ready.get()
                if isinstance(found, Exception):
                    raise found
                yield self._complete(Participants.found([found]))

    def paused(self) -> AbstractContextManager[None]:
        """Let nothing be installed or built meanwhile."""
        return self._halt.paused()

    def __enter__(self) -> Arrivals:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End what still works: a build can take minutes, and a runner that hangs is awaited for one."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._halt.call()
        while any(future.running() for future in self._working):
            end_children()
            time.sleep(_MOMENT_S)

    def _work(self, manifests: Sequence[Manifest]) -> None:
        try:
            for manifest in manifests:
                self._ready.put(self._prepare(manifest, self._progress, self._halt))
        except Halted:
            return
        except Exception as error:  # noqa: BLE001 (raised again where it is waited for)
            self._ready.put(error)


class Ready(Arrivals):
    """Runners that are ready, and come together."""

    def __init__(self, participants: Participants) -> None:
        """Plan nothing."""
        super().__init__([], Silence())
        self.expected = sorted(participants.names)
        self.lots = 1
        self._participants = participants

    def __iter__(self) -> Iterator[Participants]:
        """Yield them."""
        yield self._participants


def assemble(
    manifests: Sequence[Manifest],
    progress: Progress,
    prepare: Prepare = BUILD,
) -> Participants:
    """Get every runner ready, several at once. One that fails is left out and reported.

    Args:
        manifests: the runners'.
        progress: told what happens.
        prepare: gets one ready.
    """
    progress.stage("Setting up runners", len(manifests))
    with Arrivals([[manifest] for manifest in manifests], progress, prepare) as arrivals:
        ready = Participants({})
        for one in arrivals:
            ready |= one
            progress.step()
    order = [manifest.participant for manifest in manifests]
    runners = {name: ready.runners[name] for name in order if name in ready.runners}
    return Participants(runners, ready.failures, ready.absent)
