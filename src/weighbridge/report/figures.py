"""Numbers as people read them: three significant digits and a fitting unit."""

from __future__ import annotations

import math

from .document import (
    AboutCodec,
    Approach,
    Cell,
    CountedCell,
    Floor,
    Interval,
    NetTime,
    Profiled,
    Relative,
    Saving,
    SweptCodec,
    WeighedPayload,
)

_UNDECIDED = 0.5
"""Half the width of an interval, as a share of the estimate, beyond which nobody should read the estimate as known."""
_UNITS = ((1e9, "s"), (1e6, "ms"), (1e3, "µs"), (1.0, "ns"))


def significant(number: float, digits: int = 3) -> str:
    """Write a number with so many significant digits, without an exponent: ``1 230``, ``12.3``, ``0.0123``."""
    if number == 0 or not math.isfinite(number):
        return f"{number:g}"
    decimals = digits - 1 - math.floor(math.log10(abs(number)))
    rounded = round(number, decimals)
    # 9.996 has become 10.00: one digit before the point more, one behind it less.
    decimals = digits - 1 - math.floor(math.log10(abs(rounded)))
    return f"{rounded:,.{max(decimals, 0)}f}".replace(",", " ")


def duration(nanoseconds: float) -> str:
    """Write a time: ``183 ns``, ``1.52 µs``, ``12.0 ms``."""
    for size, unit in _UNITS:
        # Compared after rounding, so that 999.9 ns becomes 1.00 µs and not 1000 ns.
        if float(f"{abs(nanoseconds):.3g}") >= size:
            return f"{significant(nanoseconds / size)} {unit}"
    return f"{significant(nanoseconds)} ns"


def net_time(net: NetTime) -> str:
    """Write a net time; one that is not clearly above zero as a bound."""
    if net.at_most:
        return f"≤ {duration(net.high)}" if net.high is not None else "≈ 0"
    return duration(net.estimate)


def half_width(interval: Interval | NetTime | Profiled | Relative) -> float | None:
    """Return half the interval's width as a share of the estimate; None where there is no interval."""
    if interval.low is None or interval.high is None or not interval.estimate:
        return None
    return (interval.high - interval.low) / 2 / abs(interval.estimate)


def margin(interval: Interval | NetTime | Profiled | Relative) -> str:
    """Write half the interval's width: ``±0.4%``; ``±?`` where there is none, ``undecided`` where it tells nothing."""
    width = half_width(interval)
    if width is None:
        return "±?"
    return "undecided" if width > _UNDECIDED else f"±{significant(width * 100, 2)}%"


def tare_share(cell: Cell | Floor) -> str:
    """Write which share of the gross time was the tare: ``12%``."""
    if cell.net_ns.at_most:
        return ""
    return f"{1 - cell.net_ns.estimate / cell.gross_ns.estimate:.0%}"


def relative(cell: Cell | Floor) -> str:
    """Write how many times the baseline's time this cell takes: ``0.17×``."""
    return "" if cell.relative is None else f"{significant(cell.relative.estimate)}×"


def size(count: int | None) -> str:
    """Write a number of bytes in full, with thin groups of three digits."""
    return "" if count is None else f"{count:,}".replace(",", " ")


def about(count: int) -> str:
    """Write a number of bytes as it is said: ``816 bytes``, ``255 KB``, ``19.8 MB``."""
    for size, unit in ((1e9, "GB"), (1e6, "MB"), (1e3, "KB")):
        # Compared after rounding, as times are.
        if float(f"{count:.3g}") >= size:
            return f"{significant(count / size)} {unit}"
    return f"{count} bytes"


def weighed(payload: WeighedPayload) -> str:
    """Write of what a payload is a sample, and in what company it is timed; nothing where it is all, and alone."""
    return "; ".join(filter(None, (_picked(payload), _sample(payload), _family(payload))))


def _picked(payload: WeighedPayload) -> str:
    return "" if payload.picked_share is None else f"{payload.picked_share * 100:g} % of its fields are picked"


def _family(payload: WeighedPayload) -> str:
    others = payload.family - 1
    if others == 0:
        return ""
    return f"times are means over it and {others} {'other' if others == 1 else 'others'} of its shape"


def _sample(payload: WeighedPayload) -> str:
    if payload.whole_documents is None or payload.whole_bytes is None:
        return ""
    many = f"{size(payload.documents)} of {size(payload.whole_documents)} documents, "
    return (
        f"a sample: {many if payload.whole_documents > 1 else ''}{about(payload.json_bytes)} of "
        f"{about(payload.whole_bytes)}, drawn evenly; --sample all weighs everything"
    )


def saved(share: float) -> str:
    """Write which share is saved, as a change: ``−62.0 %``; ``+4.00 %`` where more is taken."""
    sign = "−" if share > 0 else "+" if share < 0 else "±"
    return f"{sign}{significant(abs(share) * 100)} %"


def frequency(hertz: float) -> str:
    """Write a clock: ``133 MHz``, ``32.8 kHz``."""
    for size, unit in ((1e9, "GHz"), (1e6, "MHz"), (1e3, "kHz")):
        if hertz >= size:
            return f"{significant(hertz / size)} {unit}"
    return f"{significant(hertz)} Hz"


def fidelity(cell: Cell | CountedCell) -> str:
    """Write what survives: ``exact``, or ``lossy: float32``."""
    return f"lossy: {', '.join(cell.losses)}" if cell.fidelity == "lossy" else cell.fidelity


def rank(number: int, *, shared: bool) -> str:
    """Write a rank, with ``=`` if it is shared."""
    return f"{number}=" if shared else f"{number}"


def codec_name(row: AboutCodec | Approach | Saving | SweptCodec) -> str:
    """Write the codec with its variant: ``rapidjson[insitu]``."""
    return f"{row.codec}[{row.variant}]" if row.variant else row.codec
