"""Runners that are built once more for the schemas of a run: a target for each set of schemas."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence

from weighbridge.runners.manifest import Manifest, with_types
from weighbridge.schema import Schema
from weighbridge.schema.binding import texts_for_runners

TARGET = "typed"
_KEY_DIGITS = 16


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
    folder = f"build/types/{key}"
    place = manifest.folder / folder
    place.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (place / name).write_text(text, encoding="utf-8")
    setup = with_types(manifest).setup
    return manifest.model_copy(
        update={
            "title": f"{manifest.title} (types)",
            "target": TARGET,
            "baseline": typed.baseline or manifest.baseline,
            "setup": setup,
            "made_with": setup,
            "build": typed.build.model_copy(
                update={"commands": tuple(_placed(command, folder) for command in typed.build.commands)}
            ),
            "start": typed.start.model_copy(update={"command": _placed(typed.start.command, folder)}),
            "typed": None,
            "own_files": f"-{TARGET}-{key}",
            "references": typed.references,
        }
    )


def _files(schemas: Sequence[Schema], formats: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the names and texts of the files that a build finds, which hold nothing of what was seen."""
    for schema in schemas:
        yield f"{schema.fingerprint}.json", json.dumps(schema.for_runners, indent=2, ensure_ascii=False) + "\n"
        for language, text in texts_for_runners(schema, formats).items():
            yield f"{schema.fingerprint}.{language}", text


def _placed(command: Sequence[str], folder: str) -> tuple[str, ...]:
    return tuple(part.replace("{types}", folder) for part in command)
