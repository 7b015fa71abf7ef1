"""Documents in bytes: one document, or a sequence where the format or its line-by-line form allows one."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from pathlib import Path

from weighbridge.files.bounded import Readable
from weighbridge.formats.confined import confined
from weighbridge.formats.definitions.json import refuse_mark
from weighbridge.formats.format import Format, Malformed, Unrepresentable
from weighbridge.formats.json_stream import Batch, decode_lines, is_array, read_elements, read_lines
from weighbridge.formats.registry import UnknownFormat, find_format, format_of_file, own_formats
from weighbridge_kit.values import Value

LINES = "ndjson"
"""The kind of JSON documents line by line."""

LINES_ENDINGS = (".ndjson", ".jsonl")


class Untrusted(ValueError):
    """A format whose decoder could crash, or exhaust the machine, on bytes of unknown origin."""


def readable_endings() -> frozenset[str]:
    """Return the endings of the files that can be read."""
    safe = (ending for form in own_formats() if form.is_readable for ending in form.endings)
    return frozenset((*safe, *LINES_ENDINGS))


def kind_of_file(file: Path) -> str:
    """Return what a file's ending means: a format's name, or ``ndjson`` for JSON documents line by line.

    Raises:
        UnknownFormat: it means nothing.
    """
    return LINES if file.suffix.lower() in LINES_ENDINGS else format_of_file(file).name


def _sequence(data: bytes, form: Format) -> Sequence[Value]:
    if form.text or not form.library:  # Python's reader, which grows as the text does; or none, and it says who has one
        return [form.decode(data)]
    if form.decode_all is None:
        return confined(lambda data: [form.decode(data)], data)
    documents = confined(form.decode_all, data)
    if len(documents) > 1 and not all(isinstance(document, dict | list) for document in documents):
        # Nearly any bytes are some sequence of small integers and strings in MessagePack, CBOR or UBJSON.
        raise Malformed(f"not {form.title}: something follows after the end of the document")
    return documents


def read_documents(data: bytes, kind: str) -> tuple[Value, ...]:
    """Decode every document that the bytes hold.

    Args:
        data: the bytes of a file.
        kind: a format's name or ``ndjson``.

    Raises:
        Malformed: they are not of that kind, hold no document, or hold what no payload may.
        UnknownFormat: there is no such kind.
        Untrusted: the format cannot be read safely from bytes of unknown origin.
    """
    if kind == LINES:
        documents: Sequence[Value] = decode_lines(data).values
    else:
        form = _find(kind)
        if form.trusted_only:
            raise Untrusted(f"{form.title} files are not read: bytes of unknown origin could take over or crash Python")
        documents = _sequence(data, form) if data else ()
    if not documents:
        raise Malformed("is empty")
    return tuple(documents)


def pieces_of(stream: Readable, head: bytes, kind: str, most: int) -> Iterator[Batch] | None:
    """Return what reads documents, or the elements of the only one, without holding them all; None if nothing does.

    Args:
        stream: the bytes.
        head: what they begin with.
        kind: a format's name or ``ndjson``.
        most: how large one of them may be, in bytes.

    Raises:
        Malformed: as soon as what is read is not of that kind, or holds what no payload may.
        TooLarge: one of them is larger.
    """
    if kind == LINES:
        return read_lines(stream, most)
    if kind == "json":
        refuse_mark(head)
        if is_array(head):
            return read_elements(stream, most)
    return None


def write_documents(documents: Sequence[Value], kind: str) -> bytes:
    """Encode documents one after another.

    Raises:
        Unrepresentable: the format cannot hold one of them, or not more than one.
        UnknownFormat: there is no such kind.
    """
    if kind == LINES:
        encode = find_format("json").encode
        return b"".join(encode(document) + b"\n" for document in documents)
    form = _find(kind)
    if len(documents) > 1 and form.decode_all is None:
        instead = f"; write {LINES} instead" if form.name == "json" else ""
        raise Unrepresentable(f"one {form.title} file holds one document, not {len(documents)}{instead}")
    return b"".join(map(form.encode, documents))


def _find(kind: str) -> Format:
    try:
        return find_format(kind)
    except UnknownFormat:
        if difflib.get_close_matches(kind.lower(), (LINES, "jsonl"), cutoff=0.8):
            raise UnknownFormat(f"unknown format {kind!r}: did you mean {LINES}?") from None
        raise
