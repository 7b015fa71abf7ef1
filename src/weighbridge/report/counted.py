"""What emulated boards counted, from a stored run: exact numbers, subtracted, divided and ranked as they are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from weighbridge.formats.fidelity import TOO_LARGE
from weighbridge.store.records import CellRecord, CountRecord, Run

from .document import CountedCell, CountedRelative, RunDocument, TooLarge

BOOTS = 2
"""So many boots have to count the same before a number is believed."""


def counted_cells(run: Run, gzip_bytes: Mapping[tuple[str, str], int]) -> Iterator[CountedCell]:
    """Yield the rows of emulated boards.

    Args:
        run: what is stored.
        gzip_bytes: by payload and format, the reference encoding after gzip.
    """
    found = proven_counts(run.counts)
    by_number = {cell.cell: cell for cell in run.cells}
    nets = {
        number: max(count.count - found[tare].count, 0) if (tare := by_number[number].tare) is not None else count.count
        for number, count in found.items()
        if by_number[number].is_counted and (by_number[number].tare is None or by_number[number].tare in found)
    }
    rivals = defaultdict[tuple[str, str, str], list[int]](list)
    for number, net in nets.items():
        if by_number[number].role == "codec":
            rivals[_group(by_number[number])].append(net)
    for record in run.cells:
        if record.role != "codec" or record.cell not in nets or record.counter is None:
            continue
        count, net = found[record.cell], nets[record.cell]
        yield CountedCell(
            **record.model_dump(include=_SHARED),
            format=record.format or "",
            library=record.library or "",
            library_version=record.library_version or "",
            gzip_bytes=gzip_bytes.get((record.payload, record.format or "")),
            unit=record.counter,
            gross=count.count,
            tare=count.count - net,
            net=net,
            relative=_relative(record, nets, by_number),
            rank=1 + sum(other < net for other in rivals[_group(record)]),
            estimated_ns=None,
            allocated_bytes=count.allocated_bytes,
            allocated_objects=count.allocated_objects,
            peak_bytes=count.peak_bytes,
            stack_bytes=count.stack_bytes,
            flash_bytes=record.flash_bytes,
            ram_bytes=record.ram_bytes,
        )


def proven_counts(counts: Sequence[CountRecord]) -> dict[int, CountRecord]:
    """Return, by cell, what every boot counted, where there were enough and they agree."""
    boots = defaultdict[int, list[CountRecord]](list)
    for count in counts:
        boots[count.cell].append(count)
    return {cell: own[0] for cell, own in boots.items() if len(own) == BOOTS and len({one.count for one in own}) == 1}


def too_large(run: Run) -> Iterator[TooLarge]:
    """Yield what did not fit into a board's memory."""
    for record in run.cells:
        if record.role == "codec" and TOO_LARGE in record.notes:
            yield TooLarge(
                **record.model_dump(include=set(TooLarge.model_fields) - {"reason", "format"}),
                format=record.format or "",
                reason=record.detail,
            )


def at_clock(document: RunDocument, hertz: float) -> RunDocument:
    """Return a run with the times that its counts would take at a clock, one a tick, in the place of any others."""
    counted = tuple(cell.model_copy(update={"estimated_ns": cell.net * 1e9 / hertz}) for cell in document.counted)
    run = document.run.model_copy(update={"settings": document.run.settings | {"clock_hz": hertz}})
    return document.model_copy(update={"run": run, "counted": counted})


_SHARED = {
    "cell", "language", "runner", "target", "codec", "variant", "released", "operation", "payload", "fidelity",
    "losses", "notes", "bytes", "compressed_bytes", "policies", "links",
}  # fmt: skip
"""What a row says as the store has it."""


def _group(record: CellRecord) -> tuple[str, str, str]:
    return record.participant, record.payload, record.operation


def _relative(
    record: CellRecord, nets: Mapping[int, int], by_number: Mapping[int, CellRecord]
) -> CountedRelative | None:
    baseline = record.baseline
    if baseline is None or not nets.get(baseline):
        return None
    to = by_number[baseline]
    if to.participant != record.participant:
        return None  # another board's, or a time
    return CountedRelative(to=f"{to.participant}/{to.name}", ratio=nets[record.cell] / nets[baseline])
