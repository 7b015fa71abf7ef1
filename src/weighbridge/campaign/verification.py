"""Verification: no cell is timed before its result was found to be right."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from weighbridge.campaign.participants import Participants
from weighbridge.campaign.progress import Progress
from weighbridge.campaign.reference import Reference, digest_of
from weighbridge.formats.fidelity import CRASHED, DECLINED, HUNG, REFUSED, TOO_LARGE, Comparison
from weighbridge.runners.answers import Checked, Timing
from weighbridge.runners.client import RunnerClient
from weighbridge.runners.errors import Died, Hung, Refusal, RunnerError, RunnerTrouble, TooLarge, Unsupported
from weighbridge.runners.launch import start
from weighbridge.store.records import CellRecord, FailureRecord, Fidelity
from weighbridge_kit.operations import ENCODERS, TYPED_OPERATIONS
from weighbridge_kit.values import Value, from_text

_LARGE = 1 << 22
"""A payload of more bytes is loaded in one format at a time."""
_SMALL = 100_000
"""Up to so many bytes of encoded payload, values are asked for even if the hash is right, to note key order."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """Documents that are loaded in a runner's process.

    Attributes:
        client: the conversation with it.
        reference: the documents.
        order: which of them come first, second, … in the process; None where they keep their order.
    """

    client: RunnerClient
    reference: Reference
    order: tuple[int, ...] | None = None

    @classmethod
    def load(
        cls, client: RunnerClient, reference: Reference, formats: Iterable[str], order: tuple[int, ...] | None = None
    ) -> Self:
        """Load documents."""
        for part in reference.loaded:
            client.load(part.load_for(formats, order))
        return cls(client, reference, order)

    def drop(self) -> None:
        """Let the process forget them."""
        for part in self.reference.loaded:
            self.client.drop(part.payload.name)

    def time(self, cell: CellRecord, iterations: int, *, untimed: int = 0, expected_s: float | None = None) -> Timing:
        """Let the runner time a cell, see `RunnerClient.time`."""
        payload = self.reference.given_to(cell.operation).payload.name
        return self.client.time(cell.name, cell.operation, payload, iterations, untimed=untimed, expected_s=expected_s)

    def check(self, cell: CellRecord, *, values: bool = False) -> Checked:
        """Let the runner check a cell, and return what it gives for the documents in the reference's order."""
        checked = self.client.check(
            cell.name, cell.operation, self.reference.given_to(cell.operation).payload.name, values=values
        )
        if self.order is None:
            return checked
        places = sorted(range(len(self.order)), key=self.order.__getitem__)
        return Checked(
            tuple(checked.encoded[place] for place in places) if checked.encoded else (),
            tuple(checked.hashes[place] for place in places) if checked.hashes else (),
            tuple(checked.values[place] for place in places) if checked.values else (),
        )


@dataclass(frozen=True, slots=True)
class Proof:
    """What a check gave that was found to be right: a digest of it, and how faithful it is."""

    digest: str
    fidelity: Fidelity


@dataclass(slots=True)
class Verified:
    """What verification found.

    Attributes:
        cells: the cells with their fidelity.
        proofs: per cell id, what the check of a timed cell gave, to compare with when it is checked again.
        timed_proofs: the same of what is timed: the payload's family, where it has one.
        seconds: per cell id, how long the check took: a first guess at what a batch will cost.
        failures: runners that broke while their codecs were verified.
    """

    cells: list[CellRecord] = field(default_factory=list)
    proofs: dict[int, Proof] = field(default_factory=dict)
    timed_proofs: dict[int, Proof] = field(default_factory=dict)
    seconds: dict[int, float] = field(default_factory=dict)
    failures: list[FailureRecord] = field(default_factory=list)

    def add(self, other: Verified) -> None:
        """Add what was found of other cells."""
        self.cells += other.cells
        self.proofs |= other.proofs
        self.timed_proofs |= other.timed_proofs
        self.seconds |= other.seconds
        self.failures += other.failures

    def with_twins(self, cells: Sequence[CellRecord]) -> Verified:
        """Return the same for the cells of a run: what was found of a codec holds of its twin."""
        originals = {cell.cell: cell.cell if cell.twin_of is None else cell.twin_of for cell in cells}
        return Verified(
            list(cells),
            {cell: self.proofs[other] for cell, other in originals.items() if other in self.proofs},
            {cell: self.timed_proofs[other] for cell, other in originals.items() if other in self.timed_proofs},
            {cell: self.seconds[other] for cell, other in originals.items() if other in self.seconds},
            self.failures,
        )


def verify_cells(
    cells: Sequence[CellRecord],
    participants: Participants,
    references: Mapping[str, Reference],
    progress: Progress,
    *,
    sized: bool = True,
) -> Verified:
    """Check every cell once. A runner that breaks over a cell fails that cell, and is started again for the next.

    Args:
        cells: what is checked.
        participants: the runners.
        references: payloads by name.
        progress: hears how it goes.
        sized: whether the sizes of what was encoded are wanted too, which takes compressing it.
    """
    verified = Verified()
    progress.stage("Verifying results", len(cells))
    # A large payload is loaded in one format after the other.
    order = {name: at for at, name in enumerate(dict.fromkeys(cell.payload for cell in cells))}
    by_runner: dict[str, list[CellRecord]] = {}
    for cell in cells:
        by_runner.setdefault(cell.participant, []).append(cell)
    for runner, own in by_runner.items():
        with _Workplace(participants, runner, own, references) as workplace:
            for cell in sorted(own, key=lambda cell: (order[cell.payload], *formats_needed(cell))):
                progress.about(f"{cell.language} {cell.name} {cell.operation} {cell.payload}")
                _verify(cell, workplace, references[cell.payload], verified, sized=sized)
                progress.step()
    verified.cells.sort(key=lambda cell: cell.cell)
    return verified


def formats_needed(cell: CellRecord) -> Collection[str]:
    """Return in which formats a payload must be loaded for a cell: an encoder needs none of its bytes."""
    return [cell.format] if cell.format and cell.operation not in ENCODERS else []


class _Workplace:
    """A runner's process with payloads loaded as they are needed; a new one after each trouble."""

    def __init__(
        self, participants: Participants, runner: str, cells: Sequence[CellRecord], references: Mapping[str, Reference]
    ) -> None:
        self._manifest = participants.runners[runner].manifest
        self._formats = {cell.format for cell in cells if cell.format}
        self._references = references
        self.has_little_memory = participants.runners[runner].description.memory is not None
        self._client: RunnerClient | None = None
        self._loaded: dict[str, Loaded] = {}
        self._held: set[str] = set()

    def _formats_for(self, cell: CellRecord, reference: Reference) -> set[str]:
        """Return the formats that a payload is loaded in: where it is large, only the one that is needed."""
        is_large = reference.json_bytes > _LARGE
        return set(formats_needed(cell)) if self.has_little_memory or is_large else self._formats

    def loaded(self, cell: CellRecord, *, timed: bool = False) -> Loaded:
        """Return a process in which a cell's payload is loaded: itself, or what is timed in its place."""
        if self._client is None:
            self._client = start(self._manifest)
            self._client.describe()
        own = self._references[cell.payload]
        reference = own.timed if timed else own
        formats = self._formats_for(cell, reference)
        name = reference.payload.name
        if self.has_little_memory or (name in self._loaded and not formats <= self._held):
            self._empty()
        if name not in self._loaded:
            self._empty(but=own.payload.name)
            self._loaded[name] = Loaded.load(self._client, reference, formats)
            self._held = formats
        return self._loaded[reference.payload.name]

    def _empty(self, but: str = "") -> None:
        for other in self._loaded.keys() - {but}:
            self._loaded.pop(other).drop()

    def abandon(self) -> None:
        """End the process; the next cell gets a new one."""
        if self._client is not None:
            self._client.close()
        self._client = None
        self._loaded = {}

    def __enter__(self) -> _Workplace:
        return self

    def __exit__(self, *_: object) -> None:
        self.abandon()


def _verify(cell: CellRecord, workplace: _Workplace, reference: Reference, verified: Verified, *, sized: bool) -> None:
    """Check a cell, and keep what is found of it."""
    given = reference.given_to(cell.operation)
    lacking = given.unrepresentable.get(cell.format or "")
    if cell.operation in TYPED_OPERATIONS and given.schema is None:
        lacking = given.untyped
    if lacking is not None:
        verified.cells.append(cell.model_copy(update={"fidelity": "unsupported", "detail": lacking}))
        return
    judged = cell
    try:
        own = workplace.loaded(cell)
        began = time.monotonic()
        checked = own.check(cell)
        seconds = time.monotonic() - began
        found = judge(cell, checked, own, noted=True)
        judged = cell.model_copy(update=_of_own(cell, checked, found, reference, sized=sized))
        if judged.is_verified:
            proof = Proof(digest_of_check(checked), found.fidelity)
            verified.proofs[cell.cell] = verified.timed_proofs[cell.cell] = proof
            verified.seconds[cell.cell] = seconds
            # Nothing is learnt by heart where instructions are counted.
            if judged.is_timed and reference.family is not None and not workplace.has_little_memory:
                judged = _verify_family(judged, workplace.loaded(cell, timed=True), verified)
    except (Unsupported, TooLarge) as error:
        note = DECLINED if isinstance(error, Unsupported) else TOO_LARGE
        judged = cell.model_copy(update={"fidelity": "unsupported", "notes": (note,), "detail": error.reason})
    except (Refusal, RunnerTrouble) as error:
        judged = judged.model_copy(update={"fidelity": "failed", "notes": _notes_of(error), "detail": error.reason})
        if isinstance(error, RunnerTrouble):
            workplace.abandon()
            verified.failures.append(FailureRecord.of(cell, "verify", error))
    verified.cells.append(judged)


def _notes_of(error: RunnerError) -> tuple[str, ...]:
    """Name how a cell failed."""
    notes = {Refusal: REFUSED, Died: CRASHED, Hung: HUNG}
    return tuple(note for kind, note in notes.items() if isinstance(error, kind))


def _of_own(
    cell: CellRecord, checked: Checked, found: Comparison, reference: Reference, *, sized: bool
) -> dict[str, Any]:
    """Return what the check of the payload itself says of a cell."""
    update: dict[str, Any] = {
        "fidelity": found.fidelity,
        "losses": found.losses,
        "notes": found.notes,
        "detail": found.detail,
    }
    if sized and cell.format is not None:
        given = reference.given_to(cell.operation)
        made = checked.encoded or given.encoded.get(cell.format, ())
        compressed = reference.compress(made).compressed
        update["bytes"] = sum(map(len, made))
        update["compressed_bytes"] = {name: size.bytes for name, size in compressed.items()}
    return update


def _verify_family(cell: CellRecord, family: Loaded, verified: Verified) -> CellRecord:
    """Check the payload's family, and return the cell with what that says of it."""
    began = time.monotonic()
    checked = family.check(cell)
    verified.seconds[cell.cell] = time.monotonic() - began
    found = judge(cell, checked, family)
    verified.timed_proofs[cell.cell] = Proof(digest_of_check(checked), found.fidelity)
    if found.fidelity == "failed":
        return cell.model_copy(update={"fidelity": "failed", "detail": f"with other values: {found.detail}"})
    if found.losses != cell.losses and cell.fidelity == "exact":
        detail = f"with other values: {', '.join(found.losses)}"
        return cell.model_copy(update={"notes": (*cell.notes, "lossy-with-other-values"), "detail": detail})
    return cell


def recheck(loaded: Loaded, cell: CellRecord, proof: Proof) -> str | None:
    """Check a cell once more; say what is wrong if it no longer gives the result that it gave, None if it does."""
    checked = loaded.check(cell)
    if digest_of_check(checked) == proof.digest:
        return None
    # Other bytes can be right too, where a library orders keys by a hash that differs between processes.
    found = judge(cell, checked, loaded)
    return found.detail if found.fidelity == "failed" or found.fidelity != proof.fidelity else None


def digest_of_check(checked: Checked) -> str:
    """Return a digest of what a check gave."""
    return digest_of([*checked.encoded, *(text.encode() for text in checked.hashes)]).hexdigest()


def judge(cell: CellRecord, checked: Checked, loaded: Loaded, *, noted: bool = False) -> Comparison:
    """Judge what a check gave: exact, lossy with the losses named, or failed.

    Args:
        cell: what was checked.
        checked: what it gave.
        loaded: where, and of which documents.
        noted: whether the order of keys is noted too, of small documents.
    """
    reference = loaded.reference.expected_of(cell.operation)
    typed = cell.operation in TYPED_OPERATIONS
    if cell.operation in ENCODERS and not cell.is_of_harness:
        return reference.judge_encoded(cell.format or "", checked.encoded, typed=typed)
    recognised = reference.recognise(cell.format, checked.hashes)
    if cell.is_of_harness:
        if recognised is None and cell.counter is not None and reference.is_single(checked.hashes):
            return Comparison("exact", (), (), "")  # it visited all that such a board has
        return recognised or Comparison("failed", (), (), f"the {cell.role} did not visit every value")
    small = sum(map(len, reference.encoded.get(cell.format or "", ()))) <= _SMALL
    if recognised and not (noted and small):
        return recognised
    try:
        values: list[Value] = [from_text(text) for text in loaded.check(cell, values=True).values]
    except (ValueError, RecursionError) as error:
        return Comparison("failed", (), (), f"the runner's value text cannot be read: {error}")
    combined = reference.compare(cell.format, values, typed=typed)
    if (recognised is not None) == (combined.fidelity == "exact"):
        return combined
    return Comparison("failed", (), (), "the runner's hashes and values contradict each other")
