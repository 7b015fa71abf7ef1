"""The attack: hostile bytes for every decoder, and what each makes of them."""

from __future__ import annotations

import re
import signal
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from weighbridge.campaign.participants import Participant, Participants
from weighbridge.campaign.progress import Progress
from weighbridge.formats.confined import memory_for, seconds_for
from weighbridge.formats.format import Format
from weighbridge.formats.hostile import BROKEN, Input, Kind, Outcome, written
from weighbridge.formats.smallest import smallest
from weighbridge.formats.strictness import judge
from weighbridge.runners.client import Document, RunnerClient, Timeouts, prepare_load
from weighbridge.runners.confinement import limit_growth, peak_memory
from weighbridge.runners.errors import BadRequest, Died, Hung, Refusal, RunnerError, RunnerTrouble
from weighbridge.runners.launch import start
from weighbridge.store.records import CellRecord, FailureRecord

_PAYLOAD = "hostile"
_CEILING = 8
"""A runner may take so many times what counts as too much: what is beyond is refused to it."""
_SURELY = 4
"""So many times as long is waited before it is said that a decoder hangs."""
_ENOUGH = 2
"""After so many findings of an outcome by a kind of input, a decoder gets no more of the kind."""
_SHRINKING_S = 5.0
_JUDGED_AT_ONCE = 200
_TRIALS_OF_A_PROCESS = 20_000
"""What libraries keep for ever, such as the keys that they saw, must not add up to a finding."""
_WORDS = 1 << 16
_OF_MEMORY = re.compile(
    r"out of memory|outofmemory|bad_alloc|memoryerror|memory allocation|cannot allocate|allowed memory size"
    r"|allocation failed|nomemory",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Finding:
    """What a decoder did with an input.

    Attributes:
        outcome: what.
        kind: how the input was made.
        data: the smallest input that still does it.
        detail: the runner's or the strict reader's words.
    """

    outcome: Outcome
    kind: Kind
    data: bytes
    detail: str


@dataclass(slots=True)
class Attacked:
    """A decoder, how often it did what, the findings, and by which kinds of input its runner broke in another way."""

    cell: CellRecord
    outcomes: Counter[Outcome] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)
    unexplained: Counter[Kind] = field(default_factory=Counter)

    def is_known(self, kind: Kind) -> bool:
        """Whether enough is known of what inputs of a kind break in it."""
        found = Counter(one.outcome for one in self.findings if one.kind == kind)
        return self.unexplained[kind] >= _ENOUGH or any(found[outcome] >= _ENOUGH for outcome in BROKEN)

    def fail(self, entry: Input, message: str) -> FailureRecord:
        """Note, and tell, what broke that nobody can lay at the decoder's door."""
        self.unexplained[entry.kind] += 1
        words = f"given {len(entry.data):,} {entry.kind} bytes, {written(entry.data)[:80]}: {message}"
        return FailureRecord(
            runner=self.cell.participant,
            codec=self.cell.name,
            operation=self.cell.operation,
            stage="verify",
            message=words,
        )


@dataclass(frozen=True, slots=True)
class Attack:
    """What came of it all."""

    attacked: tuple[Attacked, ...]
    failures: tuple[FailureRecord, ...]


def attack(
    cells: Iterable[CellRecord],
    participants: Participants,
    inputs_of: Callable[[str], Sequence[Input]],
    format_of: Callable[[str], Format | None],
    progress: Progress,
) -> Attack:
    """Give hostile bytes to decoders, one runner after the other.

    Args:
        cells: the decoders.
        participants: the runners.
        inputs_of: makes the inputs of a format.
        format_of: finds a format with its strict reader, if it has one.
        progress: hears how it goes.
    """
    groups: dict[tuple[str, str], list[Attacked]] = defaultdict(list)
    for cell in cells:
        groups[cell.participant, cell.format or ""].append(Attacked(cell))
    progress.stage("Attacking", len(groups))
    failures: list[FailureRecord] = []
    for (name, form), decoders in groups.items():
        progress.about(f"{name} {form}")
        with _Victim(participants.runners[name], form) as victim:
            try:
                _attack(victim, decoders, inputs_of(form), format_of(form), failures)
            except RunnerError as error:  # it cannot even be started, or takes no payload
                failures.append(FailureRecord(runner=name, stage="start", message=str(error)))
        progress.step()
    return Attack(tuple(one for group in groups.values() for one in group), tuple(failures))


def _attack(
    victim: _Victim,
    decoders: Sequence[Attacked],
    inputs: Iterable[Input],
    form: Format | None,
    failures: list[FailureRecord],
) -> None:
    accepted: list[tuple[Input, list[Attacked]]] = []
    for entry in inputs:
        takers = []
        for decoder in decoders:
            if decoder.is_known(entry.kind):
                continue
            try:
                outcome, _ = victim.try_out(decoder.cell, entry.data)
            except RunnerError as error:
                failures.append(decoder.fail(entry, str(error)))
                continue
            if outcome in BROKEN:
                _pursue(victim, decoder, entry, outcome, failures)
            elif outcome == "accepts":
                takers.append(decoder)
            else:
                decoder.outcomes[outcome] += 1
        if takers:
            accepted.append((entry, takers))
        if len(accepted) == _JUDGED_AT_ONCE:
            _judge(accepted, form)
            accepted.clear()
    _judge(accepted, form)
    if form is not None:
        for decoder in decoders:
            _shrink_garbage(victim, decoder, form)


def _pursue(victim: _Victim, decoder: Attacked, entry: Input, outcome: Outcome, failures: list[FailureRecord]) -> None:
    """See whether a process of its own breaks as well, and find the smallest input that does it."""
    found: dict[bytes, tuple[Outcome, str]] = {}

    def breaks(data: bytes) -> bool:
        victim.restart()
        found[data] = victim.try_out(decoder.cell, data, patience=_SURELY)
        return found[data][0] == outcome

    try:
        if not breaks(entry.data):
            if outcome == "hangs":  # it was only late, as everything is on a busy machine
                decoder.outcomes[found[entry.data][0]] += 1
                return
            reason = f"{outcome}, but only after other inputs, so that nobody can say which did it"
            failures.append(decoder.fail(entry, reason))
            return
        deadline = time.monotonic() + _SHRINKING_S
        data = smallest(entry.data, breaks, enough=lambda: time.monotonic() > deadline)
    except RunnerError as error:
        failures.append(decoder.fail(entry, str(error)))
        return
    named: Outcome = "overflows" if (outcome, entry.kind) == ("crashes", "nested") else outcome
    decoder.outcomes[named] += 1
    decoder.findings.append(Finding(named, entry.kind, data, found[data][1]))


def _judge(accepted: Sequence[tuple[Input, Sequence[Attacked]]], form: Format | None) -> None:
    """Count what was accepted by what it is; keep the smallest garbage that each decoder took."""
    verdicts = judge(form, [entry.data for entry, _ in accepted]) if form else [None] * len(accepted)
    for (entry, takers), verdict in zip(accepted, verdicts, strict=True):
        outcome: Outcome = "accepts"
        if verdict is not None and verdict.kind in ("trailing", "garbage"):
            outcome = verdict.kind
        for decoder in takers:
            decoder.outcomes[outcome] += 1
            if outcome == "garbage" and verdict is not None:
                before = next((one for one in decoder.findings if one.outcome == "garbage"), None)
                if before is None or len(entry.data) < len(before.data):
                    decoder.findings = [one for one in decoder.findings if one is not before]
                    decoder.findings.append(Finding("garbage", entry.kind, entry.data, verdict.problem))


def _shrink_garbage(victim: _Victim, decoder: Attacked, form: Format) -> None:
    for place, found in enumerate(decoder.findings):
        if found.outcome != "garbage":
            continue
        problems = {found.data: found.detail}

        def taken(data: bytes, problems: dict[bytes, str] = problems) -> bool:
            if victim.try_out(decoder.cell, data)[0] != "accepts":
                return False
            verdict = judge(form, [data])[0]
            problems[data] = verdict.problem
            return verdict.kind == "garbage"

        deadline = time.monotonic() + _SHRINKING_S / 2
        try:
            data = smallest(found.data, taken, enough=lambda: time.monotonic() > deadline)  # noqa: B023 (called here)
        except RunnerError:
            continue  # what was found stays as it is
        decoder.findings[place] = Finding("garbage", found.kind, data, problems[data])


class _Victim:
    """A runner's process that may die; then a new one takes its place."""

    def __init__(self, participant: Participant, form: str) -> None:
        self._participant = participant
        self._format = form
        self._client: RunnerClient | None = None
        self._loaded: bytes | None = None
        self._peak = 0
        self._trials = 0

    def try_out(self, cell: CellRecord, data: bytes, *, patience: int = 1) -> tuple[Outcome, str]:
        """Let a decoder read an input.

        Raises:
            RunnerError: the runner, and not the decoder, is at fault.
        """
        client = self._ready(data, patience)
        outcome: Outcome = "accepts"
        detail = ""
        try:
            client.check(cell.name, cell.operation, _PAYLOAD)
        except BadRequest:
            raise
        except Refusal as error:
            outcome, detail = "refuses", error.reason
        except Hung as error:
            self.restart()
            return "hangs", error.reason
        except Died as error:
            self.restart()
            # Go says it first, and a screen of stacks afterwards.
            words = error.log.read_bytes()[:_WORDS].decode(errors="replace") if error.log else ""
            of_memory = error.status == -signal.SIGKILL or _OF_MEMORY.search(words + error.last_errors)
            return "over-allocates" if of_memory else "crashes", f"{error.reason}: {error.last_errors}".rstrip(": ")
        except RunnerTrouble:
            self.restart()
            raise
        return self._weigh(client, data) or (outcome, detail)

    def restart(self) -> None:
        """End the process; the next trial has a new one."""
        if self._client is not None:
            self._client.close()
        self._client, self._loaded = None, None

    def __enter__(self) -> _Victim:
        return self

    def __exit__(self, *_: object) -> None:
        self.restart()

    def _ready(self, data: bytes, patience: int) -> RunnerClient:
        """Return a process that has loaded an input."""
        self._trials += 1
        if self._trials % _TRIALS_OF_A_PROCESS == 0 or patience != 1:
            self.restart()
        if self._client is None:
            timeouts = Timeouts(request=float(seconds_for(0) * patience), bytes_per_s=1e6 / patience)
            self._client = start(self._participant.manifest, timed=False, timeouts=timeouts)
            self._client.describe()
        if self._loaded != data:
            self._client.load(prepare_load(_PAYLOAD, [Document("null", {self._format: data})]))
            self._loaded = data
            if self._client.process is not None:
                limit_growth(self._client.process, _CEILING * memory_for(len(data)))
                self._peak = peak_memory(self._client.process) or 0
        return self._client

    def _weigh(self, client: RunnerClient, data: bytes) -> tuple[Outcome, str] | None:
        """Say that a decoder took too much memory, if it did."""
        if client.process is None:
            return None
        before, self._peak = self._peak, peak_memory(client.process) or 0
        grown = self._peak - before
        if grown <= memory_for(len(data)):
            return None
        self.restart()  # the next peak would hide behind this one
        return "over-allocates", f"took {grown // 2**20:,} MiB"
