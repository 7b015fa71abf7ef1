"""What a run is made of, as it is stored."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from weighbridge.compression.compressors import Compressed, CompressorName
from weighbridge.runners.answers import MOST, Unit
from weighbridge.runners.manifest import names_of, participant_name
from weighbridge_kit.operations import Operation

from .ranges import (
    Amount,
    Booked,
    Day,
    Fact,
    Line,
    Many,
    Moment,
    Name,
    Number,
    Open,
    Quantity,
    RunName,
    Seconds,
    Share,
    Version,
)
from .told import Environment, Settings

TARE_PREFIX = "tare:"
FLOOR_PREFIX = "floor:"
"""What the names of tares and floors begin with, in requests and in what is stored."""

Role = Literal["codec", "tare", "floor", "twin"]
Fidelity = Literal["exact", "lossy", "failed", "unsupported"]
Status = Literal["running", "interrupted", "complete"]
Stage = Literal["build", "start", "verify", "measure", "recheck", "count"]


def _possible(one: Compressed) -> Compressed:
    if not (0 <= one.bytes <= MOST and 0 <= one.dictionary_bytes <= MOST and 0 < one.messages_per_batch <= MOST):
        raise ValueError("no compressor leaves that")
    return one


_Possible = Annotated[Compressed, AfterValidator(_possible)]


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True, allow_inf_nan=False)


class RunRecord(_Record):
    """One campaign.

    Attributes:
        started, finished: UTC.
        measured_s: what was spent measuring, in seconds.
        looks: the shares of the budget at which the stop rule has looked.
        quiet_ns: what the tuning fork takes on this machine when it is quiet; None where that is not known.
        spent: per runner, the seconds of wall time of each activity (`campaign.ledger.Activity`).
    """

    run: RunName
    started: Moment
    finished: Moment | None = None
    status: Status = "running"
    version: Version
    settings: Settings
    environment: Environment
    measured_s: Seconds = 0.0
    looks: tuple[Quantity, ...] = ()
    quiet_ns: Annotated[float, Field(gt=0, le=1e15)] | None = None
    spent: dict[Name, dict[Name, Booked]] = {}


class PayloadRecord(_Record):
    """A payload with its documents as value text, and their size as minified JSON, in bytes.

    Where the documents are a sample, ``whole_documents`` and ``whole_bytes`` tell the same of what it was drawn from.
    ``family`` is how many payloads of the same shape were timed in its place, itself among them. Where it is weighed
    for picking alone, ``picked_share`` is the share of its scalars that are picked.
    """

    payload: Name
    source: Line
    documents: Annotated[tuple[str, ...], Field(min_length=1)]
    json_bytes: Many
    whole_documents: Many | None = None
    whole_bytes: Many | None = None
    family: Annotated[int, Field(ge=1, lt=2**31)] = 1
    picked_share: Share | None = None


class SizeRecord(_Record):
    """What a payload weighs in a format's reference codec, in bytes, plain and compressed."""

    payload: Name
    format: Name
    bytes: Amount
    compressed: dict[CompressorName, Annotated[Compressed, AfterValidator(_possible)]] = Field(
        description="by compressor"
    )
    unsuited: dict[CompressorName, Line] = Field(default={}, description="why a compressor has no use for it")
    reference: Line

    @model_validator(mode="before")
    @classmethod
    def _from_a_field_each(cls, data: Any) -> Any:
        """Read what earlier versions wrote: a field for each of the compressors of that time."""
        if not isinstance(data, dict) or "compressed" in data:
            return data
        sizes = {name: data[name] for name in ("gzip", "zstd", "brotli", "lz4") if name in data}
        others = {name: value for name, value in data.items() if name not in sizes}
        return others | {"compressed": {name: {"bytes": size} for name, size in sizes.items()}}


class CellRecord(_Record):
    """One codec × operation × payload on a target, or a tare, floor or twin of the harness's own."""

    cell: Number
    role: Role
    runner: Name
    language: Name
    target: Name
    codec: Name
    variant: Name | None = None
    format: Name | None = None
    library: Line | None = None
    library_version: Line | None = None
    operation: Operation
    payload: Name
    clock: Literal["cpu", "wall"]
    tare: Number | None = None
    twin_of: Number | None = None
    baseline: Number | None = None
    fidelity: Fidelity = "exact"
    losses: tuple[Line, ...] = ()
    notes: tuple[Line, ...] = ()
    detail: str = ""
    bytes: Amount | None = None
    compressed_bytes: dict[CompressorName, Amount] | None = None
    released: Day | None = None
    instructions: Quantity | None = None
    counter: Unit | None = None
    flash_bytes: Amount | None = None
    ram_bytes: Amount | None = None
    policies: dict[Name, Fact] = {}
    links: dict[Name, Line] = {}

    @property
    def name(self) -> str:
        """The codec as the protocol names it: ``codec`` or ``codec[variant]``."""
        return f"{self.codec}[{self.variant}]" if self.variant else self.codec

    @property
    def participant(self) -> str:
        """The name of the runner on its target."""
        return participant_name(self.runner, self.target)

    @property
    def qualified_names(self) -> tuple[str, ...]:
        """The codec as people may name it among those of all runners: ``rust/serde_json``, ``chromium/json``."""
        runner = names_of(language=self.language, runner=self.runner, target=self.target)
        return tuple(f"{name}/{self.name}" for name in runner)

    @property
    def is_of_harness(self) -> bool:
        """Whether it runs code of the harness alone."""
        return self.role in {"tare", "floor"}

    @property
    def is_verified(self) -> bool:
        """Whether its result was found to be right, so that it may be timed, or counted."""
        return self.fidelity in {"exact", "lossy"}

    @property
    def is_timed(self) -> bool:
        """Whether it may be timed: it was verified, and there is a clock."""
        return self.is_verified and self.counter is None

    @property
    def is_counted(self) -> bool:
        """Whether it may be counted, on an emulated board: it was verified, and there is a counter."""
        return self.is_verified and self.counter is not None


class CountRecord(_Record):
    """What a cell took on an emulated board, in a pass over the payload, after one of two boots."""

    cell: Number
    boot: Literal[1, 2]
    count: Amount
    allocated_bytes: Amount | None = None
    allocated_objects: Amount | None = None
    peak_bytes: Amount | None = None
    stack_bytes: Amount | None = None


class CompressionRecord(_Record):
    """A batch of a compressor over a payload in a format's reference encoding, in one fresh process.

    Times are of the whole batch, in nanoseconds; ``iterations`` counts passes over all documents of the payload.
    """

    payload: Name
    format: Name
    compressor: CompressorName
    operation: Literal["compress", "decompress"]
    wave: Number
    iterations: Many
    wall_ns: Amount
    cpu_ns: Amount


class SourceRecord(_Record):
    """The file of an adapter as it was when the run began; ``path`` is relative to the project."""

    path: Name
    text: str


FindingKind = Literal["matrix", "conformance"]


class FindingRecord(_Record):
    """What probes, or test vectors, told of an operation of a codec, apart from any run.

    It is of the library and the adapter that were probed: ``adapter`` is a digest of its source file. ``found`` is in
    UTC, ``finding`` what the command's document says of it.
    """

    kind: FindingKind
    runner: Name
    target: Name
    codec: Name
    operation: Operation
    library_version: Line
    adapter: Line
    found: Moment
    finding: Open


class FailureRecord(_Record):
    """Something that broke, where, and in whose words."""

    runner: Name
    codec: Name | None = None
    operation: Name | None = None
    payload: Name | None = None
    stage: Stage
    message: str

    @classmethod
    def of(cls, cell: CellRecord, stage: Stage, error: Exception) -> Self:
        """Tell what broke over a cell."""
        return cls(
            runner=cell.participant,
            codec=cell.name,
            operation=cell.operation,
            payload=cell.payload,
            stage=stage,
            message=str(error),
        )


class Run(_Record):
    """A run with everything but its samples."""

    record: RunRecord
    payloads: tuple[PayloadRecord, ...]
    sizes: tuple[SizeRecord, ...]
    cells: tuple[CellRecord, ...]
    failures: tuple[FailureRecord, ...]
    compressions: tuple[CompressionRecord, ...] = ()
    counts: tuple[CountRecord, ...] = ()
    sources: tuple[SourceRecord, ...] = ()
    findings: tuple[FindingRecord, ...] = ()
