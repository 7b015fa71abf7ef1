"""The document that ``advise --json`` prints; its JSON schema is in ``docs/schemas``.

Members are only ever added. Everything is about one message; money is in the currency of the prices that were given.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from weighbridge.report.document import Document, Interval
from weighbridge.runners.answers import Unit

from .scenario import Compressor, Scenario

Kind = Literal["stay", "library", "format", "undecided", "none"]
Outcome = Literal["change", "no-gain", "noise", "threshold", "payback"]
Obstacle = Literal["self-check", "too-short", "missing", "absent", "saturated"]
LossKind = Literal["fidelity", "schema", "readability", "ecosystem", "buffers", "strings", "utf8", "tree", "release"]


class WeighedCodec(Document):
    """What one message takes with a codec, at both ends together; of a batch its share, but for total and wait."""

    codec: str
    format: str
    library: str
    library_version: str
    total_ns: Interval = Field(description="from the start of encoding to the acknowledgement")
    wait_ns: float = Field(description="how long a message waits on average until its batch is full")
    messages_per_batch: float = Field(
        description="how many are compressed, sent and decoded as one; 1 if each is alone"
    )
    encode_ns: Interval
    compress_ns: Interval
    transfer_ns: float
    decompress_ns: Interval
    decode_ns: Interval
    bytes_per_message: float
    cores: Interval
    money_per_month: Interval
    link_load: float = Field(description="share of the bandwidth that the messages take; from 1 on they queue for ever")
    saturating_messages_per_s: float
    settled: bool
    losses: tuple[str, ...]


class Savings(Document):
    """What a codec takes less than the baseline; below zero it takes more."""

    codec: str
    total_ns: Interval = Field(description="per message; says nothing where the baseline saturates the link")
    total_share: float = Field(description="of the baseline's total")
    bytes_per_message: float
    cores: Interval
    money_per_month: Interval
    payback_months: float | None = Field(description="null without a cost, or where no money is saved")


class Answered(Document):
    """One question: whether to change from ``reference`` to ``challenger``, or why not."""

    reference: str
    challenger: str | None
    outcome: Outcome | None
    by: Literal["objective", "processor"] | None = Field(
        description="what the change is judged by: what is minimised, or the processor time"
    )


class BestAtBandwidth(Document):
    """The codec that takes the least time in a range of bandwidths."""

    from_bits_per_s: float
    to_bits_per_s: float
    codec: str


class VerdictAtBandwidth(Document):
    """The verdict in a range of bandwidths."""

    from_bits_per_s: float
    to_bits_per_s: float
    kind: Kind
    codec: str


class VerdictAtRate(Document):
    """The verdict in a range of messages per second."""

    from_messages_per_s: float
    to_messages_per_s: float
    kind: Kind
    codec: str


class VerdictWithCompressor(Document):
    """The verdict with a compressor, or why there is none."""

    compressor: Compressor
    kind: Kind | None
    codec: str | None
    obstacle: Obstacle | None


class Flips(Document):
    """Where the advice would be another."""

    best_by_bandwidth: tuple[BestAtBandwidth, ...] = Field(description="from 1 kbit/s to 1 Tbit/s, whatever is asked")
    verdict_by_bandwidth: tuple[VerdictAtBandwidth, ...]
    verdict_by_rate: tuple[VerdictAtRate, ...]
    verdict_by_compressor: tuple[VerdictWithCompressor, ...]
    baseline_saturates_at_messages_per_s: float
    best_saturates_at_messages_per_s: float
    pays_back_from_messages_per_s: float | None = Field(
        description="with a cost of the change: the rate from which on it pays back in time"
    )


class LossInfo(Document):
    """Something that the baseline has and the codec that is talked about has not."""

    kind: LossKind
    text: str


class ExcludedCodec(Document):
    """A codec that may not be advised, and why."""

    codec: str
    reasons: tuple[str, ...]


class Fact(Document):
    """What there is to say beside the sentence, in words."""

    label: str
    parts: tuple[str, ...]


class Advice(Document):
    """What to do for one payload in one participant (a language, or a language in one of several places)."""

    payload: str
    language: str
    participant: str
    held: Literal["trees", "types"] = Field(
        default="trees", description="whether the application holds documents as trees of values or as types of its own"
    )
    title: str
    kind: Kind
    obstacle: Obstacle | None = Field(description="why there is nothing to advise, where ``kind`` is ``none``")
    headline: str = Field(description="the verdict in a line")
    sentence: str
    further: str = Field(description="how the other of the two questions was answered; empty where that adds nothing")
    more_s: float | None = Field(
        description="where it is undecided: about how many more seconds of measuring would tell"
    )
    close: tuple[str, ...] = Field(
        description="what would turn the verdict though it is near: half or twice the bandwidth, gzip or none"
    )
    facts: tuple[Fact, ...] = Field(description="what stands below the sentence on a terminal")
    baseline: WeighedCodec | None
    best: WeighedCodec | None = Field(description="what to use; the baseline itself where the advice is to stay")
    savings: Savings | None = Field(description="of the best, or where the advice is to stay, of the best alternative")
    other_library: Answered | None
    other_format: Answered | None
    flips: Flips | None
    losses: tuple[LossInfo, ...] = Field(description="by a change to the codec that ``savings`` is about")
    remarks: tuple[str, ...]
    candidates: tuple[WeighedCodec, ...] = Field(description="the baseline and all that may be advised; the best first")
    excluded: tuple[ExcludedCodec, ...]


class BoardCodec(Document):
    """What one message takes with a codec on an emulated board."""

    codec: str
    format: str
    library: str
    library_version: str
    count_per_message: float = Field(description="instructions or cycles, net, of what the board does with a message")
    bytes_per_message: float
    bytes_per_month: float
    energy_j_per_month: float | None = Field(description="null without a price of energy")
    battery_months: float | None = Field(description="how long the battery would last if it did nothing else")
    flash_bytes: int | None = Field(description="what the codec adds to the firmware")
    ram_bytes: int | None = Field(description="static RAM, and the most of heap and stack that a message takes")
    losses: tuple[str, ...]


class BoardAdvice(Document):
    """What to do for one payload on one emulated board."""

    payload: str
    participant: str
    title: str
    unit: Unit | None = Field(description="what it counts; null where nothing fits into it")
    kind: Kind = Field(
        description="``undecided`` where fewer bytes take more instructions or cycles, and no price tells which counts"
    )
    headline: str = Field(description="the verdict in a line")
    sentence: str
    facts: tuple[Fact, ...]
    baseline: BoardCodec | None
    best: BoardCodec | None = Field(description="what to use; the baseline itself where the advice is to stay")
    candidates: tuple[BoardCodec, ...] = Field(description="the baseline and all that may be advised; the best first")
    excluded: tuple[ExcludedCodec, ...]


class WeighedApproach(Document):
    """A way to hold and to write documents, with the codec that does best in it, and what a message takes with that."""

    name: str
    codec: WeighedCodec
    less_ns: Interval | None = Field(description="what a message takes less than in the first approach")


class WeighedApproaches(Document):
    """The approaches of a runner for a payload that it weighed as types; the first is the usual one."""

    payload: str
    runner: str
    title: str
    approaches: tuple[WeighedApproach, ...]


class AdviceDocument(Document):
    """What ``advise --json`` gives."""

    run: str
    scenario: Scenario
    asked: str = Field(description="the scenario in a sentence")
    assumed: str = Field(description="the link and the rate in a sentence")
    cautions: tuple[str, ...] = Field(
        description="what a reader must know of the run, such as how busy the machine was"
    )
    advice: tuple[Advice, ...]
    boards: tuple[BoardAdvice, ...] = ()
    approaches: tuple[WeighedApproaches, ...] = ()
