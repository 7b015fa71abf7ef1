"""What is remembered of this machine between commands: how long it takes to get each runner ready."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import platformdirs
from pydantic import TypeAdapter, ValidationError

from weighbridge.files.whole import written_whole
from weighbridge.runners.manifest import Manifest

_TIMES = TypeAdapter(dict[str, float])


def memory() -> Path:
    """Return the file that remembers, in the user's state folder."""
    return platformdirs.user_state_path("weighbridge") / "set-up-times.json"


def expected_s(manifests: Iterable[Manifest]) -> float:
    """Return how long it takes to get runners ready from nothing, in seconds: as remembered, or as manifests guess."""
    known = _read()
    return sum(known.get(manifest.participant, manifest.build.typical_s) for manifest in manifests)


def remember(manifest: Manifest, seconds: float) -> None:
    """Keep how long a runner took. A file that cannot be written is no reason to complain: there is the guess."""
    try:
        with written_whole(memory()) as file:
            file.write_bytes(_TIMES.dump_json(_read() | {manifest.participant: round(seconds, 1)}, indent=1))
    except OSError:
        return


def _read() -> dict[str, float]:
    try:
        return _TIMES.validate_json(memory().read_bytes())
    except (OSError, ValidationError):
        return {}
