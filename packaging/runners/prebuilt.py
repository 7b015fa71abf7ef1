"""Collects what is built in the checkout for the package of built runners."""

from __future__ import annotations

import datetime
import json
import platform
import re
import sys
import zipfile
from collections.abc import Iterator, Sequence
from importlib.metadata import PathDistribution
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

from weighbridge.runners.build_record import standing
from weighbridge.runners.manifest import HOST, find_manifests
from weighbridge.runners.shipped import digest_of

_NEEDLESS = {".c", ".cc", ".cpp", ".h", ".hpp", ".o", ".d", ".a", ".map", ".ts", ".mts", ".cts", ".md", ".mk", ".gypi"}
"""Endings of what came along with Node.js's modules, and nothing needs at run time."""


class Prebuilt(BuildHookInterface):  # type: ignore[type-arg]
    """A hook of hatch, which calls it before it writes a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Take along the runners that are built and up to date; name the others."""
        checkout = Path(self.root).parents[1]
        taken, glibc = [], (2, 17)
        for manifest in find_manifests(checkout / "runners"):
            if manifest.target != HOST or not manifest.build.prebuilt:
                continue
            if standing(manifest) != "current":
                print(f"{manifest.name} is left out: it is not built, or has changed since", file=sys.stderr)  # noqa: T201
                continue
            taken.append(manifest.name)
            for file in _files(manifest.folder, manifest.build.prebuilt):
                place = f"weighbridge_runners/{manifest.name}/{file.relative_to(manifest.folder)}"
                build_data["force_include"][str(file)] = place
                glibc = max(glibc, _needed_glibc(file))
        about = Path(self.directory) / "about.json"
        about.parent.mkdir(parents=True, exist_ok=True)
        about.write_text(json.dumps({"sources": _digest(checkout), "runners": taken, "made": _made()}, indent=1) + "\n")
        build_data["force_include"][str(about)] = "weighbridge_runners/about.json"
        build_data["tag"] = f"py3-none-manylinux_{glibc[0]}_{glibc[1]}_{platform.machine()}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was only for the wheel."""
        (Path(self.directory) / "about.json").unlink(missing_ok=True)


def _files(folder: Path, patterns: Sequence[str]) -> Iterator[Path]:
    development = _development(folder)
    for file in sorted({file for pattern in patterns for file in folder.glob(pattern)}):
        name = file.relative_to(folder).as_posix()
        is_needless = file.suffix in _NEEDLESS or "/obj.target/" in name or name.startswith(development)
        if file.is_file() and not is_needless:
            yield file


def _development(folder: Path) -> tuple[str, ...]:
    """Return the folders of Node.js's modules that only developers need."""
    lock = folder / "package-lock.json"
    packages = json.loads(lock.read_text())["packages"] if lock.exists() else {}
    return tuple(f"{name}/" for name, entry in packages.items() if entry.get("dev"))


def _digest(checkout: Path) -> str:
    """Return the digest of the sources in the wheel that these runners are for."""
    newest = max((checkout / "dist").glob("weighbridge-*.whl"), key=lambda file: file.stat().st_mtime)
    with zipfile.ZipFile(newest) as wheel:
        (metadata,) = (entry for entry in zipfile.Path(wheel).iterdir() if entry.name.endswith(".dist-info"))
        return digest_of(PathDistribution(metadata))


def _made() -> str:
    system = platform.freedesktop_os_release()
    day = datetime.datetime.now(datetime.UTC).date().isoformat()
    return f"built {day} on {system.get('PRETTY_NAME', system['NAME'])}, {' '.join(platform.libc_ver())}"


def _needed_glibc(file: Path) -> tuple[int, ...]:
    """Return the newest version of glibc that a program or library names."""
    with file.open("rb") as stream:
        if stream.read(4) != b"\x7fELF" or "musl" in file.name:
            return (2, 0)
        named = re.findall(rb"GLIBC_(\d+)\.(\d+)", stream.read())
    return max((tuple(map(int, version)) for version in named), default=(2, 0))
