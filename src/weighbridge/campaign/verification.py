"""Verification: no cell is timed before its result was found to be right."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from weighbridge.campaign.lending import References
from weighbridge.campaign.participants import Participants
from weighbridge.campaign.progress import Progress
from weighbridge.compression.compressors import Compression, compress
from weighbridge.formats.fidelity import Comparison, compare
from weighbridge.formats.format import Format, Malformed, Unrepresentable
from weighbridge.payloads.payload import Payload
from weighbridge.runners.answers import Checked
from weighbridge.runners.client import Document, Load, RunnerClient, prepare_load
from weighbridge.runners.errors import Refusal, RunnerTrouble, Unsupported
from weighbridge.runners.launch import start
from weighbridge.store.records import CellRecord, FailureRecord
from weighbridge_kit.values import Value, from_text, hash_text, to_text

_SMALL = 100_000
"""Up to so many bytes of encoded payload, values are asked for even if the hash is right, to note key order."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A payload with all that cells are verified against.

    Attributes:
        payload: the payload.
        formats: those that can hold it.
        texts: its documents as value text.
        hashes: canonical hashes of its documents.
        encoded: per format, its documents as the reference codec encodes them.
        unrepresentable: per format that cannot hold it, why.
    """

    payload: Payload
    formats: Mapping[str, Format]
    texts: tuple[str, ...]
    hashes: tuple[str, ...]
    encoded: Mapping[str, tuple[bytes, ...]]
    unrepresentable: Mapping[str, str]
    _loads: dict[frozenset[str], Load] = field(default_factory=dict, compare=False)
    _judged: dict[tuple[str, bytes], Comparison] = field(default_factory=dict, compare=False)
    _compressed: dict[bytes, Compression] = field(default_factory=dict, compare=False)

    @property
    def json_bytes(self) -> int:
        """The size of its documents as minified JSON."""
        return sum(len(text.encode()) for text in self.texts)

    def load_for(self, formats: Iterable[str]) -> Load:
        """Return the request that loads this payload with its bytes in some formats; written once."""
        known = frozenset(formats).intersection(self.encoded)
        if known not in self._loads:
            documents = [
                Document(text, {name: self.encoded[name][number] for name in sorted(known)})
                for number, text in enumerate(self.texts)
            ]
            self._loads[known] = prepare_load(self.payload.name, documents)
        return self._loads[known]

    def judge_encoded(self, form: str, encoded: Sequence[bytes]) -> Comparison:
        """Judge what an encoder made of the documents: decode it with the reference codec, and compare.

        Codecs of a format often make the same bytes, so each result is judged once.
        """
        key = (form, _digest(encoded).digest())
        if key not in self._judged:
            self._judged[key] = self._compare_encoded(form, encoded)
        return self._judged[key]

    def compress(self, encoded: Sequence[bytes]) -> Compression:
        """Compress documents that a codec made with every compressor; the same bytes once."""
        key = _digest(encoded).digest()
        if key not in self._compressed:
            self._compressed[key] = compress(encoded)
        return self._compressed[key]

    def _compare_encoded(self, form: str, encoded: Sequence[bytes]) -> Comparison:
        decode = self.formats[form].forgive or self.formats[form].decode
        try:
            decoded = [decode(data) for data in encoded]
        except Malformed as error:
            return Comparison("failed", (), (), f"the {form} reference codec cannot read it: {error}")
        return combine(compare(*pair) for pair in zip(self.payload.documents, decoded, strict=True))


def prepare_references(
    payloads: Sequence[Payload], participants: Participants, known: References, progress: Progress
) -> dict[str, Reference]:
    """Encode every payload with the reference codec of each format that some codec of the runners has."""
    formats = {codec.format for member in participants.runners.values() for codec in member.description.codecs}
    progress.stage("Preparing payloads", len(payloads))
    references = {}
    for payload in payloads:
        progress.about(payload.name)
        references[payload.name] = prepare_reference(payload, formats, known)
        progress.step()
    return references


def prepare_reference(payload: Payload, formats: Iterable[str], known: References) -> Reference:
    """Encode a payload with the reference codec of each format."""
    able: dict[str, Format] = {}
    encoded: dict[str, tuple[bytes, ...]] = {}
    unrepresentable: dict[str, str] = {}
    for name in sorted(set(formats)):
        form = known.find(name)
        if form is None:
            unrepresentable[name] = known.why_not(name)
            continue
        try:
            encoded[name] = tuple(form.encode(document) for document in payload.documents)
            able[name] = form
        except Unrepresentable as error:
            unrepresentable[name] = str(error)
    hashes = tuple(hash_text(document) for document in payload.documents)
    return Reference(payload, able, tuple(map(to_text, payload.documents)), hashes, encoded, unrepresentable)


@dataclass(slots=True)
class Verified:
    """What verification found.

    Attributes:
        cells: the cells with their fidelity.
        proofs: per cell id, a digest of what a timed cell's check gave, to compare with when it is checked again.
        seconds: per cell id, how long the check took: a first guess at what a batch will cost.
        failures: runners that broke while their codecs were verified.
    """

    cells: list[CellRecord] = field(default_factory=list)
    proofs: dict[int, str] = field(default_factory=dict)
    seconds: dict[int, float] = field(default_factory=dict)
    failures: list[FailureRecord] = field(default_factory=list)

    def with_twins(self, cells: Sequence[CellRecord]) -> Verified:
        """Return the same for the cells of a run: what was found of a codec holds of its twin."""
        originals = {cell.cell: cell.cell if cell.twin_of is None else cell.twin_of for cell in cells}
        return Verified(
            list(cells),
            {cell: self.proofs[other] for cell, other in originals.items() if other in self.proofs},
            {cell: self.seconds[other] for cell, other in originals.items() if other in self.seconds},
            self.failures,
        )


def verify_cells(
    cells: Sequence[CellRecord], participants: Participants, references: Mapping[str, Reference], progress: Progress
) -> Verified:
    """Check every cell once. A runner that breaks over a cell fails that cell, and is started again for the next."""
    verified = Verified()
    progress.stage("Verifying results", len(cells))
    by_runner: dict[str, list[CellRecord]] = {}
    for cell in cells:
        by_runner.setdefault(cell.member, []).append(cell)
    for runner, own in by_runner.items():
        with _Workplace(participants, runner, own, references) as workplace:
            for cell in own:
                progress.about(f"{cell.language} {cell.name} {cell.operation} {cell.payload}")
                began = time.monotonic()
                judged, proof = _verify(cell, workplace, references[cell.payload], verified.failures)
                verified.cells.append(judged)
                if judged.is_timed:
                    verified.proofs[cell.cell] = proof
                    verified.seconds[cell.cell] = time.monotonic() - began
                progress.step()
    verified.cells.sort(key=lambda cell: cell.cell)
    return verified


class _Workplace:
    """A runner's process with payloads loaded as they are needed; a new one after each trouble."""

    def __init__(
        self, participants: Participants, runner: str, cells: Sequence[CellRecord], references: Mapping[str, Reference]
    ) -> None:
        self._manifest = participants.runners[runner].manifest
        self._formats = {cell.format for cell in cells if cell.format}
        self._references = references
        self._client: RunnerClient | None = None
        self._loaded: str | None = None

    def client(self, payload: str) -> RunnerClient:
        """Return a process in which the payload is loaded."""
        if self._client is None:
            self._client = start(self._manifest)
            self._client.describe()
        if self._loaded != payload:
            if self._loaded is not None:
                self._client.drop(self._loaded)
            self._loaded = None
            self._client.load(self._references[payload].load_for(self._formats))
            self._loaded = payload
        return self._client

    def abandon(self) -> None:
        """End the process; the next cell gets a new one."""
        if self._client is not None:
            self._client.close()
        self._client = None
        self._loaded = None

    def __enter__(self) -> _Workplace:
        return self

    def __exit__(self, *_: object) -> None:
        self.abandon()


def _verify(
    cell: CellRecord, workplace: _Workplace, reference: Reference, failures: list[FailureRecord]
) -> tuple[CellRecord, str]:
    if cell.format is not None and cell.format in reference.unrepresentable:
        return cell.model_copy(update={"fidelity": "unsupported", "detail": reference.unrepresentable[cell.format]}), ""
    try:
        client = workplace.client(cell.payload)
        checked = check_cell(client, cell)
        comparison = judge(cell, checked, reference, client)
    except Unsupported as error:
        return cell.model_copy(update={"fidelity": "unsupported", "detail": error.reason}), ""
    except Refusal as error:
        return cell.model_copy(update={"fidelity": "failed", "detail": error.reason}), ""
    except RunnerTrouble as error:
        workplace.abandon()
        failures.append(
            FailureRecord(
                runner=cell.member,
                codec=cell.name,
                operation=cell.operation,
                payload=cell.payload,
                stage="verify",
                message=str(error),
            )
        )
        return cell.model_copy(update={"fidelity": "failed", "detail": error.reason}), ""
    made = checked.encoded or reference.encoded.get(cell.format or "", ())
    update: dict[str, Any] = {
        "fidelity": comparison.fidelity,
        "losses": comparison.losses,
        "notes": comparison.notes,
        "detail": comparison.detail,
    }
    if cell.format is not None:
        compressed = reference.compress(made).compressed
        update["bytes"] = sum(map(len, made))
        update["compressed_bytes"] = {name: found.bytes for name, found in compressed.items()}
    return cell.model_copy(update=update), proof_of(checked)


def check_cell(client: RunnerClient, cell: CellRecord) -> Checked:
    """Let a runner check one cell."""
    return client.check(cell.name, cell.operation, cell.payload)


def recheck(client: RunnerClient, cell: CellRecord, proof: str, reference: Reference) -> str | None:
    """Check a cell once more; say what is wrong if it no longer gives the result that it gave, None if it does."""
    checked = check_cell(client, cell)
    if proof_of(checked) == proof:
        return None
    # Other bytes can be right too, where a library orders keys by a hash that differs between processes.
    found = judge(cell, checked, reference, client)
    return found.detail if found.fidelity == "failed" or found.fidelity != cell.fidelity else None


def proof_of(checked: Checked) -> str:
    """Return a digest of what a check gave."""
    return _digest([*checked.encoded, *(text.encode() for text in checked.hashes)]).hexdigest()


def _digest(parts: Iterable[bytes]) -> hashlib._Hash:
    digest = hashlib.sha256()
    for data in parts:
        digest.update(len(data).to_bytes(8, "little") + data)
    return digest


def judge(cell: CellRecord, checked: Checked, reference: Reference, client: RunnerClient) -> Comparison:
    """Judge what a check gave: exact, lossy with the losses named, or failed."""
    if cell.role != "tare" and cell.operation == "encode":
        return reference.judge_encoded(cell.format or "", checked.encoded)
    right = checked.hashes == reference.hashes
    if cell.role == "tare" and not right:
        return Comparison("failed", (), (), "the tare did not visit every value")
    small = sum(map(len, reference.encoded.get(cell.format or "", ()))) <= _SMALL
    if cell.role == "tare" or (right and not small):
        return Comparison("exact", (), (), "")
    again = client.check(cell.name, cell.operation, cell.payload, values=True)
    try:
        values: list[Value] = [from_text(text) for text in again.values]
    except ValueError as error:
        return Comparison("failed", (), (), f"the runner's value text cannot be read: {error}")
    combined = combine(compare(*pair) for pair in zip(reference.payload.documents, values, strict=True))
    if right == (combined.fidelity == "exact"):
        return combined
    return Comparison("failed", (), (), "the runner's hashes and values contradict each other")


def combine(comparisons: Iterable[Comparison]) -> Comparison:
    """Return what the comparisons of several documents say together: the worst, with all losses and notes."""
    parts = list(comparisons)
    order = ("failed", "lossy", "exact")
    worst = min(parts, key=lambda part: order.index(part.fidelity))
    losses = tuple(sorted({loss for part in parts for loss in part.losses}))
    notes = tuple(sorted({note for part in parts for note in part.notes}))
    return Comparison(worst.fidelity, losses, notes, worst.detail)
