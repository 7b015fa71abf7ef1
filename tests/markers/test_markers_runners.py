"""No key becomes code in a runner that is not built for schemas: what a library makes of a shape it makes at once."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import needs
import pytest

from benchmarks.markers.__main__ import INTERPRETED
from benchmarks.markers.core import Prepared, prepare
from benchmarks.markers.counts import Counts
from benchmarks.markers.documents import marked
from benchmarks.markers.runners import exercise
from benchmarks.markers.subjects import Subject, subjects
from weighbridge.runners.build import build
from weighbridge.runners.manifest import find_manifests

DOCUMENTS = 23 if needs.THOROUGH else 9
MANIFESTS = find_manifests(Path(__file__).resolve().parents[2] / "runners")
QUICK = [subject for subject in subjects(MANIFESTS) if not subject.is_dear]

pytestmark = pytest.mark.timeout(1800)  # where nothing is built yet


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Prepared]]:
    folder = tmp_path_factory.mktemp("wm")
    return folder, list(prepare(islice(marked(folder, INTERPRETED), DOCUMENTS), Counts("the core"), folder))


def test_no_runner_is_forgotten() -> None:
    tried = {subject.manifest.name for subject in QUICK}
    # A board's firmware has no codec of types, and no room for what makes code.
    assert tried == {manifest.name for manifest in MANIFESTS if manifest.firmware is None}
    compiled = {subject.manifest.name for subject in subjects(MANIFESTS) if subject.is_dear}
    assert {manifest.name for manifest in MANIFESTS if manifest.typed is not None} == compiled


@pytest.mark.parametrize("subject", QUICK, ids=lambda subject: str(subject.name))
def test_no_key_runs(subject: Subject, pool: tuple[Path, list[Prepared]]) -> None:
    needs.require_tools_of(subject.manifest)
    build(subject.manifest)
    folder, documents = pool
    counts = Counts(subject.name)
    exercise(subject.manifest, documents, counts, folder)
    assert counts.markers == []
    assert counts.broken == {}
    assert counts.documents == len(documents) > DOCUMENTS * 3 / 4
    assert not counts.untried
