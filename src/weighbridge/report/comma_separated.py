"""A run as CSV (RFC 4180), with a header line and every number in full."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Any, Literal

from . import arduino, columns, schemaless
from .document import RunDocument

Layout = Literal["cells", "arduino", "schemaless"]

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What a text begins with that spreadsheets compute, the wide signs among them. Source: OWASP, CSV Injection."""


def to_csv(document: RunDocument, layout: Layout = "cells") -> str:
    """Write a run as CSV.

    ``cells`` has a line a cell, in nanoseconds per pass over the payload; ``arduino`` sets JSON beside MessagePack, a
    line a payload and board, in microseconds and bytes; ``schemaless`` has a line a cell, in microseconds, with
    the tare beside it. A text that a spreadsheet would take for a formula begins with an apostrophe, which says that it
    is none.
    """
    text = io.StringIO()
    lines = {"cells": _cells, "arduino": arduino.lines, "schemaless": schemaless.lines}[layout]
    csv.writer(text).writerows([_harmless(value) for value in line] for line in lines(document))
    return text.getvalue()


def _harmless(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


def _cells(document: RunDocument) -> Iterator[Sequence[Any]]:
    yield [column.name for column in columns.COLUMNS]
    for row in columns.rows(document):
        yield [" ".join(value) if isinstance(value, tuple) else value for value in row]
