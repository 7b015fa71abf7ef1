"""What the user's application is like: its network, its rate, its prices, and what it asks of a codec."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, cast

from weighbridge.suggestion import suggest

Compressor = Literal["none", "gzip", "zstd", "brotli", "lz4"]
Objective = Literal["latency", "cost"]
Requirement = Literal["exact", "maintained", "schemaless", "readable", "checked", "owned", "fresh"]

COMPRESSORS: tuple[Compressor, ...] = ("none", "gzip", "zstd", "brotli", "lz4")
OBJECTIVES: tuple[Objective, ...] = ("latency", "cost")
REQUIREMENTS: tuple[Requirement, ...] = (
    "exact",
    "maintained",
    "schemaless",
    "readable",
    "checked",
    "owned",
    "fresh",
)

HOURS_PER_MONTH = 730.0


class AdviceError(ValueError):
    """Something asked for cannot be read or is not in the run; the message says what to write instead."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """What is asked about.

    Attributes:
        bandwidth_bits_per_s: what the link carries.
        rtt_s: round-trip time of the link.
        messages_per_s: how many messages are sent, each encoded and decoded once.
        compressor: what every message is compressed with.
        cpu_price_per_core_hour: in whichever currency; all money is in it.
        egress_price_per_gigabyte: per 10⁹ bytes sent.
        requirements: what a codec must be to be advised.
        accepted: losses, by name, that the application can live with beside those of the baseline.
        minimise: the time of one message, or the money that all of them cost.
        threshold: the least share of what is minimised that a change has to save.
        change_cost: what a change costs once, in the same currency.
        payback_months: where money is minimised, how soon a change has to have paid for itself.
        baseline: the codec that is used today; None for the one that the run compares with.
    """

    bandwidth_bits_per_s: float = 100e6
    rtt_s: float = 0.02
    messages_per_s: float = 10.0
    compressor: Compressor = "none"
    cpu_price_per_core_hour: float = 0.04
    egress_price_per_gigabyte: float = 0.09
    requirements: tuple[Requirement, ...] = ()
    accepted: tuple[str, ...] = ()
    minimise: Objective = "latency"
    threshold: float = 0.05
    change_cost: float | None = None
    payback_months: float = 12.0
    baseline: str | None = None


def read_scenario(
    *,
    baseline: str | None = None,
    bandwidth: str = "100Mbit/s",
    rtt: str = "20ms",
    rate: str = "10/s",
    compress: str = "none",
    cpu_price: str = "0.04/h",
    egress_price: str = "0.09/GB",
    require: Iterable[str] = (),
    accept: Iterable[str] = (),
    minimise: str = "latency",
    threshold: str = "5%",
    change_cost: str | None = None,
    payback: str = "12 months",
) -> Scenario:
    """Read a scenario as a user writes it.

    Raises:
        AdviceError: a value cannot be read; the message shows one that can.
    """
    return Scenario(
        bandwidth_bits_per_s=parse_bandwidth(bandwidth),
        rtt_s=parse_rtt(rtt),
        messages_per_s=parse_rate(rate),
        compressor=parse_compressor(compress),
        cpu_price_per_core_hour=parse_cpu_price(cpu_price),
        egress_price_per_gigabyte=parse_egress_price(egress_price),
        requirements=parse_requirements(require),
        accepted=tuple(_split(accept)),
        minimise=parse_objective(minimise),
        threshold=parse_threshold(threshold),
        change_cost=None if change_cost is None else parse_change_cost(change_cost),
        payback_months=parse_payback(payback),
        baseline=baseline,
    )


_PREFIXES = {"": 1.0, "k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}
_BANDWIDTHS = {f"{prefix}{unit}": size for prefix, size in _PREFIXES.items() for unit in ("bit/s", "bps")}
_TIMES = {"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "μs": 1e-6, "ms": 1e-3, "s": 1.0}
_RATES = {"/s": 1.0, "/min": 1 / 60, "/h": 1 / 3600}
_HOURLY = {"": 1.0, "/h": 1.0, "/hour": 1.0}
_PER_SIZE = {"": 1.0, "/GB": 1.0, "/TB": 1e-3}
_MONTHS = {"": 1.0, "month": 1.0, "months": 1.0, "year": 12.0, "years": 12.0}


def parse_bandwidth(text: str) -> float:
    """Read ``100Mbit/s``, ``1 Gbit/s``, ``56kbit/s``: bits per second, decimal prefixes."""
    if "B/s" in text:
        raise AdviceError(f"{text!r} counts bytes; a bandwidth is in bits: write 800Mbit/s for 100 MB/s")
    return _positive(text, _BANDWIDTHS, "a bandwidth", "100Mbit/s or 1Gbit/s")


def parse_rtt(text: str) -> float:
    """Read ``20ms``, ``150us``, ``0.1s``, ``0``: seconds."""
    return _number(text, {**_TIMES, "": 0.0} if text.strip() == "0" else _TIMES, "a round-trip time", "20ms or 0.1s")


def parse_rate(text: str) -> float:
    """Read ``2000/s``, ``90/min``, ``2k/s``: messages per second."""
    known = {f"{prefix}{unit}": _PREFIXES[prefix] * size for prefix in ("", "k", "M") for unit, size in _RATES.items()}
    return _positive(text, known, "a rate", "2000/s or 90/min")


def parse_cpu_price(text: str) -> float:
    """Read ``0.04/h``: money per core and hour."""
    return _number(text, _HOURLY, "a price of a core", "0.04/h")


def parse_egress_price(text: str) -> float:
    """Read ``0.09/GB``: money per 10⁹ bytes."""
    return _number(text, _PER_SIZE, "a price of traffic", "0.09/GB")


def parse_change_cost(text: str) -> float:
    """Read ``12000``: money, once."""
    return _number(text, {"": 1.0, "k": 1e3}, "what a change costs once", "12000 or 12k")


def parse_payback(text: str) -> float:
    """Read ``12 months``, ``2 years``, ``12``: months."""
    return _positive(text, _MONTHS, "a time to pay back", "12 months")


def parse_threshold(text: str) -> float:
    """Read ``5%`` or ``0.05``: a share below one."""
    share = _number(text, {"": 1.0, "%": 0.01}, "a threshold", "5% or 0.05")
    if share >= 1:
        raise AdviceError(f"{text!r} is no share below 100%: write 5% or 0.05")
    return share


def parse_compressor(text: str) -> Compressor:
    """Read the name of a compressor."""
    check_names("compressor", (text,), COMPRESSORS)
    return cast("Compressor", text)


def parse_objective(text: str) -> Objective:
    """Read what is to be minimised."""
    check_names("objective", (text,), OBJECTIVES)
    return cast("Objective", text)


def parse_requirements(texts: Iterable[str]) -> tuple[Requirement, ...]:
    """Read requirements, given one by one or with commas."""
    names = _split(texts)
    check_names("requirement", names, REQUIREMENTS)
    return tuple(name for name in REQUIREMENTS if name in names)


def _split(texts: Iterable[str]) -> list[str]:
    return [part.strip() for text in texts for part in text.split(",") if part.strip()]


def check_names(kind: str, names: Iterable[str], known: Collection[str]) -> None:
    """Check that every name is known.

    Raises:
        AdviceError: one is not; the message names those that come close, or all that there are.
    """
    for name in names:
        if name not in known:
            raise AdviceError(f"unknown {kind} {name!r}: {suggest(name, known)}")


def _number(text: str, units: Mapping[str, float], what: str, example: str) -> float:
    match = re.fullmatch(r"(\d+(?:\.\d+)?|\.\d+)\s*(\D*)", text.strip())
    if match is None or match[2] not in units:
        raise AdviceError(f"{text!r} is not {what}: write {example}")
    return float(match[1]) * units[match[2]]


def _positive(text: str, units: Mapping[str, float], what: str, example: str) -> float:
    value = _number(text, units, what, example)
    if value == 0:
        raise AdviceError(f"{text!r} is not {what}: it must be above 0, such as {example}")
    return value
