"""Where the advice would be another: at which bandwidth, at which rate, with which compressor, after which time."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, pairwise

from weighbridge.report.document import RunDocument

from .case import Case, consider
from .contest import Contest
from .model import (
    BITS_PER_BYTE,
    FASTEST_BITS_PER_S,
    NS_PER_S,
    SLOWEST_BITS_PER_S,
    Difference,
    Weight,
    crossover,
    fixed_ns,
    saved_money,
)
from .scenario import COMPRESSORS, Compressor, Scenario
from .verdict import Kind, decide


@dataclass(frozen=True, slots=True)
class Stretch:
    """A range of bandwidths, in bits per second, and the verdict within it."""

    from_bits_per_s: float
    to_bits_per_s: float
    kind: Kind
    best: Weight


def verdicts_by_bandwidth(contest: Contest, scenario: Scenario) -> tuple[Stretch, ...]:
    """Return the verdict at every bandwidth from 1 kbit/s to 1 Tbit/s, the slowest link first.

    What a verdict depends on changes at bandwidths that have a closed form; between two of them it is the same
    everywhere, so that asking once in each gap finds all.
    """
    inner = {point for point in _turning_points(contest, scenario) if SLOWEST_BITS_PER_S < point < FASTEST_BITS_PER_S}
    stretches: list[Stretch] = []
    for low, high in pairwise((SLOWEST_BITS_PER_S, *sorted(inner), FASTEST_BITS_PER_S)):
        verdict = decide(contest, replace(scenario, bandwidth_bits_per_s=math.sqrt(low * high)))
        last = stretches[-1] if stretches else None
        if last is not None and (last.kind, last.best.name) == (verdict.kind, verdict.best.name):
            stretches[-1] = replace(last, to_bits_per_s=high)
        else:
            stretches.append(Stretch(low, high, verdict.kind, verdict.best))
    return tuple(stretches)


def _turning_points(contest: Contest, scenario: Scenario) -> Iterator[float]:
    for weight in contest.weights:
        yield scenario.messages_per_s * BITS_PER_BYTE * weight.bytes  # the link is saturated up to here
    if scenario.minimise == "cost":
        return  # a bandwidth has no price
    form = contest.baseline.format
    own = [weight for weight in contest.others if weight.format == form]
    foreign = [weight for weight in contest.others if weight.format != form]
    for rivals in (own, foreign):
        for first, second in combinations(rivals, 2):
            yield from _present(crossover(first, second))
    pairs = [(contest.baseline, other) for other in contest.others]
    pairs += [(reference, other) for reference in own for other in foreign]
    conceding = [
        (plain, other)
        for rivals in (own, foreign)
        for plain in rivals
        for other in rivals
        if contest.concedes(other) and not contest.concedes(plain)
    ]
    for plain, other in conceding:
        yield from _half_as_much(contest.less(contest.baseline, plain), contest.less(contest.baseline, other))
    for reference, other in pairs + conceding:
        yield from _thresholds(reference, contest.less(reference, other), scenario)


def _thresholds(reference: Weight, less: Difference, scenario: Scenario) -> Iterator[float]:
    saved, half = less.processor.estimate, less.processor.half
    if half is None:
        return
    # saved + transfer of the bytes saved = 0, and = half
    yield from _present(_bandwidth(less.bytes, -saved))
    yield from _present(_bandwidth(less.bytes, half - saved))
    # saved + transfer of the bytes saved = threshold × (fixed + transfer of the reference's bytes)
    share = scenario.threshold
    yield from _present(_bandwidth(less.bytes - share * reference.bytes, share * fixed_ns(reference, scenario) - saved))


def _half_as_much(one: Difference, other: Difference) -> Iterator[float]:
    """Yield where one saves half as much as the other."""
    size, time = one.bytes - other.bytes / 2, one.processor.estimate - other.processor.estimate / 2
    yield from _present(_bandwidth(size, -time))


def _bandwidth(size: float, nanoseconds: float) -> float | None:
    """Return the bandwidth at which so many bytes take so long; None where there is none."""
    if size == 0 or nanoseconds == 0 or (size > 0) != (nanoseconds > 0):
        return None
    return BITS_PER_BYTE * size / nanoseconds * NS_PER_S


def _present(point: float | None) -> Iterator[float]:
    if point is not None:
        yield point


def payback_rate(less: Difference, scenario: Scenario) -> float | None:
    """Return the messages per second from which on a change pays for itself in time; None if none, or no cost is given.

    Prices are per message, so that what is saved grows with the rate.
    """
    monthly = saved_money(less, replace(scenario, messages_per_s=1.0)).estimate
    if scenario.change_cost is None or monthly <= 0:
        return None
    return scenario.change_cost / scenario.payback_months / monthly


def cases_by_compressor(document: RunDocument, case: Case, scenario: Scenario) -> tuple[tuple[Compressor, Case], ...]:
    """Consider a case under every compressor, and under none."""
    return tuple(
        (
            compressor,
            consider(document, case.payload, case.member, case.candidates, replace(scenario, compressor=compressor)),
        )
        for compressor in COMPRESSORS
    )
