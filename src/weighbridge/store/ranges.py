"""What the members of a stored run may be: a database and an export may come from anybody."""

from __future__ import annotations

import datetime
import math
import re
from typing import Annotated, Any

from pydantic import AfterValidator, Field, StringConstraints

from weighbridge.printable import one_line
from weighbridge.runners.answers import MOST

_LONGEST_LINE = 2_000
_LONGEST_S = 1e9
_DEEPEST = 20
_RUN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
LAST = "last"
"""What commands call the newest run: no run may be named so."""


def _run_name(text: str) -> str:
    if text == LAST or _RUN.fullmatch(text) is None:
        raise ValueError(f"a run cannot be named {text[:40]!r}")
    return text


def _recent(moment: datetime.datetime) -> datetime.datetime:
    if moment.tzinfo is not None:
        moment = moment.astimezone(datetime.UTC).replace(tzinfo=None)
    if not 2000 <= moment.year < 2200:
        raise ValueError("no run is of that year")
    return moment


def _day(day: datetime.date) -> datetime.date:
    if not 1970 <= day.year < 2200:
        raise ValueError("no library is of that year")
    return day


def _plain(item: Any, depth: int = 0) -> Any:
    """Return what JSON can hold as it is: neither NaN nor endless numbers, and no deeper than anything of ours."""
    if depth > _DEEPEST:
        raise ValueError(f"nested more than {_DEEPEST} levels deep")
    if isinstance(item, float) and not math.isfinite(item):
        raise ValueError("NaN and infinity are no settings, and nothing that a machine tells")
    if isinstance(item, int) and not -MOST <= item <= MOST:
        raise ValueError(f"no number is beyond {MOST}")
    for entry in item.values() if isinstance(item, dict) else item if isinstance(item, (list, tuple)) else ():
        _plain(entry, depth + 1)
    return item


Number = Annotated[int, Field(ge=0, lt=2**31)]
"""What numbers something."""
Amount = Annotated[int, Field(ge=0, le=MOST)]
"""How many, or how much."""
Many = Annotated[int, Field(ge=1, le=MOST)]
"""The same of what there is at least one of."""
Quantity = Annotated[float, Field(ge=0, le=MOST)]
Share = Annotated[float, Field(ge=0, le=1)]
Seconds = Annotated[float, Field(ge=0, le=_LONGEST_S)]
Booked = Annotated[float, Field(ge=-_LONGEST_S, le=_LONGEST_S)]
"""Seconds of an activity: what is left over when others are taken off falls below zero where clocks differ."""
Line = Annotated[str, StringConstraints(max_length=_LONGEST_LINE), AfterValidator(one_line)]
"""What is shown in a line: a version, a place, a reason in short."""
Name = Annotated[str, StringConstraints(min_length=1, max_length=_LONGEST_LINE), AfterValidator(one_line)]
"""What something is called."""
RunName = Annotated[str, AfterValidator(_run_name)]
"""The name of a run is part of files' names."""
Version = Annotated[str, StringConstraints(pattern=r"^[0-9][0-9A-Za-z.+!_-]{0,60}$")]
"""A version of Weighbridge."""
Moment = Annotated[datetime.datetime, AfterValidator(_recent)]
"""In UTC."""
Day = Annotated[datetime.date, AfterValidator(_day)]
Open = Annotated[dict[str, Any], AfterValidator(_plain)]
"""Whatever else is told, as JSON has it."""
Fact = Line | bool | int | float | None
"""One of the things that a codec or a machine tells of itself."""
