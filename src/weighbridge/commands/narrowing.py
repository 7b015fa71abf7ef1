"""A part of a run that is kept: what ``--languages --runners --formats --codecs --operations --payloads`` leave of it.

Names are checked against what the run has, which may have been measured elsewhere.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from weighbridge.campaign.selection import Selection, check_names, check_patterns
from weighbridge.report.comparisons import with_comparisons
from weighbridge.report.document import (
    Cell,
    ConformanceDocument,
    CountedCell,
    Failure,
    MatrixDocument,
    RunDocument,
    TooLarge,
)
from weighbridge.report.figures import codec_name
from weighbridge.runners.manifest import Profile, names_of, own_names_of

_Row = Cell | CountedCell | TooLarge
_Survival = TypeVar("_Survival", MatrixDocument, ConformanceDocument)


@dataclass(frozen=True, slots=True)
class _Runner:
    """What people may call a runner on its target, as where it was run; and what without its language."""

    names: tuple[str, ...]
    own_names: tuple[str, ...]


def narrow(
    document: RunDocument, chosen: Selection, payloads: Collection[str] = (), baseline: str | None = None
) -> RunDocument:
    """Return the run with only the cells that are selected, and those that they are relative to; all if nothing is.

    Args:
        document: the run.
        chosen: what is selected of it.
        payloads: names of payloads; none for all.
        baseline: a codec that stays in any case: ``orjson`` of every runner, or ``python/orjson`` of one.

    Raises:
        SelectionError: the run has nothing of a name, or no codec fits a pattern.
    """
    cells: tuple[Cell | CountedCell, ...] = (*document.cells, *document.counted)
    rows: tuple[_Row, ...] = (*cells, *document.too_large)
    if not rows:
        return document
    runners = _runners(document, rows)
    check_names("language", chosen.languages, {row.language for row in rows})
    check_names("runner", chosen.runners, {name for one in runners.values() for name in one.own_names})
    check_names("format", chosen.formats, {row.format for row in rows})
    check_names("operation", chosen.operations, {row.operation for row in rows})
    check_names("payload", payloads, {payload.payload for payload in document.run.payloads})
    named = {f"{name}/{codec_name(row)}" for row in rows for name in runners[row.participant].names}
    check_patterns(chosen.codecs, named)
    fitting = [cell for cell in cells if _fits(cell, runners[cell.participant], chosen, payloads)]
    too_large = tuple(one for one in document.too_large if _fits(one, runners[one.participant], chosen, payloads))
    participants = {row.participant for row in (*fitting, *too_large)}
    left = {(row.participant, codec_name(row)) for row in (*fitting, *too_large)}
    groups = {(cell.payload, cell.operation) for cell in fitting}
    compared_with = {cell.relative.to for cell in fitting if cell.relative is not None}
    if baseline is not None:
        compared_with |= (
            {baseline} if "/" in baseline else {f"{participant}/{baseline}" for participant in participants}
        )
    kept = {cell.cell for cell in fitting} | {
        cell.cell
        for cell in cells
        if (cell.payload, cell.operation) in groups and f"{cell.participant}/{codec_name(cell)}" in compared_with
    }
    narrowed = document.model_copy(
        update={
            "run": document.run.model_copy(
                update={"payloads": tuple(p for p in document.run.payloads if not payloads or p.payload in payloads)}
            ),
            "environment": document.environment | _environment(document, chosen, participants),
            "cells": tuple(cell for cell in document.cells if cell.cell in kept),
            "counted": tuple(cell for cell in document.counted if cell.cell in kept),
            "too_large": too_large,
            "floors": tuple(
                floor
                for floor in document.floors
                if floor.participant in participants and (floor.payload, floor.operation) in groups
            ),
            "matrix": _only(document.matrix, left, chosen),
            "conformance": _only(document.conformance, left, chosen),
            "failures": tuple(one for one in document.failures if _concerns(one, chosen, participants, payloads)),
        }
    )
    return with_comparisons(narrowed)


def _environment(document: RunDocument, chosen: Selection, participants: Collection[str]) -> dict[str, Any]:
    """Return what is known of the runners that are left; what was left out or is not there was not selected either."""
    runners = {name: about for name, about in document.environment.get("runners", {}).items() if name in participants}
    everyone = not (chosen.languages or chosen.runners)
    return {
        "runners": runners,
        "absent": document.environment.get("absent", []) if everyone else [],
    }


def _only(survival: _Survival | None, codecs: Collection[tuple[str, str]], chosen: Selection) -> _Survival | None:
    """Return what was found of some codecs, by their runners and names."""
    if survival is None:
        return None
    rows = tuple(
        row
        for row in survival.codecs
        if (row.participant, codec_name(row)) in codecs and _has_operation(row.operation, chosen)
    )
    return survival.model_copy(update={"codecs": rows})


def _runners(document: RunDocument, rows: Sequence[_Row]) -> dict[str, _Runner]:
    """Return the runners of some rows, by their names on their targets."""
    known = document.environment.get("runners", {})

    def runner(row: _Row) -> _Runner:
        profile = Profile(**known.get(row.participant, {}).get("profile", {}))
        return _Runner(
            names_of(language=row.language, runner=row.runner, target=row.target, profile=profile),
            own_names_of(runner=row.runner, target=row.target, profile=profile),
        )

    return {row.participant: runner(row) for row in rows}


def _has_operation(operation: str, chosen: Selection) -> bool:
    """Tell whether an operation is wanted: of a run that was made, every one unless some are named."""
    return not chosen.operations or operation in chosen.operations


def _fits(cell: _Row, runner: _Runner, chosen: Selection, payloads: Collection[str]) -> bool:
    return (
        (not payloads or cell.payload in payloads)
        and (not chosen.languages or cell.language in chosen.languages)
        and (not chosen.runners or not set(chosen.runners).isdisjoint(runner.own_names))
        and _has_operation(cell.operation, chosen)
        and chosen.has_codec(runner=runner.names, codec=cell.codec, name=codec_name(cell), form=cell.format)
    )


def _concerns(failure: Failure, chosen: Selection, participants: Collection[str], payloads: Collection[str]) -> bool:
    """Tell whether a failure is of what is selected; of a codec that failed everywhere no format is known."""
    return (
        (not (chosen.languages or chosen.runners) or failure.runner in participants)
        and (not payloads or failure.payload is None or failure.payload in payloads)
        and (failure.operation is None or _has_operation(failure.operation, chosen))
    )
