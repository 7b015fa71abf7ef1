"""What runners need on this machine, and getting it."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from weighbridge.runners import debian
from weighbridge.runners.debian import Progress
from weighbridge.runners.manifest import AptSource, Manifest
from weighbridge.runners.sources import SourceError, is_unpacked, unpack


@dataclass(frozen=True, slots=True)
class MissingCommand:
    """A program that is not on PATH, and the runner that needs it."""

    command: str
    runner: str


@dataclass(frozen=True, slots=True)
class MissingSource:
    """Files that have to come out of a Debian source package, and the runner and its folder that they are for."""

    source: AptSource
    runner: str
    folder: Path


@dataclass(frozen=True, slots=True)
class SetupPlan:
    """What is missing on this machine.

    Attributes:
        packages: Debian packages to install; empty where there is no apt.
        commands: missing programs.
        sources: files to take out of Debian source packages.
        automatic: whether `run_setup` can get all of it: a Debian-like system, as root where there are packages.
        advice: for people, what to type or do where it cannot.
    """

    packages: tuple[str, ...]
    commands: tuple[MissingCommand, ...]
    sources: tuple[MissingSource, ...]
    automatic: bool
    advice: tuple[str, ...]

    @property
    def complete(self) -> bool:
        """Whether nothing is missing."""
        return not (self.packages or self.commands or self.sources)


@dataclass(frozen=True, slots=True)
class SetupReport:
    """What came of a set-up.

    Attributes:
        done: what was got, a phrase each.
        notes: what differs from the manifests' wishes but works.
        problems: what could not be had, a sentence each. Codecs that need it will be listed as missing.
    """

    done: tuple[str, ...]
    notes: tuple[str, ...]
    problems: tuple[str, ...]


def plan_setup(manifests: Sequence[Manifest]) -> SetupPlan:
    """Find out what is missing, without changing anything."""
    apt = debian.has_apt()
    wanted = sorted({package for manifest in manifests for package in manifest.setup.apt})
    installed = debian.installed_versions(wanted)
    packages = tuple(package for package in wanted if package not in installed) if apt else ()
    commands = tuple(
        MissingCommand(command, manifest.name)
        for manifest in manifests
        for command in manifest.setup.commands
        if shutil.which(command) is None
    )
    sources = tuple(
        MissingSource(source, manifest.name, manifest.folder)
        for manifest in manifests
        for source in manifest.setup.apt_sources
        if not is_unpacked(source, manifest.folder)
    )
    advice = []
    if packages and not debian.may_install():
        advice.append(f"Type as root: {debian.install_command(packages)}")
    if not apt:
        concerned = {item.runner for item in commands} | {item.runner for item in sources}
        advice += [_advice(manifest) for manifest in manifests if manifest.name in concerned]
    return SetupPlan(packages, commands, sources, apt and (not packages or debian.may_install()), tuple(advice))


def run_setup(plan: SetupPlan, *, progress: Progress | None = None) -> SetupReport:
    """Get what is missing, as far as this machine allows; what cannot be had is reported and stops nothing else.

    Args:
        plan: what is missing.
        progress: called with a line for people, as things happen.
    """
    tell = progress or (lambda _: None)
    done: list[str] = []
    notes: list[str] = []
    problems: list[str] = []
    if plan.packages and debian.may_install():
        problems += debian.install(plan.packages, tell)
        versions = debian.installed_versions(plan.packages)
        done += [f"{name} {version}" for name, version in sorted(versions.items())]
    elif plan.packages:
        problems.append(f"Debian packages are missing: {', '.join(plan.packages)}")
    for missing in plan.sources:
        source = missing.source
        if not debian.has_apt():
            problems.append(f"{source.provides} comes from a Debian source package, and there is no apt here")
            continue
        try:
            unpacked = unpack(source, missing.folder, tell)
        except (SourceError, OSError) as error:
            problems.append(f"{source.provides} could not be had: {error}")
            continue
        done.append(f"{source.provides} from the source package {source.package} {unpacked.version}")
        if unpacked.version != source.version:
            notes.append(
                f"{source.provides}: {source.package} {source.version} is no longer in {source.suite}; "
                f"{unpacked.version} was taken"
            )
    problems += [
        f"the program {missing.command}, which the runner {missing.runner} needs, is not on PATH"
        for missing in plan.commands
        if shutil.which(missing.command) is None
    ]
    return SetupReport(tuple(done), tuple(notes), tuple(problems))


def _advice(manifest: Manifest) -> str:
    if manifest.setup.hint:
        return f"For the runner {manifest.name}: {manifest.setup.hint}"
    needs = [*manifest.setup.commands, *(source.provides for source in manifest.setup.apt_sources)]
    return f"For the runner {manifest.name}, install {', '.join(needs)}"
