"""Small run documents for tests of charts, built cell by cell."""

from __future__ import annotations

import datetime
from typing import Any

from weighbridge.report.document import (
    Cell,
    CompressionTime,
    Failure,
    FormatInfo,
    Interval,
    NetTime,
    PayloadInfo,
    Quietness,
    Relative,
    RunDocument,
    RunInfo,
    SelfCheck,
)

_TITLES = {"json": "JSON", "msgpack": "MessagePack", "cbor": "CBOR"}


def cell(codec: str, form: str = "json", net: float | None = 1000.0, **changes: Any) -> Cell:
    """A cell; ``net`` None stands for a net time below its bound of 40 ns, ``half`` None for no interval.

    ``member``, ``half`` (of the net time, as a share), ``relative`` (to its own ``json``) and ``tare`` are shorthands.
    """
    name, _, variant = codec.partition("[")
    runner, _, target = changes.pop("member", "python").partition(":")
    half = changes.pop("half", 0.02)
    ratio = changes.pop("relative", None)
    tare = changes.pop("tare", 50.0)
    estimate = 0.0 if net is None else net
    fields: dict[str, Any] = {
        "cell": 0,
        "language": runner,
        "runner": runner,
        "target": target or "host",
        "codec": name,
        "variant": variant.rstrip("]") or None,
        "format": form,
        "library": name,
        "library_version": "1.0",
        "released": None,
        "operation": "encode",
        "payload": "orders",
        "fidelity": "lossy" if changes.get("losses") else "exact",
        "losses": (),
        "notes": (),
        "bytes": 1000,
        "compressed_bytes": None,
        "gzip_bytes": None,
        "policies": {},
        "links": {},
        "gross_ns": interval(estimate + tare, half),
        "net_ns": NetTime(estimate=0.0, low=None, high=40.0, at_most=True)
        if net is None
        else NetTime(**interval(net, half).model_dump(), at_most=False),
        "first_call_ns": None,
        "megabytes_per_second": None,
        "relative": None if ratio is None else Relative(to=f"{changes.pop('to', runner)}/json", **_bounds(ratio, half)),
        "rank": 1,
        "tied_with": (),
        "rank_in_language": 1,
        "samples": 30,
        "processes": 1 if half is None else 3,
        "wall_ns": None,
        "preempted": 0.0,
        "settled": True,
        "clock": "cpu",
        "allocated_bytes": None,
        "allocated_objects": None,
        "peak_bytes": None,
        "instructions": None,
    }
    return Cell(**(fields | changes))


def _bounds(ratio: float, half: float | None) -> dict[str, Any]:
    share = None if half is None or ratio == 1 else half
    return interval(ratio, 0.0 if ratio == 1 else share).model_dump()


def interval(estimate: float, half: float | None) -> Interval:
    """An interval of so much to either side, as a share; None for one without bounds."""
    if half is None:
        return Interval(estimate=estimate, low=None, high=None)
    return Interval(estimate=estimate, low=estimate * (1 - half), high=estimate * (1 + half))


def document(
    cells: list[Cell], *, failures: tuple[Failure, ...] = (), titles: dict[str, str] | None = None, documents: int = 10
) -> RunDocument:
    """A run of these cells, numbered in their order."""
    forms = list(dict.fromkeys(one.format for one in cells))
    return RunDocument(
        run=RunInfo(
            run="20260102-030405-abcd",
            started=datetime.datetime(2026, 1, 2, 3, 4, 5),
            finished=None,
            status="complete",
            version="0.1.0",
            settings={},
            measured_s=10.0,
            quietness=Quietness(quiet_ns=80_000.0, quiet_share=0.9, corrected=0.01, moments=()),
            spent=(),
            self_check=SelfCheck(pairs=0, different=0, passed=True),
            payloads=tuple(
                PayloadInfo(
                    payload=payload,
                    source="built in",
                    documents=documents,
                    json_bytes=2000,
                    sizes=(),
                    compression=tuple(
                        CompressionTime(
                            format=form,
                            compressor="gzip",
                            compress_ns=interval(30_000.0, 0.02),
                            decompress_ns=interval(9_000.0, 0.02),
                        )
                        for form in forms
                    ),
                )
                for payload in dict.fromkeys(one.payload for one in cells)
            ),
        ),
        environment={
            "machine": {"cpu": "Some CPU", "architecture": "x86_64", "system": "Some System"},
            "runners": {name: {"title": title} for name, title in (titles or {}).items()},
        },
        cells=tuple(one.model_copy(update={"cell": number}) for number, one in enumerate(cells)),
        failures=failures,
        formats=tuple(
            FormatInfo(format=form, title=_TITLES.get(form, form), text=form == "json", schemaless=True,
                       specification="https://example.org", **_extra())
            for form in forms
        ),
    )  # fmt: skip


def _extra() -> dict[str, Any]:
    return {"language": None} if "language" in FormatInfo.model_fields else {}


def orders() -> RunDocument:
    """Two languages and payloads: ties, a loss, a bound, one without an interval, one that failed, a slow outlier."""
    packed = {"gzip": 480, "zstd": 500, "brotli": 450, "lz4": 600}
    plain = {"gzip": 520, "zstd": 540, "brotli": 470, "lz4": 700}
    text: dict[str, Any] = {"bytes": 1000, "compressed_bytes": plain}
    binary: dict[str, Any] = {"bytes": 720, "compressed_bytes": packed}
    go: dict[str, Any] = {"member": "go"}
    decode: dict[str, Any] = {"operation": "decode"}
    cells = [
        cell("json", net=9000.0, relative=1.0, rank=7, rank_in_language=5, allocated_bytes=4096.0, **text),
        cell("orjson", net=900.0, relative=0.1, rank=2, rank_in_language=1, allocated_bytes=1024.0, **text),
        cell(
            "ormsgpack", "msgpack", 910.0, relative=0.101, rank=2, rank_in_language=1, instructions=12_345.0, **binary
        ),
        cell("msgpack[reuse]", "msgpack", 2000.0, relative=0.222, rank=4, rank_in_language=3, **binary),
        cell("cbor2", "cbor", 1990.0, relative=0.221, rank=4, rank_in_language=3, losses=("float32",), **binary),
        cell("tiny", "cbor", None, rank=1, rank_in_language=1, bytes=700),
        cell("pure", "msgpack", 900_000.0, relative=100.0, rank=8, rank_in_language=6, **binary),
        cell("once", "cbor", 5000.0, half=None, relative=0.55, rank=6, rank_in_language=4, bytes=None),
        cell("json", net=800.0, relative=1.0, rank=1, rank_in_language=2, instructions=9_876.0, **text, **go),
        cell("packer", "msgpack", 400.0, relative=0.5, rank=1, rank_in_language=1, **binary, **go),
        cell("json", net=12_000.0, relative=1.0, **text, **decode),
        cell("orjson", net=3000.0, relative=0.25, **text, **decode),
        cell("ormsgpack", "msgpack", 3600.0, relative=0.3, **binary, **decode),
        cell("cbor2", "cbor", 9000.0, relative=0.75, losses=("float32",), **binary, **decode),
        cell("json", net=1000.0, relative=1.0, **text, **decode, **go),
        cell("packer", "msgpack", 1300.0, relative=1.3, **binary, **decode, **go),
        cell("json", net=400.0, relative=1.0, payload="hello", **text),
        cell("orjson", net=100.0, relative=0.25, payload="hello", **text),
    ]
    broken = Failure(
        runner="python", codec="ormsgpack", operation="encode", payload="hello", stage="verify", message="no"
    )
    return document(cells, failures=(broken,), titles={"python": "Python", "go": "Go"})
