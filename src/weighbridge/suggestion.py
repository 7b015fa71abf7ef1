"""What somebody may have meant who wrote a name that is not known."""

from __future__ import annotations

import difflib
from collections.abc import Collection

_ENOUGH = 20
"""Names that a message lists at the most."""
_CLOSE = 0.6
"""How much of two names has to be alike, for one to be meant by the other."""


def suggest(name: str, known: Collection[str]) -> str:
    """Say which known name may have been meant, or which there are."""
    if not known:
        return "there are none"
    folded = {one.casefold(): one for one in sorted(known)}
    close = difflib.get_close_matches(name.casefold(), folded, n=3, cutoff=_CLOSE)
    if close:
        return f"did you mean {' or '.join(folded[one] for one in close)}?"
    some = sorted(known)[:_ENOUGH]
    return f"there are {', '.join(some)}" + (f", and {len(known) - _ENOUGH} more" if len(known) > _ENOUGH else "")
