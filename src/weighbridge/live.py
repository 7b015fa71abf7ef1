"""Live progress on a terminal."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType

from rich.console import RenderableType
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from weighbridge.printable import PlainConsole


class LiveProgress:
    """Shows a campaign's stages on standard error; does nothing where that is no terminal."""

    def __init__(self, console: PlainConsole, look: Callable[[str], RenderableType] | None = None) -> None:
        """Prepare to show progress on a console.

        Args:
            console: where to.
            look: makes of a run's name what is worth showing of its first results.
        """
        self._console = console
        self._look = look
        self._progress = Progress(
            TextColumn("{task.description}", style="bold", markup=False),
            BarColumn(bar_width=24),
            TimeElapsedColumn(),
            TextColumn("{task.fields[about]}", style="dim", markup=False),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._task: TaskID | None = None

    def stage(self, title: str, total: int) -> None:
        """Begin a stage: a new bar in the place of the last one."""
        if self._task is not None:
            self._progress.remove_task(self._task)
        self._task = self._progress.add_task(title, total=max(total, 1), about="")

    def about(self, text: str) -> None:
        """Say what is being done, behind the bar."""
        if self._task is not None:
            self._progress.update(self._task, about=text[:70])

    def step(self) -> None:
        """Advance the bar."""
        if self._task is not None:
            self._progress.advance(self._task)

    def note(self, text: str) -> None:
        """Print a line above the bar."""
        self._console.print(text, style="yellow", highlight=False, markup=False)

    def measured(
        self, *, elapsed_s: float, budget_s: float, samples: int, precision: float | None, open_cells: int
    ) -> None:
        """Show how much of the budget is spent, and how precise the numbers are so far."""
        if self._task is None:
            return
        left = max(budget_s - elapsed_s, 0.0)
        sharpness = "" if precision is None else f", ±{precision * 100:.2g}%"
        about = f"{left:.0f} s left, {samples} samples, {open_cells} rows undecided{sharpness}"
        self._progress.update(self._task, completed=elapsed_s, total=budget_s, about=about)

    def first_results(self, run: str) -> None:
        """Print what there is so far above the bar."""
        if self._look is not None and self._console.is_terminal:
            self._console.print(self._look(run))

    def __enter__(self) -> LiveProgress:
        """Start to show."""
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Clear the bar."""
        self._progress.stop()
