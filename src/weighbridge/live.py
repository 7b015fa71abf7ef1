"""Live progress: bars and a table of set-up on a terminal, now and then a line elsewhere."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from types import TracebackType

from rich.console import Group, RenderableType
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from weighbridge.campaign.progress import SetUp
from weighbridge.printable import PlainConsole

Look = Callable[[str, Collection[str]], RenderableType]
"""Makes of a run's name what is worth showing of its first results of some runners."""

_UNDER_WAY: tuple[SetUp, ...] = ("installing", "building")
_OTHERS: dict[SetUp, str] = {"waiting": "dim", "left out": "yellow", "failed": "red"}
"""What is told in a line, and in which style."""
_SILENT_S = 12.0
"""Where there is no terminal, nobody waits longer for a line."""
_ABOUT = 70


def show_cursor() -> None:
    """Show the terminal's cursor again if a bar has hidden it, whatever came between the bar and its end."""
    for console in _hiding:
        with suppress(OSError):
            console.show_cursor(True)
    _hiding.clear()


_hiding: list[PlainConsole] = []
"""Where a bar has been begun, which hides the cursor."""


@dataclass(slots=True)
class _Runner:
    """How far a runner is from being ready; ``since`` when, and how long it takes from nothing, in seconds."""

    state: SetUp
    expected_s: float = 0.0
    about: str = ""
    since: float = field(default_factory=time.monotonic)

    @property
    def elapsed_s(self) -> float:
        return time.monotonic() - self.since

    @property
    def left_s(self) -> float:
        """How much longer it takes, as far as can be told."""
        if self.state == "waiting":
            return self.expected_s
        return max(self.expected_s - self.elapsed_s, 0.0) if self.state in _UNDER_WAY else 0.0


class _Bars(Progress):
    """Bars below a table of the runners that are being set up."""

    def __init__(self, runners: dict[str, _Runner], console: PlainConsole) -> None:
        self._runners = runners
        super().__init__(
            TextColumn("{task.description}", style="bold", markup=False),
            BarColumn(bar_width=24),
            TimeElapsedColumn(),
            TextColumn("{task.fields[about]}", style="dim", markup=False),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )

    def get_renderables(self) -> Iterable[RenderableType]:
        """Yield the table and the bars."""
        if any(one.state in _UNDER_WAY for one in list(self._runners.values())):
            yield _table(self._runners)
        yield self.make_tasks_table(self.tasks)


def _table(runners: dict[str, _Runner]) -> RenderableType:
    """Return a table of what is under way, and a line of the others."""
    now = dict(runners)
    grid = Table.grid(padding=(0, 2), expand=True)
    for _ in range(3):
        grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True, style="dim", overflow="ellipsis", ratio=1)
    for title, one in now.items():
        if one.state in _UNDER_WAY:
            took = f"{one.elapsed_s:.0f} of about {max(one.expected_s, one.elapsed_s):.0f} s"
            grid.add_row(Text(title, "bold"), Text(one.state, "cyan"), took, Text(one.about))
    others = [
        Text(f"{state}: {', '.join(titles)}", style)
        for state, style in _OTHERS.items()
        if (titles := [title for title, one in now.items() if one.state == state])
    ]
    return Group(grid, *others)


class LiveProgress:
    """Shows on standard error what a campaign does: live on a terminal; elsewhere in lines, none too rare."""

    def __init__(self, console: PlainConsole, look: Look | None = None) -> None:
        """Prepare to show progress on a console.

        Args:
            console: where to.
            look: shows first results.
        """
        self._console = console
        self._look = look
        self._runners: dict[str, _Runner] = {}
        self._progress = _Bars(self._runners, console)
        self._task: TaskID | None = None
        self._title, self._about = "", ""
        self._began = self._told = time.monotonic()
        self._ended = threading.Event()

    def stage(self, title: str, total: int) -> None:
        """Begin a stage: a new bar in the place of the last one."""
        if self._task is not None:
            self._progress.remove_task(self._task)
        self._title, self._about = title, ""
        self._task = self._progress.add_task(title, total=max(total, 1), about="")

    def about(self, text: str) -> None:
        """Say what is being done, behind the bar."""
        self._about = text[:_ABOUT]
        if self._task is not None:
            self._progress.update(self._task, about=self._about)

    def step(self) -> None:
        """Advance the bar."""
        if self._task is not None:
            self._progress.advance(self._task)

    def note(self, text: str) -> None:
        """Print a line above the bar."""
        self._told = time.monotonic()
        self._console.print(text, style="yellow", highlight=False, markup=False)

    def measured(
        self, *, elapsed_s: float, budget_s: float, samples: int, precision: float | None, open_cells: int
    ) -> None:
        """Show how much of the budget is spent, and how precise the numbers are so far."""
        if self._task is None:
            return
        left = max(budget_s - elapsed_s, 0.0)
        sharpness = "" if precision is None else f", ±{precision * 100:.2g}%"
        self._about = f"{left:.0f} s left, {samples} samples, {open_cells} rows undecided{sharpness}"
        self._progress.update(self._task, completed=elapsed_s, total=budget_s, about=self._about)

    def setting_up(self, title: str, state: SetUp, about: str = "", expected_s: float | None = None) -> None:
        """Show how far a runner is from being ready."""
        one = self._runners.setdefault(title, _Runner(state))
        if state in _UNDER_WAY and one.state not in _UNDER_WAY:
            one.since = time.monotonic()
        one.state, one.about = state, about
        if expected_s is not None:
            one.expected_s = expected_s

    def first_results(self, run: str, runners: Collection[str]) -> None:
        """Print what there is so far above the bar."""
        if self._look is not None:
            self._told = time.monotonic()
            self._console.print(self._look(run, runners))

    def __enter__(self) -> LiveProgress:
        """Start to show."""
        if self._console.is_terminal:
            _hiding.append(self._console)
        else:
            threading.Thread(target=self._tell_now_and_then, name="telling", daemon=True).start()
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Clear the bar."""
        self._ended.set()
        self._progress.stop()

    def _tell_now_and_then(self) -> None:
        while not self._ended.wait(max(self._told + _SILENT_S - time.monotonic(), 0.1)):
            if time.monotonic() - self._told >= _SILENT_S:
                self.note(self._state())

    def _state(self) -> str:
        """Say in a line what is being done."""
        runners = dict(self._runners)
        under_way = [f"{title} ({one.elapsed_s:.0f} s)" for title, one in runners.items() if one.state in _UNDER_WAY]
        parts = [f"{self._title}: {self._about}" if self._about else self._title] if self._title else []
        if under_way:
            left_s = sum(one.left_s for one in runners.values()) / 2
            parts.append(f"setting up {', '.join(under_way)}; about {left_s:.0f} s left")
        minutes, seconds = divmod(round(time.monotonic() - self._began), 60)
        return f"[{minutes}:{seconds:02}] {'; '.join(parts) or 'working'}"
