"""Which version of a library was measured, and how old it was then, as people read it."""

from __future__ import annotations

import datetime

_LONGEST = 11
_DAYS_A_MONTH, _DAYS_A_YEAR = 30.44, 365.25
_LONG = 2 * _DAYS_A_YEAR


def version(text: str) -> str:
    """Shorten a version that names a commit or a build: ``11.3.244.8-node.38`` is ``11.3.244.8…``."""
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def age(released: datetime.date | None, started: datetime.datetime) -> str:
    """Write how old a version was when the run began: ``12 d``, ``5 mo``, ``8.1 y``; nothing where nobody knows."""
    if released is None:
        return ""
    days = (started.date() - released).days
    if days < _DAYS_A_MONTH:
        return f"{max(days, 0)} d"
    return f"{days / _DAYS_A_MONTH:.0f} mo" if days < _LONG else f"{days / _DAYS_A_YEAR:.1f} y"
