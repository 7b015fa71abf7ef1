from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from weighbridge.landlock import SWITCH


@pytest.fixture
def scratch() -> Iterator[Path]:
    """Where markers would be made: a short path, since it stands in every key."""
    with tempfile.TemporaryDirectory(prefix="wm") as folder:
        yield Path(folder)


@pytest.fixture(autouse=True)
def _first_wall_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let markers be made: what is tried here is that no key runs, not that what runs can do little."""
    monkeypatch.setenv(SWITCH, "off")
