"""What codecs preserve, as a table in Markdown."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from weighbridge.formats.fidelity import DECLINED
from weighbridge_kit.operations import WHOLE_OPERATIONS

from . import figures
from .document import VerifiedCell, VerifyDocument


def to_markdown(document: VerifyDocument, titles: dict[str, str]) -> str:
    """Write what was verified: for every runner, what its codecs lose and refuse, and which are exact.

    Args:
        document: what ``verify`` found.
        titles: for every runner, by its name on its target, the name that people know it by.
    """
    by_runner: dict[str, list[VerifiedCell]] = defaultdict(list)
    for cell in (*document.cells, *document.unsupported):
        by_runner[cell.participant].append(cell)
    lines: list[str] = []
    for participant, cells in by_runner.items():
        lines += [f"## {titles.get(participant, participant)}", "", *_runner(cells), ""]
    return "\n".join(lines)


def _runner(cells: Sequence[VerifiedCell]) -> Iterator[str]:
    codecs: dict[str, list[VerifiedCell]] = defaultdict(list)
    for cell in cells:
        codecs[figures.codec_name(cell)].append(cell)
    exact = [name for name, own in codecs.items() if all(_is_exact(cell) for cell in own)]
    others = [name for name in codecs if name not in exact]
    if others:
        yield "| codec | format | encode | decode | scan |"
        yield "|---|---|---|---|---|"
        for name in sorted(others):
            own = codecs[name]
            cols = (_operation([cell for cell in own if cell.operation == operation]) for operation in WHOLE_OPERATIONS)
            yield f"| {name} | {own[0].format} | {' | '.join(cols)} |"
        yield ""
    if exact:
        yield f"Exact in all that they take: {', '.join(sorted(exact))}."


def _is_exact(cell: VerifiedCell) -> bool:
    """Tell whether it is exact, or beyond what its format can hold."""
    return cell.fidelity == "exact" or (cell.fidelity == "unsupported" and DECLINED not in cell.notes)


def _operation(cells: Sequence[VerifiedCell]) -> str:
    """Say what one operation of a codec does to the documents: its losses, and where it fails or declines."""
    if not cells:
        return "—"
    losses = sorted({loss for cell in cells for loss in cell.losses})
    parts = [f"`{loss}`" for loss in losses]
    failed = _payloads(cell for cell in cells if cell.fidelity == "failed")
    if failed:
        parts.append(f"fails on {failed}")
    declined = _payloads(cell for cell in cells if DECLINED in cell.notes)
    if declined:
        parts.append(f"declines {declined}")
    return ", ".join(parts) or "exact"


def _payloads(cells: Iterable[VerifiedCell]) -> str:
    return ", ".join(sorted({cell.payload for cell in cells}))
