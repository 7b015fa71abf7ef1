"""What emulated boards count, made up: three boards of two units, a payload that is too large for the smallest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from weighbridge.report.comparisons import with_comparisons
from weighbridge.report.counted import at_clock
from weighbridge.report.document import CountedCell, CountedRelative, PayloadInfo, RunDocument, TooLarge

BOARDS = {
    "cortex-m4": ("Cortex-M4 (C)", "instructions", 1.0),
    "cortex-m0": ("Cortex-M0 (C)", "instructions", 1.6),
    "atmega2560": ("ATmega2560 (C)", "cycles", 6.5),
}
"""By target: title, unit, and how many times as many it counts."""

CODECS: dict[str, dict[str, Any]] = {
    "cjson": {"library": "cJSON", "encode": 46.0, "decode": 38.0, "flash": 11_450, "heap": 6.1, "stack": 412},
    "arduinojson": {
        "library": "ArduinoJson", "encode": 24.0, "decode": 29.0,
        "flash": 9_812, "heap": 2.2, "stack": 520,
    },
    "jsmn": {"library": "jsmn", "scan": 12.5, "flash": 1_204, "heap": 0.0, "stack": 96},
    "arduinojson-msgpack": {
        "library": "ArduinoJson", "format": "msgpack", "encode": 13.0, "decode": 19.0,
        "flash": 8_420, "heap": 2.2, "stack": 488,
    },
    "mpack": {
        "library": "MPack", "format": "msgpack", "encode": 6.2, "decode": 11.0, "scan": 7.9,
        "flash": 6_940, "heap": 3.0, "stack": 264,
    },
    "tinycbor": {
        "library": "TinyCBOR", "format": "cbor", "encode": 8.8, "decode": 15.5,
        "flash": 5_230, "heap": 3.0, "stack": 332,
    },
}  # fmt: skip
"""By codec: counts per byte of JSON, and memory; the heap per byte of JSON."""

SHARES = {"json": 1.0, "msgpack": 0.78, "cbor": 0.79}
"""By format: its bytes, of those of JSON."""

ROOM = 500_000
"""The heap of every board."""


def on_boards(document: RunDocument) -> RunDocument:
    """Return a run as if its payloads had been counted on boards, too."""
    runners = {
        f"mcu:{target}": {
            "language": "c",
            "title": title,
            "runtime": None,
            "compiler": "gcc 12.2.0",
            "flags": "-Os",
            "clocks": {"wall": None, "cpu": None, "counter": {"name": f"the counter of {target}", "unit": unit}},
            "memory": {"payload_bytes": 400_000, "heap_bytes": ROOM, "stack_bytes": 8192},
            "warmup": {"least_ms": 0, "limit_ms": 0},
            "missing": [],
            "raised_priority": None,
        }
        for target, (title, unit, _) in BOARDS.items()
    }
    environment = {**document.environment, "runners": {**document.environment["runners"], **runners}}
    rows = [row for target in BOARDS for payload in document.run.payloads for row in _rows(target, payload)]
    number = 1 + max((cell.cell for cell in document.cells), default=0)
    counted = [one for one in rows if isinstance(one, CountedCell)]
    settings = {**document.run.settings, "clock_hz": 133e6}
    return at_clock(
        with_comparisons(
            document.model_copy(
                update={
                    "run": document.run.model_copy(update={"settings": settings}),
                    "environment": environment,
                    "counted": tuple(cell.model_copy(update={"cell": number + at}) for at, cell in enumerate(counted)),
                    "too_large": tuple(one for one in rows if isinstance(one, TooLarge)),
                }
            )
        ),
        133e6,
    )


def _rows(target: str, payload: PayloadInfo) -> Iterator[CountedCell | TooLarge]:
    _, unit, factor = BOARDS[target]
    for codec, about in CODECS.items():
        form = about.get("format", "json")
        heap = round(about["heap"] * payload.json_bytes)
        lossy = unit == "cycles" and codec != "jsmn"
        for operation in ("encode", "decode", "scan"):
            if operation not in about:
                continue
            own = {
                "language": "c",
                "runner": "mcu",
                "target": target,
                "codec": codec,
                "variant": None,
                "format": form,
                "operation": operation,
                "payload": payload.payload,
            }
            if heap > ROOM:
                reason = f"the heap does not fit: {heap} bytes are needed, and there are {ROOM}"
                yield TooLarge.model_validate({**own, "reason": reason})
                continue
            net = round(about[operation] * payload.json_bytes * factor)
            base = CODECS["cjson"].get(operation)
            yield CountedCell.model_validate(
                {
                    **own,
                    "cell": 0,
                    "library": about["library"],
                    "library_version": "1.7.18",
                    "released": "2026-02-01",
                    "fidelity": "lossy" if lossy else "exact",
                    "losses": ["float32"] if lossy else [],
                    "notes": [],
                    "bytes": round(payload.json_bytes * SHARES[form]),
                    "gzip_bytes": None,
                    "compressed_bytes": None,
                    "policies": {"buffers": "fresh", "strings": "owned", "utf8": "unchecked", "starts_from": "native"},
                    "links": {},
                    "unit": unit,
                    "gross": net + 900,
                    "tare": 900,
                    "net": net,
                    "relative": base and CountedRelative(to=f"mcu:{target}/cjson", ratio=about[operation] / base),
                    "rank": 1,
                    "estimated_ns": None,
                    "allocated_bytes": heap,
                    "allocated_objects": heap // 24,
                    "peak_bytes": heap,
                    "stack_bytes": about["stack"],
                    "flash_bytes": about["flash"],
                    "ram_bytes": 24,
                }
            )
