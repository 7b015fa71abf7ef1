"""Reads JSON as RFC 8259 has it. MicroPython's own module takes more than that, and reads surrogate pairs as two."""

import re

from libc import float_of

_NUMBER = re.compile(rb"^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$")
_NUMBER_BYTES = b"+-.0123456789Ee"
_WORDS = {b"n": (b"null", None), b"t": (b"true", True), b"f": (b"false", False)}
_ESCAPES = {b'"': b'"', b"\\": b"\\", b"/": b"/", b"b": b"\b", b"f": b"\f", b"n": b"\n", b"r": b"\r", b"t": b"\t"}
_HEXADECIMAL = b"0123456789ABCDEFabcdef"


def loads(data, object_hook=lambda entries: entries):
    """Read a document, and return it with what the hook makes of each object in the place of that.

    Raises:
        ValueError: it is not JSON.
    """
    try:
        str(data, "utf-8")
        return _document(data, object_hook)
    except UnicodeError:
        raise ValueError("JSON that is not UTF-8")
    except IndexError:
        raise ValueError("JSON that ends too early")


def _document(data, object_hook):
    # Without recursion: MicroPython's stack is small.
    parents = []
    at = _after_space(data, 0)
    while True:
        byte = data[at]
        container = None
        if byte == 0x7B:  # {
            container, key = {}, None
        elif byte == 0x5B:  # [
            container, key = [], None
        elif byte == 0x22:  # "
            item, at = _string(data, at)
        else:
            item, at = _scalar(data, at)
        if container is not None:
            at = _after_space(data, at + 1)
            if data[at] != byte + 2:  # the bracket that closes it
                if byte == 0x7B:
                    key, at = _key(data, at)
                parents.append((container, key))
                continue
            item, at = container, at + 1
            if byte == 0x7B:
                item = object_hook(item)
        # What is complete goes into its parent, which may be complete by that.
        while parents:
            container, key = parents.pop()
            in_map = isinstance(container, dict)
            if in_map:
                container[key] = item
            else:
                container.append(item)
            at = _after_space(data, at)
            if data[at] == 0x2C:  # ,
                at = _after_space(data, at + 1)
                if in_map:
                    key, at = _key(data, at)
                parents.append((container, key))
                break
            if data[at] != (0x7D if in_map else 0x5D):
                raise ValueError("JSON with something else than a comma between two values")
            item, at = object_hook(container) if in_map else container, at + 1
        else:
            if data[at:].strip(b" \t\r\n"):
                raise ValueError("JSON with something behind it")
            return item


def _after_space(data, at):
    while data[at] in b" \t\r\n":
        at += 1
    return at


def _key(data, at):
    """Read a name and the colon behind it; return it and where its value begins."""
    if data[at] != 0x22:
        raise ValueError("JSON with a name that is no string")
    key, at = _string(data, at)
    at = _after_space(data, at)
    if data[at] != 0x3A:
        raise ValueError("JSON with a name without a colon")
    return key, _after_space(data, at + 1)


def _scalar(data, at):
    """Read a number or a word; return it and where it ends."""
    end = at
    length = len(data)
    while end < length and data[end] in _NUMBER_BYTES:
        end += 1
    digits = data[at:end]
    if _NUMBER.match(digits):
        text = digits.decode()
        return (float_of(text) if "." in text or "e" in text or "E" in text else int(text)), end
    word, value = _WORDS.get(data[at : at + 1], (b"?", None))
    if data[at : at + len(word)] != word:
        raise ValueError("JSON with something that is no value")
    return value, at + len(word)


def _string(data, at):
    """Read a string; return it and where it ends."""
    parts = []
    at += 1
    quote = data.find(b'"', at)
    while True:
        if quote < 0:
            raise ValueError("JSON with a string that does not end")
        escape = data.find(b"\\", at, quote)
        plain = data[at : quote if escape < 0 else escape]
        if plain and min(plain) < 0x20:
            raise ValueError("JSON with a control character in a string")
        parts.append(plain)
        if escape < 0:
            return b"".join(parts).decode(), quote + 1
        character, at = _escaped(data, escape + 1)
        parts.append(character)
        if quote < at:
            quote = data.find(b'"', at)


def _escaped(data, at):
    """Read what stands behind a backslash; return its character in UTF-8 and where it ends."""
    letter = data[at : at + 1]
    if letter != b"u":
        if letter not in _ESCAPES:
            raise ValueError("JSON with an escape that there is none of")
        return _ESCAPES[letter], at + 1
    code, at = _code(data, at + 1)
    if 0xD800 <= code < 0xDC00 and data[at : at + 2] == b"\\u":
        low, at = _code(data, at + 2)
        if 0xDC00 <= low < 0xE000:
            return _utf8(0x10000 + ((code - 0xD800) << 10) + low - 0xDC00), at
    if 0xD800 <= code < 0xE000:
        raise ValueError("JSON with half of a surrogate pair")
    return _utf8(code), at


def _utf8(code):
    # Not by `chr`: MicroPython keeps every string of one character for ever, and searches all that it keeps.
    if code < 0x80:
        return bytes((code,))
    if code < 0x800:
        return bytes((0xC0 | code >> 6, 0x80 | code & 0x3F))
    if code < 0x10000:
        return bytes((0xE0 | code >> 12, 0x80 | code >> 6 & 0x3F, 0x80 | code & 0x3F))
    return bytes((0xF0 | code >> 18, 0x80 | code >> 12 & 0x3F, 0x80 | code >> 6 & 0x3F, 0x80 | code & 0x3F))


def _code(data, at):
    digits = data[at : at + 4]
    if len(digits) < 4 or any(digit not in _HEXADECIMAL for digit in digits):
        raise ValueError("JSON with an escape that is not of four hexadecimal digits")
    return int(digits, 16), at + 4
