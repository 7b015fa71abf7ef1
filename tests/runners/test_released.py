"""The release dates in the manifests: each library that is measured has one, and none is a guess about the future."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import needs
import pytest

from weighbridge.runners import confinement
from weighbridge.runners.build import is_built
from weighbridge.runners.launch import runners_root, start
from weighbridge.runners.library_sources import unpacked
from weighbridge.runners.manifest import Manifest, find_manifests
from weighbridge.runners.setup import missing_programs

MANIFESTS = [one for one in find_manifests(runners_root()) if needs.THOROUGH or not one.only_if_named]
GOXELS = "json-parser, json-builder in Goxel's copy"
UNKNOWN = {
    # The copy does not say which version it is of.
    "c": {GOXELS},
    "mcu": {GOXELS},
    # Its archives hold neither a changelog nor the time at which they were made.
    "python": {"protobuf"},
    # Others used 3.0.1 in July 2022; no tag, changelog or file time says since when it was there.
    "node": {"notepack.io"},
    "browser:chromium": {"notepack.io"},
    "browser:firefox": {"notepack.io"},
    # Debian's packages say when Debian packed them.
    "perl": {"Sereal::Encoder"},
    "ruby": {"bson", "cbor", "yajl-ruby"},
    # Parts of .NET, in the version that the machine's SDK has.
    "mono:dotnet": {"System.Runtime.Serialization", "System.Text.Json", "System.Xml"},
}
"""Libraries whose measured version was released on a day that nobody knows, by the participant or runner with them."""


@contextmanager
def _checkout_in_a_home() -> Iterator[None]:
    """Let the checkout be a part of the user's home, where runners may read nothing but what their manifests name."""
    with pytest.MonkeyPatch.context() as changed:
        changed.setenv("HOME", str(runners_root().parent))
        confinement.forget()
        yield
    confinement.forget()


@pytest.mark.parametrize("manifest", MANIFESTS, ids=lambda manifest: manifest.participant)
def test_every_library_that_is_measured_has_a_date(manifest: Manifest, tmp_path: Path) -> None:
    if not is_built(manifest) or missing_programs(manifest):
        needs.require_tools_of(manifest)
        pytest.skip(f"{manifest.participant} is not built here")
    with _checkout_in_a_home(), start(manifest, log=tmp_path / "log") as client:
        libraries = {codec.library for codec in client.describe().codecs}
    unknown = UNKNOWN.get(manifest.participant, UNKNOWN.get(manifest.name, set()))
    packaged = {library for library, got in unpacked(manifest).items() if got.released is not None}
    without = libraries - manifest.released.keys() - packaged - unknown
    lines = "\n".join(f'"{library}" = <the day on which it was released>' for library in sorted(without))
    assert not without, f"{manifest.folder / 'runner.toml'} lacks, under [released]:\n{lines}"
    assert unknown <= libraries, f"no codec has {unknown - libraries}, which UNKNOWN names"
    assert not unknown & manifest.released.keys(), "a library that has a date is not unknown"


@pytest.mark.parametrize("manifest", MANIFESTS, ids=lambda manifest: manifest.participant)
def test_no_date_is_later_than_what_was_written_down(manifest: Manifest) -> None:
    written = datetime.date.fromtimestamp((manifest.folder / "runner.toml").stat().st_mtime)
    future = {library: str(day) for library, day in manifest.released.items() if day > written}
    assert not future, f"{manifest.folder / 'runner.toml'} was last changed on {written}"
