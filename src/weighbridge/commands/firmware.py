"""The commands about the firmware of boards."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from weighbridge.campaign.progress import Progress
from weighbridge.campaign.selection import SelectionError, check_names
from weighbridge.commands.outcome import DONE, TROUBLE
from weighbridge.commands.output import write_file
from weighbridge.report import document as documents
from weighbridge.runners.build import BuildError, build, is_built
from weighbridge.runners.launch import runners_root
from weighbridge.runners.manifest import Build, Manifest, find_manifests
from weighbridge.runners.setup import how_to_add, missing_programs

CODECS_VARIABLE = "WEIGHBRIDGE_CODECS"
"""The environment variable that tells a firmware's build which codecs to link, parted by commas; all if it is empty."""


def _boards() -> dict[str, tuple[Manifest, Path]]:
    """Every target that is a board, by its name, as it is built for a real one; and the image that is built."""
    found = {}
    for manifest in find_manifests(runners_root()):
        if manifest.firmware is None:
            continue
        own = {"build": manifest.firmware.build, "own_files": f"{manifest.own_files}-board"}
        built = manifest.model_copy(update=own if manifest.firmware.build else {})
        found[manifest.target] = built, manifest.folder / manifest.firmware.image
    return found


def rows() -> list[documents.FirmwareRow]:
    """Return every board that there is firmware for."""
    return [
        documents.FirmwareRow(
            target=target, title=manifest.title, image=str(image), built=image.exists() and is_built(manifest)
        )
        for target, (manifest, image) in _boards().items()
    ]


def write_sketch(folder: Path, codecs: Sequence[str], watcher: Progress) -> int:
    """Write the runner as a sketch for Arduino's IDE and PlatformIO; return the exit status.

    Args:
        folder: the sketch's, which is made, or holds a sketch that was written before.
        codecs: the only ones to take along; all if empty.
        watcher: told what happens.

    Raises:
        SelectionError: no sketch can be written there.
    """
    if not re.fullmatch(r"[A-Za-z0-9][\w.-]{0,62}", folder.name):
        raise SelectionError(f"{folder}: Arduino's IDE takes folders named with letters, digits, _, . and - only")
    if folder.exists() and any(folder.iterdir()) and not (folder / f"{folder.name}.ino").exists():
        raise SelectionError(f"{folder}: there is something else than a sketch; name a new folder")
    able = next((manifest for manifest in find_manifests(runners_root()) if manifest.sketch), None)
    if able is None or able.sketch is None:
        raise SelectionError("no runner here can be a sketch")
    place = str(folder.absolute())
    commands = tuple(tuple(part.replace("{folder}", place) for part in command) for command in able.sketch.commands)
    writing = able.model_copy(update={"build": Build(commands=commands, inputs=()), "own_files": "-sketch"})
    if not _built(writing, codecs, watcher):
        return TROUBLE
    watcher.note(f"{folder}: open it in Arduino's IDE, or: pio run -d {folder}")
    return DONE


def build_image(target: str, codecs: Sequence[str], output: Path, watcher: Progress) -> int:
    """Build a board's firmware by its own build commands and copy the image; return the exit status.

    Args:
        target: the board.
        codecs: the only ones to link; all if empty.
        output: where the image goes.
        watcher: told what happens.

    Raises:
        SelectionError: there is no such board.
        StoreError: the image cannot be written.
    """
    boards = _boards()
    check_names("board", [target], boards)
    manifest, image = boards[target]
    if not _built(manifest, codecs, watcher):
        return TROUBLE
    write_file(output, image.read_bytes())
    watcher.note(f"{output}: the firmware for {manifest.title}")
    return DONE


def _built(manifest: Manifest, codecs: Sequence[str], watcher: Progress) -> bool:
    """Build with some codecs alone; whether that worked."""
    watcher.stage(f"Building {manifest.title}", 1)
    try:
        with _chosen(codecs):
            build(manifest, progress=watcher.about, force=not manifest.build.inputs)
    except BuildError as error:
        lacking = missing_programs(manifest)
        watcher.note(f"{'; '.join(map(str, lacking))}. {how_to_add(manifest)}" if lacking else str(error))
        return False
    return True


@contextmanager
def _chosen(codecs: Sequence[str]) -> Iterator[None]:
    """Name the codecs to builds, and to no later one."""
    before = os.environ.get(CODECS_VARIABLE)
    if codecs:
        os.environ[CODECS_VARIABLE] = ",".join(codecs)
    try:
        yield
    finally:
        if before is not None:
            os.environ[CODECS_VARIABLE] = before
        elif codecs:
            del os.environ[CODECS_VARIABLE]
