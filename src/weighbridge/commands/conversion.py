"""The commands over single documents: generate, convert, show."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from weighbridge.commands.output import tell, write_file
from weighbridge.files.bounded import TooLarge, read_file, read_stream
from weighbridge.formats import convert as conversion
from weighbridge.formats.format import Malformed, Unrepresentable
from weighbridge.formats.registry import UnknownFormat, find_format
from weighbridge.formats.sequences import kind_of_file, read_documents
from weighbridge.formats.show import show as as_text
from weighbridge.payloads import PayloadError
from weighbridge.payloads import generate as generate_document
from weighbridge.payloads.generate import Root


def generate(size: int, seed: int, root: Root = "map", *, integer_keys: bool = False, pretty: bool = False) -> str:
    """Return a generated document as JSON with a line feed: minified, or a line a value and indented by tabs."""
    document = generate_document(size, seed, root, integer_keys=integer_keys)
    if pretty:
        return json.dumps(document, ensure_ascii=False, indent="\t") + "\n"
    return find_format("json").encode(document).decode() + "\n"


def _read(file: Path, form: str | None, max_bytes: int) -> tuple[bytes, str]:
    if str(file) == "-" and form is None:
        raise UnknownFormat("name the format of standard input with --from")
    try:
        if str(file) == "-":
            return read_stream(sys.stdin.buffer, max_bytes), form or ""
        return read_file(file, max_bytes), form or kind_of_file(file)
    except TooLarge as error:
        raise PayloadError(f"{'standard input' if str(file) == '-' else file} {error}") from error
    except OSError as error:
        raise PayloadError(f"{file}: {error.strerror}") from error


def convert(
    source: Path,
    target: Path,
    source_format: str | None,
    target_format: str | None,
    *,
    lossy: bool,
    integer_keys: bool,
    max_bytes: int,
) -> None:
    """Convert a file, and say on standard error what was lost."""
    if target_format is None and str(target) == "-":
        raise UnknownFormat("name the format to write with --to")
    data, kind = _read(source, source_format, max_bytes)
    try:
        converted, losses = conversion.convert(
            data, kind, target_format or kind_of_file(target), lossy=lossy, integer_keys=integer_keys
        )
    except conversion.LossyConversion as error:
        raise PayloadError(f"{source}: {error}. Convert it all the same with --lossy.") from error
    except (Malformed, Unrepresentable) as error:
        raise PayloadError(f"{source}: {error}") from error
    if str(target) == "-":
        sys.stdout.buffer.write(converted)
        sys.stdout.buffer.flush()
    else:
        write_file(target, converted)
    if losses:
        tell(f"Lost: {', '.join(losses)}", "yellow")


def show_file(file: Path, form: str | None, max_bytes: int) -> None:
    """Print a document as text."""
    data, kind = _read(file, form, max_bytes)
    try:
        content = read_documents(data, kind)
    except Malformed as error:
        raise PayloadError(f"{file}: {error}") from error
    for piece in as_text(content):
        sys.stdout.write(piece)
    sys.stdout.flush()
