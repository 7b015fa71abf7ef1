"""What the user's application is like: its network, its rate, its prices, and what it asks of a codec."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Literal, TypedDict, Unpack, get_args

from pydantic import ConfigDict, Field

from weighbridge.compression.compressors import CompressorName
from weighbridge.engine import Refusal, call
from weighbridge.report.document import Document
from weighbridge.suggestion import suggest

Compressor = Literal["none", CompressorName]
Objective = Literal["latency", "cost"]
OnBoard = Literal["both", "encode", "decode"]
Requirement = Literal["exact", "maintained", "schemaless", "readable", "checked", "owned", "fresh"]
REQUIREMENTS: tuple[Requirement, ...] = get_args(Requirement)


class Scenario(Document):
    """What is asked about."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=True)

    bandwidth_bits_per_s: float = Field(default=100e6, description="what the link carries")
    rtt_s: float = Field(default=0.02, description="round-trip time of the link")
    messages_per_s: float = Field(default=10.0, description="how many messages are sent, each encoded and decoded once")
    compressor: Compressor = Field(default="none", description="what every message is compressed with")
    cpu_price_per_core_hour: float = Field(default=0.04, description="in whichever currency; all money is in it")
    egress_price_per_gigabyte: float = Field(default=0.09, description="per 10⁹ bytes sent")
    requirements: tuple[Requirement, ...] = Field(default=(), description="what a codec must be to be advised")
    accepted: tuple[str, ...] = Field(default=(), description="losses, by name, that the application can live with")
    minimise: Objective = Field(
        default="latency", description="the time of one message, or the money that all of them cost"
    )
    threshold: float = Field(default=0.05, description="the least share of what is minimised that a change has to save")
    change_cost: float | None = Field(default=None, description="what a change costs once, in the same currency")
    payback_months: float = Field(
        default=12.0, description="where money is minimised, how soon a change has to have paid for itself"
    )
    on_board: OnBoard = Field(default="both", description="what a board does with every message")
    energy_j_per_byte: float | None = Field(
        default=None, description="joules that a board takes for every byte on the wire; null if that is not known"
    )
    energy_j_per_million: float | None = Field(
        default=None, description="joules that it takes for a million instructions or cycles, whichever it counts"
    )
    battery_j: float | None = Field(default=None, description="joules that a board's battery holds")
    free_flash_bytes: float | None = Field(default=None, description="flash that a codec may add to a board's firmware")
    free_ram_bytes: float | None = Field(
        default=None, description="RAM that it may take there: static, heap and stack together"
    )
    baseline: str | None = Field(
        default=None, description="the codec that is used today; null for the one that the run compares with"
    )
    to: str | None = Field(default=None, description="the format or codec that is asked about; null for all")


class Options(TypedDict, total=False):
    """A scenario as a user writes it, such as ``100Mbit/s``; what is left out is as usual."""

    baseline: str | None
    bandwidth: str
    rtt: str
    rate: str
    compress: Compressor
    cpu_price: str
    egress_price: str
    require: Sequence[str]
    accept: Sequence[str]
    minimise: Objective
    threshold: str
    change_cost: str | None
    payback: str
    on_board: OnBoard
    energy_per_byte: str | None
    energy_per_million: str | None
    battery: str | None
    free_flash: str | None
    free_ram: str | None
    to: str | None


def read_scenario(**options: Unpack[Options]) -> Scenario:
    """Read a scenario; lists may be given one by one or with commas.

    Raises:
        Refusal: a value cannot be read; the message shows one that can.
    """
    required, accepted = (_split(options.get(name, ())) for name in ("require", "accept"))
    for name in required:
        if name not in REQUIREMENTS:
            raise Refusal(f"unknown requirement {name!r}: {suggest(name, REQUIREMENTS)}")
    written = options | {"require": [name for name in REQUIREMENTS if name in required], "accept": accepted}
    return Scenario.model_validate(call("readScenario", json.dumps(written)))


def _split(texts: Any) -> list[str]:
    return [part.strip() for text in texts for part in text.split(",") if part.strip()]
