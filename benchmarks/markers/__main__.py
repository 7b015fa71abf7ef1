"""Tries to run code by documents' keys, wherever code is made of documents: ``python -m benchmarks.markers``."""

from __future__ import annotations

import argparse
import itertools
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.markers.core import Prepared, prepare
from benchmarks.markers.counts import HEAD, Counts
from benchmarks.markers.documents import marked, marked_schemas
from benchmarks.markers.runners import exercise
from benchmarks.markers.subjects import Subject, subjects
from weighbridge.landlock import SWITCH
from weighbridge.runners.build import BuildError, build
from weighbridge.runners.launch import runners_root
from weighbridge.runners.manifest import find_manifests
from weighbridge.runners.setup import missing_programs

INTERPRETED = ("python", "javascript")
"""Languages whose runners make types, and code for them, as documents are loaded."""

_DOCUMENTS = 2200
_DEAR_DOCUMENTS = 220
_DOCUMENTS_A_BUILD = 25


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what came of it, and return 1 if a marker was made or something did not compile."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.markers", description=__doc__)
    parser.add_argument("runners", nargs="*", help="only these, and what is compiled of schemas as: java (types)")
    parser.add_argument("--documents", type=int, default=_DOCUMENTS, help="for each that is quick (%(default)s)")
    parser.add_argument("--dear", type=int, default=_DEAR_DOCUMENTS, help="for each that compiles (%(default)s)")
    parser.add_argument("--a-build", type=int, default=_DOCUMENTS_A_BUILD, help="compiled at once (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of every choice (%(default)s)")
    parser.add_argument("--confined", action="store_true", help="within the second wall, too")
    options = parser.parse_args(arguments)
    if not options.confined:
        os.environ[SWITCH] = "off"
    chosen = [
        one for one in subjects(find_manifests(runners_root())) if not options.runners or one.name in options.runners
    ]
    if unknown := set(options.runners).difference(one.name for one in chosen):
        known = ", ".join(one.name for one in subjects(find_manifests(runners_root())))
        parser.error(f"there is no {sorted(unknown)[0]!r}; there are {known}")
    found = []
    sys.stdout.write(f"{HEAD}\n")
    with tempfile.TemporaryDirectory(prefix="wm") as folder:
        for counts in _try_all(chosen, Path(folder), options):
            found.append(counts)
            sys.stdout.write(f"{counts.row}\n")
            sys.stdout.flush()
    for counts in found:
        sys.stdout.writelines(f"\n{counts.generator}: {line}" for line in counts.lines)
    sys.stdout.write("\n")
    return int(any(counts.markers or counts.broken for counts in found))


def _try_all(chosen: Sequence[Subject], folder: Path, options: argparse.Namespace) -> Iterator[Counts]:
    """Yield what came of the core and of every runner, the quick ones first."""
    began = time.monotonic()

    def tell(text: str) -> None:
        sys.stderr.write(f"{time.monotonic() - began:6.0f} s  {text}\n")

    schemas, core = Counts("names in schemas"), Counts("the core")
    tell("the core")
    for _ in prepare(itertools.islice(marked_schemas(folder, seed=options.seed), options.documents), schemas, folder):
        pass
    yield schemas
    pool = list(
        prepare(itertools.islice(marked(folder, INTERPRETED, seed=options.seed), options.documents), core, folder)
    )
    yield core
    for subject in sorted(chosen, key=lambda one: one.is_dear):
        counts = Counts(subject.name)
        tell(subject.name)
        if missing := missing_programs(subject.manifest):
            counts.withhold("all", ", ".join(map(str, missing)))
        elif subject.is_dear:
            own = itertools.islice(marked(folder, [subject.manifest.language], seed=options.seed), options.dear)
            while batch := list(itertools.islice(own, options.a_build)):
                exercise(subject.manifest, list(prepare(batch, Counts("the core"), folder)), counts, folder)
                tell(counts.row)
        else:
            _quick(subject, pool, counts, folder)
        yield counts


def _quick(subject: Subject, pool: Sequence[Prepared], counts: Counts, folder: Path) -> None:
    try:
        build(subject.manifest)
    except BuildError as error:
        counts.withhold("all", str(error))
    else:
        exercise(subject.manifest, pool, counts, folder)


if __name__ == "__main__":
    sys.exit(main())
