"""What tests need of the machine. One that lacks something is skipped, and counted at the end of all (conftest.py).

Why begins with ``NO_TOOL`` where a program, library or kernel is not to be had here, with ``ELSEWHERE`` where the test
is for other users or machines. Any other skip, such as of what is not built though all for it is here, is a failure
with WEIGHBRIDGE_STRICT=1.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable

import pytest

from weighbridge.runners.manifest import Manifest
from weighbridge.runners.setup import missing_programs

THOROUGH = bool(os.environ.get("WEIGHBRIDGE_THOROUGH"))
"""Whether to try every runner that people have to name, every board, and far more of what is drawn by chance."""
NO_TOOL = "no "
ELSEWHERE = "only where "


def programs(*names: str) -> pytest.MarkDecorator:
    """Skip where a program is not on PATH."""
    return _unless_lacking(name for name in names if shutil.which(name) is None)


def tools_of(manifest: Manifest) -> pytest.MarkDecorator:
    """Skip where a runner cannot be built or started."""
    return _unless_lacking(missing.command for missing in missing_programs(manifest))


def require_tools_of(manifest: Manifest) -> None:
    """Skip the test that runs, where a runner cannot be built or started."""
    require(*(missing.command for missing in missing_programs(manifest)))


def require(*lacking: str) -> None:
    """Skip the test that runs, if anything is lacking."""
    if lacking:
        pytest.skip(NO_TOOL + ", ".join(dict.fromkeys(lacking)))


def require_programs(*names: str) -> None:
    """Skip the test that runs, where a program is not on PATH."""
    require(*(name for name in names if shutil.which(name) is None))


def elsewhere(condition: bool, where: str) -> pytest.MarkDecorator:
    """Skip where a condition does not hold, which is said in words: ``only where nobody is root``."""
    return pytest.mark.skipif(not condition, reason=ELSEWHERE + where)


def _unless_lacking(lacking: Iterable[str]) -> pytest.MarkDecorator:
    names = list(dict.fromkeys(lacking))
    return pytest.mark.skipif(bool(names), reason=NO_TOOL + ", ".join(names))
