"""Files out of Debian source packages, for libraries that Debian ships only inside other packages.

apt fetches and verifies them with lists of its own in the user's cache folder: the machine's configuration and its
package lists stay as they are, and no special rights are needed.
"""

from __future__ import annotations

import fnmatch
import functools
import json
import shutil
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from weighbridge.runners.debian import NoRepository, Progress, follow, last_line, lists_of_our_own, run
from weighbridge.runners.manifest import AptSource


class SourceError(Exception):
    """Files that could not be had; the message says which and why."""


@dataclass(frozen=True, slots=True)
class Unpacked:
    """Files that were unpacked: the source package's version, and how many there are."""

    version: str
    files: int


def is_unpacked(source: AptSource, runner: Path) -> bool:
    """Whether the files that a manifest asks for are there, from an earlier `unpack`."""
    try:
        record = json.loads(_stamp(source, runner).read_text())
    except (OSError, ValueError):
        return False
    into = runner / source.into
    return bool(record["wanted"] == source.model_dump(mode="json")) and all(
        (into / name).is_file() for name in record["files"]
    )


def unpack(source: AptSource, runner: Path, tell: Progress) -> Unpacked:
    """Fetch a source package and put the files that a manifest asks for in their place.

    If the pinned version is no longer offered, the suite's current one is taken.

    Raises:
        SourceError: the repositories, the package or the files in it were not found.
    """
    suite = _Suite(source.suite)
    version = suite.find(source.package, source.version, tell)
    with tempfile.TemporaryDirectory(prefix="weighbridge-") as scratch:
        folder = Path(scratch)
        tell(f"fetching the source package {source.package} {version}")
        suite.download(source.package, version, folder)
        archives = sorted(file for file in folder.iterdir() if fnmatch.fnmatch(file.name, source.archive))
        if not archives:
            raise SourceError(f"the source package {source.package} {version} has no archive {source.archive}")
        tree = folder / "tree"
        for archive in archives:
            _extract(archive, tree)
        names = sorted(
            str(file.relative_to(tree))
            for file in {file for pattern in source.files for file in tree.glob(pattern)}
            if file.is_file()
        )
        for pattern in source.files:
            if not any(file.is_file() for file in tree.glob(pattern)):
                raise SourceError(f"the source package {source.package} {version} has no file {pattern}")
        into = runner / source.into
        for name in names:
            (into / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(tree / name, into / name)
    record = {"wanted": source.model_dump(mode="json"), "version": version, "files": names}
    _stamp(source, runner).write_text(json.dumps(record, indent=1) + "\n")
    return Unpacked(version, len(names))


class _Suite:
    """A Debian suite's source packages, seen through lists of our own."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._folder = platformdirs.user_cache_path("weighbridge") / "apt" / name
        self._options: list[str] = []

    def find(self, package: str, version: str, tell: Progress) -> str:
        """Return the version to take: the pinned one if it is offered, else the newest."""
        self._configure()
        if version in self._versions(package):
            return version
        tell(f"bringing the list of {self._name}'s source packages up to date")
        refresh = follow(["apt-get", "update", "--quiet", *self._options], tell)
        versions = self._versions(package)
        if not versions:
            reason = last_line(refresh) if refresh.returncode else "it is not in that suite"
            raise SourceError(f"the source package {package} was not found in {self._name}: {reason}")
        return version if version in versions else functools.reduce(_newer, versions)

    def download(self, package: str, version: str, folder: Path) -> None:
        """Download the package's archives into a folder."""
        command = ["apt-get", "source", "--download-only", "--tar-only", "--quiet", *self._options]
        result = run([*command, "--only-source", f"{package}={version}"], folder)
        if result.returncode:
            raise SourceError(f"the source package {package} {version} could not be fetched: {last_line(result)}")

    def _configure(self) -> None:
        try:
            self._options = lists_of_our_own(self._folder, [self._name], "deb-src")
        except NoRepository as error:
            raise SourceError(str(error)) from error

    def _versions(self, package: str) -> set[str]:
        """The versions on offer."""
        result = run(["apt-cache", "showsrc", "--only-source", *self._options, package])
        lines = result.stdout.splitlines()
        return {line.removeprefix("Version: ") for line in lines if line.startswith("Version: ")}


def _newer(one: str, other: str) -> str:
    is_newer = run(["dpkg", "--compare-versions", one, "gt", other]).returncode == 0
    return one if is_newer else other


def _extract(archive: Path, tree: Path) -> None:
    """Unpack an archive, without its top folder."""
    try:
        with tarfile.open(archive) as file:
            members = file.getmembers()
            tops = {member.name.removeprefix("./").split("/", 1)[0] for member in members} - {"", "."}
            # Python 3.11 has the filter from 3.11.4 on; the archives' signatures were checked by apt in any case.
            file.extraction_filter = getattr(tarfile, "data_filter", lambda member, _: member)
            file.extractall(tree.parent / "raw")  # noqa: S202
    except tarfile.TarError as error:
        raise SourceError(f"{archive.name} cannot be unpacked: {error}") from error
    raw = tree.parent / "raw"
    top = raw / tops.pop() if len(tops) == 1 else raw
    shutil.copytree(top, tree, symlinks=True, dirs_exist_ok=True)
    shutil.rmtree(raw)


def _stamp(source: AptSource, runner: Path) -> Path:
    return runner / source.into / f".from-{source.package}"
