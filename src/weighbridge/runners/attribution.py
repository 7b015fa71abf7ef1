"""Whose a runner's instructions are: the library's, the adapter's, or those of allocator and standard library."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from weighbridge.runners.profile import Place

_OWN = ("codecs", "harness", "portable", "src")
"""The folders of a runner that are ours; what it fetched and built is below others."""
_STANDARD_OBJECT = re.compile(
    r"(ld-linux.*|ld64|lib(c|m|mvec|pthread|dl|rt|gcc_s|stdc\+\+|c\+\+|c\+\+abi|unwind))[.-].*"
)
_STANDARD_FILE = re.compile(
    r"/usr/include/(c\+\+|[^/]+-linux-[^/]+/(c\+\+|bits|sys))/.*"  # GCC's C++ library, glibc's inline functions
    r"|/usr/lib/(gcc|llvm[^/]*)/.*"  # intrinsics
    r"|/rustc/[0-9a-f]+/.*|.*/lib/rustlib/src/rust/.*"  # Rust's own libraries
)
_UNKNOWN = "???"


@dataclass(frozen=True, slots=True)
class Shares:
    """Instructions of a pass, by whose code they are.

    Attributes:
        library: the library's, inlined or not.
        standard: the allocator's and the language's standard library's, the C library among them.
        adapter: ours: the adapter's and the harness's.
        unknown: of the program itself, without a source file.
    """

    library: float = 0.0
    standard: float = 0.0
    adapter: float = 0.0
    unknown: float = 0.0

    @property
    def total(self) -> float:
        """All of them."""
        return self.library + self.standard + self.adapter + self.unknown

    def without(self, tare: Shares) -> Shares:
        """Return what is left of each when a tare's are taken off: nothing, where that took more."""
        return Shares(
            max(self.library - tare.library, 0.0),
            max(self.standard - tare.standard, 0.0),
            max(self.adapter - tare.adapter, 0.0),
            max(self.unknown - tare.unknown, 0.0),
        )


def attribute(profile: Mapping[Place, float], program: Path, folder: Path) -> Shares:
    """Tell whose a pass's instructions are.

    Args:
        profile: by place.
        program: the file that was run.
        folder: the runner's.
    """
    counts = {"library": 0.0, "standard": 0.0, "adapter": 0.0, "unknown": 0.0}
    for place, count in profile.items():
        counts[owner(place, program, folder)] += count
    return Shares(**counts)


def owner(place: Place, program: Path, folder: Path) -> str:
    """Name the field of `Shares` that instructions from a place belong to."""
    if PurePosixPath(place.object) != PurePosixPath(program):
        # A shared library that is not the system's is the codec's, such as those of the distribution's builds.
        return "standard" if _STANDARD_OBJECT.fullmatch(PurePosixPath(place.object).name) else "library"
    if place.file == _UNKNOWN:
        return "unknown"
    if _STANDARD_FILE.fullmatch(place.file):
        return "standard"
    file = PurePosixPath(posixpath.normpath(place.file))
    return "adapter" if any(file.is_relative_to(folder / own) for own in _OWN) else "library"
