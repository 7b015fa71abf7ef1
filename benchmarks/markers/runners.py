"""A runner, given documents that are code: types are generated and compiled of them, loaded and exercised."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from benchmarks.markers.core import Prepared
from benchmarks.markers.counts import Counts
from weighbridge.runners.answers import Codec
from weighbridge.runners.build import BuildError, build
from weighbridge.runners.client import Document, Load, RunnerClient, prepare_load
from weighbridge.runners.errors import BadRequest, Failed, Refusal, RunnerTrouble
from weighbridge.runners.launch import start
from weighbridge.runners.manifest import Manifest
from weighbridge.runners.typed import typed_target
from weighbridge_kit.operations import ENCODERS

_PAYLOAD = "p"
_DOCUMENTS_A_PROCESS = 100
"""Runners keep the types of every schema that they were ever given."""

_OF_GENERATORS = ("set-up:", "it takes no such types:", "SyntaxError")
"""How runners begin to say that what was generated of a schema does not compile."""

_SELDOM_HELD = "uint64"
"""A kind of integer that some libraries have no type for, and say so when they meet one."""


def exercise(manifest: Manifest, documents: Sequence[Prepared], counts: Counts, folder: Path) -> None:
    """Have each codec of a runner do all that it can with documents; where it generates types, on those of all at once.

    Args:
        manifest: the runner's.
        documents: what it is given.
        counts: what comes of it goes there.
        folder: where markers would be made.
    """
    counts.documents += len(documents)
    counts.keys += sum(document.marked.keys for document in documents)
    try:
        if manifest.typed is None:
            _exercise(manifest, documents, counts)
        else:
            _build_and_exercise(manifest, documents, counts)
    finally:
        counts.gather(folder)


def _build_and_exercise(manifest: Manifest, documents: Sequence[Prepared], counts: Counts) -> None:
    """Build types of documents and exercise them; where they cannot be built, find out whose fault that is."""
    with _target(manifest, documents) as target:
        try:
            build(target)
        except BuildError as error:
            if len(documents) == 1:
                counts.break_([documents[0].marked.name], str(error))
        else:
            _exercise(target, documents, counts)
            return
    if len(documents) > 1:
        middle = len(documents) // 2
        for half in (documents[:middle], documents[middle:]):
            _build_and_exercise(manifest, half, counts)


@contextmanager
def _target(manifest: Manifest, documents: Sequence[Prepared]) -> Iterator[Manifest]:
    """Give the target with types of documents. It is gone afterwards: what was built makes no marker once more."""
    target = typed_target(manifest, [document.schema for document in documents])
    assert target is not None
    try:
        yield target
    finally:
        key = target.own_files.rpartition("-")[2]
        shutil.rmtree(manifest.folder / "build" / "types" / key, ignore_errors=True)
        for file in (manifest.folder / "build").glob(f"*{target.own_files}.*"):
            file.unlink()


def _exercise(manifest: Manifest, documents: Sequence[Prepared], counts: Counts) -> None:
    for first in range(0, len(documents), _DOCUMENTS_A_PROCESS):
        rest = list(documents[first : first + _DOCUMENTS_A_PROCESS])
        while rest:
            with start(manifest, timed=False) as client:
                try:
                    codecs = client.describe().codecs
                except RunnerTrouble as error:
                    counts.break_([document.marked.name for document in rest], str(error))
                    break
                while rest:
                    document = rest.pop(0)
                    try:
                        _exercise_one(client, codecs, document, counts)
                    except RunnerTrouble as error:
                        counts.break_([document.marked.name], str(error))
                        break


def _exercise_one(client: RunnerClient, codecs: Sequence[Codec], document: Prepared, counts: Counts) -> None:
    """Have all codecs encode a document; then decode what the core encoded, or else what one of them did."""
    encoded = dict(document.encoded)
    for phase in (True, False):
        try:
            client.load(_load(replace(document, encoded=encoded)))
        except (BadRequest, Failed) as error:
            counts.fail("load", document.marked.name, error.reason)
            return
        for codec in codecs:
            for operation in codec.operations:
                if (operation in ENCODERS) != phase:
                    continue
                row = f"{codec.full_name} {operation}"
                if not phase and codec.format not in encoded:
                    counts.withhold(row, f"nobody here encodes {codec.format}")
                    continue
                counts.asked[row] += 1
                try:
                    made = client.check(codec.full_name, operation, _PAYLOAD, values=True)
                except Refusal as error:
                    _refused(counts, row, document, error)
                else:
                    counts.answer(row)
                    if made.encoded:
                        encoded.setdefault(codec.format, made.encoded[0])


def _refused(counts: Counts, row: str, document: Prepared, error: Refusal) -> None:
    if not isinstance(error, Failed):
        counts.withhold(row, error.reason)
    elif row.endswith("-typed") and (
        error.reason.startswith(_OF_GENERATORS)
        or (row.endswith(" encode-typed") and _SELDOM_HELD not in document.schema.to_json())
    ):
        counts.break_([f"{row} of {document.marked.name}"], error.reason)
    else:
        counts.fail(row, document.marked.name, error.reason)


def _load(document: Prepared) -> Load:
    return prepare_load(_PAYLOAD, [Document(document.text, document.encoded, document.picks)], document.types)
