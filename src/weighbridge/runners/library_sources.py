"""Libraries' sources out of packages: Debian's, in the newest release that one of its suites can give, and PyPI's.

apt fetches and verifies Debian's with lists of its own in the user's cache folder: the machine's configuration and its
package lists stay as they are, and no special rights are needed. Nothing of a package is installed.
"""

from __future__ import annotations

import datetime
import fnmatch
import functools
import gzip
import json
import os
import re
import shutil
import sys
import tarfile
import tempfile
import zipfile
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

import platformdirs

from weighbridge.runners.debian import NoRepository, Progress, last_line, lists_of_our_own, run, update
from weighbridge.runners.manifest import AptSource, Manifest, PypiSource

SUITES = ("unstable", "testing", "stable", "oldstable")
"""Debian's suites in the order in which they are asked: the newest releases come first."""


class SourceError(Exception):
    """Files that could not be had; the message says which and why."""


@dataclass(frozen=True, slots=True)
class Unpacked:
    """What was got for a library.

    Attributes:
        library: its name, as the descriptions of its codecs have it.
        package: what it came out of, with version and place: ``Debian's yyjson 0.12.0+ds-2 (unstable)``.
        released: the day of the newest of its files; for a binary package, whose files tell nothing, the day on which
            Debian first packaged the release; None for a copy in another project.
    """

    library: str
    package: str
    released: datetime.date | None


@dataclass(frozen=True, slots=True)
class _Tree:
    """A package's files in a folder, and its version, which the build may want to know; for the rest see `Unpacked`."""

    folder: Path
    version: str
    package: str
    released: datetime.date | None = None


def is_unpacked(source: AptSource | PypiSource, runner: Path) -> bool:
    """Whether the files that a manifest asks for are there, from an earlier `unpack`."""
    return _kept(source, runner) is not None


def unpacked(manifest: Manifest) -> dict[str, Unpacked]:
    """Return what was got for a runner, by the library's name. Nothing is fetched."""
    kept = (_kept(source, manifest.folder) for source in manifest.setup.sources)
    return {found.library: found for found in kept if found is not None}


def unpack(source: AptSource | PypiSource, runner: Path, tell: Progress) -> Unpacked:
    """Fetch a package and put the files that a manifest asks for in their place.

    Raises:
        SourceError: nobody offers the package in a version that is new enough and has the files.
    """
    with tempfile.TemporaryDirectory(prefix="weighbridge-") as scratch:
        fetched = (
            _from_debian(source, Path(scratch), tell)
            if isinstance(source, AptSource)
            else _from_pypi(source, Path(scratch), tell)
        )
        names = _names(source, fetched.folder)
        newest = max((fetched.folder / name).stat().st_mtime for name in names)
        day = fetched.released or datetime.datetime.fromtimestamp(newest, datetime.UTC).date()
        released = None if source.copied else day
        into = runner / source.into
        shutil.rmtree(into, ignore_errors=True)
        for name in names:
            (into / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(fetched.folder / name, into / name)
    record = {
        "wanted": _wanted(source),
        "version": fetched.version,
        "package": fetched.package,
        "released": released and released.isoformat(),
        "files": names,
    }
    _stamp(source, runner).write_text(json.dumps(record, indent=1) + "\n")
    return Unpacked(source.provides, fetched.package, released)


def _from_debian(source: AptSource, scratch: Path, tell: Progress) -> _Tree:
    """Unpack what the first suite gives that has it, new enough and with the files that are wanted."""
    reasons = []
    for name in SUITES:
        folder = scratch / name
        folder.mkdir()
        try:
            suite = _suite(name, "deb" if source.binary else "deb-src")
            version = suite.find(source, tell)
            tell(f"fetching {source.package} {version} of Debian {name}")
            fetched = suite.fetch(source, version, folder)
            _names(source, fetched.folder)
        except SourceError as error:
            reasons.append(f"{name}: {error}")
        else:
            return fetched
    raise SourceError(f"no suite of Debian gives {source.package}: {'; '.join(reasons)}")


class _Suite:
    """A Debian suite's packages, seen through lists of our own, brought up to date when they are first needed."""

    def __init__(self, name: str, kind: Literal["deb", "deb-src"]) -> None:
        self._name = name
        folder = platformdirs.user_cache_path("weighbridge") / "apt" / f"{name}-{kind}"
        try:
            self._options = lists_of_our_own(folder, [name], kind)
        except NoRepository as error:
            raise SourceError(str(error)) from error
        self._refreshed: str | None = None

    def find(self, source: AptSource, tell: Progress) -> str:
        """Return the newest version of a package."""
        if self._refreshed is None:
            tell(f"bringing the list of {self._name}'s packages up to date")
            result = update(self._options, tell)
            self._refreshed = last_line(result) if result.returncode else ""
        command = ["show"] if source.binary else ["showsrc", "--only-source"]
        result = run(["apt-cache", *command, *self._options, source.package])
        lines = result.stdout.splitlines()
        versions = {line.removeprefix("Version: ") for line in lines if line.startswith("Version: ")}
        if not versions:
            raise SourceError(self._refreshed or "it is not there")
        newest = functools.reduce(_newer, versions)
        if source.at_least and not _compare(newest, "ge", source.at_least):
            raise SourceError(f"{newest} is older than {source.at_least}")
        return newest

    def fetch(self, source: AptSource, version: str, folder: Path) -> _Tree:
        """Download a package into a folder and unpack it there."""
        named = f"{source.package}={version}"
        if source.binary:
            result = run(["apt-get", "download", "--quiet", *self._options, named], folder)
        else:
            only = ("--download-only", "--tar-only", "--only-source")
            result = run(["apt-get", "source", *only, "--quiet", *self._options, named], folder)
        if result.returncode:
            raise SourceError(f"{version} could not be fetched: {last_line(result)}")
        tree = folder / "tree"
        package = f"Debian's {source.package} {version} ({self._name})"
        if source.binary:
            return _Tree(tree, version, package, _unpack_binary(source, folder, tree))
        _unpack_source(source, folder, tree)
        return _Tree(tree, version, package)


_suite = functools.cache(_Suite)


def _unpack_source(source: AptSource, folder: Path, tree: Path) -> None:
    archives = sorted(file for file in folder.iterdir() if fnmatch.fnmatch(file.name, source.archive))
    if not archives:
        raise SourceError(f"it has no archive {source.archive}")
    for archive in archives:
        _extract(archive, tree)


def _unpack_binary(source: AptSource, folder: Path, tree: Path) -> datetime.date:
    """Unpack the package; return the day on which its release was first packaged."""
    (archive,) = folder.glob("*.deb")
    result = run(["dpkg-deb", "--extract", str(archive), str(tree)])
    if result.returncode:
        raise SourceError(f"{archive.name} cannot be unpacked: {last_line(result)}")
    changelog = tree / "usr/share/doc" / source.package / "changelog.Debian.gz"
    try:
        return _first_packaged(gzip.decompress(changelog.read_bytes()).decode(errors="replace"))
    except (OSError, ValueError) as error:
        raise SourceError(f"{archive.name} has no changelog: {error}") from error


def _first_packaged(changelog: str) -> datetime.date:
    """Return the day of the oldest of the entries about the newest of the releases in a changelog of Debian's."""
    versions = re.findall(r"^\S+ \((\S+)\)", changelog, re.MULTILINE)
    days = re.findall(r"^ -- .*>  (.*)$", changelog, re.MULTILINE)
    releases = [version.rpartition("-")[0] for version in versions]
    first = max(index for index, release in enumerate(releases) if release == releases[0])
    return parsedate_to_datetime(days[first]).date()


def _from_pypi(source: PypiSource, scratch: Path, tell: Progress) -> _Tree:
    tell(f"fetching {source.package} {source.version} of PyPI")
    form = "--only-binary" if source.wheel else "--no-binary"
    # Where uv made the environment, it has no pip: that comes in one of its own then.
    pip = [sys.executable, "-m", "pip"] if find_spec("pip") else ["uv", "tool", "run", "pip"]
    if shutil.which(pip[0]) is None:
        raise SourceError("there is neither pip nor uv here")
    command = [*pip, "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    result = run([*command, form, source.package, f"{source.package}=={source.version}"], scratch)
    archives = [file for file in scratch.iterdir() if file.is_file()]
    if result.returncode or len(archives) != 1:
        raise SourceError(f"{source.package} {source.version} could not be fetched from PyPI: {last_line(result)}")
    tree = scratch / "tree"
    _extract(archives[0], tree)
    return _Tree(tree, source.version, f"PyPI's {source.package} {source.version}")


def _newer(one: str, other: str) -> str:
    return one if _compare(one, "gt", other) else other


def _compare(one: str, how: str, other: str) -> bool:
    return run(["dpkg", "--compare-versions", one, how, other]).returncode == 0


def _extract(archive: Path, tree: Path) -> None:
    """Unpack an archive, a tarball without its top folder. Files keep their times."""
    try:
        if archive.suffix == ".whl":
            _extract_wheel(archive, tree)
            return
        with tarfile.open(archive) as file:
            members = file.getmembers()
            tops = {member.name.removeprefix("./").split("/", 1)[0] for member in members} - {"", "."}
            # Python 3.11 has the filter from 3.11.4 on; the archives' signatures were checked by apt in any case.
            file.extraction_filter = getattr(tarfile, "data_filter", lambda member, _: member)
            file.extractall(tree.parent / "raw")  # noqa: S202
    except (tarfile.TarError, zipfile.BadZipFile) as error:
        raise SourceError(f"{archive.name} cannot be unpacked: {error}") from error
    raw = tree.parent / "raw"
    top = raw / tops.pop() if len(tops) == 1 else raw
    shutil.copytree(top, tree, symlinks=True, dirs_exist_ok=True)
    shutil.rmtree(raw)


def _extract_wheel(archive: Path, tree: Path) -> None:
    with zipfile.ZipFile(archive) as wheel:
        for member in wheel.infolist():
            written = wheel.extract(member, tree)
            when = datetime.datetime(*member.date_time, tzinfo=datetime.UTC).timestamp()
            os.utime(written, (when, when))


def _names(source: AptSource | PypiSource, tree: Path) -> list[str]:
    """Return the paths of the files that are wanted, sorted."""
    found: set[Path] = set()
    for pattern in source.files:
        matched = {file for file in tree.glob(pattern) if file.is_file()}
        if not matched:
            raise SourceError(f"{source.package} has no file {pattern}")
        found |= matched
    return sorted(str(file.relative_to(tree)) for file in found)


def _kept(source: AptSource | PypiSource, runner: Path) -> Unpacked | None:
    """What was got for a runner earlier, if it is what is asked for now and all of it is still there."""
    try:
        record = json.loads(_stamp(source, runner).read_text())
        if record["wanted"] != _wanted(source):
            return None
        if not all((runner / source.into / name).is_file() for name in record["files"]):
            return None
        day = record["released"]
        return Unpacked(source.provides, record["package"], datetime.date.fromisoformat(day) if day else None)
    except (OSError, ValueError, KeyError):
        return None


def _wanted(source: AptSource | PypiSource) -> dict[str, Any]:
    """Return what is asked for, wherever it goes: runners that share a folder name it in their own terms."""
    return source.model_dump(mode="json", exclude={"into"})


def _stamp(source: AptSource | PypiSource, runner: Path) -> Path:
    return runner / source.into / f".from-{source.package}"
