"""What can be chosen: a codec of a language that both encodes and decodes a payload."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from weighbridge.report.document import Cell, CompressionTime, PayloadInfo, RunDocument
from weighbridge.report.figures import codec_name

from .scenario import AdviceError, check_names

Policy = Literal["buffers", "strings", "utf8"]
CONCESSIONS: dict[Policy, str] = {"buffers": "reuse", "strings": "borrowed", "utf8": "unchecked"}
"""Policies that ask something of a codec's user, by what they are about."""

_PREBUILT = "prebuilt"
_OWN_TREES = (_PREBUILT, "tree")
"""Variants whose encoder starts from the library's own tree."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A codec of one member on one payload, with the two cells that it is made of.

    Attributes:
        name: the codec with its variant.
        encode: its cell that encodes; of the plain codec, where the variant has none.
        decode: its cell that decodes; likewise.
        documents: how many messages one pass over the payload is.
        compression: what compressing a pass costs in its format, by compressor.
    """

    name: str
    encode: Cell
    decode: Cell
    documents: int
    compression: tuple[CompressionTime, ...] = ()

    @property
    def format(self) -> str:
        return self.encode.format

    @property
    def losses(self) -> tuple[str, ...]:
        """What encoding or decoding loses, by name."""
        return tuple(dict.fromkeys((*self.encode.losses, *self.decode.losses)))

    @property
    def is_exact(self) -> bool:
        return self.encode.fidelity == self.decode.fidelity == "exact"

    @property
    def is_settled(self) -> bool:
        return self.encode.settled and self.decode.settled

    @property
    def is_prebuilt(self) -> bool:
        """Whether it encodes the library's own tree, which an application would have to build first."""
        return self.encode.variant in _OWN_TREES or _PREBUILT in str(self.encode.policies.get("api", ""))

    def concedes(self, policy: Policy) -> bool:
        """Tell whether it reuses buffers, gives strings that die with its input, or checks no UTF-8."""
        cells = (self.decode,) if policy == "strings" else (self.encode, self.decode)
        return any(cell.policies.get(policy) == CONCESSIONS[policy] for cell in cells)


def concessions(baseline: Candidate, other: Candidate) -> tuple[Policy, ...]:
    """Return what another codec concedes and the baseline does not."""
    return tuple(policy for policy in CONCESSIONS if other.concedes(policy) and not baseline.concedes(policy))


def candidates_of(document: RunDocument, payload: PayloadInfo, member: str) -> tuple[Candidate, ...]:
    """Return what a member can choose from for a payload, in the order of the run."""
    return candidates_by_member(document, payload).get(member, ())


def candidates_by_member(document: RunDocument, payload: PayloadInfo) -> dict[str, tuple[Candidate, ...]]:
    """Return what each member that has weighed a payload can choose from for it."""
    cells: dict[str, list[Cell]] = {}
    for cell in document.cells:
        if cell.payload == payload.payload:
            cells.setdefault(cell.member, []).append(cell)
    return {member: tuple(_candidates(own, payload)) for member, own in cells.items()}


def _candidates(cells: Sequence[Cell], payload: PayloadInfo) -> Iterator[Candidate]:
    by_name = {(cell.codec, cell.variant, cell.format, cell.operation): cell for cell in cells}
    for codec, variant, form in dict.fromkeys((cell.codec, cell.variant, cell.format) for cell in cells):
        encode, decode = (
            by_name.get((codec, variant, form, operation)) or by_name.get((codec, None, form, operation))
            for operation in ("encode", "decode")
        )
        if encode is None or decode is None or variant not in (encode.variant, decode.variant):
            continue  # it only scans, or has but one half
        name = codec_name(encode if encode.variant == variant else decode)
        times = tuple(time for time in payload.compression if time.format == form)
        yield Candidate(name, encode, decode, payload.documents, times)


def baseline_of(candidates: Sequence[Candidate], wanted: str | None) -> Candidate | None:
    """Return what a member uses today: the codec of this name, otherwise the one that the run compares with."""
    own = _compared_with(candidates)
    if wanted is not None:
        named = [candidate for candidate in candidates if wanted in (candidate.name, candidate.encode.codec)]
        exactly = [candidate for candidate in named if candidate.name == wanted]
        if named:
            return exactly[0] if exactly else own if own in named else named[0]
    return own


def _compared_with(candidates: Sequence[Candidate]) -> Candidate | None:
    for candidate in candidates:
        for cell in (candidate.encode, candidate.decode):
            for other in candidates:
                if cell.relative is not None and cell.relative.to == f"{cell.member}/{other.name}":
                    return other
    return None


def check_baseline(wanted: str, candidates: Sequence[Candidate]) -> None:
    """Check that a name means a codec of some member, or the format of what members are compared with.

    Raises:
        AdviceError: it means neither.
    """
    known = {name for candidate in candidates for name in (candidate.name, candidate.encode.codec)}
    if wanted in {candidate.format for candidate in candidates}:
        return
    check_names("baseline", (wanted,), known)


def members_of(document: RunDocument, languages: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the members of a run that these names mean; all of them, if there are none.

    Raises:
        AdviceError: a name means none.
    """
    names = {cell.member: {cell.language, cell.runner, cell.target, cell.member} - {"host"} for cell in document.cells}
    check_names("language", languages, set().union(*names.values()))
    return tuple(member for member, own in names.items() if not languages or not own.isdisjoint(languages))


def payloads_of(document: RunDocument, payloads: Sequence[str] = ()) -> tuple[PayloadInfo, ...]:
    """Return the payloads of a run that have these names; all of them, if there are none.

    Raises:
        AdviceError: the run has none of a name, or no payload at all.
    """
    if not document.cells:
        raise AdviceError("this run has measured nothing: weighbridge run YOUR.json, then ask again")
    known = {payload.payload: payload for payload in document.run.payloads}
    check_names("payload", payloads, known)
    return tuple(payload for name, payload in known.items() if not payloads or name in payloads)
