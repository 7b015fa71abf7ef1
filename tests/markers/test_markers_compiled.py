"""No key becomes code in types that are generated of schemas and compiled, by whatever generator, in every runner."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import needs
import pytest

from benchmarks.markers.core import prepare
from benchmarks.markers.counts import Counts
from benchmarks.markers.documents import marked
from benchmarks.markers.runners import exercise
from benchmarks.markers.subjects import Subject, subjects
from weighbridge.runners.manifest import find_manifests

COMPILED = [
    subject for subject in subjects(find_manifests(Path(__file__).resolve().parents[2] / "runners")) if subject.is_dear
]
DOCUMENTS = {"go": 3, "java": 5, "rust": 1}
"""Few, as a schema takes long to compile: the fuzzer itself, in ``make bench``, has hundreds."""
MORE = 5 if needs.THOROUGH else 1

pytestmark = pytest.mark.timeout(1800)


@pytest.mark.parametrize("subject", COMPILED, ids=lambda subject: str(subject.name))
def test_no_key_runs_and_all_compile(subject: Subject, scratch: Path) -> None:
    needs.require_tools_of(subject.manifest)
    language = subject.manifest.language
    documents = marked(scratch, [language])
    counts = Counts(subject.name)
    few = list(prepare(islice(documents, DOCUMENTS[language] * MORE), Counts("the core"), scratch))
    exercise(subject.manifest, few, counts, scratch)
    assert counts.markers == []
    assert counts.broken == {}
    assert not counts.untried
