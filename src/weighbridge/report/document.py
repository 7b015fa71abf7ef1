"""The documents that ``--json`` prints; their JSON schemas are in ``docs/schemas``.

Members are only ever added. Times are in nanoseconds per pass over the payload, sizes in bytes.
"""

from __future__ import annotations

import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from weighbridge.compression.compressors import CompressorName
from weighbridge.formats.hostile import Kind as HostileKind
from weighbridge.formats.hostile import Outcome as HostileOutcome
from weighbridge.runners.answers import Unit
from weighbridge.runners.manifest import participant_name
from weighbridge.schema.evolution import ChangeName
from weighbridge.store.records import Fidelity, SizeRecord, Stage, Status
from weighbridge.vectors import Ending, Expectation
from weighbridge_kit.operations import Operation


class Document(BaseModel):
    """What all of them share: unknown members are refused, and nothing changes once it is made."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, defer_build=True
    )  # built when it is first used: most commands use few


class Interval(Document):
    """An estimate with its 95 % interval; a bound is ``null`` where one generation of processes cannot tell it."""

    estimate: float
    low: float | None
    high: float | None


class NetTime(Document):
    """Gross minus tare. With ``at_most`` it is not clearly above zero: only ``high`` is to be shown, as "≤ high"."""

    estimate: float
    low: float | None
    high: float | None
    at_most: bool


class Relative(Document):
    """How many times the net time of the codec named in ``to`` this cell takes."""

    to: str
    estimate: float
    low: float | None
    high: float | None


class _OfRunner(Document):
    language: str
    runner: str
    target: str

    @property
    def participant(self) -> str:
        """The name of the runner on its target."""
        return participant_name(self.runner, self.target)


class AboutCodec(_OfRunner):
    """What is said of a codec begins with which it is."""

    codec: str
    variant: str | None
    format: str


class _Numbered(Document):
    cell: int = Field(description="its number in the run, which its samples bear")


class _Row(AboutCodec, _Numbered):  # in this order, the number comes first
    """What is said of a row before its numbers: codec × operation × payload on a target."""

    library: str
    library_version: str
    released: datetime.date | None = Field(
        description="when the version of the library that the project pins was released, where known"
    )
    operation: Operation
    payload: str
    fidelity: Fidelity
    losses: tuple[str, ...]
    notes: tuple[str, ...]
    bytes: int | None = Field(description="encoded size: what the codec made, or was given to decode")
    gzip_bytes: int | None = Field(description="the format's reference encoding after gzip -6")
    compressed_bytes: dict[CompressorName, int] | None = Field(
        description="``bytes`` after each compressor that suits the payload"
    )
    policies: dict[str, Any]
    links: dict[str, str]


ProfileVerdict = Literal["faster", "slower", "equal", "undecided"]


class Profiled(Document):
    """A cell's time ÷ that of the same codec in the runner itself, of which its target differs in one thing."""

    differs_in: Literal["compiler", "allocator"]
    name: str = Field(description="its compiler or allocator: ``gcc-os``, ``jemalloc``")
    to: str = Field(description="the runner's own: ``gcc-o3``, ``glibc``")
    estimate: float
    low: float | None
    high: float | None
    verdict: ProfileVerdict = Field(
        description="``equal``: the same within the run's precision; corrected for all such comparisons of the run"
    )


class ProfileWorth(Document):
    """What another compiler or allocator is worth to the codecs of a runner, all together."""

    runner: str
    differs_in: Literal["compiler", "allocator"]
    name: str
    to: str
    ratio: float = Field(description="of the times: the geometric mean over all cells")
    verdicts: dict[ProfileVerdict, int] = Field(description="how many cells have each")
    flash_ratio: float | None = Field(description="of the bytes of code, likewise; null where they are not known")


class Cell(_Row):
    """One row with its times."""

    gross_ns: Interval
    net_ns: NetTime
    first_call_ns: float | None = Field(description="median over processes of the first call in a fresh process")
    megabytes_per_second: float | None = Field(description="minified JSON size of the payload, divided by the net time")
    relative: Relative | None = Field(description="to the runner's plain JSON, or to --baseline")
    rank: int = Field(description="among all runners; cells that are not resolved share a rank")
    tied_with: tuple[str, ...] = Field(description="codecs of any runner, as runner/codec, not resolved from this")
    rank_in_language: int = Field(description="among the codecs of its runner on its target")
    samples: int
    processes: int
    wall_ns: float | None = Field(description="median wall time of a pass, gross: beside the CPU time of threads")
    preempted: float = Field(description="the share of samples whose wall time far exceeded their CPU time")
    settled: bool = Field(description="whether its speed was steady before it was timed, in most processes")
    clock: Literal["cpu", "wall"]
    allocated_bytes: float | None = Field(description="per pass over the payload, where the runtime tells")
    allocated_objects: float | None
    peak_bytes: float | None = Field(description="the most that one pass held at once, where the runtime tells")
    instructions: float | None = Field(
        description="per pass over the payload, less those of the tare, where they were counted (by callgrind)"
    )
    flash_bytes: int | None = Field(
        default=None,
        description="code and constants that the operation adds to a program without any codec; where it is not linked "
        "alone, the codec with all its operations",
    )
    ram_bytes: int | None = Field(default=None, description="static RAM that it adds")
    profile: Profiled | None = Field(
        default=None, description="where its target is the runner with another compiler, or another allocator"
    )


class CountedRelative(Document):
    """How many times the net count of the codec named in ``to`` this cell takes: exactly, without an error."""

    to: str
    ratio: float


class CountedCell(_Row):
    """One row of an emulated board: what it counts repeats to the digit, and is no time. Bytes are of memory."""

    unit: Unit = Field(description="what is counted; rows of one unit and board are ranked together, and no others")
    gross: int = Field(description="of one pass over the payload")
    tare: int = Field(description="what the harness itself takes of that")
    net: int
    relative: CountedRelative | None = Field(description="to the board's plain JSON, or to --baseline")
    rank: int = Field(description="among the codecs of its board")
    estimated_ns: float | None = Field(
        description="the net count at the clock that was given, one a tick: an estimate, which no board has measured"
    )
    allocated_bytes: int | None = Field(description="per pass over the payload")
    allocated_objects: int | None
    peak_bytes: int | None = Field(description="the most of the heap that one pass held at once")
    stack_bytes: int | None = Field(description="how deep the stack was at most")
    flash_bytes: int | None = Field(description="code and constants that the codec adds to the firmware without any")
    ram_bytes: int | None = Field(description="static RAM that it adds")


class TooLarge(AboutCodec):
    """What did not fit into a board's memory, with the numbers."""

    operation: Operation
    payload: str
    reason: str


class Saving(_OfRunner):
    """What a format saves against JSON on a board, as shares of what JSON takes: the mean over payloads."""

    json_codec: str = Field(description="what is compared with, with its variant")
    codec: str
    variant: str | None
    format: str
    library: str | None = Field(description="that both codecs are of; null where they are the fastest of their formats")
    encode: float | None = Field(description="0.6 is 60 % less than JSON takes; below zero it takes more")
    decode: float | None
    bytes: float
    payloads: int


class Floor(_OfRunner, _Numbered):
    """What no codec of a runner can go below: code of the harness alone, timed beside the codecs and never ranked."""

    floor: str = Field(
        description="``memcpy``: a copy of the payload's bytes in ``format``; ``walk``: a bare walk over the "
        "application's tree"
    )
    format: str | None
    operation: Operation
    payload: str
    bytes: int | None = Field(description="what is copied")
    gross_ns: Interval
    net_ns: NetTime
    megabytes_per_second: float | None = Field(description="minified JSON size of the payload, divided by the net time")
    relative: Relative | None = Field(description="to what the codecs of its runner are relative to")


class Approach(Document):
    """The fastest codec of a way to hold and to write documents: as trees or as types, with a schema or without."""

    name: str = Field(description="the way, in words; the first of a payload's and runner's is what people do today")
    codec: str
    variant: str | None
    format: str
    total_ns: float = Field(description="a pass, encoded and decoded, net")
    bytes: int
    losses: tuple[str, ...] = Field(description="what is lost on either way")


class TreesAndTypes(Document):
    """The approaches of a runner for a payload that it weighed both as trees and as types, side by side."""

    payload: str
    runner: str
    title: str = Field(description="the name that people know the runner by")
    approaches: tuple[Approach, ...]


class Failure(Document):
    """What broke, in which stage, in whose words."""

    runner: str
    codec: str | None
    operation: str | None
    payload: str | None
    stage: Stage
    message: str


class SelfCheck(Document):
    """The run's own A/A test: pairs of one codec registered twice, and how many came out different."""

    pairs: int
    different: int
    passed: bool


class CompressionTime(Document):
    """What a compressor takes for a payload in a format's reference encoding, per pass over its documents."""

    format: str
    compressor: CompressorName
    compress_ns: Interval
    decompress_ns: Interval


class WeighedPayload(Document):
    """What is weighed of a payload."""

    payload: str
    source: str
    documents: int
    json_bytes: int
    whole_documents: int | None = Field(
        default=None, description="of how many documents these are a sample; null if they are all, and whole"
    )
    whole_bytes: int | None = Field(default=None, description="the size of those as minified JSON")
    family: int = Field(
        default=1, description="how many payloads of its shape are timed in its place, itself among them"
    )
    picked_share: float | None = Field(
        default=None, description="the share of its fields that are picked, where it is weighed for that alone"
    )


class PayloadInfo(WeighedPayload):
    """A payload of the run."""

    excerpt: str | None = Field(default=None, description="how its first document begins, as JSON")
    sizes: tuple[SizeRecord, ...]
    compression: tuple[CompressionTime, ...]


class FormatInfo(Document):
    """A format that some cell of the run has."""

    format: str
    title: str
    text: bool = Field(description="whether people can read it without a tool")
    schemaless: bool = Field(description="whether documents say by themselves what they hold")
    made_for: str | None = Field(
        default=None, description="the one language that it was made for, if it is not for all"
    )
    specification: str


class Moment(Document):
    """How high the tuning fork's pitch was about some time, in multiples of the quiet pitch."""

    at_s: float = Field(description="since the campaign began to measure")
    typical: float
    high: float = Field(description="a tenth of the forks were above this")


class Quietness(Document):
    """What the tuning fork beside every batch told of the machine."""

    quiet_ns: float | None = Field(description="what it takes on this machine when nobody shares the processor")
    quiet_share: float | None = Field(description="the share of batches that were timed then; null where no fork told")
    corrected: float | None = Field(
        description="how far above quiet the estimates' batches were on average, as a share: what had to be corrected"
    )
    moments: tuple[Moment, ...]


class Spent(Document):
    """Wall time that a runner's measurement, or the core's, spent on something."""

    runner: str = Field(description="``core`` where it is no runner's")
    activity: str = Field(
        description="such as ``timed batches``; ``aside`` is what was prepared on another processor meanwhile"
    )
    seconds: float


class SweptCodec(Document):
    """What a codec takes for a message, by the share of its fields that are read."""

    codec: str
    variant: str | None
    format: str
    lazy: bool = Field(description="whether it has a way of its own to single values, and need not read them all")
    message_ns: tuple[float, ...] = Field(description="net, for each of the shares")


class Sweep(Document):
    """A payload of which a growing share of fields is read, in a runner: the fastest codec over all shares first."""

    payload: str
    participant: str
    title: str
    operation: Operation
    shares: tuple[float, ...]
    codecs: tuple[SweptCodec, ...]
    lazy_pays_up_to: float | None = Field(
        description="the largest share up to which a lazy codec is the fastest; null where none is even at the smallest"
    )


class RunInfo(Document):
    """The run itself: when, with which settings, how it ended, and whether its own A/A test passed."""

    run: str
    started: datetime.datetime
    finished: datetime.datetime | None
    status: Status
    version: str
    settings: dict[str, Any]
    measured_s: float
    quietness: Quietness
    spent: tuple[Spent, ...]
    self_check: SelfCheck
    payloads: tuple[PayloadInfo, ...]


ProbeOutcome = Literal["exact", "lossy", "refused", "declined", "impossible", "wrong", "crashed", "hung"]


class Probe(Document):
    """A question of the fidelity matrix: a document of the value model, or bytes of one format or several."""

    probe: str
    description: str


class Probed(Document):
    """What became of a probe.

    ``impossible`` is what the format cannot hold, ``declined`` what the codec cannot take by its nature, ``refused``
    what it answered with an error, and ``wrong`` a difference that has no name.
    """

    probe: str
    outcome: ProbeOutcome
    losses: tuple[str, ...]
    notes: tuple[str, ...]
    detail: str


class ProbedCodec(AboutCodec):
    """What a codec's operation makes of probes."""

    library: str
    library_version: str
    operation: Operation
    probes: tuple[Probed, ...]


class MatrixDocument(Document):
    """What ``verify --matrix --json`` gives, and a run whose codecs were probed."""

    probes: tuple[Probe, ...]
    codecs: tuple[ProbedCodec, ...]
    failures: tuple[Failure, ...]


class VectorSource(Document):
    """Where test vectors come from: the package that ships them, with its licence; empty for this project's own."""

    name: str
    package: str
    licence: str


class VectorSuite(Document):
    """The test vectors of a format, by what a decoder has to do with them."""

    format: str
    sources: tuple[VectorSource, ...]
    accept: int
    refuse: int
    may: int


class FaultyVector(Document):
    """A vector that a decoder does not treat as the specification says; ``input`` is its beginning, in hexadecimal."""

    vector: str
    expect: Expectation
    input: str
    bytes: int
    ending: Ending
    fault: str


class ConformingCodec(AboutCodec):
    """How many of its format's vectors that must be accepted or refused a decoder treats so.

    ``accepted`` and ``refused`` count the vectors with which it may do either; ``faults`` has those on which it crashed
    or hung, too. ``given_up`` says that it hung so often that the rest was not tried.
    """

    library: str
    library_version: str
    operation: Operation
    tried: int
    right: int
    accepted: int
    refused: int
    given_up: bool
    faults: tuple[FaultyVector, ...]


class ConformanceDocument(Document):
    """What ``verify --conformance --json`` gives, and a run whose codecs were tried."""

    suites: tuple[VectorSuite, ...]
    codecs: tuple[ConformingCodec, ...]
    failures: tuple[Failure, ...]


class RunDocument(Document):
    """What ``run --json``, ``report --format json`` and ``export`` give."""

    run: RunInfo
    environment: dict[str, Any]
    formats: tuple[FormatInfo, ...]
    cells: tuple[Cell, ...]
    floors: tuple[Floor, ...] = ()
    counted: tuple[CountedCell, ...] = ()
    too_large: tuple[TooLarge, ...] = ()
    savings: tuple[Saving, ...] = ()
    trees_and_types: tuple[TreesAndTypes, ...] = ()
    profiles: tuple[ProfileWorth, ...] = ()
    sweeps: tuple[Sweep, ...] = ()
    matrix: MatrixDocument | None = Field(
        default=None, description="what ``verify --matrix`` found of the run's codecs, if it was asked"
    )
    conformance: ConformanceDocument | None = Field(default=None, description="and ``verify --conformance``")
    failures: tuple[Failure, ...]


class CodecRow(AboutCodec):
    """A row of ``list codecs --json``."""

    library: str
    library_version: str | None
    operations: tuple[Operation, ...]
    policies: dict[str, Any]
    installed: bool
    reason: str | None


class VerifiedCell(AboutCodec):
    """A row of ``verify --json``."""

    library: str
    library_version: str
    operation: Operation
    payload: str
    fidelity: Fidelity
    losses: tuple[str, ...]
    notes: tuple[str, ...]
    detail: str


class VerifyDocument(Document):
    """What ``verify --json`` gives; ``unsupported`` is what a format or codec cannot hold by nature."""

    payloads: tuple[WeighedPayload, ...]
    cells: tuple[VerifiedCell, ...]
    unsupported: tuple[VerifiedCell, ...]
    failures: tuple[Failure, ...]


EvolutionOutcome = Literal["works", "refuses", "misreads", "breaks"]


class SchemaChange(Document):
    """A change of a payload's schema that has reached one end only."""

    payload: str
    change: ChangeName
    text: str


class EvolvedCell(AboutCodec):
    """A row of ``evolve --json``: what a codec makes of documents that were written by another schema."""

    payload: str
    change: ChangeName
    outcome: EvolutionOutcome = Field(
        description="``refuses``: it says so; ``misreads``: it gives other values; ``breaks``: its runner dies"
    )
    losses: tuple[str, ...]
    detail: str


class EvolveDocument(Document):
    """What ``evolve --json`` gives."""

    changes: tuple[SchemaChange, ...]
    cells: tuple[EvolvedCell, ...]
    failures: tuple[Failure, ...]


class AttackFinding(Document):
    """What a decoder did with hostile bytes that it should have refused soon and in little memory."""

    outcome: HostileOutcome
    kind: HostileKind
    bytes: int
    input: str = Field(description="the smallest that does it, in hexadecimal; ``91*1000`` is a byte a thousand times")
    detail: str
    repeat: str = Field(description="the command that does it again")


class AttackedDecoder(AboutCodec):
    """A row of ``attack --json``: what a decoder makes of hostile bytes."""

    library: str
    library_version: str
    operation: Operation
    tried: int
    outcomes: dict[HostileOutcome, int] = Field(
        description="how many inputs it refuses, accepts, accepts though something follows after the document "
        "(``trailing``), accepts though they are no document (``garbage``), and how often it breaks"
    )
    findings: tuple[AttackFinding, ...]


class AttackDocument(Document):
    """What ``attack --json`` gives; ``inputs`` are those of each format."""

    seed: int
    inputs: dict[str, int]
    decoders: tuple[AttackedDecoder, ...]
    failures: tuple[Failure, ...]


class AuditedCell(AboutCodec):
    """A row of ``audit --json``: whose the instructions of a pass over the payload are."""

    operation: Operation
    payload: str
    tare: str = Field(description="the tare that is subtracted")
    instructions: float = Field(description="per pass over the payload, less those of the tare")
    tare_instructions: float = Field(description="those of the tare: what the harness surely adds")
    library: float = Field(description="the library's share of the instructions, inlined code too")
    standard: float = Field(description="that of the allocator, the C library and the language's standard library")
    adapter: float = Field(description="that of the adapter and the harness, without the tare")
    unknown: float = Field(description="that of code whose source file the program does not tell")
    adapter_counts: bool = Field(
        description="whether the adapter's share is so large that the row says little of the library"
    )
    allocations: float = Field(description="blocks that a pass over the payload asks of the C library, without growing")
    allocated_objects: int | None = Field(description="the same as the runner counts it, where it does")
    allocated_bytes: int | None = Field(description="per pass over the payload, where the runner tells")
    peak_bytes: int | None = Field(description="the most that one pass held at once, where the runner tells")


class NotAudited(Document):
    """A runner that is selected, but whose program cannot be looked into, or one of its codecs, and why."""

    runner: str
    codec: str | None = Field(default=None, description="with its variant; where it is null, the whole runner")
    title: str
    reason: str


class AuditDocument(Document):
    """What ``audit --json`` gives."""

    payloads: tuple[WeighedPayload, ...]
    most: float = Field(description="the share of an adapter that is still said to count for nothing")
    cells: tuple[AuditedCell, ...]
    not_audited: tuple[NotAudited, ...]
    failures: tuple[Failure, ...]


class Unrepresentable(Document):
    """A format that cannot hold a payload, and why."""

    payload: str
    format: str
    reason: str


class NotReady(Document):
    """A format whose reference codec is a runner's that is not ready, and what to do about it."""

    format: str
    reason: str


class SizesDocument(Document):
    """What ``sizes --json`` gives."""

    payloads: tuple[WeighedPayload, ...]
    sizes: tuple[SizeRecord, ...]
    unrepresentable: tuple[Unrepresentable, ...]
    not_ready: tuple[NotReady, ...]


class RunnerHealth(Document):
    """A runner in ``doctor --json``."""

    runner: str
    target: str
    title: str
    language: str
    ready: bool
    codecs: int
    runtime: str | None
    compiler: str | None
    built: Literal["here", "elsewhere"] | None = Field(
        description="whether it was built on this machine, or came built in a package; null where it is not built"
    )
    raised_priority: bool | None
    missing: tuple[str, ...]
    problems: tuple[str, ...]
    advice: tuple[str, ...]


class Stillness(Document):
    """What the tuning fork takes on this machine, in nanoseconds: how quiet it is before anything is measured."""

    quiet_ns: float | None = Field(description="in the quietest runs so far; null before the first run")
    now_ns: float | None = Field(
        description="right now, on the quietest processor; null where the system holds no thread on one"
    )
    is_quiet: bool | None = Field(description="whether now is as good as quiet; null where either is not known")


class DoctorDocument(Document):
    """What ``doctor --json`` gives."""

    machine: dict[str, Any]
    stillness: Stillness
    unconfined: str | None = Field(description="why runners are not kept from the user's files; null where they are")
    missing_extras: dict[str, str] = Field(
        description="what is not installed: by the extra of the package that brings it, what that is for"
    )
    runners: tuple[RunnerHealth, ...]


class FormatRow(Document):
    """A row of ``list formats --json``."""

    format: str
    title: str
    endings: tuple[str, ...]
    text: bool
    specification: str
    reference: str


class RunnerRow(Document):
    """A row of ``list runners --json``."""

    runner: str
    title: str
    language: str
    target: str
    baseline: str
    by_default: bool = Field(description="whether it takes part in a run that does not name it")
    folder: str


class FirmwareRow(Document):
    """A row of ``firmware list --json``."""

    target: str
    title: str
    image: str = Field(description="the file that the build makes")
    built: bool = Field(description="whether it is there, and made from what there is now")


class PayloadRow(Document):
    """A row of ``list payloads --json``."""

    payload: str
    description: str
    documents: int
    json_bytes: int


class RunRow(Document):
    """A row of ``list runs --json``."""

    run: str
    started: datetime.datetime
    status: Status
    measured_s: float
    payloads: tuple[str, ...]
