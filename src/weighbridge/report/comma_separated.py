"""A run as CSV: one line a cell, every number in full."""

from __future__ import annotations

import csv
import io

from .document import RunDocument

_COLUMNS = (
    "language", "runner", "target", "codec", "variant", "format", "library", "library_version", "operation", "payload",
    "fidelity", "losses", "bytes", "gzip_bytes", "gross_ns", "gross_low_ns", "gross_high_ns", "net_ns", "net_low_ns",
    "net_high_ns", "net_at_most", "relative_to", "relative", "relative_low", "relative_high", "rank",
    "rank_in_language", "samples", "processes", "clock", "settled", "allocated_bytes", "allocated_objects",
    "peak_bytes",
)  # fmt: skip


def to_csv(document: RunDocument) -> str:
    """Write a run as CSV (RFC 4180) with a header line; times are nanoseconds per pass over the payload."""
    text = io.StringIO()
    writer = csv.DictWriter(text, _COLUMNS, extrasaction="ignore")
    writer.writeheader()
    for cell in document.cells:
        row = cell.model_dump()
        relative = row["relative"] or {"to": None, "estimate": None, "low": None, "high": None}
        row["losses"] = " ".join(cell.losses)
        row["net_at_most"] = cell.net_ns.at_most
        for kind in ("gross", "net"):
            interval = row.pop(f"{kind}_ns")
            row |= {
                f"{kind}_ns": interval["estimate"],
                f"{kind}_low_ns": interval["low"],
                f"{kind}_high_ns": interval["high"],
            }
        row |= {"relative_to": relative["to"], "relative": relative["estimate"]}
        row |= {"relative_low": relative["low"], "relative_high": relative["high"]}
        writer.writerow(row)
    return text.getvalue()
