"""A run as one HTML file that opens from disk: the page that ``web/`` builds, and the run inside it."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from weighbridge.measure.samples import COLUMNS, Samples
from weighbridge.printable import pictured

from .document import RunDocument

_PAGE = Path(__file__).with_name("page.html")
_COLUMNS = tuple(name for name in COLUMNS if name not in {"allocated_bytes", "allocated_objects", "peak_bytes"})
"""What the page draws of samples. Their memory it shows by the cells' medians."""


class PageNotBuilt(Exception):
    """The page itself, without any run, has not been built."""


def page(
    document: RunDocument,
    samples: Samples | None,
    sources: Mapping[str, str],
    schemas: Mapping[str, Mapping[str, str]] | None = None,
) -> str:
    """Return a run as a self-contained HTML document.

    Args:
        document: what the page shows.
        samples: the run's samples, of which those of the document's cells are kept; None leaves out all, and makes
            the file much smaller.
        sources: the text of the adapters' source files, by the paths that the cells' links name.
        schemas: for each payload that was weighed as types, the files beside the page with its schema, as relative
            URLs, by the titles of the schema languages.

    Raises:
        PageNotBuilt: this checkout has no built page.
    """
    try:
        text = _PAGE.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise PageNotBuilt("The page is not built yet. Build it with: make page") from None
    text = _fill(text, "run", document.model_dump_json())
    if samples is not None:
        text = _fill(text, "samples", json.dumps(columns_of(document, samples), separators=(",", ":")))
    if schemas:
        text = _fill(text, "schemas", json.dumps({payload: dict(files) for payload, files in schemas.items()}))
    return _fill(text, "sources", json.dumps(dict(sources), ensure_ascii=False))


def _fill(text: str, name: str, content: str) -> str:
    """Put JSON into the empty element of this name, gzipped and in base64: no character of it is HTML's.

    What turns the direction of text around would do so in the page, too.
    """
    before, tag, after = text.partition(f'<script type="application/gzip" id="{name}">')
    if not tag:
        raise PageNotBuilt(f"The built page has no place for the {name}. Build it anew with: make page")
    packed = base64.b64encode(gzip.compress(pictured(content).encode(), mtime=0)).decode("ascii")
    return f"{before}{tag}{packed}{after}"


def columns_of(document: RunDocument, samples: Samples) -> dict[str, list[Any]]:
    """Return the samples of a document's cells, column by column, as the page and its charts read them."""
    # Tares and twins have samples too, but no row that could be opened.
    shown = samples.where(np.isin(samples.cell, [cell.cell for cell in document.cells]))
    return {name: shown.rows(name) for name in _COLUMNS}
