"""From batches of compressors to what compression takes."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import median

import numpy as np

from weighbridge.measure.intervals import Interval as Estimate
from weighbridge.measure.plain import plain_times
from weighbridge.measure.samples import HALF_TICK_NS
from weighbridge.store.records import CompressionRecord

from .document import CompressionTime, Interval

_Thing = tuple[str, str, str, str]


def compression_times(records: Iterable[CompressionRecord]) -> dict[str, list[CompressionTime]]:
    """Return for every payload what each compressor takes in each format; nothing where nothing was timed."""
    batches: dict[_Thing, dict[int, list[float]]] = {}
    for record in records:
        thing = (record.payload, record.format, record.compressor, record.operation)
        # What a coarse clock did not see took less than a tick, not nothing.
        per_pass = max(record.cpu_ns, HALF_TICK_NS) / record.iterations
        batches.setdefault(thing, {}).setdefault(record.wave, []).append(per_pass)
    waves = sorted({wave for found in batches.values() for wave in found})
    times = np.array([[median(found.get(wave, [np.nan])) for wave in waves] for found in batches.values()])
    estimates = dict(zip(batches, plain_times(times), strict=True)) if batches else {}
    result: dict[str, list[CompressionTime]] = {}
    for payload, form, compressor, operation in sorted(batches):
        compress = estimates.get((payload, form, compressor, "compress"))
        decompress = estimates.get((payload, form, compressor, "decompress"))
        if operation == "compress" and compress is not None and decompress is not None:
            found = CompressionTime.model_validate(
                {
                    "format": form,
                    "compressor": compressor,
                    "compress_ns": _interval(compress),
                    "decompress_ns": _interval(decompress),
                }
            )
            result.setdefault(payload, []).append(found)
    return result


def _interval(found: Estimate) -> Interval:
    return Interval(estimate=found.estimate, low=found.low, high=found.high)
