"""Timing the compressors, in a fresh process each time: a process's luck with memory is part of its speed."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Literal

from weighbridge.compression.compressors import CompressorName


@dataclass(frozen=True, slots=True)
class Encoded:
    """The documents of a payload as a format's reference codec encodes them."""

    payload: str
    format: str
    documents: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Timed:
    """One batch: so many passes over all the documents of a payload. Times are of the whole batch, in nanoseconds."""

    payload: str
    format: str
    compressor: CompressorName
    operation: Literal["compress", "decompress"]
    iterations: int
    wall_ns: int
    cpu_ns: int


class CompressionError(Exception):
    """The process that times compressors broke; the message holds its last words."""


def time_compression(items: Sequence[Encoded], *, batch_ns: float, seed: int) -> list[Timed]:
    """Compress and decompress everything with every compressor in a fresh process, in random order.

    Every result is checked: what was decompressed must be what was compressed.

    Args:
        items: what to compress.
        batch_ns: how long a batch should take, in nanoseconds.
        seed: of the order.

    Raises:
        CompressionError: the process broke, or a compressor did not give back what it was given.
    """
    question = {
        "seed": seed,
        "batch_ns": batch_ns,
        "items": [
            asdict(item) | {"documents": [base64.b64encode(document).decode() for document in item.documents]}
            for item in items
        ],
    }
    answer = subprocess.run(
        [sys.executable, "-m", "weighbridge.compression.process"],
        input=json.dumps(question),
        capture_output=True,
        text=True,
        check=False,
        start_new_session=True,  # Ctrl-C is for this process, which ends that one
    )
    if answer.returncode != 0:
        raise CompressionError(answer.stderr.strip().rpartition("\n")[2] or f"exit status {answer.returncode}")
    return [Timed(**timed) for timed in json.loads(answer.stdout)]
