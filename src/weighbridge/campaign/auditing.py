"""Auditing: whose instructions a codec's pass takes, seen by callgrind, and what it allocates."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from weighbridge.campaign.counting import SLOWDOWN, passes_of
from weighbridge.campaign.participants import Participants
from weighbridge.campaign.progress import Progress
from weighbridge.campaign.reference import Reference
from weighbridge.campaign.verification import Loaded, Verified, recheck
from weighbridge.runners.answers import Codec, Timing
from weighbridge.runners.attribution import Shares, attribute
from weighbridge.runners.callgrind import CountedRunner, CounterError
from weighbridge.runners.client import RunnerClient
from weighbridge.runners.errors import RunnerError
from weighbridge.runners.launch import program_of, start
from weighbridge.runners.manifest import Manifest
from weighbridge.runners.profile import profile_per_pass
from weighbridge.store.records import TARE_PREFIX, CellRecord, FailureRecord


@dataclass(frozen=True, slots=True)
class Audited:
    """What was seen of a codec's operation on a payload.

    Attributes:
        cell: which.
        tare: the name of the tare whose instructions are taken off.
        gross: the instructions of a pass.
        net: what is left of them without the tare's.
        allocations: how many blocks a pass asks of the C library.
        allocated: an answer with how many bytes they have, where the runner tells.
    """

    cell: CellRecord
    tare: str
    gross: Shares
    net: Shares
    allocations: float
    allocated: Timing


@dataclass(frozen=True, slots=True)
class Audit:
    """What was found out of many cells.

    Attributes:
        audited: what was seen.
        absent: cells of codecs that are not there under valgrind, which shows programs a processor of its own.
        failures: what broke.
    """

    audited: list[Audited] = field(default_factory=list)
    absent: list[CellRecord] = field(default_factory=list)
    failures: list[FailureRecord] = field(default_factory=list)


def audit_cells(
    verified: Verified, participants: Participants, references: Mapping[str, Reference], progress: Progress
) -> Audit:
    """Audit every codec that was verified. One that breaks is a failure, and stops nothing.

    Args:
        verified: what verification found, of runners whose manifests say that their instructions can be counted.
        participants: the runners.
        references: payloads by name.
        progress: hears how it goes.
    """
    audit = Audit()
    cells = [cell for cell in verified.cells if cell.cell in verified.proofs and cell.role != "floor"]
    progress.stage("Auditing", len(cells))
    for participant in participants.runners.values():
        codecs = {codec.full_name: codec for codec in participant.description.codecs}
        for payload, reference in references.items():
            own = [cell for cell in cells if (cell.participant, cell.payload) == (participant.name, payload)]
            with _Watched(participant.manifest, reference, own, verified) as watched:
                _audit(own, codecs, watched, audit, progress)
    return audit


def _audit(
    cells: Sequence[CellRecord], codecs: Mapping[str, Codec], watched: _Watched, audit: Audit, progress: Progress
) -> None:
    """Audit the cells of a runner and a payload: first the tares."""
    tares: dict[tuple[str, str], Shares] = {}
    for cell in sorted(cells, key=lambda cell: cell.role != "tare"):
        progress.about(f"{cell.language} {cell.name} {cell.operation} {cell.payload}")
        try:
            if cell.role == "tare":
                tares[cell.operation, cell.name] = watched.look(cell)[0]
                continue
            tare = codecs[cell.name].tare[cell.operation]
            # A codec whose tare broke has no net number.
            if (off := tares.get((cell.operation, TARE_PREFIX + tare))) is not None:
                gross, allocations = watched.look(cell)
                audit.audited.append(
                    Audited(cell, tare, gross, gross.without(off), allocations, watched.allocated(cell))
                )
        except _AbsentError:
            audit.absent.append(cell)
        except (RunnerError, CounterError, OSError) as error:
            watched.abandon()
            audit.failures.append(FailureRecord.of(cell, "count", error))
        finally:
            progress.step()


class _AbsentError(Exception):
    """The runner has no such codec under valgrind."""


class _Watched:
    """A runner with a payload, under callgrind and beside it; new processes after each trouble."""

    def __init__(
        self, manifest: Manifest, reference: Reference, cells: Sequence[CellRecord], verified: Verified
    ) -> None:
        self._manifest = manifest
        self._reference = reference
        self._formats = {cell.format for cell in cells if cell.format}
        self._verified = verified
        self._processes = contextlib.ExitStack()
        self._profiled: tuple[CountedRunner, Loaded, frozenset[str]] | None = None
        self._plain: RunnerClient | None = None

    def look(self, cell: CellRecord) -> tuple[Shares, float]:
        """Return whose the instructions of a pass are, and how many blocks it allocates."""
        if self._profiled is None:
            runner = self._processes.enter_context(CountedRunner(self._manifest, profiled=True))
            offered = frozenset(codec.full_name for codec in runner.client.describe().codecs)
            self._profiled = runner, Loaded.load(runner.client, self._reference, self._formats), offered
        runner, loaded, offered = self._profiled
        if cell.role == "codec" and cell.name not in offered:
            raise _AbsentError
        wrong = recheck(loaded, cell, self._verified.proofs[cell.cell])
        if wrong is not None:
            raise CounterError(f"under valgrind it gives another result: {wrong}")
        pass_s = self._verified.seconds[cell.cell] * SLOWDOWN

        def work(passes: int) -> None:
            loaded.time(cell, passes, expected_s=passes * pass_s)

        profile = profile_per_pass(runner.profile, work, passes_of(self._reference.json_bytes))
        shares = attribute(profile.instructions, program_of(self._manifest), self._manifest.folder)
        if shares.unknown > shares.total / 2:
            raise CounterError("its program does not tell its source files: it has to be built with line tables, -g1")
        return shares, profile.allocations

    def allocated(self, cell: CellRecord) -> Timing:
        """Let the runner answer for one pass, without callgrind."""
        if self._plain is None:
            self._plain = self._processes.enter_context(start(self._manifest))
            self._plain.load(self._reference.load_for(self._formats))
        # The first pass of all may allocate what later ones reuse.
        return self._plain.time(cell.name, cell.operation, cell.payload, 1, untimed=1)

    def abandon(self) -> None:
        """End the processes; the next cell gets new ones."""
        self._processes.close()
        self._profiled = self._plain = None

    def __enter__(self) -> _Watched:
        return self

    def __exit__(self, *_: object) -> None:
        self.abandon()
