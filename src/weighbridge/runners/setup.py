"""What runners need on this machine, and getting it."""

from __future__ import annotations

import contextlib
import ctypes.util
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from weighbridge import extras
from weighbridge.runners import debian, in_use, prebuilt, shipped
from weighbridge.runners.debian import Progress
from weighbridge.runners.library_sources import SourceError, is_unpacked, unpack
from weighbridge.runners.manifest import AptSource, Manifest, PypiSource, Tool, with_types

Step = Callable[[], AbstractContextManager[None]]
"""Makes what is entered for each step of a set-up, and may raise what ends it."""


@dataclass(frozen=True, slots=True)
class MissingProgram:
    """A program, or shared library, that cannot be used.

    Attributes:
        command: its name.
        reason: why, as the end of a sentence about it.
        runner: the participant that needs it.
        kind: what it is, in words.
    """

    command: str
    reason: str
    runner: str
    kind: str = "program"

    def __str__(self) -> str:
        return f"the {self.kind} {self.command} {self.reason}"


@dataclass(frozen=True, slots=True)
class MissingSource:
    """Files that have to come out of a package, and the participant and its folder that they are for."""

    source: AptSource | PypiSource
    runner: str
    folder: Path


@dataclass(frozen=True, slots=True)
class SetupPlan:
    """What is missing on this machine.

    Attributes:
        manifests: the runners that were looked at.
        packages: Debian packages to install; empty where there is no apt.
        programs: those that are missing or too old.
        sources: files to take out of packages.
        automatic: whether `run_setup` can get all of it: a Debian-like system, as root where there are packages.
        advice: for people, what to type or do where it cannot.
        anew: whether sources that are here already are to be got again.
    """

    manifests: tuple[Manifest, ...]
    packages: tuple[str, ...]
    programs: tuple[MissingProgram, ...]
    sources: tuple[MissingSource, ...]
    automatic: bool
    advice: tuple[str, ...]
    anew: bool = False

    @property
    def complete(self) -> bool:
        """Whether nothing is missing."""
        return not (self.packages or self.programs or self.sources)


@dataclass(frozen=True, slots=True)
class SetupReport:
    """What came of a set-up.

    Attributes:
        done: what was got, a phrase each.
        problems: what could not be had, a sentence each. Codecs that need it will be listed as missing.
    """

    done: tuple[str, ...]
    problems: tuple[str, ...]


@contextlib.contextmanager
def one_at_a_time(notice: Progress, step: Step = contextlib.nullcontext) -> Iterator[None]:
    """Wait for another set-up of this user's to end: the second finds done what the first did.

    Args:
        notice: called with what is waited for, once.
        step: entered while it waits, now and then.
    """
    folder = platformdirs.user_cache_path("weighbridge")
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    told = False

    def wait() -> bool:
        nonlocal told
        if not told:
            notice("waiting for another weighbridge setup to end")
        told = True
        with step():
            return True

    lockable = os.access(folder, os.W_OK)  # else nothing could be fetched, either
    with in_use.alone(folder / "setup.lock", wait) if lockable else contextlib.nullcontext():
        yield


def plan_setup(manifests: Sequence[Manifest], *, anew: bool = False) -> SetupPlan:
    """Find out what is missing, without changing anything; what types are made with counts as well.

    Args:
        manifests: the runners'.
        anew: whether sources that were got earlier are to be got again, which may be newer by now.
    """
    manifests = list(map(with_types, manifests))
    apt = debian.has_apt()
    programs = tuple(dict.fromkeys(missing for manifest in manifests for missing in missing_programs(manifest)))
    wanted = {package for manifest in manifests for package in manifest.setup.apt}
    lacking = {missing.command for missing in programs}
    for tool in (tool for manifest in manifests for tool in manifest.setup.tools):
        wanted.update(tool.apt if tool.command in lacking else ())
    installed = debian.installed_versions(sorted(wanted))
    packages = tuple(package for package in sorted(wanted) if package not in installed) if apt else ()
    sources: dict[Path, MissingSource] = {}  # by folder, which runners may share
    for manifest in manifests:
        for source in manifest.setup.sources:
            if anew or not is_unpacked(source, manifest.folder):
                folder = (manifest.folder / source.into).resolve()
                sources.setdefault(folder, MissingSource(source, manifest.participant, manifest.folder))
    advice = []
    if packages and not debian.may_install():
        advice.append(f"Type as root: {debian.install_command(packages)}")
    if not apt:
        concerned = {item.runner for item in programs} | {item.runner for item in sources.values()}
        advice += dict.fromkeys(_advice(manifest) for manifest in manifests if manifest.participant in concerned)
    automatic = apt and (not packages or debian.may_install())
    return SetupPlan(tuple(manifests), packages, programs, tuple(sources.values()), automatic, tuple(advice), anew)


def missing_programs(manifest: Manifest) -> list[MissingProgram]:
    """Return the programs and shared libraries that a runner needs and that are not here, or not new enough.

    One that came built needs none of those that would build it.
    """
    came_built = bool(prebuilt.words(manifest))
    starts = manifest.start.command[0]
    programs = [starts] if came_built and "/" not in starts else [] if came_built else manifest.setup.programs
    missing = [
        MissingProgram(command, "is not on PATH", manifest.participant)
        for command in programs
        if shutil.which(command) is None
    ]
    missing += [
        MissingProgram(library, "is not installed", manifest.participant, "shared library")
        for library in manifest.setup.libraries
        if ctypes.util.find_library(library) is None
    ]
    for tool in manifest.setup.tools:
        if came_built and tool.command != starts:
            continue
        if tool.at_least and shutil.which(tool.command) is not None:
            found = _version_of(tool)
            if _numbers(found) < _numbers(tool.at_least):
                reason = f"is {found or 'of an unknown version'}, and {tool.at_least} is needed"
                missing.append(MissingProgram(tool.command, reason, manifest.participant))
    return missing


def _newer_packages(manifests: Sequence[Manifest]) -> dict[str, list[str]]:
    """Return, by suite, the packages of tools that are still too old although the release's own are installed."""
    wanted: dict[str, list[str]] = {}
    for manifest in manifests:
        lacking = {missing.command for missing in missing_programs(manifest)}
        for tool in manifest.setup.tools:
            if tool.command in lacking and tool.suite is not None:
                wanted.setdefault(tool.suite, []).extend(tool.apt)
    return {suite: sorted(set(packages)) for suite, packages in wanted.items()}


def how_to_add(manifest: Manifest) -> str:
    """Say in a sentence how a runner that is not ready can be made so."""
    if prebuilt.words(manifest) and (lack := extras.lack(prebuilt.RUNTIMES.get(manifest.start.command[0], ""))):
        return f"It came built, and what runs it comes in a package: {lack}"
    if shipped.is_installed() and manifest.build.prebuilt and (lack := extras.lack("weighbridge-runners")):
        return f"Built already it comes in a package: {lack}"
    if debian.has_apt() and (manifest.setup.apt or any(tool.apt for tool in manifest.setup.tools)):
        who = "" if debian.may_install() else "as root: "
        return f"To add it, {who}weighbridge setup {manifest.participant}. {manifest.setup.hint}".rstrip()
    return _advice(manifest)


def _version_of(tool: Tool) -> str:
    """Return the first dotted number that a tool prints when it is asked for its version."""
    try:
        asked = subprocess.run(  # noqa: S603  (the manifest is there to say what to run)
            tool.version,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=60,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    match = re.search(r"\d+(\.\d+)+", asked.stdout + asked.stderr)
    return match[0] if match else ""


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part)


def run_setup(
    plan: SetupPlan,
    *,
    progress: Progress | None = None,
    packages: bool = True,
    step: Step = contextlib.nullcontext,
) -> SetupReport:
    """Get what is missing, as far as this machine allows; what cannot be had is reported and stops nothing else.

    Args:
        plan: what is missing.
        progress: called with a line for people, as things happen.
        packages: whether packages of the system may be installed.
        step: entered for each of the steps.
    """
    tell = progress or (lambda _: None)
    with one_at_a_time(tell, step):
        return _run_setup(plan, tell, step, packages=packages)


def _run_setup(plan: SetupPlan, tell: Progress, step: Step, *, packages: bool) -> SetupReport:
    done: list[str] = []
    problems: list[str] = []
    if packages:
        with step():
            got, trouble = _install_packages(plan, tell)
        done += got
        problems += trouble
    for missing in plan.sources:
        source = missing.source
        if isinstance(source, AptSource) and not debian.has_apt():
            problems.append(f"{source.provides} comes from a Debian package, and there is no apt here")
            continue
        with step():
            if is_unpacked(source, missing.folder) and not plan.anew:
                continue  # another set-up was quicker
            try:
                unpacked = unpack(source, missing.folder, tell)
            except (SourceError, OSError) as error:
                problems.append(f"{source.provides} could not be had: {error}")
                continue
        since = f" of {unpacked.released}" if unpacked.released else ""
        done.append(f"{source.provides}{since} from {unpacked.package}")
    still = (missing for manifest in plan.manifests for missing in missing_programs(manifest))
    problems += dict.fromkeys(f"{missing}, and the runner {missing.runner} needs it" for missing in still)
    return SetupReport(tuple(done), tuple(problems))


def _install_packages(plan: SetupPlan, tell: Progress) -> tuple[list[str], list[str]]:
    """Install packages of the system; return what was, and what went wrong."""
    if not debian.may_install():
        return [], [f"Debian packages are missing: {', '.join(plan.packages)}"] if plan.packages else []
    problems = debian.install(plan.packages, tell)
    versions = debian.installed_versions(plan.packages)
    done = [f"{name} {version}" for name, version in sorted(versions.items())]
    for suite, newer in _newer_packages(plan.manifests).items():
        problems += debian.install_from(suite, newer, tell)
        versions = debian.installed_versions(newer)
        done += [f"{name} {version} from {suite}" for name, version in sorted(versions.items())]
    return done, problems


def _advice(manifest: Manifest) -> str:
    if manifest.setup.hint:
        return f"For the runner {manifest.participant}: {manifest.setup.hint}"
    needs = [*manifest.setup.programs, *(source.provides for source in manifest.setup.sources)]
    return f"For the runner {manifest.participant}, install {', '.join(needs)}"
