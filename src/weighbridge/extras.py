"""Libraries that are not installed with the package itself but with one of its extras, and what to say without them."""

from __future__ import annotations

import importlib
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, requires, version
from typing import Any

BRINGS = {
    "charts": "charts as SVG and PNG",
    "compressors": "Brotli, LZ4 and zstd",
    "formats": "BSON, Ion and UBJSON",
    "schemas": "Avro, Cap'n Proto, Protocol Buffers and Thrift",
    "python": "all codecs in Python",
    "runners": "C, C++, Rust, Go, Java and Node.js, built already",
    "java": "a Java runtime",
    "node": "Node.js",
}
"""What each extra is for, in words."""


class MissingLibrary(Exception):
    """A library that comes with an extra is needed and not there; the message says how to get it."""


def installed_version(package: str) -> str | None:
    """Return the version of a library's package; None where it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def library(package: str) -> str:
    """Return a library's name with its version; nothing where it is not installed."""
    found = installed_version(package)
    return f"{package} {found}" if found else ""


def lack(*packages: str) -> str:
    """Say which of some packages is not installed and how to get it; nothing where all are, or have no name."""
    for package in filter(None, packages):
        if installed_version(package) is None:
            extra = _extras().get(_plain(package))
            what = f"'weighbridge[{extra}]'" if extra else package
            return f"{package} is not installed: pip install {what}"
    return ""


def need(*packages: str, to: str) -> None:
    """Check that packages are installed.

    Args:
        packages: their names.
        to: what they are needed for, as the end of a sentence.

    Raises:
        MissingLibrary: one of them is not installed.
    """
    lacking = lack(*packages)
    if lacking:
        raise MissingLibrary(f"to {to}, {lacking}")


def optional(package: str, *modules: str) -> Sequence[Any]:
    """Return modules of a package; None for each where it is not installed."""
    if installed_version(package) is None:
        return [None] * len(modules)
    return list(map(importlib.import_module, modules))


def missing_extras() -> dict[str, str]:
    """Return the extras of which something is not installed, with what they are for."""
    missing = {extra for package, extra in _extras().items() if installed_version(package) is None}
    return {extra: words for extra, words in BRINGS.items() if extra in missing}


@cache
def _extras() -> dict[str, str]:
    """Return the smallest extra that brings each library, as the package's own metadata have it."""
    found = re.findall(r"""^([\w.-]+).*extra == ['"](\w+)""", "\n".join(requires("weighbridge") or ()), re.MULTILINE)
    sizes = Counter(extra for _, extra in found)
    return {_plain(package): extra for package, extra in sorted(found, key=lambda one: -sizes[one[1]])}


def _plain(package: str) -> str:
    """Return a package's name as indexes compare it."""
    return re.sub(r"[-_.]+", "-", package).lower()
