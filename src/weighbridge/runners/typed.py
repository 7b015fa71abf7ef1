"""Runners that are built once more for the schemas of a run: a target for each set of schemas."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from weighbridge.runners.build import remove
from weighbridge.runners.manifest import Manifest, with_types
from weighbridge.schema import Schema
from weighbridge.schema.binding import texts_for_runners

TARGET = "typed"
_KEY_DIGITS = 16
_KEY = re.compile(rf"[0-9a-f]{{{_KEY_DIGITS}}}")
_KEPT = 20
"""So many sets of schemas stay built for a runner: those that were asked for last."""


def typed_targets(manifests: Iterable[Manifest], schemas: Sequence[Schema]) -> list[Manifest]:
    """Return the targets for schemas of those runners that have one."""
    return [target for manifest in manifests if (target := typed_target(manifest, schemas))]


def typed_target(manifest: Manifest, schemas: Sequence[Schema]) -> Manifest | None:
    """Return the target of a runner for schemas, having written them where its build looks for them.

    The same schemas give the same folder, so that what was built for them once is there. None where the runner has no
    such target, or there are no schemas.
    """
    if manifest.typed is None or not schemas:
        return None
    typed = manifest.typed
    files = dict(sorted(_files(schemas, typed.formats)))
    key = hashlib.sha256("\0".join(f"{name}\0{text}" for name, text in files.items()).encode()).hexdigest()[
        :_KEY_DIGITS
    ]
    folder = _folder(key)
    place = manifest.folder / folder
    with contextlib.suppress(OSError):  # where nobody may write nothing is built, which says what to do
        place.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            _keep(place / name, text)
        os.utime(place)
        _prune(manifest)
    setup = with_types(manifest).setup
    return manifest.model_copy(
        update={
            "title": f"{manifest.title} (types)",
            "target": TARGET,
            "baseline": typed.baseline or manifest.baseline,
            "setup": setup,
            "made_with": setup,
            "build": typed.build.model_copy(
                update={
                    "commands": tuple(_placed(command, folder) for command in typed.build.commands),
                    "confined": tuple(_placed(command, folder) for command in typed.build.confined),
                    "writes": (*typed.build.writes, folder),
                }
            ),
            "start": typed.start.model_copy(update={"command": _placed(typed.start.command, folder)}),
            "typed": None,
            "own_files": _own_files(key),
            "rests_on": manifest,
            "references": typed.references,
        }
    )


def _folder(key: str) -> str:
    return f"build/types/{key}"


def _own_files(key: str) -> str:
    return f"-{TARGET}-{key}"


def _prune(manifest: Manifest) -> None:
    """Remove what was built for schemas that have not been asked for in a long time, unless somebody uses it."""
    places = [place for place in (manifest.folder / _folder("")).iterdir() if _KEY.fullmatch(place.name)]
    places.sort(key=lambda place: place.stat().st_mtime_ns, reverse=True)
    for place in places[_KEPT:]:
        remove(manifest.model_copy(update={"own_files": _own_files(place.name)}), place)


def _keep(file: Path, text: str) -> None:
    """Write a file that another command may be reading: in whole, and only if it is not there already.

    What was generated and built there before could have left links under any name that it can foretell.
    """
    with contextlib.suppress(FileNotFoundError):
        if file.read_text(encoding="utf-8") == text:
            return
    with tempfile.NamedTemporaryFile("w", dir=file.parent, encoding="utf-8", delete=False) as half:
        half.write(text)
    umask = os.umask(0)
    os.umask(umask)
    Path(half.name).chmod(0o666 & ~umask)
    Path(half.name).replace(file)


def _files(schemas: Sequence[Schema], formats: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the names and texts of the files that a build finds, which hold nothing of what was seen."""
    for schema in schemas:
        yield f"{schema.fingerprint}.json", json.dumps(schema.for_runners, indent=2, ensure_ascii=False) + "\n"
        for language, text in texts_for_runners(schema, formats).items():
            yield f"{schema.fingerprint}.{language}", text


def _placed(command: Sequence[str], folder: str) -> tuple[str, ...]:
    return tuple(part.replace("{types}", folder) for part in command)
