"""Bandwidths, rates, shares and money as people read them."""

from __future__ import annotations

from weighbridge.report import figures

from .model import Term

_PREFIXES = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))


def bandwidth(bits_per_s: float) -> str:
    """Write a bandwidth: ``100 Mbit/s``, ``1.25 Gbit/s``."""
    for size, prefix in _PREFIXES:
        # Compared after rounding, so that 999.9 kbit/s becomes 1 Mbit/s.
        if float(f"{bits_per_s:.3g}") >= size:
            return f"{_short(bits_per_s / size, 3)} {prefix}bit/s"
    return f"{_short(bits_per_s, 3)} bit/s"


def rate(messages_per_s: float) -> str:
    """Write a rate of messages: ``2 000/s``."""
    return f"{_short(messages_per_s, 3)}/s"


def percent(share: float) -> str:
    """Write a share: ``1.7 %``, ``5 %``, ``120 %``, ``under 0.01 %``."""
    if 0 < abs(share) < 1e-4:
        return "under 0.01 %"
    return f"{_short(share * 100, 2)} %"


_NANOSECONDS = {"ns": 1.0, "µs": 1e3, "ms": 1e6, "s": 1e9}


def time(term: Term) -> str:
    """Write a time in nanoseconds with its half-width: ``80.0 ± 0.39 µs``, or ``1.80 ms ± 370 ns`` if that is tiny."""
    text = figures.duration(term.estimate)
    number, unit = text.rsplit(" ", 1)
    if term.half is None:
        return f"{number} ± ? {unit}"
    half = term.half / _NANOSECONDS[unit]
    if 0 < half < 0.01:
        return f"{text} ± {figures.duration(term.half)}"
    return f"{number} ± {figures.significant(half, 2)} {unit}"


def a(quantity: str) -> str:
    """Put the article before a quantity: ``a 24 ms``, ``an 8.86 ms``, ``an 11.0 ms``."""
    whole = quantity.split(".", maxsplit=1)[0].split(" ", maxsplit=1)[0]
    return f"{'an' if whole.startswith('8') or whole in {'11', '18'} else 'a'} {quantity}"


def with_half(term: Term) -> str:
    """Write an amount with its half-width: ``211 ± 0.023``."""
    return f"{figures.significant(term.estimate)} ± {'?' if term.half is None else figures.significant(term.half, 2)}"


def money(amount: float) -> str:
    """Write an amount of money, in whichever currency the prices were: ``3.20``, ``0.0123``, ``12 300``."""
    return figures.significant(amount)


def _short(number: float, digits: int) -> str:
    """Write a number with at most so many significant digits, and no zeros that say nothing."""
    text = figures.significant(number, digits)
    return text.rstrip("0").rstrip(".") if "." in text else text
