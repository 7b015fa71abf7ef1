"""What payloads weigh in each format, plain and compressed."""

from __future__ import annotations

from weighbridge.campaign.reference import Reference
from weighbridge.store.records import SizeRecord


def size_records(reference: Reference) -> list[SizeRecord]:
    """Return the sizes of a payload in every format that can hold it."""
    records = []
    for name, encoded in reference.encoded.items():
        compression = reference.compress(encoded)
        records.append(
            SizeRecord(
                payload=reference.payload.name,
                format=name,
                bytes=sum(map(len, encoded)),
                compressed=compression.compressed,
                unsuited=compression.unsuited,
                reference=reference.formats[name].library,
            )
        )
    return records
