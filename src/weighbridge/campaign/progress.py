"""What a campaign tells whoever watches it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, Protocol

SetUp = Literal["waiting", "installing", "building", "ready", "left out", "failed"]
"""How far a runner is from being ready."""


class Progress(Protocol):
    """Hears how far a campaign is. The command line shows it live; tests and ``--no-progress`` ignore it."""

    def stage(self, title: str, total: int) -> None:
        """Say that a stage begins, with so many steps in it."""

    def about(self, text: str) -> None:
        """Say what is being done."""

    def step(self) -> None:
        """Say that a step of the stage is done."""

    def note(self, text: str) -> None:
        """Give a message that stays on the screen."""

    def measured(
        self, *, elapsed_s: float, budget_s: float, samples: int, precision: float | None, open_cells: int
    ) -> None:
        """Say how far the measurement is; ``precision`` is a share, 0.01 for ±1 %."""

    def setting_up(self, title: str, state: SetUp, about: str = "", expected_s: float | None = None) -> None:
        """Say how far a runner is from being ready, what is done about it, and how long that takes, in seconds."""

    def first_results(self, run: str, runners: Collection[str]) -> None:
        """Say that there is something to tell of these runners, which have just joined, and that the store has it."""


class Silence:
    """Progress that nobody watches."""

    def stage(self, title: str, total: int) -> None:
        """Ignore it."""

    def about(self, text: str) -> None:
        """Ignore it."""

    def step(self) -> None:
        """Ignore it."""

    def note(self, text: str) -> None:
        """Ignore it."""

    def measured(
        self, *, elapsed_s: float, budget_s: float, samples: int, precision: float | None, open_cells: int
    ) -> None:
        """Ignore it."""

    def setting_up(self, title: str, state: SetUp, about: str = "", expected_s: float | None = None) -> None:
        """Ignore it."""

    def first_results(self, run: str, runners: Collection[str]) -> None:
        """Ignore it."""
