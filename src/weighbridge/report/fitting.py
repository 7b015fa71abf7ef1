"""A table that leaves out columns where the terminal is too narrow for all: never is a number cut."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text


@dataclass(frozen=True, slots=True)
class Column:
    """A column.

    Attributes:
        heading: what stands above it.
        numeric: whether it is set to the right.
        leaves: when it is left out: the lowest first, those of one number together; None for never.
    """

    heading: str
    numeric: bool = False
    leaves: int | None = None


class FittingTable:
    """Rows under headings; the last column holds words, and is wrapped where nothing more can be left out."""

    def __init__(self, columns: Sequence[Column], words: int) -> None:
        """Prepare an empty table; numbers are left out for the last column until it is as wide as this."""
        self._columns = tuple(columns)
        self._words = words
        self._rows: list[tuple[Text, ...]] = []

    def add(self, *cells: Text) -> None:
        """Add a row, a cell a column."""
        self._rows.append(cells)

    def __rich_console__(self, _: Console, options: ConsoleOptions) -> RenderResult:
        """Draw as many columns as there is room for."""
        words = len(self._columns) - 1
        kept = [n for n in range(len(self._columns)) if n != words or any(row[n].plain for row in self._rows)]
        for leaving in sorted({column.leaves for column in self._columns if column.leaves is not None}):
            if self._width(kept) <= options.max_width:
                break
            kept = [n for n in kept if self._columns[n].leaves != leaving]
        grid = Table(box=None, pad_edge=False, padding=(0, 1), header_style="dim")
        for n in kept:
            column = self._columns[n]
            grid.add_column(column.heading, justify="right" if column.numeric else "left", no_wrap=n != words)
        for row in self._rows:
            grid.add_row(*(row[n] for n in kept))
        yield grid

    def _width(self, kept: Sequence[int]) -> int:
        widths = [max(len(self._columns[n].heading), *(row[n].cell_len for row in self._rows)) for n in kept]
        if kept[-1] == len(self._columns) - 1:
            widths[-1] = min(widths[-1], self._words)
        return sum(widths) + 2 * (len(widths) - 1)
