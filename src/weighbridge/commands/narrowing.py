"""A part of a run that is kept: what ``--languages --runners --formats --codecs --operations --payloads`` leave of it.

Names are checked against what the run has, which may have been measured elsewhere.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from weighbridge.campaign.selection import Selection, check_names, check_patterns
from weighbridge.report.approaches import with_approaches
from weighbridge.report.document import Cell, Failure, RunDocument
from weighbridge.report.figures import codec_name
from weighbridge.report.sweeps import with_sweeps
from weighbridge.runners.manifest import names_of


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
    cells = document.cells
    if not cells:
        return document
    check_names("language", chosen.languages, {cell.language for cell in cells})
    check_names("runner", chosen.runners, {name for cell in cells for name in _runner(cell)})
    check_names("format", chosen.formats, {cell.format for cell in cells})
    check_names("operation", chosen.operations, {cell.operation for cell in cells})
    check_names("payload", payloads, {payload.payload for payload in document.run.payloads})
    named = {f"{name}/{codec_name(cell)}" for cell in cells for name in _names(cell)}
    check_patterns(chosen.codecs, named)
    fitting = [cell for cell in cells if _fits(cell, chosen) and (not payloads or cell.payload in payloads)]
    participants = {cell.participant for cell in fitting}
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
            "cells": tuple(cell for cell in cells if cell.cell in kept),
            "floors": tuple(
                floor
                for floor in document.floors
                if floor.participant in participants and (floor.payload, floor.operation) in groups
            ),
            "failures": tuple(one for one in document.failures if _concerns(one, chosen, participants, payloads)),
        }
    )
    return with_sweeps(with_approaches(narrowed))


def _environment(document: RunDocument, chosen: Selection, participants: Collection[str]) -> dict[str, Any]:
    """Return what is known of the runners that are left; what was left out or is not there was not selected either."""
    runners = {name: about for name, about in document.environment.get("runners", {}).items() if name in participants}
    everyone = not (chosen.languages or chosen.runners)
    return {
        "runners": runners,
        "absent": document.environment.get("absent", []) if everyone else [],
    }


def _runner(cell: Cell) -> Iterable[str]:
    return names_of(language=cell.runner, runner=cell.runner, target=cell.target)


def _names(cell: Cell) -> tuple[str, ...]:
    return names_of(language=cell.language, runner=cell.runner, target=cell.target)


def _has_operation(operation: str, chosen: Selection) -> bool:
    """Tell whether an operation is wanted: of a run that was made, every one unless some are named."""
    return not chosen.operations or operation in chosen.operations


def _fits(cell: Cell, chosen: Selection) -> bool:
    return (
        (not chosen.languages or cell.language in chosen.languages)
        and (not chosen.runners or not set(chosen.runners).isdisjoint(_runner(cell)))
        and _has_operation(cell.operation, chosen)
        and chosen.has_codec(runner=_names(cell), codec=cell.codec, name=codec_name(cell), form=cell.format)
    )


def _concerns(failure: Failure, chosen: Selection, participants: Collection[str], payloads: Collection[str]) -> bool:
    """Tell whether a failure is of what is selected; of a codec that failed everywhere no format is known."""
    return (
        (not (chosen.languages or chosen.runners) or failure.runner in participants)
        and (not payloads or failure.payload is None or failure.payload in payloads)
        and (failure.operation is None or _has_operation(failure.operation, chosen))
    )
