"""The cost model: what one message takes and costs with a codec, and how sure that is. See ``docs/cost-model.md``."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from weighbridge.report.document import Cell, CompressionTime, Interval, NetTime
from weighbridge.report.figures import codec_name

from .candidates import Candidate
from .scenario import HOURS_PER_MONTH, Compressor, Scenario

NS_PER_S = 1e9
BITS_PER_BYTE = 8.0
BYTES_PER_GIGABYTE = 1e9
SECONDS_PER_HOUR = 3600.0
SLOWEST_BITS_PER_S = 1e3
FASTEST_BITS_PER_S = 1e12


@dataclass(frozen=True, slots=True)
class Term:
    """A number with half the width of its 95 % interval, which is None where it is not known."""

    estimate: float
    half: float | None


NOTHING = Term(0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Weight:
    """What one message takes with a codec: processor time by part, in nanoseconds, and bytes on the wire."""

    candidate: Candidate
    encode: Term
    compress: Term
    decompress: Term
    decode: Term
    bytes: float
    processor: Term = field(init=False)
    """Of both ends together."""

    def __post_init__(self) -> None:
        parts = (self.encode, self.compress, self.decompress, self.decode)
        half = quadrature(
            in_full(self.encode.half, self.decode.half), in_full(self.compress.half, self.decompress.half)
        )
        object.__setattr__(self, "processor", Term(sum(part.estimate for part in parts), half))

    @property
    def name(self) -> str:
        return self.candidate.name

    @property
    def format(self) -> str:
        return self.candidate.format


@dataclass(frozen=True, slots=True)
class Difference:
    """What one message takes less with one codec than with another: nanoseconds of processor time, bytes."""

    processor: Term
    bytes: float


def quadrature(*halves: float | None) -> float | None:
    """Return the half-width of a sum of independent terms."""
    total = 0.0
    for half in halves:
        if half is None:
            return None
        total += half * half
    return math.sqrt(total)


def in_full(*halves: float | None) -> float | None:
    """Return the half-width of a sum of terms that may err together: of the same processes, or known as bounds only."""
    known = [half for half in halves if half is not None]
    return sum(known) if len(known) == len(halves) else None


def missing(candidate: Candidate, compressor: Compressor) -> tuple[str, ...]:
    """Name the numbers that the run lacks to weigh a candidate, none if it has all."""
    lacking = []
    if _bytes(candidate.encode, compressor) is None:
        lacking.append("encoded size" if compressor == "none" else f"size after {compressor}")
    if compressor != "none" and _compression(candidate, compressor) is None:
        lacking.append(f"times of {compressor} for {candidate.format}")
    return tuple(lacking)


def weigh(candidate: Candidate, compressor: Compressor) -> Weight:
    """Return what one message takes with a candidate that lacks nothing."""
    messages = candidate.documents
    size = _bytes(candidate.encode, compressor)
    assert size is not None, candidate.name
    time = _compression(candidate, compressor)
    return Weight(
        candidate,
        encode=_per_message(_net(candidate.encode), messages),
        compress=NOTHING if time is None else _per_message(_term(time.compress_ns), messages),
        decompress=NOTHING if time is None else _per_message(_term(time.decompress_ns), messages),
        decode=_per_message(_net(candidate.decode), messages),
        bytes=size / messages,
    )


def _bytes(cell: Cell, compressor: Compressor) -> int | None:
    return cell.bytes if compressor == "none" else (cell.compressed_bytes or {}).get(compressor)


def _compression(candidate: Candidate, compressor: Compressor) -> CompressionTime | None:
    return next((time for time in candidate.compression if time.compressor == compressor), None)


def _term(interval: Interval | NetTime) -> Term:
    if interval.low is None or interval.high is None:
        return Term(interval.estimate, None)
    return Term(interval.estimate, (interval.high - interval.low) / 2)


def _net(cell: Cell) -> Term:
    net, gross = cell.net_ns, cell.gross_ns
    if not net.at_most:
        return _term(net)
    if net.high is None:
        return Term(0.0, None)
    # Somewhere between nothing and its bound, and no more than the gross time that it is a part of.
    bound = net.high if gross.high is None else min(net.high, gross.high)
    estimate = min(bound / 2, gross.estimate)
    return Term(estimate, bound - estimate)


def _per_message(term: Term, messages: int) -> Term:
    return Term(term.estimate / messages, None if term.half is None else term.half / messages)


def transfer_ns(size: float, bandwidth_bits_per_s: float) -> float:
    """Return how long so many bytes are on the wire."""
    return BITS_PER_BYTE * size / bandwidth_bits_per_s * NS_PER_S


def fixed_ns(weight: Weight, scenario: Scenario) -> float:
    """Return the part of one message's time that no bandwidth changes."""
    return weight.processor.estimate + scenario.rtt_s * NS_PER_S


def total(weight: Weight, scenario: Scenario) -> Term:
    """Return the time of one message, in nanoseconds: sent, read and acknowledged on a warm connection."""
    transfer = transfer_ns(weight.bytes, scenario.bandwidth_bits_per_s)
    return Term(fixed_ns(weight, scenario) + transfer, weight.processor.half)


def cores(processor: Term, scenario: Scenario) -> Term:
    """Return how many cores so much processor time per message keeps busy, at both ends together."""
    return _scaled(processor, scenario.messages_per_s / NS_PER_S)


def money(processor: Term, size: float, scenario: Scenario) -> Term:
    """Return what so much processor time and so many bytes per message cost in a month."""
    busy = _scaled(cores(processor, scenario), HOURS_PER_MONTH * scenario.cpu_price_per_core_hour)
    gigabytes = scenario.messages_per_s * size * HOURS_PER_MONTH * SECONDS_PER_HOUR / BYTES_PER_GIGABYTE
    return Term(busy.estimate + gigabytes * scenario.egress_price_per_gigabyte, busy.half)


def _scaled(term: Term, factor: float) -> Term:
    return Term(term.estimate * factor, None if term.half is None else term.half * factor)


def load(weight: Weight, scenario: Scenario) -> float:
    """Return the share of the link that the messages take; from 1 on they queue without end."""
    return scenario.messages_per_s * BITS_PER_BYTE * weight.bytes / scenario.bandwidth_bits_per_s


def is_saturated(weight: Weight, scenario: Scenario) -> bool:
    """Tell whether the messages do not fit through the link."""
    return load(weight, scenario) >= 1


def saturating_rate(weight: Weight, scenario: Scenario) -> float:
    """Return the messages per second from which on the link is saturated."""
    return scenario.bandwidth_bits_per_s / (BITS_PER_BYTE * weight.bytes)


def difference(reference: Weight, other: Weight) -> Difference:
    """Return what ``other`` takes less than ``reference``, with the error of the difference.

    Times that were paired in the run have a smaller error than the difference of two independent ones, times of the
    same cell have none; so have the compression's, where both are of one format.
    """
    codecs = in_full(
        _half_of_difference(reference.encode, other.encode, reference.candidate.encode, other.candidate.encode),
        _half_of_difference(reference.decode, other.decode, reference.candidate.decode, other.candidate.decode),
    )
    same_format = reference.format == other.format
    compression = (in_full(weight.compress.half, weight.decompress.half) for weight in (reference, other))
    less = reference.processor.estimate - other.processor.estimate
    half = quadrature(codecs, 0.0 if same_format else quadrature(*compression))
    return Difference(Term(less, half), reference.bytes - other.bytes)


def _half_of_difference(reference: Term, other: Term, reference_cell: Cell, cell: Cell) -> float | None:
    if reference_cell.cell == cell.cell:
        return 0.0
    ratio = cell.relative
    paired = (
        ratio is not None
        and ratio.to == f"{reference_cell.member}/{codec_name(reference_cell)}"
        and not (cell.net_ns.at_most or reference_cell.net_ns.at_most)
    )
    if not paired or ratio is None or ratio.low is None or ratio.high is None or reference.half is None:
        return quadrature(reference.half, other.half)
    # reference − other = reference × (1 − ratio)
    of_ratio = (ratio.high - ratio.low) / 2
    return quadrature(reference.estimate * of_ratio, (1 - ratio.estimate) * reference.half)


def saved_time(less: Difference, scenario: Scenario) -> Term:
    """Return what one message takes less, in nanoseconds; sizes and the link are known exactly."""
    transfer = transfer_ns(less.bytes, scenario.bandwidth_bits_per_s)
    return Term(less.processor.estimate + transfer, less.processor.half)


def saved_cores(less: Difference, scenario: Scenario) -> Term:
    """Return how many cores fewer are busy."""
    return cores(less.processor, scenario)


def saved_money(less: Difference, scenario: Scenario) -> Term:
    """Return what is not paid in a month."""
    return money(less.processor, less.bytes, scenario)


def crossover(first: Weight, second: Weight) -> float | None:
    """Return the bandwidth, in bits per second, at which both take equally long; None where one always wins."""
    later = second.processor.estimate - first.processor.estimate
    heavier = first.bytes - second.bytes
    if later == 0 or heavier == 0 or (later > 0) != (heavier > 0):
        return None
    return BITS_PER_BYTE * heavier / later * NS_PER_S


@dataclass(frozen=True, slots=True)
class Segment:
    """A range of bandwidths, in bits per second, and the codec that takes the least time within it."""

    from_bits_per_s: float
    to_bits_per_s: float
    best: Weight


def envelope(weights: Sequence[Weight]) -> tuple[Segment, ...]:
    """Return the codec with the least time at every bandwidth from 1 kbit/s to 1 Tbit/s, the slowest link first.

    Time is a line in 1/bandwidth, so that this is the lower envelope of lines: from one best codec to the next, which
    always is heavier and takes less processor time.
    """
    if not weights:
        return ()
    start = SLOWEST_BITS_PER_S
    best = min(weights, key=lambda weight: _at(weight, start))
    segments: list[Segment] = []
    while True:
        rivals = [
            (meeting, weight.processor.estimate, weight.name, weight)
            for weight in weights
            if weight.processor.estimate < best.processor.estimate
            and (meeting := crossover(best, weight)) is not None
            and meeting < FASTEST_BITS_PER_S
        ]
        if not rivals:
            return (*segments, Segment(start, FASTEST_BITS_PER_S, best))
        meeting, _, _, rival = min(rivals, key=lambda found: found[:3])
        if meeting > start:
            segments.append(Segment(start, meeting, best))
            start = meeting
        best = rival


def _at(weight: Weight, bandwidth: float) -> tuple[float, float, str]:
    processor = weight.processor.estimate
    return processor + transfer_ns(weight.bytes, bandwidth), processor, weight.name
