"""Text of unknown origin, made harmless to whoever reads it.

File names, documents and what runners say may hold what a terminal takes for a command (ESC, C1), what turns the order
of letters around (bidi), or what no text may hold (half of a surrogate pair, which stands for a byte of a file's name).
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import PurePath

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

_CONTROLS = {*range(0x20), *range(0x7F, 0xA0)} - {ord("\n"), ord("\t")}
_BIDI = {0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)}
_HARMFUL = {*_CONTROLS, *_BIDI, 0x2028, 0x2029, *range(0xD800, 0xE000)}
_PICTURES = {code: chr(0x2400 + code) if code < 0x20 else "�" for code in _HARMFUL}
_ESCAPES = {code: f"\\u{code:04x}" for code in _HARMFUL}


def pictured(text: str) -> str:
    """Return a text with a picture in the place of every harmful character: ␛ for ESC."""
    return text.translate(_PICTURES)


def one_line(text: str) -> str:
    """Return a text with pictures of line breaks and tabs, too: a name with one would forge a line."""
    return pictured(text).translate({ord("\n"): "␊", ord("\t"): "␉"})


def escaped(text: str) -> str:
    """Return a text with every harmful character as JSON escapes it, so that what reads JSON finds the same."""
    return text.translate(_ESCAPES)


def file_name(path: PurePath | str) -> str:
    """Return a file's name or path as a line of text that can be shown and stored, whatever bytes it is made of."""
    return one_line(os.fsencode(path).decode(errors="backslashreplace"))


class PlainConsole(Console):
    """Prints what it is given, and no command but its own reaches the terminal."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Make the text of everything that is printed harmless."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(pictured(segment.text), segment.style)
