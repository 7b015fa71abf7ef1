"""Whether a run that comes from elsewhere holds together, so that whatever reads it later may rely on it."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator
from typing import Any

import numpy as np
from pydantic import BaseModel, ValidationError

from weighbridge.measure.samples import Phase, Samples
from weighbridge.runners.manifest import Profile

from .records import Run

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
"""The name of a run is part of files' names."""


class _Missing(BaseModel):
    codec: str
    variant: str | None
    reason: str


class _Runner(BaseModel):
    title: str = ""
    profile: Profile = Profile()
    missing: list[_Missing] = []


class _Absent(BaseModel):
    title: str
    reason: str
    advice: str


class _LeftOut(BaseModel):
    variants: int = 0
    runners: list[str] = []


class _Environment(BaseModel):
    """What reports read of an environment, which holds whatever is known of a machine."""

    machine: dict[str, Any] = {}
    runners: dict[str, _Runner] = {}
    absent: list[_Absent] = []
    left_out: _LeftOut = _LeftOut()


def find_flaws(run: Run, samples: Samples) -> Iterator[str]:
    """Yield what contradicts itself, as sentences without an end."""
    name = run.record.run
    if _NAME.fullmatch(name) is None:
        yield f"a run cannot be named {name[:40]!r}"
    try:
        _Environment.model_validate(run.record.environment)
    except ValidationError as error:
        first = error.errors()[0]
        yield f"environment.{'.'.join(map(str, first['loc']))}: {first['msg']}"
    if not run.payloads:
        yield "it has no payloads"
    payloads = {record.payload for record in run.payloads}
    cells = {cell.cell for cell in run.cells}
    yield from _twice("payloads", (record.payload for record in run.payloads))
    yield from _twice("sizes", ((record.payload, record.format) for record in run.sizes))
    yield from _twice("cells", (cell.cell for cell in run.cells))
    yield from _twice("counts", ((count.cell, count.boot) for count in run.counts))
    yield from _twice("sources", (source.path for source in run.sources))
    yield from _unknown("sizes", "payloads", {record.payload for record in run.sizes} - payloads)
    yield from _unknown("compressions", "payloads", {record.payload for record in run.compressions} - payloads)
    yield from _unknown("cells", "payloads", {cell.payload for cell in run.cells} - payloads)
    named = {other for cell in run.cells for other in (cell.tare, cell.twin_of, cell.baseline)} - {None}
    yield from _unknown("cells", "cells", named - cells)
    yield from _unknown("counts", "cells", {count.cell for count in run.counts} - cells)
    yield from _unknown("samples", "cells", set(np.unique(samples.cell).tolist()) - cells)
    yield from _unknown("samples", "phases", set(np.unique(samples.phase).tolist()) - set(Phase))
    if (samples.iterations < 1).any():
        yield "samples have no iterations"


def _twice(what: str, keys: Iterable[Hashable]) -> Iterator[str]:
    listed = list(keys)
    if len(set(listed)) < len(listed):
        yield f"{what} are there twice"


def _unknown(who: str, whom: str, missing: set[int] | set[str] | set[int | None]) -> Iterator[str]:
    if missing:
        yield f"{who} name {whom} that do not exist: {', '.join(sorted(map(str, missing))[:5])}"
