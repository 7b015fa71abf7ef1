"""Cells of targets that run the same sources as their runner, by another compiler or with another allocator."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal, get_args

from weighbridge.measure.analysis import Analysis
from weighbridge.measure.ranking import Verdict
from weighbridge.runners.manifest import HOST
from weighbridge.store.records import CellRecord, Run

from .document import Cell, Profiled, ProfileVerdict, ProfileWorth, RunDocument

_WORDS: dict[Verdict, ProfileVerdict] = {
    Verdict.FASTER: "faster",
    Verdict.SLOWER: "slower",
    Verdict.EQUIVALENT: "equal",
    Verdict.UNRESOLVED: "undecided",
}
Kind = Literal["compiler", "allocator"]
_KINDS: tuple[Kind, ...] = get_args(Kind)
VERDICTS: tuple[ProfileVerdict, ...] = get_args(ProfileVerdict)


def profiles_of(run: Run, analysis: Analysis) -> dict[int, Profiled]:
    """Compare each such cell with the same one of its runner; by the cells' numbers.

    All comparisons of a run with compilers are one family, and all with allocators: it takes more to call one of a
    hundred different than the only one.
    """
    found = {}
    timed = [cell for cell in run.cells if cell.role == "codec" and cell.cell in analysis.cells]
    own = {_key(cell): cell.cell for cell in timed if cell.target == HOST}
    for kind in _KINDS:
        cells = {cell.cell: own[_key(cell)] for cell in timed if _key(cell) in own and _differs_in(run, cell) == kind}
        for (number, _), compared in zip(cells.items(), analysis.compare(list(cells.items())), strict=True):
            if compared.ratio is not None:
                cell = next(one for one in run.cells if one.cell == number)
                found[number] = Profiled(
                    differs_in=kind,
                    name=_profile(run, cell.participant)[kind],
                    to=_profile(run, cell.runner)[kind],
                    estimate=compared.ratio.estimate,
                    low=compared.ratio.low,
                    high=compared.ratio.high,
                    verdict=_WORDS[compared.verdict],
                )
    return found


def with_profiles(document: RunDocument) -> RunDocument:
    """Return a run with what compilers and allocators are worth on the whole."""
    return document.model_copy(update={"profiles": tuple(_worths(document))})


def usual_cells(document: RunDocument) -> dict[int, Cell]:
    """Return, for each cell that has a profile, the same cell of the runner itself, where that is there."""
    own = {_key(cell): cell for cell in document.cells if cell.target == HOST}
    return {cell.cell: own[_key(cell)] for cell in document.cells if cell.profile is not None and _key(cell) in own}


def _worths(document: RunDocument) -> Iterator[ProfileWorth]:
    usual = usual_cells(document)
    groups: dict[tuple[str, Kind, str], list[tuple[Cell, Profiled]]] = {}
    for cell in document.cells:
        if cell.profile is not None:
            group = cell.runner, cell.profile.differs_in, cell.profile.name
            groups.setdefault(group, []).append((cell, cell.profile))
    for (runner, kind, name), own in groups.items():
        verdicts = Counter(profile.verdict for _, profile in own)
        flash = [
            cell.flash_bytes / usual_bytes
            for cell, _ in own
            if cell.cell in usual and cell.flash_bytes and (usual_bytes := usual[cell.cell].flash_bytes)
        ]
        yield ProfileWorth(
            runner=runner,
            differs_in=kind,
            name=name,
            to=own[0][1].to,
            ratio=_mean([profile.estimate for _, profile in own]),
            verdicts={verdict: verdicts[verdict] for verdict in VERDICTS},
            flash_ratio=_mean(flash) if flash else None,
        )


def _mean(ratios: Sequence[float]) -> float:
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def _key(cell: CellRecord | Cell) -> tuple[object, ...]:
    """What two cells share of which one is the other in another place; the library, too, is of the same version."""
    return cell.runner, cell.codec, cell.variant, cell.operation, cell.payload, cell.library_version


def _profile(run: Run, participant: str) -> dict[str, str]:
    profile: dict[str, str] = run.record.environment.get("runners", {}).get(participant, {}).get("profile", {})
    return profile


def _differs_in(run: Run, cell: CellRecord) -> str | None:
    """Name the one thing in which a cell's target differs from its runner; None where that is nothing, or more."""
    other, own = _profile(run, cell.participant), _profile(run, cell.runner)
    different = [kind for kind in _KINDS if other.get(kind) != own.get(kind)]
    return different[0] if len(different) == 1 and own.get(different[0]) else None
