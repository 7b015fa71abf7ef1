"""The participants: the runners that take part, built and described."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field

from weighbridge.campaign.progress import Progress
from weighbridge.runners.answers import Description
from weighbridge.runners.build import BuildError, Halt, build
from weighbridge.runners.errors import CannotStart, RunnerError
from weighbridge.runners.launch import start
from weighbridge.runners.library_sources import Unpacked, unpacked
from weighbridge.runners.manifest import Manifest
from weighbridge.runners.setup import how_to_add, missing_programs
from weighbridge.store.records import FailureRecord, Stage


@dataclass(frozen=True, slots=True)
class Participant:
    """A runner that is ready, and what it says of itself.

    Attributes:
        manifest: the runner's.
        description: what it says.
        raised_priority: whether the system granted it that.
        start_s: how long it took to start and to describe itself, in seconds.
        unpacked: the libraries that were got for it out of packages, by name.
    """

    manifest: Manifest
    description: Description
    raised_priority: bool
    start_s: float = 60.0
    unpacked: Mapping[str, Unpacked] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name of the runner on its target."""
        return self.manifest.participant


@dataclass(frozen=True, slots=True)
class Absence:
    """A runner that cannot take part because this machine lacks what it needs: why, and what to do about it."""

    manifest: Manifest
    reason: str
    advice: str

    def __str__(self) -> str:
        return f"{self.manifest.title} is left out: {self.reason}. {self.advice}"


@dataclass(frozen=True, slots=True)
class Participants:
    """The runners that are ready, and those that are not.

    Attributes:
        runners: by name on their target, in the order of the manifests.
        failures: what broke on the way.
        absent: runners that this machine lacks something for.
        lenders: runners that do not take part, but lend their reference codecs to formats that the participants have.
    """

    runners: dict[str, Participant]
    failures: tuple[FailureRecord, ...] = ()
    absent: tuple[Absence, ...] = ()
    lenders: tuple[Participant, ...] = ()

    @property
    def formats(self) -> set[str]:
        """The formats that those that take part have a codec for."""
        return {codec.format for participant in self.runners.values() for codec in participant.description.codecs}

    @property
    def everyone(self) -> tuple[Participant, ...]:
        """Those that take part, and those that only lend."""
        return (*self.runners.values(), *self.lenders)


def assemble(manifests: Sequence[Manifest], progress: Progress, *, force: bool = False) -> Participants:
    """Build every runner and let it describe itself, several at once. One that fails is left out and reported.

    Args:
        manifests: the runners'.
        progress: told what happens.
        force: whether to build those too that are up to date.
    """
    progress.stage("Building runners", len(manifests))
    halt = Halt()
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        futures = [pool.submit(_enlist, manifest, progress, halt, force=force) for manifest in manifests]
        try:
            for _ in as_completed(futures):
                progress.step()
        except BaseException:  # Ctrl-C: a build can take minutes
            pool.shutdown(wait=False, cancel_futures=True)
            halt.call()
            raise
    found = [future.result() for future in futures]
    return Participants(
        runners={one.name: one for one in found if isinstance(one, Participant)},
        absent=tuple(one for one in found if isinstance(one, Absence)),
        failures=tuple(one for one in found if isinstance(one, FailureRecord)),
    )


def _check_allocator(manifest: Manifest, description: Description) -> None:
    """Check that memory comes from where it should: the loader goes on where it cannot take a library.

    Raises:
        CannotStart: it comes from elsewhere.
    """
    wanted, found = manifest.start.preload, description.allocator
    if wanted and not (found or "").startswith(f"lib{wanted}."):
        raise CannotStart(manifest.participant, "start", f"its memory comes from {found}, and not from {wanted}")


def _enlist(
    manifest: Manifest, progress: Progress, halt: Halt, *, force: bool
) -> Participant | Absence | FailureRecord:
    """Build a runner and let it describe itself."""
    try:
        built = build(
            manifest, progress=lambda line: progress.about(f"{manifest.title}: {line}"), halt=halt, force=force
        )
        if not built.fresh:
            progress.note(f"{manifest.title}: built in {built.seconds:.0f} s")
        began = time.monotonic()
        with start(manifest) as client:
            description = client.describe()
            _check_allocator(manifest, description)
            took_s = time.monotonic() - began
            return Participant(manifest, description, client.raised_priority, took_s, unpacked(manifest))
    except (BuildError, RunnerError, OSError) as error:  # OSError: a folder that cannot be written
        # Only now: to ask programs for their versions takes longer than to find that there is nothing to build.
        lacking = missing_programs(manifest)
        if lacking:
            return Absence(manifest, "; ".join(map(str, lacking)), how_to_add(manifest))
        stage: Stage = "start" if isinstance(error, RunnerError) else "build"
        return FailureRecord(runner=manifest.participant, stage=stage, message=str(error))
