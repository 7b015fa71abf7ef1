"""The plan of a campaign: which cells there are, with their tares, twins and baselines."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, TypedDict

import numpy as np

from weighbridge.campaign.adapter_sources import source_path
from weighbridge.campaign.participants import Participant, Participants
from weighbridge.campaign.selection import Selection, SelectionError
from weighbridge.payloads.payload import Payload
from weighbridge.runners.answers import Codec, CpuClock, MissingCodec, Unit
from weighbridge.runners.manifest import HOST, Manifest
from weighbridge.store.records import FLOOR_PREFIX, TARE_PREFIX, CellRecord
from weighbridge.suggestion import suggest
from weighbridge_kit.operations import OPERATIONS, PICKERS, Operation

_FLOOR_TARE = "call"
"""What is subtracted from a floor: the harness calls it once for a document."""


def plan_cells(
    participants: Participants,
    payloads: Sequence[Payload],
    selection: Selection,
    baseline: str | None = None,
    first: int = 0,
) -> list[CellRecord]:
    """Return every cell that is to be verified: those of the selected codecs and baselines, tares and floors.

    Args:
        participants: the runners.
        payloads: what is weighed; where a share of the scalars is picked, nothing else is done.
        selection: what the user asked for.
        baseline: the codec that results are relative to, as ``codec`` or ``language/codec``; each language's plain JSON
            if None. Baselines take part even when they are not selected.
        first: the number of the first cell.

    Raises:
        SelectionError: the baseline is unknown, or nothing is selected.
    """
    _check_baseline(baseline, participants.runners.values())
    cells: list[CellRecord] = []
    for payload in payloads:
        for participant in participants.runners.values():
            for operation in operations_of(selection):
                if payload.picked_share is not None and operation not in PICKERS:
                    continue
                selected = selected_codecs(participant, operation, selection)
                stand_ins = _stand_ins(participant, operation, baseline)
                wanted = selected or (baseline is not None and "/" in baseline)
                if wanted and not any(codec in selected for codec in stand_ins):
                    selected = [*selected, *stand_ins[:1]]
                new = [_codec_cell(participant, codec, operation, payload.name) for codec in selected]
                tares = {codec.tare[operation] for codec in selected}
                if floors := list(_floor_cells(participant, selected, stand_ins, operation, payload.name)):
                    new += floors
                    tares.add(_FLOOR_TARE)
                new += [
                    _own_cell(participant, "tare", TARE_PREFIX + name, operation, payload.name)
                    for name in sorted(tares)
                ]
                cells += [cell.model_copy(update={"cell": n}) for n, cell in enumerate(new, first + len(cells))]
    if not any(cell.role == "codec" for cell in cells):
        broken = "\n".join(failure.message for failure in participants.failures)
        raise SelectionError(broken or "no installed codec fits this selection. See them with: weighbridge list codecs")
    return cells


def asked_cells(participants: Participants, payloads: Sequence[Payload], selection: Selection) -> list[CellRecord]:
    """Return the cells of the selected codecs alone: no tares, no floors, and no baselines that were not asked for.

    Raises:
        SelectionError: nothing is selected.
    """
    asked = {
        (participant.name, codec.full_name, operation)
        for participant in participants.runners.values()
        for operation in operations_of(selection)
        for codec in selected_codecs(participant, operation, selection)
    }
    return [
        cell
        for cell in plan_cells(participants, payloads, selection)
        if cell.role == "codec" and (cell.participant, cell.name, cell.operation) in asked
    ]


def pair_cells(
    cells: Sequence[CellRecord], participants: Participants, *, baseline: str | None, seed: int
) -> list[CellRecord]:
    """Give verified cells their tare and baseline, and plant the A/A twins, whose numbers follow theirs.

    One twin a runner, payload and operation: a codec drawn at random is registered once more, to check the run itself.
    """
    rng = np.random.default_rng([seed, cells[0].cell] if cells else seed)
    verified = [cell for cell in cells if cell.is_verified]
    tares = {(c.participant, c.payload, c.operation, c.codec): c.cell for c in verified if c.role == "tare"}
    by_name: dict[tuple[str, str, str], int] = {}
    # A language is in several places: its name alone means this machine itself, and the runner that bears it.
    codecs = (c for c in verified if c.role == "codec")
    for c in sorted(codecs, key=lambda c: (c.target != HOST, c.runner != c.language)):
        for name in c.qualified_names:
            by_name.setdefault((c.payload, c.operation, name), c.cell)
    paired: list[CellRecord] = []
    for cell in cells:
        if cell.role not in ("codec", "floor") or not cell.is_verified:
            paired.append(cell)
            continue
        participant = participants.runners[cell.participant]
        tare = _FLOOR_TARE if cell.role == "floor" else _find(participant, cell.name).tare[cell.operation]
        names = [
            f"{cell.participant}/{stand_in.full_name}" for stand_in in _stand_ins(participant, cell.operation, baseline)
        ]
        if baseline is not None and "/" in baseline:
            names += [baseline]
        candidates = (by_name.get((cell.payload, cell.operation, name)) for name in names)
        update = {
            "tare": tares.get((cell.participant, cell.payload, cell.operation, TARE_PREFIX + tare)),
            "baseline": next((number for number in candidates if number is not None), None),
        }
        paired.append(cell.model_copy(update=update))
    return paired + list(_twins(paired, rng))


def _twins(cells: Sequence[CellRecord], rng: np.random.Generator) -> Iterator[CellRecord]:
    groups: dict[tuple[str, str, str], list[CellRecord]] = {}
    for cell in cells:
        if cell.role == "codec" and cell.is_timed:
            groups.setdefault((cell.participant, cell.payload, cell.operation), []).append(cell)
    for number, group in enumerate(groups.values(), max((cell.cell for cell in cells), default=-1) + 1):
        chosen = group[int(rng.integers(len(group)))]
        yield chosen.model_copy(update={"cell": number, "role": "twin", "twin_of": chosen.cell, "baseline": None})


def operations_of(selection: Selection) -> list[Operation]:
    """Return the operations that are selected, in their order."""
    return [operation for operation in OPERATIONS if selection.has_operation(operation)]


def _able(participant: Participant, operation: Operation) -> Iterator[Codec]:
    return (codec for codec in participant.description.codecs if operation in codec.operations)


def selected_codecs(participant: Participant, operation: Operation, selection: Selection) -> list[Codec]:
    """Return the codecs of a runner that are selected for an operation.

    Without variants that is one row a codec: the runner's plain JSON, else the row without variant, else the first.
    """
    if not selection.has_runner(participant.manifest):
        return []
    names = participant.manifest.names
    fitting = [
        codec
        for codec in _able(participant, operation)
        if selection.has_codec(runner=names, codec=codec.codec, name=codec.full_name, form=codec.format)
    ]
    if selection.has_variants:
        return fitting
    # A variant may write a format of its own, which makes it another codec.
    chosen: dict[tuple[str, str], Codec] = {}
    for codec in sorted(
        fitting, key=lambda one: (one.full_name != participant.manifest.baseline, one.variant is not None)
    ):
        chosen.setdefault((codec.codec, codec.format), codec)
    return [codec for codec in fitting if codec in chosen.values()]


def missing_codecs(participant: Participant, selection: Selection) -> list[MissingCodec]:
    """Return the codecs of a runner that are selected, and not installed."""
    return [
        codec
        for codec in participant.description.missing
        if (selection.has_variants or codec.variant is None)
        and selection.has_codec(
            runner=participant.manifest.names, codec=codec.codec, name=codec.full_name, form=codec.format
        )
    ]


class LeftOut(TypedDict):
    """What takes part only where it is asked for: how many variants, and the titles of runners."""

    variants: int
    runners: list[str]


def left_out(participants: Participants, selection: Selection, manifests: Iterable[Manifest]) -> LeftOut:
    """Return what a selection leaves out by default, and not because the user chose something else."""

    def names(chosen: Selection) -> set[tuple[str, str]]:
        return {
            (participant.name, codec.full_name)
            for participant in participants.runners.values()
            for operation in operations_of(chosen)
            for codec in selected_codecs(participant, operation, chosen)
        }

    every_runner = dataclasses.replace(selection, every_runner=True)
    return LeftOut(
        variants=len(names(dataclasses.replace(selection, every_variant=True)) - names(selection)),
        runners=[m.title for m in manifests if every_runner.has_runner(m) and not selection.has_runner(m)],
    )


def _find(participant: Participant, name: str) -> Codec:
    return next(codec for codec in participant.description.codecs if codec.full_name == name)


def _stand_ins(participant: Participant, operation: Operation, baseline: str | None) -> list[Codec]:
    """Return the codecs of a runner that results can be relative to, in the order of preference.

    That is the named one, or the runner's plain JSON; where that lacks the operation or fails on the payload, another
    JSON codec that does not.
    """
    able = list(_able(participant, operation))
    named = [codec for codec in able if baseline is not None and _is_named(baseline, participant, codec)]
    if baseline is not None and (named or "/" in baseline):
        return named
    own = [codec for codec in able if codec.full_name == participant.manifest.baseline]
    return own + [codec for codec in able if codec.format == "json" and codec.variant is None and codec not in own]


def _is_named(name: str, participant: Participant, codec: Codec) -> bool:
    return name in {codec.full_name, *(f"{own}/{codec.full_name}" for own in participant.manifest.names)}


def _check_baseline(baseline: str | None, participants: Iterable[Participant]) -> None:
    if baseline is None:
        return
    pairs = [(participant, codec) for participant in participants for codec in participant.description.codecs]
    if not any(_is_named(baseline, participant, codec) for participant, codec in pairs):
        names = {codec.full_name for _, codec in pairs}
        names |= {f"{own}/{codec.full_name}" for participant, codec in pairs for own in participant.manifest.names}
        raise SelectionError(f"unknown baseline {baseline!r}: {suggest(baseline, names)}")


def _codec_cell(participant: Participant, codec: Codec, operation: Operation, payload: str) -> CellRecord:
    got = participant.unpacked.get(codec.library)
    footprint = codec.footprint.of(operation) if codec.footprint else None
    return CellRecord(
        cell=0,
        role="codec",
        runner=participant.manifest.name,
        language=participant.description.language,
        target=participant.manifest.target,
        codec=codec.codec,
        variant=codec.variant,
        format=codec.format,
        library=codec.library,
        library_version=codec.version,
        released=participant.manifest.released.get(codec.library, got.released if got else None),
        operation=operation,
        payload=payload,
        clock=_clock(participant.description.clocks.cpu, codec),
        policies=codec.policies.model_dump(),
        counter=_unit(participant),
        flash_bytes=footprint.flash_bytes if footprint else None,
        ram_bytes=footprint.ram_bytes if footprint else None,
        links={
            "homepage": codec.homepage,
            "documentation": codec.documentation,
            "licence": codec.licence,
            **({"package": got.package} if got else {}),
            "source": source_path(participant, codec),
        },
    )


def _unit(participant: Participant) -> Unit | None:
    """Name what a runner counts in the place of time, if it does."""
    counter = participant.description.clocks.counter
    return None if counter is None else counter.unit


def _clock(cpu: CpuClock | None, codec: Codec) -> Literal["cpu", "wall"]:
    """Name the clock that a codec is compared on: one that misses the work of its other threads will not do."""
    return "wall" if cpu is None or (codec.policies.threads and cpu.covers == "thread") else "cpu"


def _floor_cells(
    participant: Participant,
    selected: Sequence[Codec],
    stand_ins: Sequence[Codec],
    operation: Operation,
    payload: str,
) -> Iterator[CellRecord]:
    """Yield the floors that a runner has: copies of the bytes that the baseline makes, and the walk of an encoder."""
    if not selected or operation in PICKERS:
        return
    form = (*stand_ins, *selected)[0].format
    if "memcpy" in participant.description.floors:
        copy = _own_cell(participant, "floor", f"{FLOOR_PREFIX}memcpy", operation, payload)
        yield copy.model_copy(update={"variant": form, "format": form})
    if "walk" in participant.description.floors and operation == "encode":
        yield _own_cell(participant, "floor", f"{FLOOR_PREFIX}walk", operation, payload)


def _own_cell(
    participant: Participant, role: Literal["tare", "floor"], name: str, operation: Operation, payload: str
) -> CellRecord:
    """Return a cell of the harness's own."""
    return CellRecord(
        cell=0,
        role=role,
        runner=participant.manifest.name,
        language=participant.description.language,
        target=participant.manifest.target,
        codec=name,
        operation=operation,
        payload=payload,
        clock="cpu" if participant.description.clocks.cpu is not None else "wall",
        counter=_unit(participant),
    )
