"""Turn what a user typed into payloads."""

from __future__ import annotations

import difflib
import glob
import io
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

from weighbridge.files.bounded import (
    COMPRESSED_ENDINGS,
    MAX_BYTES,
    Damaged,
    Readable,
    Stream,
    TooLarge,
    open_stream,
    stream_of,
    unpacked_name,
)
from weighbridge.formats import Malformed, UnknownFormat, find_format
from weighbridge.formats.model import find_fault, pointer
from weighbridge.formats.sequences import LINES, Untrusted, kind_of_file, pieces_of, read_documents, readable_endings
from weighbridge.payloads.corpus import built_in_descriptions, built_in_groups, built_in_payload
from weighbridge.payloads.drawing import Drawing, Room
from weighbridge.payloads.payload import Payload, PayloadError
from weighbridge.payloads.sample import EVERYTHING, Limit
from weighbridge.printable import file_name
from weighbridge_kit.values import Value

STANDARD_INPUT = "-"

Heard = Callable[[str, int, int | None], None]
"""Told how much of what was read, in bytes, and of how many, where that is known."""

_AT_A_TIME = 2**20


def resolve(
    arguments: Sequence[str],
    *,
    as_array: bool = False,
    stdin: BinaryIO | None = None,
    stdin_kind: str = "json",
    max_bytes: int = MAX_BYTES,
    sample: Limit = EVERYTHING,
    skip: Callable[[str], None] | None = None,
    heard: Heard = lambda *_: None,
) -> list[Payload]:
    """Return the payloads that the arguments name, in their order, each once, with unique names.

    Streams of JSON documents, and arrays, are read piece by piece. Of those that are much larger than the sample that
    will be drawn of them, no more is held than it takes to draw an even one.

    Args:
        arguments: each the name of a built-in payload or of a group of them, a file, a folder, a glob, or ``-`` for
            standard input.
        as_array: make one document, an array, of each stream of documents.
        stdin: where ``-`` reads from.
        stdin_kind: the format of standard input, or ``ndjson``.
        max_bytes: refuse files of which more must be held.
        sample: what will be drawn of each payload.
        skip: told why a file of a folder or a glob is left out; without it, it is refused as one that is named.
        heard: told of what is read, how much of it was.

    Raises:
        PayloadError: an argument that gives no payload.
    """
    sources: dict[str | Path, None] = {}
    named: set[Path] = set()
    for argument in arguments:
        if argument == STANDARD_INPUT or argument in built_in_descriptions():
            sources[argument] = None
        elif argument in built_in_groups():
            sources.update(dict.fromkeys(built_in_groups()[argument].members))
        else:
            files = _files(argument)
            sources.update(dict.fromkeys(files))
            named.update(files if files == [Path(argument)] else ())
    names = _names(list(sources))
    reader = _Reader(as_array, max_bytes, sample, heard)
    payloads = []
    unreadable: list[PayloadError] = []
    for source in sources:
        if isinstance(source, Path):
            try:
                payloads.append(reader.read_file(source, names[source]))
            except PayloadError as error:
                if skip is None or source in named:
                    raise
                unreadable.append(error)
        elif source == STANDARD_INPUT:
            payloads.append(reader.read_standard_input(stdin, stdin_kind))
        else:
            payloads.append(built_in_payload(source))
    if unreadable and not payloads:
        raise unreadable[0]
    for reason in unreadable:
        assert skip is not None
        skip(f"left out: {reason}")
    return payloads


def _files(argument: str) -> list[Path]:
    if not argument:
        raise PayloadError("a document without a name: name a file, a folder or a built-in payload")
    path = Path(argument)
    try:
        if path.is_dir():
            return _files_in(path)
        if path.exists() or path.is_symlink():
            return [path]
        if glob.has_magic(argument):
            return _files_of_glob(argument)
    except PayloadError:
        raise
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name.
        raise PayloadError(f"{argument!r}: cannot be read: {_words(error)}") from error
    raise PayloadError(f"{argument}: there is no such file, folder or built-in payload{_suggestion(argument)}")


def _files_in(folder: Path) -> list[Path]:
    found = sorted(file for file in folder.rglob("*") if _is_readable(file) and file.is_file())
    if not found:
        raise PayloadError(f"{folder}: this folder holds no payload; {_known_endings()}")
    return found


def _files_of_glob(pattern: str) -> list[Path]:
    matches = [Path(match) for match in sorted(glob.glob(pattern, recursive=True))]  # noqa: PTH207 (takes any pattern)
    found = [match for match in matches if _is_readable(match) and match.is_file()]
    if not found:
        matched = f"none of the {len(matches)} that match is a payload" if matches else "nothing matches"
        raise PayloadError(f"{pattern}: {matched}; {_known_endings()}")
    return found


def _is_readable(file: Path) -> bool:
    return unpacked_name(file).suffix.lower() in readable_endings()


def _known_endings() -> str:
    packed = " or ".join(COMPRESSED_ENDINGS)
    return f"files that can be weighed end in {', '.join(sorted(readable_endings()))}, and {packed} after that"


def _suggestion(argument: str) -> str:
    """Name the built-in payloads and neighbouring files that come close to what was typed."""
    folder = Path(argument).parent
    try:
        files = [str(folder / file.name) for file in folder.iterdir() if _is_readable(file)]
    except OSError:
        files = []
    own = [*built_in_descriptions(), *built_in_groups()]
    close = difflib.get_close_matches(str(Path(argument)), [*own, *sorted(files)])
    if close:
        return f"; did you mean {' or '.join(close)}?"
    return f"; built in are {', '.join(own)}"


def _names(sources: Sequence[str | Path]) -> dict[Path, str]:
    """Name each file by its stem, or as much more of its path as makes it unique among all that are weighed."""
    files = [source for source in sources if isinstance(source, Path)]
    others = [source for source in sources if isinstance(source, str)]
    spellings: tuple[Callable[[Path], str], ...] = (
        lambda file: file_name(unpacked_name(file).stem),
        lambda file: file_name(f"{file.absolute().parent.name}/{unpacked_name(file).stem}"),
        lambda file: file_name(f"{file.absolute().parent.name}/{file.name}"),
        file_name,
    )
    names: dict[Path, str] = {}
    for spelling in spellings:
        rest = [file for file in files if file not in names]
        taken = Counter((*map(spelling, rest), *names.values(), *others))
        names.update({file: spelling(file) for file in rest if taken[spelling(file)] == 1 or spelling is file_name})
    return names


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads files and standard input, all in the same way. What its fields mean, `resolve` says."""

    as_array: bool
    max_bytes: int
    sample: Limit
    heard: Heard

    def read_file(self, file: Path, name: str) -> Payload:
        try:
            kind = kind_of_file(unpacked_name(file))
            if not file.is_file():
                raise PayloadError(
                    f"{file}: not a file; save its content as one, or pipe it in and give {STANDARD_INPUT}"
                )
            size = file.stat().st_size
            with open_stream(file, self.max_bytes, lambda done: self.heard(str(file), done, size)) as stream:
                return self._read(stream, kind, name, file_name(file))
        except UnknownFormat:
            raise PayloadError(f"{file}: its ending means no format; {_known_endings()}") from None
        except TooLarge as error:
            raise PayloadError(f"{file} {error}, or weigh a part of it") from error
        except Damaged as error:
            raise PayloadError(f"{file}: {error}; check that it was saved whole") from error
        except OSError as error:
            raise PayloadError(f"{file}: cannot be read: {_words(error)}; check that it exists and is yours") from error

    def read_standard_input(self, stdin: BinaryIO | None, kind: str) -> Payload:
        pipe = stdin or io.BytesIO()
        try:
            stream = stream_of(pipe, self.max_bytes, lambda done: self.heard("standard input", done, None))
            return self._read(stream, kind, "stdin", "standard input")
        except TooLarge as error:
            raise PayloadError(f"standard input {error}, or pipe in a part of it") from error
        except PayloadError:
            raise
        except (OSError, ValueError) as error:
            raise PayloadError(f"standard input cannot be read: {_words(error)}") from error

    def _read(self, stream: Stream, kind: str, name: str, source: str) -> Payload:
        try:
            title = "NDJSON" if kind == LINES else find_format(kind).title
            # The elements of an array are one document, however many they are.
            is_stream = kind == LINES and not self.as_array
            limit = self.sample if is_stream else Limit(bytes=self.sample.bytes)
            everything = limit == EVERYTHING
            if everything and stream.size is not None and stream.size > self.max_bytes:
                raise TooLarge(self.max_bytes, stream.size)
            room = Room.for_sample(limit, self.max_bytes)
            head = _read_up_to(stream, room.bytes + 1)
            stream.put_back(head)
            pieces = pieces_of(stream, head, kind, self.max_bytes)
            if everything or len(head) <= room.bytes or pieces is None:
                return self._whole(stream, kind, name, source, title)
            drawing = Drawing(limit, room)
            for values, sizes in pieces:
                drawing.take(values, sizes)
        except Malformed as error:
            hint = "" if error.hint else "; check that it was saved whole, and that its ending is right"
            raise PayloadError(f"{source}: {error}{hint}") from error
        except (UnknownFormat, Untrusted) as error:
            raise PayloadError(f"{source}: {error}") from error
        return self._drawn(drawing, stream, name, source, title, is_stream=is_stream)

    def _whole(self, stream: Stream, kind: str, name: str, source: str, title: str) -> Payload:
        """Return all that there is."""
        data = _read_up_to(stream, self.max_bytes + 1)
        if len(data) > self.max_bytes:
            raise TooLarge(self.max_bytes, stream.size)
        documents = read_documents(data, kind)
        if self.as_array and (kind == LINES or len(documents) > 1):
            documents = (_array(list(documents), source),)
        return Payload(name, documents, source, _description(title, len(documents), len(data)))

    def _drawn(
        self, drawing: Drawing, stream: Stream, name: str, source: str, title: str, *, is_stream: bool
    ) -> Payload:
        """Return what was drawn."""
        count, size = drawing.count, drawing.bytes
        documents = tuple(drawing.documents)
        if not is_stream:
            documents = (_array(list(documents), source),)
            size += max(count - 1, 0) + len("[]")
            count = 1
        elif not count:
            raise PayloadError(f"{source}: is empty; check that it was saved whole, and that its ending is right")
        payload = Payload(name, documents, source, _description(title, count, stream.read_bytes))
        return payload if drawing.is_whole else replace(payload, whole_documents=count, whole_bytes=size)


def _read_up_to(stream: Readable, most: int) -> bytes:
    """Read so many bytes, or as many as there are, from what may give fewer at a time."""
    parts = []
    while most > 0 and (part := stream.read(min(most, _AT_A_TIME))):
        parts.append(part)
        most -= len(part)
    return b"".join(parts)


def _array(documents: list[Value], source: str) -> list[Value]:
    fault = find_fault(documents)
    if fault:
        raise PayloadError(f"{source}: as an array, {pointer(fault[0])} has {fault[1]}; leave it a stream")
    return documents


def _description(title: str, count: int, size: int) -> str:
    return f"{size:,} bytes of {title}" + (f", {count:,} documents" if count > 1 else "")


def _words(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) and error.strerror else str(error)).lower()
