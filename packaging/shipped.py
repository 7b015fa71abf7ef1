"""Puts the runners' sources into the wheel, as one archive: a thousand small files would take ten times the room."""

from __future__ import annotations

import io
import lzma
import subprocess
import tarfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_SOURCES = ("runners", "src/weighbridge_kit")
_NEEDLESS = ("lint", "README.md")


class Shipped(BuildHookInterface):  # type: ignore[type-arg]
    """A hook of hatch, which calls it before it writes a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the archive, and have it taken along."""
        if version == "editable":
            return
        archive = Path(self.directory) / "sources.tar.xz"
        archive.parent.mkdir(parents=True, exist_ok=True)
        archive.write_bytes(lzma.compress(_packed(Path(self.root))))
        build_data["force_include"][str(archive)] = "weighbridge/shipped/sources.tar.xz"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the archive."""
        (Path(self.directory) / "sources.tar.xz").unlink(missing_ok=True)


def _packed(root: Path) -> bytes:
    """Return the files that git knows or would know, the same bytes whenever they are the same files."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *_SOURCES],
        cwd=root,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split("\0")
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for name in sorted(filter(None, listed)):
            file = root / name
            if not file.is_file() or file.name in _NEEDLESS:
                continue
            entry = tarfile.TarInfo(name)
            entry.size = file.stat().st_size
            entry.mode = 0o755 if file.stat().st_mode & 0o100 else 0o644
            with file.open("rb") as stream:
                archive.addfile(entry, stream)
    return packed.getvalue()
