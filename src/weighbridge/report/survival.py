"""What is kept of probes and test vectors, as the documents that show it: the fidelity matrix, and conformance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import TypeVar

from pydantic import ValidationError

from weighbridge.payloads.corpus.edges import all_edges
from weighbridge.store.records import FindingKind, FindingRecord
from weighbridge.vectors import suites

from .document import (
    ConformanceDocument,
    ConformingCodec,
    MatrixDocument,
    Probe,
    ProbedCodec,
    VectorSource,
    VectorSuite,
)

_Row = TypeVar("_Row", ProbedCodec, ConformingCodec)


def matrix_of(findings: Iterable[FindingRecord]) -> MatrixDocument | None:
    """Return what was found of probes; None if nothing was."""
    codecs = tuple(_rows("matrix", findings, ProbedCodec))
    if not codecs:
        return None
    tried = {probed.probe for codec in codecs for probed in codec.probes}
    return MatrixDocument(
        probes=tuple(probe for probe in described_probes() if probe.probe in tried), codecs=codecs, failures=()
    )


def conformance_of(findings: Iterable[FindingRecord]) -> ConformanceDocument | None:
    """Return what was found of test vectors; None if nothing was."""
    codecs = tuple(_rows("conformance", findings, ConformingCodec))
    if not codecs:
        return None
    suites_tried = tuple(described_suites({codec.format for codec in codecs}))
    return ConformanceDocument(suites=suites_tried, codecs=codecs, failures=())


def described_probes() -> Iterator[Probe]:
    """Yield every probe: the edges of the value model, and the vectors beyond it, by what their formats call them."""
    for edge in all_edges():
        yield Probe(probe=edge.name, description=edge.description)
    names: dict[str, dict[str, None]] = {}
    for suite in suites().values():
        for vector in suite.vectors:
            if vector.probe:
                names.setdefault(vector.probe, {})[vector.name] = None
    for probe, described in names.items():
        yield Probe(probe=probe, description="; ".join(described))


def described_suites(formats: Collection[str]) -> Iterator[VectorSuite]:
    """Yield the suites of test vectors of some formats."""
    for suite in suites().values():
        if suite.form in formats:
            counts = Counter(vector.expect for vector in suite.vectors)
            yield VectorSuite(
                format=suite.form,
                sources=tuple(
                    VectorSource(name=source.name, package=source.package, licence=source.licence)
                    for source in suite.sources
                ),
                accept=counts["accept"],
                refuse=counts["refuse"],
                may=counts["may"],
            )


def _rows(kind: FindingKind, findings: Iterable[FindingRecord], row: type[_Row]) -> Iterator[_Row]:
    for record in findings:
        if record.kind == kind:
            try:
                yield row.model_validate(record.finding)
            except ValidationError:  # of another version, which told other things: to be asked again
                continue
