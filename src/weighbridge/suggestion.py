"""What somebody may have meant who wrote a name that is not known."""

from __future__ import annotations

import difflib
from collections.abc import Collection

_ENOUGH = 20
"""Names that a message lists at the most."""


def suggest(name: str, known: Collection[str]) -> str:
    """Say which known name may have been meant, or which there are."""
    close = difflib.get_close_matches(name, known, n=3, cutoff=0.5)
    if close:
        return f"did you mean {' or '.join(close)}?"
    some = sorted(known)[:_ENOUGH]
    return f"there are {', '.join(some)}" + (f", and {len(known) - _ENOUGH} more" if len(known) > _ENOUGH else "")
