"""Building a runner, when something that it is made from has changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from weighbridge.runners.manifest import Manifest


class BuildError(Exception):
    """A build that failed.

    Attributes:
        runner: the runner's name.
        log: the build's whole output.
    """

    def __init__(self, runner: str, reason: str, log: Path) -> None:
        self.runner = runner
        self.log = log
        super().__init__(f"Runner {runner} could not be built: {reason}\nAll of the build's output is in {log}.")


@dataclass(frozen=True, slots=True)
class Built:
    """A runner that is ready to start.

    Attributes:
        fresh: whether it was up to date already, so that nothing was done.
        seconds: how long it took.
        log: the build's output.
    """

    fresh: bool
    seconds: float
    log: Path


def build(manifest: Manifest, *, progress: Callable[[str], None] | None = None, force: bool = False) -> Built:
    """Build a runner unless it is up to date.

    Args:
        manifest: the runner's.
        progress: called with the last line of output, as it comes.
        force: whether to build it even if it is up to date.

    Raises:
        BuildError: a command failed, or took longer than the manifest allows.
    """
    raise NotImplementedError
