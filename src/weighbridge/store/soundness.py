"""Whether the parts of a run hold together, so that whatever reads it later may rely on it.

What each member may be by itself, its type tells: see `weighbridge.store.ranges`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Literal, get_args

import numpy as np

from weighbridge.measure.samples import Phase, Samples
from weighbridge_kit.values import from_text

from .records import CellRecord, Run

_Reference = Literal["tare", "twin_of", "baseline"]
_REFERENCES: tuple[_Reference, ...] = get_args(_Reference)


def find_flaws(run: Run, samples: Samples | None = None) -> Iterator[str]:
    """Yield what contradicts itself, as sentences without an end, each with its place."""
    if not run.payloads:
        yield "payloads: there are none"
    payloads = {record.payload for record in run.payloads}
    cells = {cell.cell: cell for cell in run.cells}
    yield from _twice("payloads", (record.payload for record in run.payloads))
    yield from _twice("sizes", ((record.payload, record.format) for record in run.sizes))
    yield from _twice("cells", (cell.cell for cell in run.cells))
    yield from _twice("counts", ((count.cell, count.boot) for count in run.counts))
    yield from _twice("sources", (source.path for source in run.sources))
    yield from _unknown("sizes", "payloads", {record.payload for record in run.sizes} - payloads)
    yield from _unknown("compressions", "payloads", {record.payload for record in run.compressions} - payloads)
    yield from _unknown("cells", "payloads", {cell.payload for cell in run.cells} - payloads)
    yield from _unknown("counts", "cells", {count.cell for count in run.counts} - cells.keys())
    for place, cell in enumerate(run.cells):
        for flaw in _flaws_of(cell, cells):
            yield f"cells.{place}.{flaw}"
    if samples is not None:
        yield from _unknown("samples", "cells", set(np.unique(samples.cell).tolist()) - cells.keys())
        yield from _unknown("samples", "phases", set(np.unique(samples.phase).tolist()) - set(Phase))
        if (samples.iterations < 1).any():
            yield "samples.iterations: there are batches of none"


def find_false_documents(run: Run) -> Iterator[str]:
    """Yield likewise which documents of payloads are no value text. It takes a while where they are large."""
    for place, record in enumerate(run.payloads):
        for number, document in enumerate(record.documents):
            try:
                from_text(document)
            except (KeyError, RecursionError, TypeError, ValueError):
                yield f"payloads.{place}.documents.{number}: it is no value text"


def _flaws_of(cell: CellRecord, cells: Mapping[int, CellRecord]) -> Iterator[str]:
    if (cell.role == "twin") != (cell.twin_of is not None):
        yield f"role: a {cell.role} {'names no codec that it repeats' if cell.role == 'twin' else 'repeats nothing'}"
    for reference in _REFERENCES:
        number = getattr(cell, reference)
        if number is None:
            continue
        other = cells.get(number)
        if other is None:
            yield f"{reference}: there is no cell {number}"
        elif other.role != ("tare" if reference == "tare" else "codec"):
            yield f"{reference}: cell {number} is a {other.role}"
        elif (other.payload, other.operation) != (cell.payload, cell.operation):
            yield f"{reference}: cell {number} is of another payload or operation"
        elif reference != "baseline" and other.participant != cell.participant:
            yield f"{reference}: cell {number} is of the runner {other.participant}, this cell of {cell.participant}"


def _twice(what: str, keys: Iterable[Hashable]) -> Iterator[str]:
    listed = list(keys)
    if len(set(listed)) < len(listed):
        yield f"{what}: one is there twice"


def _unknown(who: str, whom: str, missing: set[int] | set[str]) -> Iterator[str]:
    if missing:
        yield f"{who}: they name {whom} that do not exist: {', '.join(sorted(map(str, missing))[:5])[:200]}"
