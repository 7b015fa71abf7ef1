"""A runner's answers, as ``docs/protocol.md`` specifies them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from weighbridge.runners.allocators import Heap
from weighbridge_kit.operations import Operation

PROTOCOL = 1
"""The version of the runner protocol that the core speaks."""

MOST = 2**53
"""No amount in an answer is larger: more than any machine has, and every whole number up to it is a float."""

CodecName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9._-]+$")]
StartsFrom = Literal["native", "library", "events"]
MapKind = Literal["list", "hash", "sorted"]


_LONGEST = 10_000
"""No text of a description is longer, in characters."""


class _Answer(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", strict=True, defer_build=True, str_max_length=_LONGEST)


class Clock(_Answer):
    """A clock that the runner times with; ``resolution_ns`` is the smallest step that it can tell."""

    name: str
    resolution_ns: float = Field(gt=0)


class CpuClock(Clock):
    """A clock of CPU time: that of the calling thread, or of all threads of the process."""

    covers: Literal["thread", "process"] = "thread"


Unit = Literal["instructions", "cycles"]


class Counter(_Answer):
    """What an emulated board counts instead of time, the same to the digit whenever it is done again."""

    name: str
    unit: Unit
    emulated: bool


class Clocks(_Answer):
    """The wall clock, and a clock of CPU time where there is one; or a counter, in the place of both."""

    wall: Clock | None
    cpu: CpuClock | None
    counter: Counter | None = None

    @model_validator(mode="after")
    def _tell_something(self) -> Self:
        if (self.wall is None) == (self.counter is None):
            raise ValueError("there is either a wall clock or a counter")
        return self


class Memory(_Answer):
    """What a board has room for, in bytes: a loaded payload, the heap that codecs share, the stack; None if unknown."""

    payload_bytes: int = Field(ge=0)
    heap_bytes: int | None = Field(ge=0)
    stack_bytes: int | None = Field(ge=0)


class Weight(_Answer):
    """What linking something adds to the program without any codec, in bytes: code and constants, and static RAM."""

    flash_bytes: int = Field(ge=0)
    ram_bytes: int = Field(ge=0)


class Footprint(Weight):
    """What linking a codec adds to the program without any, and each of its operations where it is linked alone."""

    operations: dict[Operation, Weight] = Field(default_factory=dict)

    def of(self, operation: Operation) -> Weight:
        """What is known of an operation: what it adds alone, or else with all others of the codec."""
        return self.operations.get(operation, self)


class Policies(_Answer):
    """How a codec works: what a reader must know to compare it with another.

    ``map`` is how the decoded tree (without a ``decode``, the one that ``encode`` starts from) finds an entry of a map;
    None where there is no tree. ``starts_from`` is what ``encode`` starts from, which decides its tare; None without an
    ``encode``.
    """

    buffers: Literal["fresh", "reuse"]
    strings: Literal["owned", "borrowed"]
    utf8: Literal["checked", "unchecked"]
    access: Literal["tree", "stream", "lazy"]
    map: MapKind | None = None
    api: str
    starts_from: StartsFrom | None
    threads: bool


class _Named(_Answer):
    codec: CodecName
    variant: CodecName | None
    format: str = Field(min_length=1)
    library: str = Field(min_length=1)
    operations: tuple[Operation, ...] = Field(min_length=1)

    @property
    def full_name(self) -> str:
        """``name`` or ``name[variant]``, as requests name it."""
        return self.codec if self.variant is None else f"{self.codec}[{self.variant}]"


class Codec(_Named):
    """A codec that the runner has; ``tare`` names for each operation the tare that is subtracted."""

    version: str = Field(min_length=1)
    tare: dict[Operation, str]
    policies: Policies
    homepage: str
    licence: str
    documentation: str
    source: str
    footprint: Footprint | None = None


class MissingCodec(_Named):
    """A codec that the runner has an adapter for, but no library; ``reason`` says how to get it."""

    reason: str


class Description(_Answer):
    """What a runner is and has."""

    protocol: Literal[1]
    runner: str
    language: str
    runtime: str
    compiler: str | None
    flags: str | None
    allocator: str | None = None
    heap: Heap | None = None
    clocks: Clocks
    memory: Memory | None = None
    tares: tuple[CodecName, ...]
    floors: tuple[CodecName, ...] = ()
    codecs: tuple[Codec, ...]
    missing: tuple[MissingCodec, ...]

    @model_validator(mode="after")
    def _holds_together(self) -> Self:
        names: set[str] = set()
        tares = set(self.tares)
        for codec in self.codecs:
            if codec.full_name in names:
                raise ValueError(f"two codecs are called {codec.full_name}")
            names.add(codec.full_name)
            for operation in codec.operations:
                tare = codec.tare.get(operation)
                if tare is None:
                    raise ValueError(f"{codec.full_name} names no tare for {operation}")
                if tare not in tares:
                    raise ValueError(f"{codec.full_name} names the tare {tare}, which the runner does not have")
        return self


@dataclass(frozen=True, slots=True)
class Checked:
    """What a ``check`` answered, a member a document of the payload.

    Attributes:
        encoded: the encoded documents, for ``encode``.
        hashes: the canonical hashes as 16 hexadecimal digits, for ``decode``, ``scan`` and tares.
        values: the decoded documents as value text, where they were asked for.
    """

    encoded: tuple[bytes, ...] = ()
    hashes: tuple[str, ...] = ()
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Timing:
    """What a ``time`` answered, for all iterations together.

    Attributes:
        wall_ns: the elapsed wall time, in nanoseconds; 0 where there is a counter instead of clocks.
        cpu_ns: the CPU time of the calling thread, or of the process, in nanoseconds, where there is a clock for it.
        allocated_bytes: what was allocated, where the runner can tell.
        allocated_objects: in how many pieces.
        peak_bytes: the most that one iteration held at once, where the runner can tell.
        stack_bytes: how deep the stack was below the operation at most, where the runner can tell.
        count: what the counter counted, where there is one.
        round_trip_ns: how long the core waited for the answer, in nanoseconds.
    """

    wall_ns: int
    cpu_ns: int | None
    allocated_bytes: int | None
    allocated_objects: int | None
    peak_bytes: int | None
    round_trip_ns: int
    stack_bytes: int | None = None
    count: int | None = None
