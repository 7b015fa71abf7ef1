"""The crew: the runners that take part, built and described."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from weighbridge.campaign.progress import Progress
from weighbridge.runners.answers import Description
from weighbridge.runners.build import BuildError, build
from weighbridge.runners.errors import RunnerError
from weighbridge.runners.launch import start
from weighbridge.runners.manifest import Manifest
from weighbridge.store.records import FailureRecord


@dataclass(frozen=True, slots=True)
class Member:
    """A runner that is ready, and what it says of itself; ``raised_priority`` tells whether the system granted that."""

    manifest: Manifest
    description: Description
    raised_priority: bool

    @property
    def name(self) -> str:
        """The runner's name."""
        return self.manifest.name


@dataclass(frozen=True, slots=True)
class Crew:
    """The runners that are ready, by name, and what broke on the way."""

    members: dict[str, Member]
    failures: tuple[FailureRecord, ...]


def muster(manifests: Sequence[Manifest], progress: Progress) -> Crew:
    """Build every runner, in parallel, then let each describe itself. One that fails is left out and reported."""
    members: dict[str, Member] = {}
    failures: list[FailureRecord] = []
    progress.stage("Building runners", len(manifests))
    with ThreadPoolExecutor() as pool:
        builds = {manifest.name: pool.submit(build, manifest, progress=progress.about) for manifest in manifests}
    for manifest in manifests:
        try:
            builds[manifest.name].result()
        except BuildError as error:
            failures.append(FailureRecord(runner=manifest.name, stage="build", message=str(error)))
            continue
        try:
            with start(manifest) as client:
                members[manifest.name] = Member(manifest, client.describe(), client.raised_priority)
        except RunnerError as error:
            failures.append(FailureRecord(runner=manifest.name, stage="start", message=str(error)))
        progress.step()
    return Crew(members, tuple(failures))
