"""Runners that are built once more for the schemas of a run: a target for each set of schemas."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from weighbridge.runners.manifest import Manifest
from weighbridge.schema import Schema

TARGET = "typed"
_KEY_DIGITS = 16


def typed_target(manifest: Manifest, schemas: Sequence[Schema]) -> Manifest | None:
    """Return the target of a runner for schemas, having written them where its build looks for them.

    The same schemas give the same folder, so that what was built for them once is there. None where the runner has no
    such target, or there are no schemas.
    """
    if manifest.typed is None or not schemas:
        return None
    by_fingerprint = {schema.fingerprint: schema for schema in schemas}
    key = hashlib.sha256("".join(sorted(by_fingerprint)).encode()).hexdigest()[:_KEY_DIGITS]
    folder = f"build/types/{key}"
    place = manifest.folder / folder
    place.mkdir(parents=True, exist_ok=True)
    for fingerprint, schema in by_fingerprint.items():
        (place / f"{fingerprint}.json").write_text(schema.to_json(), encoding="utf-8")
    typed = manifest.typed
    setup = manifest.setup.with_needs_of(typed.setup)
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
            "references": {},
        }
    )


def _placed(command: Sequence[str], folder: str) -> tuple[str, ...]:
    return tuple(part.replace("{types}", folder) for part in command)
