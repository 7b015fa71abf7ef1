"""What a reader must know of a run before any number; the page's web/src/data/warnings.ts says the same."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from .document import RunDocument
from .tables import Table

_MANY_UNSETTLED = 0.05
"""A share of rows without a steady speed that is worth a warning."""
_HARDLY_QUIET = 0.25
"""A share of quietly timed batches below which the estimates are mostly corrected ones."""


@dataclass(frozen=True, slots=True)
class Caution:
    """A sentence or two.

    Attributes:
        kind: whether nothing of the run is to be believed, its order is not, or some of its numbers are less good.
        text: what to print.
        is_command: whether it ends with a command to be copied: in one line, however narrow the terminal is.
    """

    kind: Literal["distrust", "doubt", "hint"]
    text: str
    is_command: bool = False


def cautions_of(document: RunDocument, stored_at: str = "") -> Iterator[Caution]:
    """Yield what is wrong with a run, the worst first.

    Args:
        document: the run.
        stored_at: what commands need beside the run's name to find it again: nothing, or `` --db FILE``.
    """
    run, cells = document.run, document.cells
    check, quiet_share = run.self_check, run.quietness.quiet_share
    if not check.passed:
        yield Caution(
            "distrust",
            f"This run failed its own check: of {check.pairs} codecs measured twice, {check.different} differ from "
            "themselves. Do not trust its numbers; measure again on a quieter machine.",
        )
    too_short = bool(cells) and max(cell.processes for cell in cells) < 2
    if too_short:
        yield Caution(
            "doubt",
            "Too short to rank: every codec was measured in one process only, so that nothing is known of its error. "
            f"Give it more time, such as --budget {math.ceil(run.measured_s / 2) * 10}s, or weigh less at once.",
        )
    if quiet_share is not None and quiet_share < _HARDLY_QUIET:
        yield Caution(
            "hint",
            "Somebody else used the processor through most of this run: times are corrected to a quiet machine, "
            "intervals are wider. --wait-for-quiet 2m waits for better moments.",
        )
    unsettled = sum(not cell.settled for cell in cells)
    if unsettled > _MANY_UNSETTLED * len(cells):
        # A run that is too short has been told how much more it needs: more than this.
        longer = (
            f" Give the run more time, such as --budget {run.measured_s * 4:.0f}s, or weigh fewer languages at once."
        )
        yield Caution(
            "hint",
            f"{unsettled} of {len(cells)} rows were still becoming faster or slower when the time for warming up was "
            f'over; they say "not settled".{"" if too_short else longer}',
        )
    if run.status in {"interrupted", "running"}:
        command = f"weighbridge resume {run.run}{stored_at}"
        yield Caution("hint", f"This run was interrupted. To go on: {command}", is_command=True)


def of_table(document: RunDocument, table: Table) -> Iterator[str]:
    """Yield what is wrong with the numbers of one table, in a few words: to be said beside it."""
    cells = [row.cell for section in table.sections for row in section.rows]
    if not document.run.self_check.passed:
        yield "not to be trusted: this run failed its own check"
    if max(cell.processes for cell in cells) < 2:
        yield "not ranked: measured in one process only, so that nothing is known of the error"
    unsettled = sum(not cell.settled for cell in cells)
    if unsettled:
        rows = "1 row" if unsettled == 1 else f"{unsettled} rows"
        yield f'{rows} of {len(cells)} still becoming faster or slower when timed: "not settled"'
