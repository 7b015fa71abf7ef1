"""Conformance: what share of their format's own test vectors decoders treat as the specification says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from weighbridge.campaign.participants import Participant, Participants
from weighbridge.campaign.plan import selected_codecs
from weighbridge.campaign.probing import Outcome, Prober
from weighbridge.campaign.progress import Progress
from weighbridge.campaign.selection import Selection
from weighbridge.formats.fidelity import compare
from weighbridge.runners.answers import Codec
from weighbridge.vectors import Vector, suites
from weighbridge_kit.operations import Operation

_DECODERS: tuple[Operation, ...] = ("decode", "scan")
_OF_LANGUAGES = {"float-became-int", "int-became-float", "bytes-became-string", "map-became-array"}
"""Losses that no specification knows of: they are of languages with one kind of number, of strings, or of tables."""
_HANGS = 2
"""A decoder that hung so often is tried no further."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A vector, and what a decoder made of it.

    Attributes:
        vector: the vector.
        outcome: what became of it.
        fault: what is wrong with that, in words; None where nothing is.
    """

    vector: Vector
    outcome: Outcome
    fault: str | None


@dataclass(slots=True)
class Decoder:
    """A codec's operation that was given the vectors of its format."""

    participant: Participant
    codec: Codec
    operation: Operation
    tried: list[Tried] = field(default_factory=list)

    @property
    def identity(self) -> dict[str, Any]:
        """Which it is, by the names that documents have for this."""
        return {
            "language": self.participant.description.language,
            "runner": self.participant.manifest.name,
            "target": self.participant.manifest.target,
            "codec": self.codec.codec,
            "variant": self.codec.variant,
            "format": self.codec.format,
            "library": self.codec.library,
            "library_version": self.codec.version,
            "operation": self.operation,
        }

    @property
    def is_given_up(self) -> bool:
        """Whether it hung so often that no more is tried."""
        return sum(one.outcome.ending == "hung" for one in self.tried) >= _HANGS


def try_vectors(
    participants: Participants, chosen: Selection, progress: Progress, *, probes_only: bool = False
) -> list[Decoder]:
    """Give every selected decoder the vectors of its format, if there are any.

    Args:
        participants: the runners.
        chosen: the codecs and operations.
        progress: hears how it goes.
        probes_only: whether only the vectors that the fidelity matrix asks about are tried.
    """
    decoders = list(_decoders(participants, chosen))
    wanted = {
        form: [vector for vector in suite.vectors if vector.probe or not probes_only]
        for form, suite in suites().items()
    }
    progress.stage("Trying vectors", sum(len(wanted[decoder.codec.format]) for decoder in decoders))
    for participant in participants.runners.values():
        with Prober(participant) as prober:
            for form, vectors in wanted.items():
                own = [one for one in decoders if one.participant is participant and one.codec.format == form]
                _try_all(vectors, own, prober, progress)
    return decoders


def _try_all(vectors: Sequence[Vector], decoders: Sequence[Decoder], prober: Prober, progress: Progress) -> None:
    """Give vectors one after the other to all decoders of a runner, so that each is loaded once."""
    for vector in vectors:
        for decoder in decoders:
            if not decoder.is_given_up:
                name = decoder.codec.full_name
                progress.about(f"{decoder.participant.name} {name} {decoder.operation} {vector.name}")
                outcome = prober.probe(name, decoder.codec.format, decoder.operation, vector)
                decoder.tried.append(Tried(vector, outcome, fault_of(vector, outcome)))
            progress.step()


def _decoders(participants: Participants, chosen: Selection) -> Iterator[Decoder]:
    for participant in participants.runners.values():
        if participant.description.memory is None:  # a board has no room for most vectors
            for operation in _DECODERS:
                if chosen.has_operation(operation):
                    for codec in selected_codecs(participant, operation, chosen):
                        if codec.format in suites():
                            yield Decoder(participant, codec, operation)


def fault_of(vector: Vector, outcome: Outcome) -> str | None:
    """Say what is wrong with what a decoder made of a vector; None if the specification lets it."""
    if outcome.ending in ("crashed", "hung", "broke"):
        return f"{outcome.ending}: {outcome.detail}"
    if vector.expect == "refuse" and outcome.ending == "accepted":
        return "takes it"
    if vector.expect == "accept":
        if outcome.ending != "accepted":
            return f"{outcome.ending}: {outcome.detail}"
        if outcome.detail:
            return outcome.detail
        if vector.has_value and outcome.has_value:
            found = compare(vector.value, outcome.value)
            if found.fidelity == "failed" or not _OF_LANGUAGES.issuperset(found.losses):
                return found.detail
    return None
