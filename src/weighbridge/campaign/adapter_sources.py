"""The adapters' source files, kept with a run: whoever doubts a row can read what was timed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from weighbridge.store.records import CellRecord, SourceRecord


def source_records(cells: Iterable[CellRecord], runners: Path) -> Iterator[SourceRecord]:
    """Yield every file that an adapter of these cells is written in; what cannot be read is left out.

    Args:
        cells: their links name the files, as paths that begin with the folder of the runners.
        runners: where that folder is.
    """
    named = {cell.links["source"] for cell in cells if "source" in cell.links}
    for path in sorted(named):
        try:
            text = runners.joinpath(*Path(path).parts[1:]).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            continue
        yield SourceRecord(path=path, text=text)
