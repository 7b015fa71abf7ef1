"""Read JSON piece by piece: documents line by line, and the elements of an array at the root.

Every piece is checked as a whole text is, and its faults have the lines and columns of the whole. No more than a piece,
and a window beside it, is held at a time.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from weighbridge.files.bounded import Readable, TooLarge
from weighbridge.formats.definitions.json import FORMAT, BeyondGrammar, not_utf8, read_value, something_follows
from weighbridge.formats.format import Lack, Malformed
from weighbridge.formats.model import find_fault
from weighbridge_kit.values import Value

WINDOW = 2**20
"""So much is read, checked and handed on at a time, and more where a piece is larger."""

_NOT_JSON = frozenset({Lack.NON_FINITE})
_MOST_AT_ONCE = 2**23
"""So much is read at a time of what is larger than a window."""
_LONGEST_WORD = 32
"""A fault that stands further from the end of what was read than this is one, whatever follows."""
_SPACE = re.compile(r"[ \t\n\r]*")
_NEXT = re.compile(r"[ \t\n\r]*([,\]])[ \t\n\r]*")


class Batch(NamedTuple):
    """Some values in a row, and the size of each as it is written."""

    values: list[Value]
    sizes: list[int]


def decode_lines(data: bytes, first: int = 1) -> Batch:
    """Decode the documents of lines that are whole.

    Args:
        data: the lines.
        first: the number of the first one.

    Raises:
        Malformed: a line is no JSON, or holds what no payload may.
    """
    batch = Batch([], [])
    for number, line in enumerate(data.split(b"\n"), first):
        if line.strip():
            try:
                batch.values.append(FORMAT.decode(line))
            except Malformed as error:
                raise Malformed(error.problem, hint=error.hint, line=number, column=error.column) from None
            batch.sizes.append(len(line))
    return batch


def read_lines(stream: Readable, most: int) -> Iterator[Batch]:
    """Yield the documents of a stream of lines.

    Args:
        stream: where to read.
        most: how many bytes a line may have.

    Raises:
        Malformed: a line is no JSON, or holds what no payload may.
        TooLarge: a line has more bytes.
    """
    number = 1
    begun: list[bytes] = []
    while chunk := stream.read(WINDOW):
        end = chunk.rfind(b"\n") + 1
        if end:
            block = b"".join((*begun, chunk[:end]))
            begun = [chunk[end:]]
            yield _decode_lines_at_once(block, number)
            number += block.count(b"\n")
        else:
            begun.append(chunk)
        if sum(map(len, begun)) > most:
            raise TooLarge(most, where=f"in line {number:,}")
    yield _decode_lines_at_once(b"".join(begun), number)


def _decode_lines_at_once(block: bytes, first: int) -> Batch:
    """Do what `decode_lines` does, several times as fast where there is no fault."""
    batch = Batch([], [])
    try:
        for line in block.split(b"\n"):
            if line.strip():
                text = line.strip(b" \t\r").decode()
                value, end = read_value(text, 0)
                if end != len(text):
                    return decode_lines(block, first)
                batch.values.append(value)
                batch.sizes.append(len(line))
    except (ValueError, RecursionError, BeyondGrammar):
        return decode_lines(block, first)
    return decode_lines(block, first) if find_fault(batch.values, _NOT_JSON) else batch


class _Window:
    """The part of a text that is looked at.

    Attributes:
        text: what is looked at.
        ended: whether nothing follows it.
    """

    def __init__(self, stream: Readable) -> None:
        self.text = ""
        self.ended = False
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._bytes = 0
        self._breaks = 0  # before the window
        self._column = 0  # characters between the last of them and the window

    def move(self, start: int) -> None:
        """Leave out what is before a character, and read on.

        Raises:
            Malformed: what is read is not UTF-8.
        """
        gone, self.text = self.text[:start], self.text[start:]
        breaks = gone.count("\n")
        self._breaks += breaks
        self._column = len(gone) - gone.rfind("\n") - 1 if breaks else self._column + len(gone)
        chunk = self._stream.read(max(WINDOW, min(len(self.text), _MOST_AT_ONCE)))
        pending = self._decoder.getstate()[0]
        try:
            self.text += self._decoder.decode(chunk, final=not chunk)
        except UnicodeDecodeError as error:
            line = self.position(len(self.text))[0] + error.object.count(b"\n", 0, error.start)
            raise not_utf8(error.reason, line, self._bytes - len(pending) + error.start) from None
        self._bytes += len(chunk)
        self.ended = not chunk

    def skip_space(self, at: int) -> int:
        """Return where the next character stands that is no white space, having left out everything before it."""
        while True:
            at = _after_space(self.text, at)
            if at < len(self.text) or self.ended:
                return at
            self.move(at)
            at = 0

    def position(self, at: int) -> tuple[int, int]:
        """Return the line and the column of a character, from 1."""
        breaks = self.text.count("\n", 0, at)
        column = at - self.text.rfind("\n", 0, at) if breaks else self._column + at + 1
        return self._breaks + breaks + 1, column

    def check(self, start: int, end: int, before: str = "[", after: str = "]") -> None:
        """Read a part of the array as a text of its own, slowly, and say what is wrong with it, if anything is.

        Args:
            start: where it begins.
            end: where it ends.
            before: what makes a JSON text of it.
            after: likewise.

        Raises:
            Malformed: something is.
        """
        try:
            FORMAT.decode(f"{before}{self.text[start:end]}{after}".encode())
        except Malformed as error:
            if error.line is None or error.column is None:
                raise
            line, column = self.position(start)
            column = column + error.column - len(before) - 1 if error.line == 1 else error.column
            raise Malformed(error.problem, hint=error.hint, line=line + error.line - 1, column=column) from None


class _Part:
    """Elements that follow one another and are not checked yet.

    Attributes:
        batch: the elements.
        places: where each begins in the window, and where the next one will.
    """

    def __init__(self, at: int) -> None:
        self.batch = Batch([], [])
        self.places = [at]

    def checked(self, window: _Window) -> Batch:
        """Return them, unless there is something in one that no payload may hold."""
        if find_fault(self.batch.values, _NOT_JSON):
            for start, size in zip(self.places, self.batch.sizes, strict=False):
                window.check(start, start + size)
        return self.batch


def is_array(head: bytes) -> bool:
    """Tell whether a JSON text that begins with some bytes is an array."""
    return head.lstrip(b" \t\r\n").startswith(b"[")


def read_elements(stream: Readable, most: int) -> Iterator[Batch]:
    """Yield the elements of a JSON text that is an array.

    Args:
        stream: where to read; its first character that is no white space is the array's bracket.
        most: how long an element may be.

    Raises:
        Malformed: the text is no JSON, or holds what no payload may.
        TooLarge: an element is longer.
    """
    window = _Window(stream)
    at = window.skip_space(window.skip_space(0) + 1)
    if window.text.startswith("]", at):
        _require_end(window, at + 1)
        return
    before, last = "[", at  # what to read before a part that has no element yet, and where to begin then
    part = _Part(at)
    while True:
        following, reached = None, len(window.text)
        certain = False  # whether a fault is one whatever follows
        try:
            value, end = read_value(window.text, at)
            following = _NEXT.match(window.text, end)
            reached = _after_space(window.text, end)
        except json.JSONDecodeError as error:
            if not error.msg.startswith("Unterminated string"):
                reached = error.pos
        except ValueError:  # More digits than Python converts; there may be still more.
            certain = not window.text[-1].isdigit()
        except (RecursionError, BeyondGrammar):
            certain = True
        if following is None:
            if certain or window.ended or reached + _LONGEST_WORD < len(window.text):
                if part.batch.values:
                    before, last = "[", part.places[0]
                window.check(last, len(window.text), before, "")
                raise AssertionError("an array without an end is not JSON")
            if len(window.text) - at > most:
                line, column = window.position(at)
                raise TooLarge(most, where=f"in the element at line {line:,}, column {column:,}")
            if part.batch.values:
                yield part.checked(window)
            window.move(last)
            last, at = 0, _after_space(window.text, at - last)
            part = _Part(at)
            continue
        part.batch.values.append(value)
        part.batch.sizes.append(end - at)
        before, last, at = "[0", end, following.end()
        if following[1] == "]":
            yield part.checked(window)
            _require_end(window, following.end(1))
            return
        part.places.append(at)
        if at - part.places[0] > WINDOW:
            yield part.checked(window)
            part = _Part(at)


def _after_space(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    assert match is not None
    return match.end()


def _require_end(window: _Window, at: int) -> None:
    at = window.skip_space(at)
    if at < len(window.text):
        raise something_follows(*window.position(at))
