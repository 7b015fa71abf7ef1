"""Turn what a user typed into payloads."""

from __future__ import annotations

import difflib
import glob
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import BinaryIO

from weighbridge.files.bounded import MAX_BYTES, TooLarge, read_file, read_stream
from weighbridge.formats import Malformed, UnknownFormat, find_format
from weighbridge.formats.model import find_fault, pointer
from weighbridge.formats.sequences import LINES, Untrusted, kind_of_file, read_documents, readable_endings
from weighbridge.payloads.corpus import built_in_descriptions, built_in_groups, built_in_payload
from weighbridge.payloads.payload import Payload, PayloadError
from weighbridge.printable import file_name

STANDARD_INPUT = "-"


def resolve(
    arguments: Sequence[str],
    *,
    as_array: bool = False,
    stdin: BinaryIO | None = None,
    stdin_kind: str = "json",
    max_bytes: int = MAX_BYTES,
    skip: Callable[[str], None] | None = None,
) -> list[Payload]:
    """Return the payloads that the arguments name, in their order, each once, with unique names.

    Args:
        arguments: each the name of a built-in payload or of a group of them, a file, a folder, a glob, or ``-`` for
            standard input.
        as_array: make one document, an array, of each stream of documents.
        stdin: where ``-`` reads from.
        stdin_kind: the format of standard input, or ``ndjson``.
        max_bytes: refuse files larger than this.
        skip: told why a file of a folder or a glob is left out; without it, it is refused as one that is named.

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
    payloads = []
    unreadable: list[PayloadError] = []
    for source in sources:
        if isinstance(source, Path):
            try:
                payloads.append(_read_file(source, names[source], as_array, max_bytes))
            except PayloadError as error:
                if skip is None or source in named:
                    raise
                unreadable.append(error)
        elif source == STANDARD_INPUT:
            payloads.append(_read_standard_input(stdin, stdin_kind, as_array, max_bytes))
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
    endings = readable_endings()
    found = sorted(file for file in folder.rglob("*") if file.suffix.lower() in endings and file.is_file())
    if not found:
        raise PayloadError(f"{folder}: this folder holds no payload; {_known_endings()}")
    return found


def _files_of_glob(pattern: str) -> list[Path]:
    matches = [Path(match) for match in sorted(glob.glob(pattern, recursive=True))]  # noqa: PTH207 (takes any pattern)
    endings = readable_endings()
    found = [match for match in matches if match.suffix.lower() in endings and match.is_file()]
    if not found:
        matched = f"none of the {len(matches)} that match is a payload" if matches else "nothing matches"
        raise PayloadError(f"{pattern}: {matched}; {_known_endings()}")
    return found


def _known_endings() -> str:
    return f"files that can be weighed end in {', '.join(sorted(readable_endings()))}"


def _suggestion(argument: str) -> str:
    """Name the built-in payloads and neighbouring files that come close to what was typed."""
    folder = Path(argument).parent
    try:
        files = [str(folder / file.name) for file in folder.iterdir() if file.suffix.lower() in readable_endings()]
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
        lambda file: file_name(file.stem),
        lambda file: file_name(f"{file.absolute().parent.name}/{file.stem}"),
        lambda file: file_name(f"{file.absolute().parent.name}/{file.name}"),
        file_name,
    )
    names: dict[Path, str] = {}
    for spelling in spellings:
        rest = [file for file in files if file not in names]
        taken = Counter((*map(spelling, rest), *names.values(), *others))
        names.update({file: spelling(file) for file in rest if taken[spelling(file)] == 1 or spelling is file_name})
    return names


def _read_file(file: Path, name: str, as_array: bool, max_bytes: int) -> Payload:
    try:
        kind = kind_of_file(file)
        if not file.is_file():
            raise PayloadError(f"{file}: not a file; save its content as one, or pipe it in and give {STANDARD_INPUT}")
        data = read_file(file, max_bytes)
    except UnknownFormat:
        raise PayloadError(f"{file}: its ending means no format; {_known_endings()}") from None
    except TooLarge as error:
        raise PayloadError(f"{file} {error}, or weigh a part of it") from error
    except OSError as error:
        raise PayloadError(f"{file}: cannot be read: {_words(error)}; check that it exists and is yours") from error
    return _payload(name, data, kind, file_name(file), as_array)


def _read_standard_input(stdin: BinaryIO | None, kind: str, as_array: bool, max_bytes: int) -> Payload:
    try:
        data = read_stream(stdin, max_bytes) if stdin else b""
    except TooLarge as error:
        raise PayloadError(f"standard input {error}") from error
    except (OSError, ValueError) as error:
        raise PayloadError(f"standard input cannot be read: {_words(error)}") from error
    return _payload("stdin", data, kind, "standard input", as_array)


def _payload(name: str, data: bytes, kind: str, source: str, as_array: bool) -> Payload:
    try:
        documents = read_documents(data, kind)
        title = "NDJSON" if kind == LINES else find_format(kind).title
    except Malformed as error:
        hint = "" if error.hint else "; check that it was saved whole, and that its ending is right"
        raise PayloadError(f"{source}: {error}{hint}") from error
    except (UnknownFormat, Untrusted) as error:
        raise PayloadError(f"{source}: {error}") from error
    if as_array and (kind == LINES or len(documents) > 1):
        documents = (list(documents),)
        fault = find_fault(documents[0])
        if fault:
            raise PayloadError(f"{source}: as an array, {pointer(fault[0])} has {fault[1]}; leave it a stream")
    return Payload(name, documents, source, _description(title, documents, len(data)))


def _description(title: str, documents: Iterable[object], size: int) -> str:
    count = sum(1 for _ in documents)
    return f"{size:,} bytes of {title}" + (f", {count:,} documents" if count > 1 else "")


def _words(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) and error.strerror else str(error)).lower()
