"""The adapters' source files, kept with a run: whoever doubts a row can read what was timed."""

from __future__ import annotations

import hashlib
import posixpath
from collections.abc import Iterable, Iterator
from pathlib import Path

from weighbridge.campaign.participants import Participant
from weighbridge.runners.answers import Codec
from weighbridge.store.records import CellRecord, SourceRecord


def source_path(participant: Participant, codec: Codec) -> str:
    """Return the file of a codec's adapter, as a path that begins with the folder of the runners."""
    return posixpath.normpath(f"runners/{participant.manifest.name}/{codec.source}")


def source_records(cells: Iterable[CellRecord], runners: Path) -> Iterator[SourceRecord]:
    """Yield every file that an adapter of these cells is written in; what cannot be read is left out.

    Args:
        cells: their links name the files.
        runners: where the folder of the runners is.
    """
    named = {cell.links["source"] for cell in cells if "source" in cell.links}
    for path in sorted(named):
        text = _read(path, runners)
        if text is not None:
            yield SourceRecord(path=path, text=text)


def source_digest(participant: Participant, codec: Codec, runners: Path) -> str:
    """Return the SHA-256 of the file of a codec's adapter; nothing if it cannot be read."""
    text = _read(source_path(participant, codec), runners)
    return "" if text is None else hashlib.sha256(text.encode()).hexdigest()


def _read(path: str, runners: Path) -> str | None:
    try:
        return runners.joinpath(*Path(path).parts[1:]).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
