"""``verify --matrix``: what becomes of every probe in every codec."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from weighbridge.campaign.conformance import Decoder, Tried, try_vectors
from weighbridge.campaign.lending import References
from weighbridge.campaign.plan import asked_cells
from weighbridge.campaign.progress import Progress
from weighbridge.campaign.reference import prepare_reference
from weighbridge.campaign.selection import Selection
from weighbridge.campaign.verification import verify_cells
from weighbridge.commands.findings import keep
from weighbridge.commands.measurement import selected_participants, verified_rows
from weighbridge.commands.outcome import DONE, FAILED, TROUBLE
from weighbridge.formats.fidelity import compare, told_of_probe, untold_of_probe
from weighbridge.payloads.corpus.edges import edge_payloads
from weighbridge.report import document as documents
from weighbridge.report.failures import failures_of
from weighbridge.report.fidelity import joined, probed
from weighbridge.report.survival import described_probes

_BAD: tuple[documents.ProbeOutcome, ...] = ("wrong", "crashed", "hung")


def matrix(chosen: Selection, database: Path, watcher: Progress) -> tuple[int, documents.MatrixDocument]:
    """Probe codecs; return the exit status and what was found, which is kept for the runs that weigh these codecs.

    The edges of the value model go through encoders and decoders. What is beyond it goes to decoders alone, as bytes:
    vectors of formats that have it.
    """
    edges = edge_payloads()
    participants = selected_participants(chosen, watcher)
    with References(participants.everyone) as known:
        cells = asked_cells(participants, edges, chosen)
        # Some of the edges are large, and some formats slow: only what is asked about is made.
        formats = {cell.format for cell in cells if cell.format}
        watcher.stage("Preparing probes", len(edges))
        references = {}
        for edge in edges:
            references[edge.name] = prepare_reference(edge, formats, known)
            watcher.step()
        verified = verify_cells(cells, participants, references, watcher, sized=False)
    decoders = try_vectors(participants, chosen, watcher, probes_only=True)
    rows = tuple(joined((*probed(verified_rows(verified)), *_beyond(decoders))))
    keep(database, "matrix", rows, participants, watcher)
    document = documents.MatrixDocument(
        probes=tuple(described_probes()),
        codecs=rows,
        failures=failures_of(participants.failures),
    )
    if document.failures:
        return TROUBLE, document
    return FAILED if any(one.outcome in _BAD for row in rows for one in row.probes) else DONE, document


def _beyond(decoders: Sequence[Decoder]) -> Iterator[documents.ProbedCodec]:
    for decoder in decoders:
        yield documents.ProbedCodec(**decoder.identity, probes=tuple(map(_probed, decoder.tried)))


def _probed(tried: Tried) -> documents.Probed:
    outcome, losses, detail = _outcome(tried)
    return documents.Probed(probe=tried.vector.probe, outcome=outcome, losses=losses, notes=(), detail=detail)


def _outcome(tried: Tried) -> tuple[documents.ProbeOutcome, tuple[str, ...], str]:
    """Return what became of a vector, the names of what was lost, and the codec's words or the first difference."""
    vector, outcome = tried.vector, tried.outcome
    if outcome.ending != "accepted":
        return ("wrong" if outcome.ending == "broke" else outcome.ending), (), outcome.detail
    if vector.is_deep:
        return "exact", (), ""
    if vector.has_value and outcome.has_value:
        found = compare(vector.value, outcome.value)
        return ("wrong" if found.fidelity == "failed" else found.fidelity), found.losses, found.detail
    loss = told_of_probe(vector.probe, outcome.value) if outcome.has_value else untold_of_probe(vector.probe)
    return "lossy", (loss,), outcome.detail
