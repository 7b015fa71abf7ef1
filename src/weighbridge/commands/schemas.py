"""The JSON schemas of what ``--json`` prints.

``python -m weighbridge.commands.schemas docs/schemas`` writes them anew.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from weighbridge.advise.document import AdviceDocument
from weighbridge.report import document
from weighbridge.report.exchange import RunFile
from weighbridge.schema import Schema

_DOCUMENTS: dict[str, Any] = {
    "run": document.RunDocument,
    "export": RunFile,
    "advise": AdviceDocument,
    "sizes": document.SizesDocument,
    "verify": document.VerifyDocument,
    "verify-matrix": document.MatrixDocument,
    "verify-conformance": document.ConformanceDocument,
    "evolve": document.EvolveDocument,
    "attack": document.AttackDocument,
    "audit": document.AuditDocument,
    "schema": Schema,
    "doctor": document.DoctorDocument,
    "firmware-list": list[document.FirmwareRow],
    "list-codecs": list[document.CodecRow],
    "list-formats": list[document.FormatRow],
    "list-runners": list[document.RunnerRow],
    "list-payloads": list[document.PayloadRow],
    "list-runs": list[document.RunRow],
}


def schemas() -> dict[str, dict[str, Any]]:
    """Return the JSON schema (draft 2020-12) of every document, by the command that prints it."""
    return {name: TypeAdapter(kind).json_schema(mode="serialization") for name, kind in _DOCUMENTS.items()}


def write(folder: Path) -> None:
    """Write a file a schema."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, schema in schemas().items():
        (folder / f"{name}.json").write_text(json.dumps(schema, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
