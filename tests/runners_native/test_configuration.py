"""CMake's configurations: none is begun without its compiler, and none that failed is there for the next."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import needs
import pytest
from aside import put_aside

from weighbridge.runners.build import BuildError, build
from weighbridge.runners.build_record import read
from weighbridge.runners.manifest import Manifest, find_manifests

COMPILERS = {"c": "gcc", "cpp": "g++", "mcu:cortex-m4": "arm-none-eabi-gcc"}


def only_configured(root: Path, name: str) -> Manifest:
    """Return a runner whose build compiles nothing."""
    put_aside(root, beside=("c", "cpp", "mcu"))
    (manifest,) = (one for one in find_manifests(root) if one.participant == name)
    commands = (*manifest.build.commands[:-1], ("cmake", "--version"))
    return manifest.model_copy(update={"build": manifest.build.model_copy(update={"commands": commands})})


def without(folder: Path, program: str) -> Path:
    """Return a folder with all that is on PATH, but for one program."""
    folder.mkdir()
    for place in reversed(os.environ["PATH"].split(os.pathsep)):
        for file in Path(place).glob("*"):
            link = folder / file.name
            link.unlink(missing_ok=True)
            if file.name != program:
                link.symlink_to(file)
    return folder


def configurations(manifest: Manifest) -> list[Path]:
    return list(manifest.folder.glob("build/*/CMakeCache.txt"))


@pytest.mark.parametrize("name", COMPILERS)
def test_a_compiler_that_comes_later_is_configured_for(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler = COMPILERS[name]
    real = shutil.which(compiler)
    needs.require_programs("cmake", compiler)
    manifest = only_configured(tmp_path / "runners", name)
    programs = without(tmp_path / "programs", compiler)
    monkeypatch.setenv("PATH", str(programs))

    with pytest.raises(BuildError, match=re.escape(f"not on PATH: {compiler}")):
        build(manifest)
    assert read(manifest) is None

    place = programs / compiler
    place.write_text("#!/bin/sh\nexit 1\n")
    place.chmod(0o755)
    with pytest.raises(BuildError, match="cmake ended with exit status 1"):
        build(manifest)
    assert configurations(manifest) == []

    place.unlink()
    place.symlink_to(str(real))
    build(manifest)
    (cache,) = configurations(manifest)
    prefix = re.sub(r"g(cc|\+\+)$", "", compiler)
    assert re.search(rf"^CMAKE_OBJCOPY:FILEPATH=.*/{prefix}objcopy$", cache.read_text(), re.MULTILINE)

    place.unlink()
    place.write_text(f'#!/bin/sh\nexec {real} "$@"\n')
    place.chmod(0o755)
    build(manifest)
    record = read(manifest)
    assert record is not None
    assert record.anew
