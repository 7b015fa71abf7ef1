"""What a run found, payload by payload and language by language: the verdict, the fastest codecs, and plain JSON."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from weighbridge.advise.document import Advice, AdviceDocument
from weighbridge.report import figures
from weighbridge.report.approaches import TREES, TYPES
from weighbridge.report.document import Cell, NetTime, PayloadInfo, RunDocument
from weighbridge.report.tables import titles_of
from weighbridge_kit.operations import OPERATIONS, PICKERS, TYPED_OPERATIONS, Operation

BEST = 3
"""So many of the fastest codecs are shown."""

_OF_TYPES = frozenset({"absent-became-null", "empty-became-absent", "empty-became-null"})
"""What types lose by their nature: they have one state for "none". It is said, and bars nobody."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A codec with its cells.

    Attributes:
        name: with its variant.
        cells: by operation: encode and decode, as far as they were measured; scan where nothing else was.
        documents: how many messages a pass is.
        ties: whether no operation tells it from the fastest.
    """

    name: str
    cells: dict[Operation, Cell]
    documents: int
    ties: bool = False

    @property
    def any_cell(self) -> Cell:
        """One of its cells, for what they share: format, library, bytes."""
        return next(iter(self.cells.values()))

    @property
    def total_ns(self) -> float:
        """What a message takes in all operations together, in nanoseconds."""
        return sum(map(message_ns, self.cells.values(), [self.documents] * len(self.cells)))

    @property
    def is_ranked(self) -> bool:
        """Whether enough processes measured it to know its error."""
        return all(cell.processes > 1 for cell in self.cells.values())

    @property
    def is_settled(self) -> bool:
        """Whether its speed was steady when it was timed."""
        return all(cell.settled for cell in self.cells.values())


@dataclass(frozen=True, slots=True)
class Finding:
    """One payload in one runner, as trees or as types.

    Attributes:
        title: the name that people know the runner by.
        operations: what the times are of.
        advice: what to do; None where nobody was asked.
        best: the fastest codecs that may be advised, the fastest first.
        advised: the codec that the verdict is about, if it is not among them.
        today: what they are compared with, if it was measured.
    """

    payload: PayloadInfo
    title: str
    operations: tuple[Operation, ...]
    advice: Advice | None
    best: tuple[Entry, ...]
    advised: Entry | None
    today: Entry | None


def findings(document: RunDocument, advice: AdviceDocument | None = None) -> Iterator[Finding]:
    """Yield what a run found, in the order of its payloads and runners.

    Args:
        document: the run.
        advice: what it advises. It also says which codecs nobody should change to. Without it, those are left out that
            lose more than JSON does, and those whose format was made for one language alone.
    """
    titles = titles_of(document)
    advised = {} if advice is None else {(one.payload, one.participant, one.held): one for one in advice.advice}
    for payload in document.run.payloads:
        if payload.picked_share is not None:
            continue  # sweeps have a table of their own
        own = [cell for cell in document.cells if cell.payload == payload.payload]
        for participant in dict.fromkeys(cell.participant for cell in own):
            cells = [cell for cell in own if cell.participant == participant]
            measured = {cell.operation for cell in cells}
            ways = [ops for both in (TREES, TYPES) if (ops := tuple(name for name in both if name in measured))]
            # The others are about something else each; visits are told of only where there is nothing else.
            others = [name for name in OPERATIONS if name in measured and (name in PICKERS or not ways)]
            for operations in ways + [(name,) for name in others if (name,) not in ways]:
                typed = operations[0] in TYPED_OPERATIONS
                suffix = f" ({operations[0]})" if operations[0] in PICKERS else ""
                suffix = suffix or (" (types)" if typed and len(ways) > 1 else "")
                held: Literal["trees", "types"] = "types" if typed else "trees"
                told = None if operations[0] in PICKERS else advised.get((payload.payload, participant, held))
                yield _finding(document, payload, titles[participant] + suffix, operations, cells, own, told)


def message_ns(cell: Cell, documents: int) -> float:
    """Return what a message takes, in nanoseconds; the most it may take, where that is all that is known."""
    return _known(cell.net_ns) / documents


def _known(net: NetTime) -> float:
    return net.estimate if not net.at_most or net.high is None else net.high


def _finding(
    document: RunDocument,
    payload: PayloadInfo,
    title: str,
    operations: tuple[Operation, ...],
    cells: Sequence[Cell],
    of_payload: Sequence[Cell],
    advice: Advice | None,
) -> Finding:
    entries = {entry.name: entry for entry in _entries(cells, operations, payload.documents)}
    today = _today(cells, of_payload, operations, payload.documents)
    ranked = sorted(_eligible(document, entries.values(), today, advice), key=lambda entry: entry.total_ns)
    plain = dict[str, Entry]()
    for entry in ranked:  # of a codec's variants, the fastest
        plain.setdefault(entry.any_cell.codec, entry)
    best = tuple(_with_ties(list(plain.values())[:BEST]))
    named = None if advice is None or advice.savings is None else entries.get(advice.savings.codec)
    shown = {entry.name for entry in best}
    return Finding(
        payload=payload,
        title=title,
        operations=operations,
        advice=advice,
        best=best,
        advised=named if named is not None and named.name not in shown else None,
        today=today,
    )


def _entries(cells: Sequence[Cell], operations: Sequence[Operation], documents: int) -> Iterator[Entry]:
    """Yield the codecs that do all of the operations; a variant of one of them shares the others with its codec."""
    by_name = {(cell.codec, cell.variant, cell.format, cell.operation): cell for cell in cells}
    for codec, variant, form in dict.fromkeys((cell.codec, cell.variant, cell.format) for cell in cells):
        own = {
            operation: found
            for operation in operations
            if (found := by_name.get((codec, variant, form, operation)) or by_name.get((codec, None, form, operation)))
        }
        of_variant = [cell for cell in own.values() if cell.variant == variant]
        if len(own) == len(operations) and of_variant:
            yield Entry(figures.codec_name(of_variant[0]), own, documents)


def _today(
    cells: Sequence[Cell], of_payload: Sequence[Cell], operations: Sequence[Operation], documents: int
) -> Entry | None:
    """Return what cells are relative to, which may be another runner's."""
    to = {cell.operation: cell.relative.to for cell in cells if cell.relative is not None}
    by_name = {(f"{cell.participant}/{figures.codec_name(cell)}", cell.operation): cell for cell in of_payload}
    found = {
        operation: by_name[to[operation], operation]
        for operation in operations
        if operation in to and (to[operation], operation) in by_name
    }
    if len(found) < len(operations):
        return None
    first = next(iter(found.values()))
    own = first.participant == cells[0].participant
    return Entry(
        figures.codec_name(first) if own else f"{first.participant}/{figures.codec_name(first)}", found, documents
    )


def _eligible(
    document: RunDocument, entries: Collection[Entry], today: Entry | None, advice: Advice | None
) -> Iterator[Entry]:
    if advice is not None and advice.candidates:
        allowed = {candidate.codec for candidate in advice.candidates}
        yield from (entry for entry in entries if entry.name in allowed)
        return
    made_for_one = {form.format for form in document.formats if form.made_for is not None}
    accepted = set() if today is None else {loss for cell in today.cells.values() for loss in cell.losses}
    if any(operation in TYPED_OPERATIONS for entry in entries for operation in entry.cells):
        accepted |= _OF_TYPES
    for entry in entries:
        losses = {loss for cell in entry.cells.values() for loss in cell.losses}
        if losses <= accepted and entry.any_cell.format not in made_for_one:
            yield entry


def _with_ties(best: Sequence[Entry]) -> Iterator[Entry]:
    """Mark what shares the rank of the first in every operation, and what lies between it and such a one."""
    first = (
        {operation: f"{cell.participant}/{figures.codec_name(cell)}" for operation, cell in best[0].cells.items()}
        if best
        else {}
    )
    last = max(
        (
            number
            for number, entry in enumerate(best)
            if entry.is_ranked and all(first[operation] in cell.tied_with for operation, cell in entry.cells.items())
        ),
        default=0,
    )
    for number, entry in enumerate(best):
        yield Entry(entry.name, entry.cells, entry.documents, ties=0 < number <= last)
