"""What payloads weigh in each format, plain and compressed."""

from __future__ import annotations

import dataclasses

from weighbridge.campaign.verification import Reference
from weighbridge.formats.registry import find_format
from weighbridge.formats.sizes import sizes_of
from weighbridge.store.records import SizeRecord


def size_records(reference: Reference) -> list[SizeRecord]:
    """Return the sizes of a payload in every format that can hold it."""
    payload = reference.payload
    return [
        SizeRecord(
            payload=payload.name, format=name, **dataclasses.asdict(sizes_of(payload.documents, find_format(name)))
        )
        for name in reference.encoded
    ]
