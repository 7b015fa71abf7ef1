"""A run as a flat table, one row a cell: the columns that CSV and Parquet share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from weighbridge.compression.compressors import CompressorName

from .document import RunDocument


@dataclass(frozen=True)
class Column:
    """A column's name, its SQL type, and where in the cell's document its value is, if not under its name.

    A step of ``path`` that is null, or missing, makes the value null: a cell without a relative time has none of its
    bounds.
    """

    name: str
    kind: str
    path: str = ""

    def value(self, cell: dict[str, Any]) -> Any:
        """Return what a cell, as it is in the document's JSON, has in this column."""
        found: Any = cell
        for step in (self.path or self.name).split("."):
            found = None if found is None else found.get(step)
        return found


def _after(*compressors: CompressorName) -> Iterator[Column]:
    """Yield the columns of sizes after compressors."""
    for name in compressors:
        yield Column(f"compressed_{name.replace('-', '_')}_bytes", "BIGINT", f"compressed_bytes.{name}")


# Columns are only ever added, at the end. Times are nanoseconds per pass over the payload, sizes are bytes.
COLUMNS = (
    Column("language", "VARCHAR"),
    Column("runner", "VARCHAR"),
    Column("target", "VARCHAR"),
    Column("codec", "VARCHAR"),
    Column("variant", "VARCHAR"),
    Column("format", "VARCHAR"),
    Column("library", "VARCHAR"),
    Column("library_version", "VARCHAR"),
    Column("operation", "VARCHAR"),
    Column("payload", "VARCHAR"),
    Column("fidelity", "VARCHAR"),
    Column("losses", "VARCHAR[]"),
    Column("bytes", "BIGINT"),
    Column("gzip_bytes", "BIGINT"),
    Column("gross_ns", "DOUBLE", "gross_ns.estimate"),
    Column("gross_low_ns", "DOUBLE", "gross_ns.low"),
    Column("gross_high_ns", "DOUBLE", "gross_ns.high"),
    Column("net_ns", "DOUBLE", "net_ns.estimate"),
    Column("net_low_ns", "DOUBLE", "net_ns.low"),
    Column("net_high_ns", "DOUBLE", "net_ns.high"),
    Column("net_at_most", "BOOLEAN", "net_ns.at_most"),
    Column("relative_to", "VARCHAR", "relative.to"),
    Column("relative", "DOUBLE", "relative.estimate"),
    Column("relative_low", "DOUBLE", "relative.low"),
    Column("relative_high", "DOUBLE", "relative.high"),
    Column("rank", "INTEGER"),
    Column("rank_in_language", "INTEGER"),
    Column("samples", "BIGINT"),
    Column("processes", "INTEGER"),
    Column("clock", "VARCHAR"),
    Column("settled", "BOOLEAN"),
    Column("allocated_bytes", "DOUBLE"),
    Column("allocated_objects", "DOUBLE"),
    Column("peak_bytes", "DOUBLE"),
    Column("cell", "INTEGER"),
    *_after("gzip", "zstd", "brotli", "lz4"),
    Column("instructions", "DOUBLE"),
    Column("released", "DATE"),
    Column("wall_ns", "DOUBLE"),
    *_after("zstd-dict", "gzip-batch", "zstd-batch"),
    # Of emulated boards, which have no times.
    Column("unit", "VARCHAR"),
    Column("gross_count", "BIGINT", "gross"),
    Column("net_count", "BIGINT", "net"),
    Column("relative_count", "DOUBLE", "relative.ratio"),
    Column("estimated_ns", "DOUBLE"),
    Column("stack_bytes", "BIGINT"),
    Column("flash_bytes", "BIGINT"),
    Column("ram_bytes", "BIGINT"),
    # Of targets that differ from their runner in the compiler or in the allocator.
    Column("differs_in", "VARCHAR", "profile.differs_in"),
    Column("profile", "VARCHAR", "profile.name"),
    Column("profile_to", "VARCHAR", "profile.to"),
    Column("profile_relative", "DOUBLE", "profile.estimate"),
    Column("profile_low", "DOUBLE", "profile.low"),
    Column("profile_high", "DOUBLE", "profile.high"),
    Column("profile_verdict", "VARCHAR", "profile.verdict"),
)


def rows(document: RunDocument) -> Iterator[tuple[Any, ...]]:
    """Yield the values of every cell, in the order of `COLUMNS`."""
    for cell in (*document.cells, *document.counted):
        content = cell.model_dump()
        yield tuple(column.value(content) for column in COLUMNS)
