"""Who is given documents that are code: every runner, whatever it does with them, so that none can be forgotten."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from weighbridge.runners.manifest import Manifest, with_types


@dataclass(frozen=True, slots=True)
class Subject:
    """A runner on a target, once for documents as trees and, where it is built for schemas, once more for types.

    Attributes:
        manifest: the runner's; one with ``typed`` is built for the documents' schemas.
    """

    manifest: Manifest

    @property
    def name(self) -> str:
        """What it is called in reports."""
        return f"{self.manifest.participant} (types)" if self.is_dear else self.manifest.participant

    @property
    def is_dear(self) -> bool:
        """Whether types are compiled, which takes long."""
        return self.manifest.typed is not None


def subjects(manifests: Iterable[Manifest]) -> Iterator[Subject]:
    """Yield who is tried: of targets that are one program started in several ways, the first.

    What is set up by its own name only is a board, or the same sources by another compiler.
    """
    programs: set[tuple[str, str]] = set()
    for manifest in manifests:
        program = manifest.name, manifest.own_files
        if manifest.only_if_named or program in programs:
            continue
        programs.add(program)
        yield Subject(manifest.model_copy(update={"typed": None}))
        if manifest.typed is not None:
            yield Subject(with_types(manifest))
