"""``verify --conformance``: formats' own test vectors, given to every decoder."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from weighbridge.campaign.conformance import Decoder, try_vectors
from weighbridge.campaign.progress import Progress
from weighbridge.campaign.selection import Selection, SelectionError
from weighbridge.commands.findings import keep
from weighbridge.commands.measurement import selected_participants
from weighbridge.commands.outcome import DONE, FAILED, TROUBLE
from weighbridge.report import document as documents
from weighbridge.report.failures import failures_of
from weighbridge.report.survival import described_suites
from weighbridge.vectors import suites

_SHOWN = 64
"""So many bytes of a vector are told; all of them are in the package."""


def conformance(chosen: Selection, database: Path, watcher: Progress) -> tuple[int, documents.ConformanceDocument]:
    """Try vectors; return the exit status and what was found, which is kept for the runs that weigh these codecs.

    Raises:
        SelectionError: nothing that is selected decodes a format that there are vectors of.
    """
    participants = selected_participants(chosen, watcher)
    decoders = try_vectors(participants, chosen, watcher)
    if not decoders:
        raise SelectionError(
            f"no installed decoder fits this selection and has vectors, which there are of {', '.join(suites())}. "
            "See what is installed with: weighbridge list codecs"
        )
    formats = {decoder.codec.format for decoder in decoders}
    rows = tuple(map(_row, decoders))
    keep(database, "conformance", rows, participants, watcher)
    document = documents.ConformanceDocument(
        suites=tuple(described_suites(formats)),
        codecs=rows,
        failures=failures_of(participants.failures),
    )
    if document.failures:
        return TROUBLE, document
    return FAILED if any(row.faults for row in document.codecs) else DONE, document


def _row(decoder: Decoder) -> documents.ConformingCodec:
    counted = [one for one in decoder.tried if one.vector.expect != "may"]
    free = Counter(one.outcome.ending for one in decoder.tried if one.vector.expect == "may")
    return documents.ConformingCodec(
        **decoder.identity,
        tried=len(counted),
        right=sum(one.fault is None for one in counted),
        accepted=free["accepted"],
        refused=free["refused"] + free["declined"],
        given_up=decoder.is_given_up,
        faults=tuple(
            documents.FaultyVector(
                vector=one.vector.name,
                expect=one.vector.expect,
                input=one.vector.data[:_SHOWN].hex(),
                bytes=len(one.vector.data),
                ending=one.outcome.ending,
                fault=one.fault,
            )
            for one in decoder.tried
            if one.fault is not None
        ),
    )
