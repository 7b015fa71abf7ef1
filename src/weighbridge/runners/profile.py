"""Reading what callgrind writes: how many instructions were executed, by program or library and by source file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from weighbridge.runners.two_batches import two_batches


class ProfileError(Exception):
    """A profile cannot be read; the message says why."""


class Place(NamedTuple):
    """Where instructions come from.

    Attributes:
        object: the path of the program or of the shared library.
        file: the path of the source file, as the compiler wrote it down; ``???`` where it wrote nothing.
    """

    object: str
    file: str


@dataclass(frozen=True, slots=True)
class Profile:
    """What was executed meanwhile.

    Attributes:
        instructions: how many, by the place that they come from.
        allocations: how many blocks were asked of the C library; a block that grows is no new one.
    """

    instructions: Counter[Place] = field(default_factory=Counter)
    allocations: int = 0


@dataclass(frozen=True, slots=True)
class PassProfile:
    """The same for one pass over a payload."""

    instructions: Mapping[Place, float]
    allocations: float


_ALLOCATING = {"malloc", "calloc", "aligned_alloc", "memalign", "posix_memalign"}
"""Functions that C++'s and Rust's allocators call too; ``realloc`` calls ``malloc`` where there is no block yet."""
_NAME = re.compile(r"(?P<calls>c?)(?P<what>ob|fl|fi|fe|fn)=\((?P<number>\d+)\)(?: (?P<name>.*))?")
_CALLS = re.compile(r"calls=(?P<count>\d+) .*")
_COST = re.compile(r"[-+*\d]\S*(?: (?P<count>\d+))?")


def read_profile(lines: Iterable[str]) -> Profile:
    """Read what callgrind wrote, for which it counted instructions and compressed names, as it does by itself.

    The format is https://valgrind.org/docs/manual/cl-format.html. Code that was inlined counts for the file that it was
    written in (``fi``, ``fe``), not for the function that it got into; what a function calls does not count for it.

    Raises:
        ProfileError: it is not such a file.
    """
    instructions: Counter[Place] = Counter()
    allocations = 0
    names: dict[tuple[str, str], str] = {}
    place = Place("", "")
    callee = ""
    of_call = counted = False
    for raw in lines:
        line = raw.rstrip("\n")
        if match := _NAME.fullmatch(line):
            name = _name(match, names)
            if match["what"] == "fn":
                callee = name if match["calls"] else ""
            # Where the callee stands is said once more where it is counted.
            elif not match["calls"]:
                place = place._replace(object=name) if match["what"] == "ob" else place._replace(file=name)
        elif match := _CALLS.fullmatch(line):
            of_call = True
            if callee in _ALLOCATING:
                allocations += int(match["count"])
        elif line.startswith("events:"):
            counted = line.split()[1:] == ["Ir"]
        elif match := _COST.fullmatch(line):
            # The line after a call is what the callee took, which is counted where the callee stands.
            if not of_call:
                instructions[place] += int(match["count"] or 0)
            of_call = False
    if not counted:
        raise ProfileError("callgrind wrote no profile of instructions")
    return Profile(instructions, allocations)


_NUMBERED = {"ob": "object", "fn": "function"}


def _name(match: re.Match[str], names: dict[tuple[str, str], str]) -> str:
    """Return a name, which is written out where it comes first; all that name a file share their numbers."""
    key = (_NUMBERED.get(match["what"], "file"), match["number"])
    if match["name"] is not None:
        names[key] = match["name"]
    if key not in names:
        raise ProfileError(f"callgrind's profile names {match[0]}, which it did not name before")
    return names[key]


def profile_per_pass(profile: Callable[[], Profile], work: Callable[[int], object], passes: int) -> PassProfile:
    """Return the profile of a pass: the difference between a long batch and a short one.

    See `weighbridge.runners.callgrind.instructions_per_pass`, whose counts it divides by where they come from.

    Args:
        profile: gives what was executed since it was last asked.
        work: asks for so many passes.
        passes: how many make the long batch, at least 2.
    """
    seen = two_batches(profile, work, passes)
    short, long, more = seen.between, seen.after, seen.more_passes
    return PassProfile(
        {place: (count - short.instructions[place]) / more for place, count in long.instructions.items()},
        (long.allocations - short.allocations) / more,
    )
