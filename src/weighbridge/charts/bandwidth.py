"""The time of a call against the bandwidth of its link: a line a codec, and which of them is the best where."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from weighbridge.advise import units
from weighbridge.advise.candidates import Candidate, baseline_of, candidates_of
from weighbridge.advise.model import NS_PER_S, Weight, envelope, missing, transfer_ns, weigh
from weighbridge.advise.scenario import Scenario
from weighbridge.report import figures
from weighbridge.report.document import PayloadInfo, RunDocument

from .picture import ChartError, Picture, Row
from .placing import LEFT_BELOW, RIGHT_BELOW, Anchor, Label, place
from .rows import clock_notes, domain, format_groups, group_words, many, member_names, place_in, row_id, ticks

HEIGHT = 360
SLOWEST, FASTEST = 1e4, 1e10
_DENSE = 60
"""Points of a line per decade, so that no label fits between them."""
_COMMON = 1e6, 1e9
_ROOM = 8
"""How many times slower and faster than every crossing the axis reaches at least."""
_FOOT_PX = 16
_RULE_PX = 8
_AT_FOOT = (Anchor("left", "middle", 6, 0), Anchor("right", "middle", -6, 0))


Stretch = tuple[float, float, Weight]
Ends = tuple[float, float]


def weights_of(
    document: RunDocument,
    payload: PayloadInfo,
    members: Sequence[str],
    formats: Sequence[str],
    scenario: Scenario,
    *,
    exact: bool = False,
) -> list[Weight]:
    """Return what can be sent: codecs that both encode and decode, of which the run has all that the scenario needs."""
    candidates = (candidate for member in members for candidate in candidates_of(document, payload, member))
    return [
        weigh(candidate, scenario.compressor)
        for candidate in candidates
        if (not formats or candidate.format in formats)
        and (candidate.is_exact or not exact)
        and not missing(candidate, scenario.compressor)
    ]


def bandwidth(document: RunDocument, weights: Sequence[Weight], scenario: Scenario) -> Picture:
    """Return the time of one message on links from 10 kbit/s to 10 Gbit/s, but for the round trip.

    The round trip is the same for all codecs, and most often so long that it would hide what they differ in. So it is
    a line of its own.

    Args:
        document: the run that they are of.
        weights: what one message takes with each codec, of one payload.
        scenario: the user's bandwidth, round trip and compression.

    Raises:
        ChartError: there is none.
    """
    if not weights:
        raise ChartError(
            "There is nothing to plot: nothing that was chosen both encodes and decodes this payload, with sizes and "
            f"times for the compression {scenario.compressor!r}. Choose other formats, runners or compression."
        )
    groups = format_groups(document)
    names = _names(document, weights)
    barred = _barred(document, weights, scenario)
    rivals = [weight for weight in weights if not barred[_id(weight)]] or list(weights)
    every = [
        (max(segment.from_bits_per_s, SLOWEST), min(segment.to_bits_per_s, FASTEST), segment.best)
        for segment in envelope(rivals)
        if segment.to_bits_per_s > SLOWEST and segment.from_bits_per_s < FASTEST
    ]
    current = scenario.bandwidth_bits_per_s
    x = _interesting(every, current)
    stretches = [(max(low, x[0]), min(high, x[1]), best) for low, high, best in every if low < x[1] and high > x[0]]
    winners = {_id(best) for _, _, best in stretches}
    rows: list[Row] = [
        {
            "id": row_id(weight.candidate.encode),
            "line": _id(weight),
            "label": names[_id(weight)],
            "group": groups[weight.format],
            "lossy": not weight.candidate.is_exact,
            "best": _id(weight) in winners,
            "bandwidth": link,
            "time": time_on(weight, link),
        }
        for weight in weights
        for link in _links(*x)
    ]
    best_rows: list[Row] = [
        {"stretch": number, "label": names[_id(best)], "group": groups[best.format], "bandwidth": link,
         "time": time_on(best, link)}
        for number, (low, high, best) in enumerate(stretches)
        for link in _links(low, high)
    ]  # fmt: skip
    crossings: list[Row] = [
        {"bandwidth": low, "time": time_on(best, low), "text": units.bandwidth(low)} for low, _, best in stretches[1:]
    ]
    ends = domain([row["time"] for row in rows], "log", below=0.16, above=0.02)
    round_trip = scenario.rtt_s * NS_PER_S
    rules = _rules(crossings, min(max(current, x[0]), x[1]), x, ends)
    taken = rules + [
        (place_in(link, x, "log"), place_in(time_on(best, link), ends, "log"))
        for low, high, best in stretches
        for link in _links(low, high, _DENSE)
    ]
    return Picture(
        "bandwidth",
        {
            "rows": rows,
            "best": best_rows,
            "crossings": crossings,
            "feet": _feet(crossings, x, rules),
            "labels": _labels(stretches, names, x, ends, taken),
            "current": [
                {"bandwidth": current, "text": units.bandwidth(current), "right": current > math.sqrt(x[0] * x[1])}
            ]
            if x[0] <= current <= x[1]
            else [],
            "roundTrip": [{"time": round_trip, "text": f"round trip: {figures.duration(round_trip)} more"}]
            if ends[0] < round_trip < ends[1]
            else [],
        },
        {
            "y": "time of a call without its round trip, log scale",
            "x": "bandwidth of the link (bit/s), log scale",
            "xDomain": list(x),
            "yDomain": list(ends),
            "yTicks": ticks(ends, "log"),
            **group_words(groups, [best.format for _, _, best in stretches]),
        },
        f"Line chart of the time of a call with {many(len(weights), 'codec')} against bandwidth. "
        f"{_fastest(stretches, names)}",
        (
            _fastest(stretches, names),
            *_notes(weights, barred),
            *clock_notes(document, [weight.candidate.encode for weight in weights]),
        ),
    )


def time_on(weight: Weight, bits_per_s: float) -> float:
    """Return the nanoseconds of a message on a link, but for the round trip."""
    return weight.processor.estimate + transfer_ns(weight.bytes, bits_per_s)


def _links(low: float, high: float, per_decade: int = 8) -> list[float]:
    steps = max(math.ceil(math.log10(high / low) * per_decade), 1)
    return [float(low * (high / low) ** (step / steps)) for step in range(steps + 1)]


def _id(weight: Weight) -> str:
    return f"{weight.candidate.encode.member}/{weight.name}"


def _names(document: RunDocument, weights: Sequence[Weight]) -> dict[str, str]:
    titles = member_names(document)
    several = len({weight.candidate.encode.member for weight in weights}) > 1
    return {
        _id(weight): f"{weight.name} · {titles[weight.candidate.encode.member]}" if several else weight.name
        for weight in weights
    }


def _interesting(stretches: Sequence[Stretch], current: float) -> Ends:
    """Return the decades about all crossings, common links and the user's bandwidth."""
    crossings = [low for low, _, _ in stretches[1:]]
    slowest = min([_COMMON[0], current, *(crossing / _ROOM for crossing in crossings)])
    fastest = max([_COMMON[1], current, *(crossing * _ROOM for crossing in crossings)])
    return (
        max(10.0 ** math.floor(math.log10(slowest)), SLOWEST),
        min(10.0 ** math.ceil(math.log10(fastest)), FASTEST),
    )


def _labels(
    stretches: Sequence[Stretch], names: Mapping[str, str], x: Ends, y: Ends, taken: Sequence[tuple[float, float]]
) -> list[Row]:
    """Name each stretch of the envelope below its line, where no other line runs; the longest first."""
    named = []
    for low, high, best in sorted(stretches, key=lambda stretch: stretch[0] / stretch[1]):
        places = []
        for share in (0.5, 0.35, 0.65, 0.2, 0.8, 0.9, 0.98):
            link = low * (high / low) ** share
            row = {"bandwidth": link, "time": time_on(best, link), "text": names[_id(best)]}
            places.append(Label(place_in(link, x, "log"), place_in(row["time"], y, "log"), row))
        named.append(places)
    return place(named, taken, HEIGHT, (LEFT_BELOW, RIGHT_BELOW))


def _feet(crossings: Sequence[Row], x: Ends, rules: Sequence[tuple[float, float]]) -> list[Row]:
    """Say which crossings have room for their bandwidth at the foot of the chart."""
    feet = [[Label(place_in(row["bandwidth"], x, "log"), _FOOT_PX / HEIGHT, row)] for row in crossings]
    return place(feet, rules, HEIGHT, _AT_FOOT)


def _rules(crossings: Sequence[Row], current: float, x: Ends, y: Ends) -> list[tuple[float, float]]:
    """Return points along the upright rules of the chart, which no label may cover."""
    tops = [(row["bandwidth"], place_in(row["time"], y, "log")) for row in crossings] + [(current, 1.0)]
    steps = HEIGHT // _RULE_PX
    return [
        (place_in(link, x, "log"), step / steps) for link, top in tops for step in range(math.floor(top * steps) + 1)
    ]


def _fastest(stretches: Sequence[Stretch], names: Mapping[str, str]) -> str:
    parts = [f"{names[_id(best)]} up to {units.bandwidth(high)}" for _, high, best in stretches[:-1]]
    parts.append(f"{names[_id(stretches[-1][2])]}{' above' if parts else ' at every bandwidth shown'}")
    return f"The fastest: {', '.join(parts)}."


_LOSSY, _TREE, _ONE_LANGUAGE = "lossy", "encoded from a tree of the library's own", "made for one language"


def _barred(document: RunDocument, weights: Sequence[Weight], scenario: Scenario) -> dict[str, set[str]]:
    """Return why each is not to be called the fastest, as it would not be advised: for what its baseline is not."""
    made_for = {form.format for form in document.formats if form.made_for}
    own: dict[str, list[Candidate]] = {}
    for weight in weights:
        own.setdefault(weight.candidate.encode.member, []).append(weight.candidate)
    baselines = {member: baseline_of(candidates, scenario.baseline) for member, candidates in own.items()}
    barred = {}
    for weight in weights:
        candidate, baseline = weight.candidate, baselines[weight.candidate.encode.member]
        usual = (*scenario.accepted, *(baseline.losses if baseline else ()))
        reasons = {_LOSSY} if any(loss not in usual for loss in candidate.losses) else set()
        if candidate.is_prebuilt and not (baseline and baseline.is_prebuilt):
            reasons.add(_TREE)
        if candidate.format in made_for and not (baseline and baseline.format in made_for):
            reasons.add(_ONE_LANGUAGE)
        barred[_id(weight)] = reasons
    return barred


def _notes(weights: Sequence[Weight], barred: Mapping[str, set[str]]) -> tuple[str, ...]:
    notes = ["Strong line: the fastest at each bandwidth; thin lines: all others."]
    if any(not weight.candidate.is_exact for weight in weights):
        notes.append("Dashed: lossy.")
    if not all(barred.values()):
        found = set().union(*barred.values())
        reasons = [reason for reason in (_LOSSY, _TREE, _ONE_LANGUAGE) if reason in found]
        if reasons:
            notes.append(f"Not among the fastest: what is {' or '.join(reasons)}, and its baseline is not.")
    return tuple(notes)
