"""Small run documents, made by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel
from pydantic_core import PydanticUndefined

from weighbridge.report.document import Cell, PayloadInfo, RunDocument

FORMATS = (
    {"format": "json", "title": "JSON", "text": True, "schemaless": True, "specification": "https://www.json.org"},
    {"format": "msgpack", "title": "MessagePack", "text": False, "schemaless": True, "specification": ""},
    {"format": "protobuf", "title": "Protocol Buffers", "text": False, "schemaless": False, "specification": ""},
    {
        "format": "pickle",
        "title": "pickle",
        "text": False,
        "schemaless": True,
        "made_for": "Python",
        "specification": "",
    },
    {
        "format": "marshal",
        "title": "marshal",
        "text": False,
        "schemaless": True,
        "made_for": "Python",
        "specification": "",
    },
)


def complete(model: type[BaseModel], participants: Mapping[str, Any]) -> dict[str, Any]:
    """Add the participants that a later version of the document may have, as null where they have no default."""
    defaults = {name: field.get_default(call_default_factory=True) for name, field in model.model_fields.items()}
    return {name: None if value is PydanticUndefined else value for name, value in defaults.items()} | dict(
        participants
    )


def interval(estimate: float, half: float | None) -> dict[str, float | None]:
    bounds = (None, None) if half is None else (estimate - half, estimate + half)
    return {"estimate": estimate, "low": bounds[0], "high": bounds[1]}


def cell(
    codec: str,
    operation: str,
    net: float = 1000.0,
    half: float | None = 10.0,
    *,
    participant: str = "python",
    form: str = "json",
    payload: str = "orders",
    size: int | None = 1000,
    compressed: Mapping[str, int] | None = None,
    at_most: bool = False,
    relative: tuple[str, float, float | None] | None = None,
    losses: Sequence[str] = (),
    **changes: Any,
) -> dict[str, Any]:
    """Make a cell; ``codec`` may have a variant in brackets, ``relative`` is (to, estimate, half-width)."""
    name, _, variant = codec.removesuffix("]").partition("[")
    runner, _, target = participant.partition(":")
    participants = {
        "cell": 0,
        "language": runner,
        "runner": runner,
        "target": target or "host",
        "codec": name,
        "variant": variant or None,
        "format": form,
        "library": name,
        "library_version": "1.0",
        "released": "2026-03-01",
        "operation": operation,
        "payload": payload,
        "fidelity": "lossy" if losses else "exact",
        "losses": tuple(losses),
        "notes": (),
        "bytes": size,
        "compressed_bytes": compressed,
        "policies": {"buffers": "fresh", "strings": "owned", "utf8": "checked", "access": "tree"},
        "links": {},
        "gross_ns": interval(net * 1.1, half),
        "net_ns": {"estimate": 0.0, "low": None, "high": net, "at_most": True}
        if at_most
        else interval(net, half) | {"at_most": False},
        "relative": None if relative is None else {"to": relative[0], **interval(relative[1], relative[2])},
        "rank": 1,
        "tied_with": (),
        "rank_in_language": 1,
        "samples": 100,
        "processes": 5,
        "preempted": 0.0,
        "settled": True,
        "clock": "cpu",
    }
    policies = participants["policies"] | changes.pop("policies", {})
    return complete(Cell, participants | changes | {"policies": policies})


def both(codec: str, encode: float, decode: float, half: float | None = 10.0, **about: Any) -> list[dict[str, Any]]:
    """Make a codec's two cells."""
    return [cell(codec, "encode", encode, half, **about), cell(codec, "decode", decode, half, **about)]


def payload_info(
    name: str = "orders", documents: int = 1, compression: Sequence[dict[str, Any]] = ()
) -> dict[str, Any]:
    participants = {"payload": name, "source": "built in", "documents": documents, "json_bytes": 1000, "sizes": ()}
    return complete(PayloadInfo, participants | {"compression": tuple(compression)})


def compression(form: str, compressor: str, compress: float, decompress: float, half: float = 5.0) -> dict[str, Any]:
    return {
        "format": form,
        "compressor": compressor,
        "compress_ns": interval(compress, half),
        "decompress_ns": interval(decompress, half),
    }


def run_document(
    cells: Sequence[dict[str, Any]],
    payloads: Sequence[dict[str, Any]] | None = None,
    *,
    passed: bool = True,
    formats: Sequence[dict[str, Any]] = FORMATS,
) -> RunDocument:
    """Make the document of a run; its cells are numbered."""
    return RunDocument.model_validate(
        complete(
            RunDocument,
            {
                "run": {
                    "run": "20261120-120000-abcd",
                    "started": "2026-11-20T12:00:00",
                    "finished": "2026-11-20T12:05:00",
                    "status": "complete",
                    "version": "0.1.0",
                    "settings": {"precision": 0.01},
                    "measured_s": 120.0,
                    "quietness": {"quiet_ns": None, "quiet_share": None, "corrected": None, "moments": []},
                    "spent": [],
                    "self_check": {"pairs": 4, "different": 0 if passed else 3, "passed": passed},
                    "payloads": list(payloads or [payload_info()]),
                },
                "environment": {"runners": {"python": {"title": "Python"}, "node": {"title": "JavaScript (Node.js)"}}},
                "formats": list(formats),
                "cells": [one | {"cell": number} for number, one in enumerate(cells)],
                "failures": [],
            },
        )
    )
