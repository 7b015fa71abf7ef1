"""Cells of emulated boards, as reports get them."""

from __future__ import annotations

from typing import Any

from weighbridge.report.document import CountedCell, CountedRelative


def a_counted_cell(**changes: Any) -> CountedCell:
    """A cell that has everything; ``changes`` are what a test cares about."""
    content: dict[str, Any] = {
        "cell": 9, "language": "c", "runner": "mcu", "target": "cortex-m4", "codec": "mpack", "variant": None,
        "format": "msgpack", "library": "MPack", "library_version": "1.1", "released": None, "operation": "encode",
        "payload": "orders", "fidelity": "exact", "losses": (), "notes": (), "bytes": 48, "gzip_bytes": 40,
        "compressed_bytes": None, "policies": {"strings": "owned"}, "links": {}, "unit": "instructions", "gross": 1100,
        "tare": 100, "net": 1000, "relative": CountedRelative(to="mcu:cortex-m4/cjson", ratio=0.5), "rank": 1,
        "estimated_ns": 7500.0, "allocated_bytes": 64, "allocated_objects": 2, "peak_bytes": 128, "stack_bytes": 96,
        "flash_bytes": 7000, "ram_bytes": 12,
    }  # fmt: skip
    return CountedCell(**content | changes)
