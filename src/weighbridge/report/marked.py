"""The parts of a Markdown text (CommonMark, with GitHub's tables): whatever a run tells stands in them as plain text.

This is the one place that escapes it. A run may come from anybody, and its Markdown goes where it is shown as HTML.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from weighbridge.printable import one_line

_ALWAYS = re.compile(r"[\\`*<|~$]|&(?=#?\w+;)|(?<![^\W_])_|_(?![^\W_])|\](?=[(\[:])")
"""What begins code, emphasis, HTML, an entity, a link, a formula, or another cell. Other brackets and underscores stand
for themselves, as those of ``rapidjson[insitu]`` and ``serde_json`` do."""
_AT_FIRST = re.compile(r"(?:#{1,6}|[-+]|\d{1,9}[.)])(?=\s|$)|>|={2,}|-{2,}")
"""What makes a line something else than a paragraph: a heading, a list, a quotation, a rule."""
_LAST_SIGNS = re.compile(r"#+$")


def inline(text: str) -> str:
    """Return a text as Markdown that shows it, in one line, for a place that has begun already."""
    return _ALWAYS.sub(r"\\\g<0>", one_line(text))


def paragraph(text: str) -> str:
    """Return a line with a text of its own, which is neither a heading nor a list, whatever it begins with."""
    shown = inline(text).lstrip()
    if (begins := _AT_FIRST.match(shown)) is None:
        return shown
    sign = begins.end() - 1  # of a number, its point; of what repeats one sign, any will do
    return f"{shown[:sign]}\\{shown[sign:]}"


def bold(text: str) -> str:
    """Return a paragraph in bold."""
    return f"**{inline(text).strip()}**"


def item(text: str) -> str:
    """Return an item of a list."""
    return f"- {paragraph(text)}"


def heading(level: int, text: str) -> str:
    """Return a heading. Signs that end it would be taken for its end."""
    shown = _LAST_SIGNS.sub(lambda signs: "\\#" * len(signs[0]), inline(text).strip())
    return f"{'#' * level} {shown}"


def row(texts: Sequence[str]) -> str:
    """Return a row of a table, or the line below its headings."""
    return "| " + " | ".join(map(inline, texts)) + " |"
