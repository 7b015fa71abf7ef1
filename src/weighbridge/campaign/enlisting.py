"""Getting a runner ready: what it needs is installed, it is built, and it describes itself."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace

from weighbridge.campaign import set_up_times
from weighbridge.campaign.participants import Absence, Found, Participant
from weighbridge.campaign.progress import Progress, SetUp
from weighbridge.runners import prebuilt
from weighbridge.runners.answers import Description
from weighbridge.runners.build import BuildError, build, is_being_built, is_built, log_of
from weighbridge.runners.build_record import standing
from weighbridge.runners.errors import CannotStart, RunnerError
from weighbridge.runners.halt import Halt
from weighbridge.runners.launch import start
from weighbridge.runners.library_sources import unpacked
from weighbridge.runners.manifest import Manifest
from weighbridge.runners.setup import how_to_add, missing_programs, plan_setup, run_setup
from weighbridge.store.records import FailureRecord, Stage

_STATES: dict[type[Found], SetUp] = {Participant: "ready", Absence: "left out", FailureRecord: "failed"}


@dataclass(frozen=True, slots=True)
class Enlisting:
    """Gets runners ready.

    Attributes:
        installs: whether system packages may be installed that one needs which is not ready.
        thorough: whether to look for what is not installed also where one is ready without it, and to tell of it.
        anew: whether to fetch libraries' sources anew, which may be newer by now, and to build what is up to date.
    """

    installs: bool = False
    thorough: bool = False
    anew: bool = False
    _told: set[str] = field(default_factory=set, compare=False)

    def __call__(self, manifest: Manifest, progress: Progress, halt: Halt) -> Found:
        """Get a runner ready, and let it describe itself.

        Raises:
            Halted: all is to end.
        """
        began = halt.clock()
        looks = self.thorough or not is_built(manifest)
        if looks:
            self._install(manifest, progress, halt)
        found = self._built(manifest, progress, halt)
        if isinstance(found, Absence) and self.installs and not looks:
            self._install(manifest, progress, halt)
            found = self._built(manifest, progress, halt)
            looks = True
        progress.setting_up(manifest.title, _STATES[type(found)])
        if looks and isinstance(found, Participant) and not self.thorough:
            set_up_times.remember(manifest, halt.clock() - began)
        return found

    def _install(self, manifest: Manifest, progress: Progress, halt: Halt) -> None:
        """Get what a runner needs, and is not here. Where it cannot be had, its build says more."""
        with halt.step():
            plan = plan_setup([manifest], anew=self.anew)
        # Without its programs it is not built, so that libraries' sources would be of no use.
        if plan.complete or (plan.programs and not (self.installs or self.thorough)):
            return

        def tell(line: str) -> None:
            progress.setting_up(manifest.title, "installing", about=line)

        tell("")
        report = run_setup(plan, progress=tell, packages=self.installs, step=halt.step)
        lines = (*plan.advice, *report.done, *report.problems) if self.thorough else report.problems
        for line in lines:
            if line not in self._told:  # two targets may need the same
                self._told.add(line)
                progress.note(line)

    def _built(self, manifest: Manifest, progress: Progress, halt: Halt) -> Found:
        def tell(line: str) -> None:
            progress.setting_up(manifest.title, "building", about=line)

        tell("")
        try:
            built = build(manifest, progress=tell, notice=progress.note, halt=halt, force=self.anew)
            if not built.fresh:
                progress.note(f"{manifest.title}: built in {built.seconds:.0f} s")
            with halt.step():
                return _described(manifest)
        except (BuildError, RunnerError, OSError) as error:  # OSError: a folder that cannot be written
            # Only now: to ask programs for their versions takes longer than to find that there is nothing to build.
            lacking = missing_programs(manifest)
            if lacking:
                return Absence(manifest, "; ".join(map(str, lacking)), how_to_add(manifest))
            stage: Stage = "start" if isinstance(error, RunnerError) else "build"
            return FailureRecord(runner=manifest.participant, stage=stage, message=str(error))


BUILD = Enlisting()
"""Builds what is not up to date, and installs no packages of the system."""


def look_at(manifest: Manifest, progress: Progress, halt: Halt) -> Found:
    """Let a runner describe itself if it is built. Nothing is built, whatever has changed."""
    del progress, halt
    state = "building" if is_being_built(manifest) else standing(manifest)
    try:
        if state in {"current", "stale"}:
            return replace(_described(manifest), stale=state == "stale")
    except (RunnerError, OSError) as error:
        problem: FailureRecord | None = FailureRecord(runner=manifest.participant, stage="start", message=str(error))
    else:
        problem = None
    lacking = missing_programs(manifest)
    if lacking:
        return Absence(manifest, "; ".join(map(str, lacking)), how_to_add(manifest))
    if problem is not None:
        return problem
    reason = {
        "building": "another command builds it at this moment",
        "unfinished": f"its last build did not come to its end (see {log_of(manifest)})",
    }.get(state, "it is not built")
    return Absence(manifest, reason, f"To build it: weighbridge setup {manifest.participant}")


def stale(manifest: Manifest) -> str:
    """Say that a runner is no longer what would be built now, and what to do about it."""
    return f"what it is built from has changed since. To build it anew: weighbridge setup {manifest.participant}"


def _described(manifest: Manifest) -> Participant:
    """Start a runner that is built, and let it describe itself."""
    began = time.monotonic()
    with start(manifest) as client:
        description = _with_origin(manifest, client.describe())
        _check_allocator(manifest, description)
        took_s = time.monotonic() - began
        return Participant(manifest, description, client.raised_priority, took_s, unpacked=unpacked(manifest))


def _with_origin(manifest: Manifest, description: Description) -> Description:
    """Return what a runner says of itself, and where it was built, if that was elsewhere."""
    where = prebuilt.words(manifest)
    if not where:
        return description
    return description.model_copy(update={"compiler": ", ".join(filter(None, (description.compiler, where)))})


def _check_allocator(manifest: Manifest, description: Description) -> None:
    """Check that memory comes from where it should: the loader goes on where it cannot take a library.

    Raises:
        CannotStart: it comes from elsewhere.
    """
    wanted, found = manifest.start.preload, description.allocator
    if wanted and not (found or "").startswith(f"lib{wanted}."):
        raise CannotStart(manifest.participant, "start", f"its memory comes from {found}, and not from {wanted}")
