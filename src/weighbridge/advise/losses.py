"""What a change would cost that is not in the numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from weighbridge.report.document import PayloadInfo, RunDocument

from .candidates import Candidate, Policy, candidates_by_member, concessions
from .requirements import is_old

LossKind = Literal["fidelity", "readability", "ecosystem", "buffers", "strings", "utf8", "tree", "release"]

_CONCESSIONS: dict[Policy, str] = {
    "buffers": "it reuses its buffers, which your program has to keep and must not share between threads",
    "strings": "its strings are borrowed: they die with the bytes that they were read from",
    "utf8": "it does not check that strings are UTF-8",
}


@dataclass(frozen=True, slots=True)
class Loss:
    """Something that the baseline has and another codec has not, in words."""

    kind: LossKind
    text: str


@dataclass(frozen=True, slots=True)
class Coverage:
    """In how many of a run's languages some codec can read and write a format, and in how many one that is exact."""

    any: int
    exact: int


def coverage(document: RunDocument, payload: PayloadInfo) -> tuple[dict[str, Coverage], int]:
    """Return the coverage of every format for a payload, and how many languages have weighed it."""
    languages = {cell.member: cell.language for cell in document.cells if cell.payload == payload.payload}
    some: dict[str, set[str]] = {}
    exact: dict[str, set[str]] = {}
    for member, candidates in candidates_by_member(document, payload).items():
        for candidate in candidates:
            some.setdefault(candidate.format, set()).add(languages[member])
            if candidate.is_exact:
                exact.setdefault(candidate.format, set()).add(languages[member])
    by_format = {form: Coverage(len(found), len(exact.get(form, ()))) for form, found in some.items()}
    return by_format, len(set(languages.values()))


def losses(
    document: RunDocument, baseline: Candidate, other: Candidate, covered: tuple[dict[str, Coverage], int]
) -> tuple[Loss, ...]:
    """Return what would be lost by a change from the baseline to another codec.

    Args:
        document: the run.
        baseline: what is used today.
        other: what would be used.
        covered: the `coverage` of their payload.
    """
    found = []
    lost = [loss for loss in other.losses if loss not in baseline.losses]
    if lost:
        found.append(Loss("fidelity", f"it does not preserve everything: {', '.join(lost)}"))
    if other.format != baseline.format:
        found += _of_format(document, baseline.format, other.format, covered)
    found += [Loss(policy, _CONCESSIONS[policy]) for policy in concessions(baseline, other)]
    if other.is_prebuilt and not baseline.is_prebuilt:
        found.append(Loss("tree", "it starts from the library's own tree, which your program would have to build"))
    if is_old(other, document.run.started):
        cell = other.encode
        found.append(Loss("release", f"{cell.library} {cell.library_version} was released on {cell.released}"))
    return tuple(found)


def _of_format(
    document: RunDocument, today: str, other: str, covered: tuple[dict[str, Coverage], int]
) -> Sequence[Loss]:
    formats = {form.format: form for form in document.formats}
    title = formats[other].title if other in formats else other
    own = formats[today].title if today in formats else today
    found = []
    if today in formats and other in formats and formats[today].text and not formats[other].text:
        found.append(Loss("readability", f"{title} is not readable without a tool"))
    coverages, languages = covered
    if languages > 1:
        new, old = coverages[other], coverages[today]
        found.append(
            Loss(
                "ecosystem",
                f"{title} has a codec in {new.any} of the run's {languages} languages, an exact one in {new.exact} "
                f"({own}: {old.any} and {old.exact})",
            )
        )
    return found
