"""The manifest of a runner: ``runners/<name>/runner.toml``."""

from __future__ import annotations

import tomllib
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError


class ManifestError(ValueError):
    """A manifest that cannot be used; the message names the file and what is wrong in it."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class AptSource(_Strict):
    """Files from a Debian source package, for libraries that Debian ships only inside another package.

    Attributes:
        package: the source package's name.
        suite: the Debian suite that holds it.
        version: its version, pinned.
        archive: a glob for the tarball inside the source package that holds the files.
        files: globs inside the unpacked tarball (its top folder stripped); what matches is kept, with its path.
        into: where they go, relative to the runner's folder.
        provides: the library that is wanted, for messages.
    """

    package: str
    suite: str
    version: str
    archive: str = "*.orig.tar.*"
    files: tuple[str, ...]
    into: str
    provides: str


class Setup(_Strict):
    """What the runner needs on the machine.

    Attributes:
        commands: programs that must be on PATH before it can be built or started.
        apt: Debian packages that provide the programs and libraries.
        apt_sources: files out of Debian source packages.
        hint: what to do where there is no apt, in a sentence.
    """

    commands: tuple[str, ...] = ()
    apt: tuple[str, ...] = ()
    apt_sources: tuple[AptSource, ...] = ()
    hint: str = ""


class Build(_Strict):
    """How to build it: commands run in order in the runner's folder.

    Attributes:
        commands: argument vectors. ``{python}`` stands for the Python that runs Weighbridge.
        inputs: globs, relative to the runner's folder, of the files whose change makes a build stale.
        timeout_s: when to give up.
    """

    commands: tuple[tuple[str, ...], ...] = ()
    inputs: tuple[str, ...] = ("**/*",)
    timeout_s: float = 1800.0


class Start(_Strict):
    """How to start it: an argument vector, run in the runner's folder, and variables added to its environment."""

    command: tuple[str, ...]
    environment: dict[str, str] = Field(default_factory=dict)


class Manifest(_Strict):
    """A runner as its ``runner.toml`` describes it.

    Attributes:
        name: the folder's name.
        title: the name for people.
        language: the language's name as results show it.
        baseline: the codec (``name`` or ``name[variant]``) that stands for plain JSON in this language.
        target: where it runs; ``host`` for this machine.
    """

    name: str
    title: str
    language: str
    baseline: str
    target: str = "host"
    folder: Path = Field(exclude=True)
    setup: Setup = Setup()
    build: Build = Build()
    start: Start


def read_manifest(file: Path) -> Manifest:
    """Read one manifest.

    Raises:
        ManifestError: the file cannot be read, is not TOML, or lacks or misnames a member.
    """
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
        manifest = Manifest(name=file.parent.name, folder=file.parent, **content)
    except (OSError, tomllib.TOMLDecodeError, TypeError) as error:
        raise ManifestError(f"{file}: {error}") from error
    except ValidationError as error:
        problems = "; ".join(f"{'.'.join(map(str, item['loc']))}: {item['msg']}" for item in error.errors())
        raise ManifestError(f"{file}: {problems}") from error
    return manifest


def find_manifests(root: Path) -> list[Manifest]:
    """Read every manifest under a folder of runners, sorted by name.

    Raises:
        ManifestError: one of them cannot be used.
    """
    return [read_manifest(file) for file in sorted(root.glob("*/runner.toml"))]
