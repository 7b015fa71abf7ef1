"""The participants: the runners that take part, built and described."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from weighbridge.runners.answers import Description
from weighbridge.runners.library_sources import Unpacked
from weighbridge.runners.manifest import Manifest
from weighbridge.store.database import StoreError
from weighbridge.store.records import FailureRecord


@dataclass(frozen=True, slots=True)
class Participant:
    """A runner that is ready, and what it says of itself.

    Attributes:
        manifest: the runner's.
        description: what it says.
        raised_priority: whether the system granted it that.
        start_s: how long it took to start and to describe itself, in seconds.
        stale: whether what it is built from has changed since.
        unpacked: the libraries that were got for it out of packages, by name.
    """

    manifest: Manifest
    description: Description
    raised_priority: bool
    start_s: float = 60.0
    stale: bool = False
    unpacked: Mapping[str, Unpacked] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name of the runner on its target."""
        return self.manifest.participant


@dataclass(frozen=True, slots=True)
class Absence:
    """A runner that cannot take part because this machine lacks what it needs: why, and what to do about it."""

    manifest: Manifest
    reason: str
    advice: str

    def __str__(self) -> str:
        return f"{self.manifest.title} is left out: {self.reason}. {self.advice}"


Found = Participant | Absence | FailureRecord
"""What came of getting a runner ready."""


@dataclass(frozen=True, slots=True)
class Participants:
    """The runners that are ready, and those that are not.

    Attributes:
        runners: by name on their target, in the order of the manifests.
        failures: what broke on the way.
        absent: runners that this machine lacks something for.
        lenders: runners that do not take part, but lend their reference codecs to formats that the participants have.
    """

    runners: dict[str, Participant]
    failures: tuple[FailureRecord, ...] = ()
    absent: tuple[Absence, ...] = ()
    lenders: tuple[Participant, ...] = ()

    @classmethod
    def found(cls, found: Iterable[Found]) -> Participants:
        """Gather what came of getting runners ready."""
        found = list(found)
        return cls(
            runners={one.name: one for one in found if isinstance(one, Participant)},
            failures=tuple(one for one in found if isinstance(one, FailureRecord)),
            absent=tuple(one for one in found if isinstance(one, Absence)),
        )

    def __or__(self, others: Participants) -> Participants:
        """Return those that are in either."""
        return Participants(
            self.runners | others.runners,
            (*self.failures, *others.failures),
            (*self.absent, *others.absent),
            (*self.lenders, *others.lenders),
        )

    @property
    def names(self) -> set[str]:
        """The names of those that take part, and of those that would if they could."""
        return {
            *self.runners,
            *(failure.runner for failure in self.failures),
            *(absence.manifest.participant for absence in self.absent),
        }

    @property
    def formats(self) -> set[str]:
        """The formats that those that take part have a codec for."""
        return {codec.format for participant in self.runners.values() for codec in participant.description.codecs}

    @property
    def everyone(self) -> tuple[Participant, ...]:
        """Those that take part, and those that only lend."""
        return (*self.runners.values(), *self.lenders)


class NobodyReady(StoreError):
    """No runner of those that were selected can take part; the message says why, and what to do about it."""

    def __init__(self, participants: Participants) -> None:
        reasons = [*(one.message for one in participants.failures), *map(str, participants.absent)]
        super().__init__("\n".join(reasons) or "no runner fits this selection; see them with: weighbridge list runners")
