"""What is known of a build: what it was made from, by which tools, and whether it came to its end.

It is kept beside what was built. A build is up to date as long as what it was made from and the tools *that made it*
are what they were. Which tools PATH finds today is not asked: cron, an editor and sudo have other PATHs, and what was
built is none the worse for it. The exception is a program that also starts the runner: it is the one on PATH that
will, and what was built has to fit it.
"""

from __future__ import annotations

import fnmatch
import hashlib
import os
import shutil
import sys
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from weighbridge.runners.debian import has_apt, installed_versions
from weighbridge.runners.manifest import Manifest

_OUTPUT_FOLDERS = {"build", "node_modules", "target", "__pycache__"}

_PYTHON = "{python}"

Standing = Literal["current", "stale", "unfinished", "none"]


class _Kept(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class Tool(_Kept):
    """A program that builds.

    Attributes:
        place: where it was found.
        file: the file that is there, links followed.
        size: of the file, in bytes.
        mtime_ns: when the file was last written.
    """

    place: str
    file: str
    size: int
    mtime_ns: int

    @property
    def is_unchanged(self) -> bool:
        """Whether the same program is still in the same place, as far as this user may see."""
        try:
            return _tool_at(self.place).identity == self.identity
        except PermissionError:
            return True
        except (OSError, RuntimeError):
            return False

    @property
    def identity(self) -> tuple[str, int, int]:
        """What tells it from other programs, wherever it was found."""
        return self.file, self.size, self.mtime_ns


class Origin(_Kept):
    """What a build is made from.

    Attributes:
        sources: a digest of the commands, of the contents of the inputs, and of the environment variables.
        tools: by name; None for those that were not found.
        packages: the versions of Debian's, by name, so that a library that is installed later is noticed.
    """

    sources: str
    tools: dict[str, Tool | None]
    packages: dict[str, str]

    def has_same_tools(self, other: Origin) -> bool:
        """Whether tools and packages are the same."""
        return self._identities == other._identities and self.packages == other.packages

    @property
    def _identities(self) -> dict[str, tuple[str, int, int] | None]:
        return {name: tool.identity if tool else None for name, tool in self.tools.items()}


class Record(_Kept):
    """A build that was begun.

    Attributes:
        origin: what it is made from.
        state: how far it came: one that is only begun was ended from outside, or is not done yet.
        anew: whether nothing of an earlier build was there.
        prebuilt: where it was built, in words, if that was elsewhere: by tools that are not here.
    """

    origin: Origin
    state: Literal["begun", "failed", "complete"]
    anew: bool = False
    prebuilt: str = ""


def origin(manifest: Manifest) -> Origin:
    """Return what a runner would be built from now."""
    return Origin(
        sources=_sources(manifest),
        tools={name: _found(name) for name in _tool_names(manifest)},
        packages=installed_versions(manifest.made_with.apt),
    )


def steps(manifest: Manifest) -> tuple[tuple[str, ...], ...]:
    """Return all commands of a build."""
    return (*manifest.build.commands, *manifest.build.confined)


def standing(manifest: Manifest) -> Standing:
    """Tell whether a runner is built: up to date, of what has changed since, not to its end, or not at all."""
    if not steps(manifest):
        return "current"
    record = read(manifest)
    if record is None:
        return "none"
    if record.state != "complete":
        return "unfinished"
    if not _program_exists(manifest):
        return "none"
    if record.prebuilt:
        return "current" if record.origin.sources == _sources(manifest) else "stale"
    return "current" if _is_current(manifest, record.origin) else "stale"


def read(manifest: Manifest) -> Record | None:
    """Return the record of a runner's last build, if there is one that can be read."""
    try:
        return Record.model_validate_json(_file(manifest).read_bytes())
    except (OSError, ValidationError):
        return None


def write(manifest: Manifest, record: Record) -> None:
    """Keep a record, in whole or not at all.

    Raises:
        OSError: it cannot be written.
    """
    file = _file(manifest)
    half = file.with_suffix(".half")
    half.write_text(record.model_dump_json(indent=1) + "\n", encoding="utf-8")
    half.replace(file)


def forget(manifest: Manifest) -> None:
    """Remove the record of a runner's build.

    Raises:
        OSError: it cannot be removed.
    """
    _file(manifest).unlink(missing_ok=True)


def goes_on(before: Record | None, now: Origin) -> bool:
    """Whether a build can go on with what the one before left.

    It cannot where that used other tools, which may have left traces, such as in CMake's cache; where it was ended from
    outside, with files half written; and where it failed and nothing has changed: then what it left may be the reason.
    """
    if before is None or before.state == "complete":
        return before is None or before.origin.has_same_tools(now)
    tried_again = before.state == "failed" and before.origin == now and not before.anew
    return before.state == "failed" and before.origin.has_same_tools(now) and not tried_again


def _file(manifest: Manifest) -> Path:
    return manifest.folder / "build" / f"built{manifest.own_files}.json"


def _is_current(manifest: Manifest, made: Origin) -> bool:
    for name, tool in made.tools.items():
        if tool is None and _found(name) is not None:
            return False
        if tool is not None and not tool.is_unchanged:
            return False
    starts_with = manifest.start.command[0]
    starter, starter_now = made.tools.get(starts_with), _found(starts_with)
    if starter and starter_now and starter_now.identity != starter.identity:
        return False
    if has_apt() and installed_versions(manifest.made_with.apt) != made.packages:
        return False
    return made.sources == _sources(manifest)


def _sources(manifest: Manifest) -> str:
    digest = hashlib.sha256()

    def add(*parts: object) -> None:
        digest.update("\0".join(map(str, parts)).encode() + b"\0\0")

    for command in steps(manifest):
        add("command", *command)
    for file in _inputs(manifest):
        add("input", file.relative_to(manifest.folder), hashlib.sha256(file.read_bytes()).hexdigest())
    for name, text in sorted(os.environ.items()):
        if any(fnmatch.fnmatchcase(name, pattern) for pattern in manifest.build.variables):
            add("variable", name, text)
    return digest.hexdigest()


def _inputs(manifest: Manifest) -> list[Path]:
    matched = {path for pattern in manifest.build.inputs for path in manifest.folder.glob(pattern)}
    # A folder stands for all that is in it: before Python 3.13, ``harness/**`` matches folders only.
    found = matched | {file for path in matched if path.is_dir() for file in path.rglob("*")}

    def is_source(file: Path) -> bool:
        folders = file.relative_to(manifest.folder).parts[:-1]
        hidden = (name.startswith(".") and name != ".." for name in folders)  # a neighbour's sources may be inputs too
        return file.is_file() and not any(hidden) and _OUTPUT_FOLDERS.isdisjoint(folders)

    return sorted(filter(is_source, found))


def _tool_names(manifest: Manifest) -> list[str]:
    words = {word for command in steps(manifest) for word in command}
    return sorted({*manifest.made_with.programs, *({_PYTHON} & words)})


def _found(name: str) -> Tool | None:
    # This Python is its file: its place may be an environment that is made anew.
    place = str(Path(sys.executable).resolve()) if name == _PYTHON else shutil.which(name)
    try:
        return _tool_at(place) if place else None
    except (OSError, RuntimeError):
        return None


def _tool_at(place: str) -> Tool:
    """Return the program in a place.

    Raises:
        OSError: there is none, or it may not be looked at.
        RuntimeError: links go in a circle.
    """
    file = Path(place).resolve(strict=True)
    status = file.stat()
    return Tool(place=str(Path(place).absolute()), file=str(file), size=status.st_size, mtime_ns=status.st_mtime_ns)


def _program_exists(manifest: Manifest) -> bool:
    """Whether what is started is still there, if it is a file of the runner's own."""
    program = manifest.start.command[0]
    return "/" not in program or "{" in program or (manifest.folder / program).exists()
