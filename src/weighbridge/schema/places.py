"""Paths to places of a schema: JSON Pointers in which ``*`` stands for any element of a list and any value of a map."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Literal

from weighbridge.schema.model import SchemaError

ANY = "*"
ROOT = "(root)"

Choice = Literal["map", "record", "as-json"]
"""What a user says of a place: the option's name."""

Tokens = tuple[str, ...]


def pointer(tokens: Tokens) -> str:
    """Return a place as text."""
    return "".join("/" + token.replace("~", "~0").replace("/", "~1") for token in tokens)


def shown(tokens: Tokens) -> str:
    """Return a place as people read it."""
    return pointer(tokens) or ROOT


def read_pointer(text: str) -> Tokens:
    """Read a place.

    Raises:
        SchemaError: it is no JSON Pointer.
    """
    if text in ("", ROOT):
        return ()
    if not text.startswith("/"):
        raise SchemaError(f"{text!r} is no path; write /orders/*/id, or {ROOT}")
    return tuple(token.replace("~1", "/").replace("~0", "~") for token in text[1:].split("/"))


class Choices:
    """What a user said of places, and which of it was of use."""

    def __init__(self, maps: Iterable[str] = (), records: Iterable[str] = (), as_json: Iterable[str] = ()) -> None:
        named: tuple[tuple[Choice, Iterable[str]], ...] = (("map", maps), ("record", records), ("as-json", as_json))
        self._texts = {(choice, read_pointer(text)): text for choice, texts in named for text in texts}
        self._used: set[tuple[Choice, Tokens]] = set()

    @property
    def at_root(self) -> Here:
        return Here(self, tuple((choice, tokens, tokens) for choice, tokens in self._texts))

    def use(self, choice: Choice, tokens: Tokens) -> None:
        self._used.add((choice, tokens))

    def require_used(self, places: Iterable[Tokens]) -> None:
        """Check that each choice was of a place that there is.

        Args:
            places: those that there are.

        Raises:
            SchemaError: one was not.
        """
        unused = next((key for key in self._texts if key not in self._used), None)
        if unused is None:
            return
        text = self._texts[unused]
        option = f"--{unused[0]} {text}"
        close = difflib.get_close_matches(pointer(unused[1]), list(map(pointer, places)), cutoff=0.5)
        what = "nothing" if unused[0] == "as-json" else "no object"
        hint = f"did you mean {' or '.join(close)}?" if close else "weighbridge schema shows the places that there are"
        raise SchemaError(f"{option}: there is {what} at this path; {hint}")


class Here:
    """The choices that may concern a place or what is below it."""

    __slots__ = ("_choices", "_rest")

    def __init__(self, choices: Choices, rest: tuple[tuple[Choice, Tokens, Tokens], ...]) -> None:
        self._choices = choices
        self._rest = rest

    def says(self, choice: Choice) -> bool:
        """Tell whether a user said so of this very place."""
        return any(named == choice and not rest for named, _, rest in self._rest)

    def heed(self, choice: Choice) -> None:
        """Note that what was said of this place was of use."""
        for named, tokens, rest in self._rest:
            if named == choice and not rest:
                self._choices.use(choice, tokens)

    def below(self, keys: Iterable[str]) -> Here:
        """Return the choices below, at any of some keys."""
        if not self._rest:
            return self
        wanted = {ANY, *keys}
        return Here(
            self._choices,
            tuple((choice, tokens, rest[1:]) for choice, tokens, rest in self._rest if rest and rest[0] in wanted),
        )
