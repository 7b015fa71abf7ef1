"""What runners need on this machine, and getting it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from weighbridge.runners.manifest import AptSource, Manifest


@dataclass(frozen=True, slots=True)
class SourceNeed:
    """A library's files that have to come out of a Debian source package, and the runner that wants them."""

    manifest: Manifest
    source: AptSource


@dataclass(frozen=True, slots=True)
class SetupPlan:
    """What is missing on this machine.

    Attributes:
        packages: Debian packages to install, sorted; empty where there is no apt.
        commands: missing programs, with the runners that need them and what their manifests say to do.
        sources: files to unpack from Debian source packages.
        automatic: whether `run_setup` can get packages here: a Debian-like system, as root.
        advice: sentences for people: what to type or do where it cannot.
    """

    packages: tuple[str, ...]
    commands: tuple[str, ...]
    sources: tuple[SourceNeed, ...]
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
        installed: Debian packages and libraries that were got.
        problems: what could not be had, a sentence each. Codecs that need it will be listed as missing.
    """

    installed: tuple[str, ...]
    problems: tuple[str, ...]


def plan_setup(manifests: Sequence[Manifest]) -> SetupPlan:
    """Find out what is missing, without changing anything."""
    raise NotImplementedError


def run_setup(plan: SetupPlan, *, progress: Callable[[str], None] | None = None) -> SetupReport:
    """Get what is missing, as far as this machine allows. Never raises for a package that cannot be had."""
    raise NotImplementedError
