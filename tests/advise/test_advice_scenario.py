"""What users write is read, and what cannot be read is answered with what can."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from weighbridge.advise import scenario
from weighbridge.advise.scenario import AdviceError, Scenario, read_scenario


def test_the_defaults_are_those_of_a_scenario() -> None:
    assert read_scenario() == Scenario()


@pytest.mark.parametrize(
    ("read", "text", "value"),
    [
        (scenario.parse_bandwidth, "100Mbit/s", 100e6),
        (scenario.parse_bandwidth, "1 Gbit/s", 1e9),
        (scenario.parse_bandwidth, "56kbit/s", 56e3),
        (scenario.parse_bandwidth, "2.5Gbps", 2.5e9),
        (scenario.parse_bandwidth, "300bit/s", 300),
        (scenario.parse_bandwidth, "1Tbit/s", 1e12),
        (scenario.parse_rtt, "20ms", 0.02),
        (scenario.parse_rtt, "150us", 150e-6),
        (scenario.parse_rtt, "150µs", 150e-6),
        (scenario.parse_rtt, "0.1s", 0.1),
        (scenario.parse_rtt, "0", 0),
        (scenario.parse_rtt, "0ms", 0),
        (scenario.parse_rate, "2000/s", 2000),
        (scenario.parse_rate, "90/min", 1.5),
        (scenario.parse_rate, "7200/h", 2),
        (scenario.parse_rate, "2k/s", 2000),
        (scenario.parse_cpu_price, "0.04/h", 0.04),
        (scenario.parse_cpu_price, ".04", 0.04),
        (scenario.parse_egress_price, "0.09/GB", 0.09),
        (scenario.parse_egress_price, "90/TB", 0.09),
        (scenario.parse_egress_price, "0/GB", 0),
        (scenario.parse_change_cost, "12000", 12000),
        (scenario.parse_change_cost, "12k", 12000),
        (scenario.parse_payback, "12 months", 12),
        (scenario.parse_payback, "2 years", 24),
        (scenario.parse_threshold, "5%", 0.05),
        (scenario.parse_threshold, "0.05", 0.05),
        (scenario.parse_threshold, "0", 0),
    ],
)
def test_values_are_read(read: Callable[[str], float], text: str, value: float) -> None:
    assert read(text) == pytest.approx(value)


@pytest.mark.parametrize(
    ("read", "text", "hint"),
    [
        (scenario.parse_bandwidth, "100", "100Mbit/s"),
        (scenario.parse_bandwidth, "fast", "100Mbit/s"),
        (scenario.parse_bandwidth, "0Mbit/s", "above 0"),
        (scenario.parse_bandwidth, "-1Mbit/s", "100Mbit/s"),
        (scenario.parse_bandwidth, "100MB/s", "in bits: write 800Mbit/s"),
        (scenario.parse_rtt, "20", "20ms"),
        (scenario.parse_rtt, "20 parsecs", "20ms"),
        (scenario.parse_rate, "2000", "2000/s"),
        (scenario.parse_rate, "0/s", "above 0"),
        (scenario.parse_cpu_price, "cheap", "0.04/h"),
        (scenario.parse_cpu_price, "4/day", "0.04/h"),
        (scenario.parse_egress_price, "0.09/MB", "0.09/GB"),
        (scenario.parse_change_cost, "three weeks", "12000"),
        (scenario.parse_payback, "soon", "12 months"),
        (scenario.parse_threshold, "100%", "below 100%"),
        (scenario.parse_threshold, "5 percent", "5%"),
        (scenario.parse_compressor, "zst", "did you mean zstd?"),
        (scenario.parse_compressor, "xyzzy", "brotli, gzip, lz4, none, zstd"),
        (scenario.parse_objective, "latnecy", "did you mean latency?"),
    ],
)
def test_what_cannot_be_read_is_answered_with_what_can(read: Callable[[str], object], text: str, hint: str) -> None:
    with pytest.raises(AdviceError) as caught:
        read(text)
    assert hint in str(caught.value)
    assert repr(text) in str(caught.value)


def test_requirements_come_with_commas_or_one_by_one_in_one_order() -> None:
    assert scenario.parse_requirements(["fresh, exact", "maintained"]) == ("exact", "maintained", "fresh")
    with pytest.raises(AdviceError, match="did you mean maintained"):
        scenario.parse_requirements(["exact,maintaned"])
