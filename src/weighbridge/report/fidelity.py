"""What codecs lose, in Markdown: the table of what was probed, and ``docs/fidelity.md``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from weighbridge.formats.fidelity import CRASHED, DECLINED, HUNG, REFUSED
from weighbridge_kit.operations import WHOLE_OPERATIONS

from . import figures
from .conformance import share
from .document import ConformingCodec, Probed, ProbedCodec, ProbeOutcome, VerifiedCell

_OF_NOTES: dict[str, ProbeOutcome] = {
    DECLINED: "declined",
    REFUSED: "refused",
    CRASHED: "crashed",
    HUNG: "hung",
}
_VERBS: dict[ProbeOutcome, str] = {
    "wrong": "mangles",
    "refused": "refuses",
    "declined": "declines",
    "crashed": "**crashes on**",
    "hung": "**hangs on**",
}
"""What a codec does to a probe that it neither keeps nor loses something of, in the order in which it is told."""


def probed(cells: Iterable[VerifiedCell]) -> Iterator[ProbedCodec]:
    """Yield what verification found of codecs as what became of probes."""
    by_codec: dict[str, list[VerifiedCell]] = defaultdict(list)
    for cell in cells:
        by_codec[_key(cell)].append(cell)
    for own in by_codec.values():
        about = own[0].model_dump(include=set(ProbedCodec.model_fields))
        yield ProbedCodec(**about, probes=tuple(map(_probed, own)))


def joined(codecs: Iterable[ProbedCodec]) -> Iterator[ProbedCodec]:
    """Yield each operation of a codec once, with all its probes."""
    by_codec: dict[str, list[ProbedCodec]] = defaultdict(list)
    for codec in codecs:
        by_codec[_key(codec)].append(codec)
    for own in by_codec.values():
        yield own[0].model_copy(update={"probes": tuple(probed for codec in own for probed in codec.probes)})


def _key(row: VerifiedCell | ProbedCodec) -> str:
    return f"{row.participant} {figures.codec_name(row)} {row.operation}"


def _probed(cell: VerifiedCell) -> Probed:
    return Probed(
        probe=cell.payload, outcome=_outcome_of(cell), losses=cell.losses, notes=cell.notes, detail=cell.detail
    )


def _outcome_of(cell: VerifiedCell) -> ProbeOutcome:
    if cell.fidelity in ("exact", "lossy"):
        return cell.fidelity
    told = next((_OF_NOTES[note] for note in cell.notes if note in _OF_NOTES), None)
    return told or ("impossible" if cell.fidelity == "unsupported" else "wrong")


def to_markdown(
    codecs: Iterable[ProbedCodec], titles: dict[str, str], conforming: Iterable[ConformingCodec] = ()
) -> str:
    """Write for every runner what its codecs lose and refuse, and which are exact.

    Args:
        codecs: what was probed.
        titles: for every runner, by its name on its target, the name that people know it by.
        conforming: what test vectors told of the same codecs.
    """
    by_runner: dict[str, list[ProbedCodec]] = defaultdict(list)
    for codec in codecs:
        by_runner[codec.participant].append(codec)
    shares: dict[str, dict[str, list[ConformingCodec]]] = defaultdict(lambda: defaultdict(list))
    for row in conforming:
        shares[row.participant][figures.codec_name(row)].append(row)
    lines: list[str] = []
    for participant, own in by_runner.items():
        lines += [f"## {titles.get(participant, participant)}", "", *_runner(own, shares[participant]), ""]
    return "\n".join(lines)


def _runner(rows: Sequence[ProbedCodec], shares: Mapping[str, Sequence[ConformingCodec]]) -> Iterator[str]:
    codecs: dict[str, list[ProbedCodec]] = defaultdict(list)
    for row in rows:
        codecs[figures.codec_name(row)].append(row)
    exact = [
        name
        for name, own in codecs.items()
        if all(one.outcome in ("exact", "impossible") for row in own for one in row.probes)
    ]
    others = [name for name in codecs if name not in exact]
    if others:
        headings = ["codec", "format", *WHOLE_OPERATIONS, *(["right of its vectors"] if shares else [])]
        yield f"| {' | '.join(headings)} |"
        yield f"|{'---|' * len(headings)}"
        for name in sorted(others):
            own = {row.operation: row.probes for row in codecs[name]}
            columns = [_operation(own.get(operation, ())) for operation in WHOLE_OPERATIONS]
            if shares:
                columns.append(_right(shares.get(name, ())) or "—")
            yield f"| {name} | {codecs[name][0].format} | {' | '.join(columns)} |"
        yield ""
    if exact:
        told = (f"{name} ({right})" if (right := _right(shares.get(name, ()))) else name for name in sorted(exact))
        yield f"Exact in all that they take: {', '.join(told)}."


def _right(rows: Sequence[ConformingCodec]) -> str:
    """Say what share of its format's vectors a codec treats right: once, if all its operations are the same in that."""
    told = {row.operation: share(row) for row in rows}
    if len(set(told.values())) == 1:
        return next(iter(told.values()))
    return ", ".join(f"{operation} {words}" for operation, words in told.items())


def _operation(probes: Sequence[Probed]) -> str:
    """Say what one operation of a codec does to the probes: its losses, and where it does not give anything back."""
    if not probes:
        return "—"
    parts = [f"`{loss}`" for loss in sorted({loss for one in probes for loss in one.losses})]
    for outcome, verb in _VERBS.items():
        if names := sorted({one.probe for one in probes if one.outcome == outcome}):
            parts.append(f"{verb} {', '.join(names)}")
    return ", ".join(parts) or "exact"
