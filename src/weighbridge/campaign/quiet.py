"""What is remembered of this machine between runs: its pitch when it is quiet."""

from __future__ import annotations

import json
import platform
import tempfile
from pathlib import Path

import platformdirs

from weighbridge.campaign.environment import describe_machine
from weighbridge.campaign.fork import VERSION
from weighbridge.measure.pitch import remembered

_MOST = 30
"""So many runs are remembered."""


def memory() -> Path:
    """Return the file that remembers, in the user's state folder."""
    return platformdirs.user_state_path("weighbridge") / "quiet.json"


def recall() -> float | None:
    """Return the quiet pitch of this machine, in nanoseconds; None before the first run."""
    return remembered(_read().get(_key(), []))


def remember(pitch_ns: float) -> None:
    """Add the quiet pitch of a run. A file that cannot be written is no reason to complain: a run has its own pitch."""
    known = _read()
    known[_key()] = [*known.get(_key(), []), round(pitch_ns)][-_MOST:]
    try:
        memory().parent.mkdir(parents=True, exist_ok=True)
        # Whole or not at all: another run may read it now, and this one may be killed.
        with tempfile.NamedTemporaryFile("w", dir=memory().parent, encoding="utf-8", delete=False) as file:
            file.write(json.dumps(known, indent=1))
        Path(file.name).replace(memory())
    except OSError:
        return


def _key() -> str:
    """What a pitch is of: this processor, this Python, this work."""
    return f"{describe_machine()['cpu']}, Python {platform.python_version()}, fork {VERSION}"


def _read() -> dict[str, list[float]]:
    try:
        found = json.loads(memory().read_text(encoding="utf-8"))
        return {str(key): [float(value) for value in values] for key, values in found.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}
