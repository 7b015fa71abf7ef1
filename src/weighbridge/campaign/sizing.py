"""What payloads weigh in each format, plain and compressed."""

from __future__ import annotations

import dataclasses

from weighbridge.campaign.verification import Reference
from weighbridge.formats.sizes import sizes_of_encoded
from weighbridge.store.records import SizeRecord


def size_records(reference: Reference) -> list[SizeRecord]:
    """Return the sizes of a payload in every format that can hold it."""
    return [
        SizeRecord(
            payload=reference.payload.name,
            format=name,
            **dataclasses.asdict(sizes_of_encoded(encoded, reference.compress(encoded), reference.formats[name])),
        )
        for name, encoded in reference.encoded.items()
    ]
