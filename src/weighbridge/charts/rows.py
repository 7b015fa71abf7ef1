"""What the rows of all charts have in common: names, formats' colours, numbers with their intervals."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from weighbridge.report import figures
from weighbridge.report.document import Cell, Interval, Relative, RunDocument
from weighbridge.report.tables import titles_of

from .picture import Row

Unit = Literal["relative", "time", "speed", "instructions", "allocated"]
Weight = Literal["net", "gross"]

OTHERS = "others"
_NAMED_FORMATS = 8
"""As many as colours and shapes that all people can tell apart."""

_WIDE = 5.0
"""Values are spread over a logarithmic scale where the largest is more than so many times the smallest."""
_FEW_DECADES = 4

_TIMES = ((1e9, "s"), (1e6, "ms"), (1e3, "µs"), (1.0, "ns"))
_COUNTS = ((1e9, "billion"), (1e6, "million"), (1e3, "thousand"), (1.0, ""))


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its interval; with ``at_most`` only ``high`` means something."""

    estimate: float
    low: float | None
    high: float | None
    text: str
    at_most: bool = False

    @property
    def shown(self) -> float:
        """Where it stands in a chart: at its bound, if no more is known."""
        return self.high if self.at_most and self.high is not None else self.estimate


@dataclass(frozen=True, slots=True)
class Scale:
    """The unit of an axis: what its numbers are divided by, and its name."""

    size: float
    unit: str


def row_id(cell: Cell) -> str:
    """Return what names a cell in the page's URL: ``python/orjson/encode/websocket``."""
    return f"{qualified(cell)}/{cell.operation}/{cell.payload}"


def qualified(cell: Cell) -> str:
    """Return the codec as ``relative.to`` names it: ``cpp/rapidjson[insitu]``."""
    return f"{cell.member}/{figures.codec_name(cell)}"


def member_names(document: RunDocument) -> dict[str, str]:
    """Return for every member its title, or its own name where another has the same title: no two rows may be alike."""
    titles = titles_of(document)
    count = Counter(titles.values())
    return {member: title if count[title] == 1 else member for member, title in titles.items()}


def labels(document: RunDocument, cells: Sequence[Cell]) -> dict[str, str]:
    """Return for every cell's `qualified` name what stands beside it: with its language, where there are several."""
    titles = member_names(document)
    several = len({cell.member for cell in cells}) > 1
    return {
        qualified(cell): f"{figures.codec_name(cell)} · {titles[cell.member]}" if several else figures.codec_name(cell)
        for cell in cells
    }


def format_groups(document: RunDocument) -> dict[str, str]:
    """Return for every format the group that has its colour: itself, if it is among the eight with the most cells.

    The whole run decides, so that a format keeps its colour whatever is selected.
    """
    titles = {info.format: info.title for info in document.formats}
    count = Counter(cell.format for cell in document.cells)
    order = sorted(count, key=lambda name: (-count[name], name))
    return {name: titles.get(name, name) if number < _NAMED_FORMATS else OTHERS for number, name in enumerate(order)}


def group_words(groups: Mapping[str, str], formats: Iterable[str]) -> Row:
    """Return the words for the legend: all groups of the run, and those of the formats that the chart shows."""
    present = {groups[name] for name in formats}
    domain = list(dict.fromkeys(groups.values()))
    return {"domain": domain, "present": [group for group in domain if group in present]}


def baseline_name(cells: Iterable[Cell]) -> str:
    """Return what cells are relative to, for an axis: ``python/json``, or ``each runner's json``."""
    to = list(dict.fromkeys(cell.relative.to for cell in cells if cell.relative))
    if len(to) == 1:
        return to[0]
    names = {name.partition("/")[2] for name in to}
    # Plain JSON has another name in most languages.
    return f"each runner's {names.pop() if len(names) == 1 else 'plain JSON'}"


def clock_notes(document: RunDocument, cells: Sequence[Cell]) -> list[str]:
    """Say whose times are wall times, where those of others are CPU times."""
    walls = {cell.member for cell in cells if cell.clock == "wall"}
    if not walls or all(cell.clock == "wall" for cell in cells):
        return []
    titles = [title for member, title in member_names(document).items() if member in walls]
    return [f"Wall times, not CPU times: {', '.join(titles)}."]


def many(count: int, what: str) -> str:
    """Write a count: ``1 codec``, ``7 codecs``."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def identity(cell: Cell, label: str, groups: Mapping[str, str]) -> Row:
    """Return what every row of a cell has."""
    return {
        "id": row_id(cell),
        "label": label,
        "group": groups[cell.format],
        "format": cell.format,
        "lossy": cell.fidelity == "lossy",
        "fidelity": figures.fidelity(cell),
    }


def time_of(cell: Cell, weight: Weight) -> Quantity:
    """Return a cell's time in nanoseconds."""
    if weight == "gross":
        return _certain(cell.gross_ns, figures.duration(cell.gross_ns.estimate))
    net = cell.net_ns
    return Quantity(net.estimate, net.low, net.high, figures.net_time(net), net.at_most)


def quantity(cell: Cell, unit: Unit, weight: Weight, json_bytes: int) -> Quantity | None:
    """Return what a cell weighs in a unit; None where that was not measured.

    Args:
        cell: with ``relative`` to the codec that is wanted.
        unit: times the baseline, nanoseconds, MB/s, instructions or bytes allocated.
        weight: which time, where the unit is a time or a speed.
        json_bytes: the payload's size, for the speed.
    """
    time = time_of(cell, weight)
    match unit:
        case "time":
            return time
        case "relative":
            return None if cell.relative is None else _certain(cell.relative, figures.relative(cell))
        case "speed":
            return None if time.at_most else _speed(time, json_bytes)
        case "instructions":
            return _count(cell.instructions)
        case "allocated":
            return _count(cell.allocated_bytes)


def _speed(time: Quantity, json_bytes: int) -> Quantity:
    megabytes = json_bytes * 1e3
    return Quantity(
        megabytes / time.estimate,
        None if time.high is None else megabytes / time.high,
        megabytes / time.low if time.low else None,
        f"{figures.significant(megabytes / time.estimate)} MB/s",
    )


def _count(number: float | None) -> Quantity | None:
    return None if number is None else Quantity(number, number, number, figures.size(round(number)))


def _certain(interval: Interval | Relative, text: str) -> Quantity:
    return Quantity(interval.estimate, interval.low, interval.high, text)


def interval_text(quantity: Quantity) -> str:
    """Write how sure a number is, for tooltips."""
    if quantity.at_most:
        return "not clearly above zero"
    if quantity.low is None or quantity.high is None:
        return "no interval: one process"
    if quantity.low == quantity.high:
        return "exact"
    return figures.margin(Interval(estimate=quantity.estimate, low=quantity.low, high=quantity.high))


def time_scale(largest: float) -> Scale:
    """Return the unit in which so many nanoseconds are a number of few digits."""
    return _scale(largest, _TIMES)


def count_scale(largest: float) -> Scale:
    """Return the unit for counts up to this."""
    return _scale(largest, _COUNTS)


def _scale(largest: float, scales: Sequence[tuple[float, str]]) -> Scale:
    return next((Scale(size, unit) for size, unit in scales if largest >= size), Scale(*scales[-1]))


def spread(values: Sequence[float]) -> Literal["log", "linear"]:
    """Return the kind of scale on which these can be told apart."""
    positive = [value for value in values if value > 0]
    return "log" if positive and max(positive) > _WIDE * min(positive) else "linear"


def domain(values: Sequence[float], kind: str, *, below: float, above: float) -> tuple[float, float]:
    """Return the ends of a scale that leaves these shares of its length free below and above the values."""
    low, high = (math.log(min(values)), math.log(max(values))) if kind == "log" else (min(values), max(values))
    if high - low <= 0:
        margin = 0.1 if kind == "log" else abs(high) * 0.1 or 1.0
        low, high = low - margin, high + margin
    length = (high - low) / (1 - below - above)
    low, high = low - below * length, high + above * length
    if kind == "log":
        return math.exp(low), math.exp(high)
    return (low if min(values) < 0 else max(low, 0.0)), high


def ticks(ends: tuple[float, float], kind: str) -> list[float] | None:
    """Return where a logarithmic scale has ticks: 1, 2 and 5 of each decade, or its beginning if there are many.

    None where Vega's own choice is good, as on linear scales.
    """
    if kind != "log":
        return None
    decades = range(math.floor(math.log10(ends[0])), math.ceil(math.log10(ends[1])) + 1)
    steps = (1, 2, 5) if len(decades) <= _FEW_DECADES else (1,)
    # Divided where the power is negative: 2 × 10⁻¹ is written 0.2, and not 0.2000…01.
    every = [step * 10**decade if decade >= 0 else step / 10**-decade for decade in decades for step in steps]
    return [float(tick) for tick in every if ends[0] <= tick <= ends[1]]


def place_in(value: float, ends: tuple[float, float], kind: str) -> float:
    """Return where on a scale a value stands, 0 at its low end and 1 at its high end."""
    low, high = ends
    if kind == "log":
        return math.log(value / low) / math.log(high / low)
    return (value - low) / (high - low)
