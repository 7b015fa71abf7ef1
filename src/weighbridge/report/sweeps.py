"""Sweeps: what it takes to read a growing share of a document's fields, and where reading them all is cheaper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .document import Cell, PayloadInfo, RunDocument, Sweep, SweptCodec
from .tables import titles_of

_LAZY = "lazy"
"""The policy of codecs that have a way of their own to single values."""


def with_sweeps(document: RunDocument) -> RunDocument:
    """Return a run with the sweeps of its cells."""
    return document.model_copy(update={"sweeps": tuple(_sweeps(document))})


def _sweeps(document: RunDocument) -> Iterator[Sweep]:
    titles = titles_of(document)
    by_name: dict[str, list[PayloadInfo]] = {}
    for payload in document.run.payloads:
        if payload.picked_share is not None:
            by_name.setdefault(payload.payload.rpartition("@")[0], []).append(payload)
    for name, payloads in by_name.items():
        payloads.sort(key=lambda payload: payload.picked_share or 0.0)
        swept = {payload.payload for payload in payloads}
        cells = [cell for cell in document.cells if cell.payload in swept]
        for participant, operation in dict.fromkeys((cell.participant, cell.operation) for cell in cells):
            own = [cell for cell in cells if (cell.participant, cell.operation) == (participant, operation)]
            codecs = tuple(_codecs(own, payloads))
            if codecs:
                yield Sweep(
                    payload=name,
                    participant=participant,
                    title=titles.get(participant, participant),
                    operation=operation,
                    shares=tuple(payload.picked_share or 0.0 for payload in payloads),
                    codecs=codecs,
                    lazy_pays_up_to=_last_share(codecs, payloads),
                )


def _codecs(cells: Sequence[Cell], payloads: Sequence[PayloadInfo]) -> Iterator[SweptCodec]:
    """Yield the codecs that have a time for every share, the fastest over all shares first."""
    found: dict[tuple[str, str | None], dict[str, Cell]] = {}
    for cell in cells:
        found.setdefault((cell.codec, cell.variant), {})[cell.payload] = cell
    whole = []
    for (codec, variant), by_payload in found.items():
        if len(by_payload) == len(payloads):
            first = next(iter(by_payload.values()))
            times = [by_payload[one.payload].net_ns for one in payloads]
            message_ns = tuple(
                (time.high if time.at_most and time.high is not None else time.estimate) / one.documents
                for time, one in zip(times, payloads, strict=True)
            )
            whole.append(
                SweptCodec(
                    codec=codec,
                    variant=variant,
                    format=first.format,
                    lazy=first.policies.get("access") == _LAZY,
                    message_ns=message_ns,
                )
            )
    yield from sorted(whole, key=lambda codec: sum(codec.message_ns))


def _last_share(codecs: Sequence[SweptCodec], payloads: Sequence[PayloadInfo]) -> float | None:
    """Return the largest share up to which some lazy codec is the fastest; None where none ever is."""
    last = None
    for number, payload in enumerate(payloads):
        if not min(codecs, key=lambda codec: codec.message_ns[number]).lazy:
            break
        last = payload.picked_share
    return last
