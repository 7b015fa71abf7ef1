"""The flow of a campaign, from payloads to a stored run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from weighbridge import interruption
from weighbridge.campaign.arrivals import Arrivals
from weighbridge.campaign.lending import References
from weighbridge.campaign.measuring import Measuring
from weighbridge.campaign.new_run import grown, new_run
from weighbridge.campaign.participants import NobodyReady, Participants
from weighbridge.campaign.plan import plan_cells
from weighbridge.campaign.progress import Progress
from weighbridge.campaign.reference import Reference, prepare_references
from weighbridge.campaign.selection import SelectionError
from weighbridge.campaign.settings import Settings, settings_of
from weighbridge.campaign.verification import Verified, verify_cells
from weighbridge.payloads.family import family_size
from weighbridge.payloads.payload import Payload
from weighbridge.store.database import StoreError, measuring
from weighbridge.store.journal import fold
from weighbridge.store.records import CellRecord, PayloadRecord, Run
from weighbridge.store.runs import add_run, find_run, grow_run, read_run, save_progress
from weighbridge_kit.values import from_text


def weigh(
    payloads: Sequence[Payload], arrivals: Arrivals, settings: Settings, database: Path, progress: Progress
) -> str:
    """Run a whole campaign, and return the run's name. Ctrl-C ends the measurement; what was measured is kept.

    Runners join as they get ready, and are timed by themselves first, so that there is soon something to tell of them;
    once all have joined, everybody takes turns until the budget is spent.

    Args:
        payloads: what is weighed.
        arrivals: the runners.
        settings: how to measure.
        database: where the run is kept.
        progress: hears how it goes.

    Raises:
        SelectionError: nothing is selected.
        StoreError: the database cannot be used, or another campaign measures into it.
        NobodyReady: no runner is.
    """
    payloads = [replace(payload, family=family_size(payload, settings.family)) for payload in payloads]
    with measuring(database), ExitStack() as lent, arrivals:
        return _Campaign(payloads, settings, database, progress, lent, arrivals).run()


class _Campaign:
    """A campaign that runners join."""

    def __init__(
        self,
        payloads: Sequence[Payload],
        settings: Settings,
        database: Path,
        progress: Progress,
        lent: ExitStack,
        arrivals: Arrivals,
        measuring: Measuring | None = None,
    ) -> None:
        self._payloads = payloads
        self._settings = settings
        self._database = database
        self._progress = progress
        self._lent = lent
        self._arrivals = arrivals
        self._measuring = measuring
        joined = [] if measuring is None else list(measuring.run.record.environment["runners"])
        self._expected = [*joined, *arrivals.expected]
        self._lots = len(joined) + arrivals.lots
        self._idle = Participants({})
        """Those of which nothing is measured: their failures are stored with the next who join."""
        self._nothing_selected: SelectionError | None = None

    def run(self) -> str:
        """Let everybody join, and measure."""
        if self._is_staged:
            self._progress.note(
                f"{self._arrivals.lots} runners join as they get ready; at most "
                f"{self._settings.longest_s(self._lots):g} s in all to measure."
            )
        try:
            for newcomers in self._arrivals:
                joined = self._admit(newcomers)
                if self._measuring is not None and joined:
                    with interruption.of_run(self._name), self._arrivals.paused():  # nothing is timed beside a compiler
                        self._measuring.open(joined, self._settings.share_for(joined, self._lots))
            self._finish()
        except KeyboardInterrupt:
            if self._measuring is None:
                raise
            self._measuring.interrupt()
            self._progress.note("Interrupted: what was measured is kept.")
        return self._name

    @property
    def _is_staged(self) -> bool:
        """Whether runners join one by one."""
        return self._arrivals.lots > 0 and self._lots > 1

    @property
    def _name(self) -> str:
        assert self._measuring is not None
        return self._measuring.run.record.run

    def _admit(self, newcomers: Participants) -> Sequence[CellRecord]:
        """Verify the cells of runners, and store them; return them."""
        newcomers = self._idle | newcomers
        if not newcomers.runners:
            self._idle = newcomers
            return ()
        known = self._lent.enter_context(References(newcomers.everyone))
        before = None if self._measuring is None else self._measuring.references
        first = 0 if self._measuring is None else 1 + max(cell.cell for cell in self._measuring.run.cells)
        settings = self._settings
        try:
            planned = plan_cells(newcomers, self._payloads, settings.selection, settings.baseline, first)
        except SelectionError as error:
            self._nothing_selected = error
            self._idle = replace(newcomers, runners={}, lenders=())
            return ()
        if settings.clock_hz is not None and all(cell.counter is None for cell in planned):
            raise SelectionError(
                "--clock is for emulated boards, and none takes part: leave it out, or name one with --targets"
            )
        self._idle = Participants({})
        references = prepare_references(self._payloads, newcomers, known, self._progress, settings.purpose, before)
        if not self._is_staged:
            self._progress.note(_prospect(planned, references, settings))
        verified = verify_cells(planned, newcomers, references, self._progress)
        known.rest()
        return self._join(newcomers, verified, references)

    def _join(
        self, newcomers: Participants, verified: Verified, references: Mapping[str, Reference]
    ) -> Sequence[CellRecord]:
        """Store what is found of runners; return the cells that the run has more than before."""
        if self._measuring is None:
            run = new_run(verified, newcomers, references, self._settings, self._expected)
            add_run(self._database, run)
            self._measuring = Measuring(run, newcomers, references, verified, self._database, self._progress)
            return run.cells
        everyone = self._measuring.participants | newcomers
        run, own = grown(self._measuring.run, verified, everyone, newcomers, references, self._settings, self._expected)
        grow_run(self._database, run, own.cells, own.failures)
        self._measuring.join(run, everyone, references, verified, own.cells)
        return own.cells

    def _finish(self) -> None:
        """Measure everybody."""
        if self._measuring is None:
            if not self._idle.failures and self._nothing_selected is not None:
                raise self._nothing_selected
            raise NobodyReady(self._idle)
        with interruption.of_run(self._name):
            if self._idle.failures or self._idle.absent:
                self._join(self._idle, Verified(), self._measuring.references)
            if self._is_staged:
                rows = [cell for cell in self._measuring.run.cells if cell.role == "codec"]
                left_s = max(self._measuring.budget_s - self._measuring.run.record.measured_s, 0)
                self._progress.note(
                    f"All have joined: {len(rows)} rows in {len({cell.participant for cell in rows})} runners; "
                    f"at most {left_s:.0f} s more to measure."
                )
            self._measuring.finish()


Assemble = Callable[[Collection[str], Sequence[Payload], Settings], Participants]
"""Builds the runners of some names, for some payloads, as a run's settings have them."""
Await = Callable[[Collection[str], Sequence[Payload], Settings], Arrivals]
"""Likewise, but they come as they get ready."""


def resume(name: str, assemble: Assemble, await_others: Await, database: Path, progress: Progress) -> str:
    """Go on with a run that was interrupted or killed: the same plan, and what is left of the budget.

    Runners that had not joined it yet do so now.

    Args:
        name: the run's, or what `find_run` takes for it.
        assemble: builds the runners that had joined.
        await_others: gets ready those that had not.
        database: where the run is kept.
        progress: hears how it goes.

    Returns:
        The run's full name.

    Raises:
        StoreError: the run is complete, or its codecs are no longer the same.
    """
    with measuring(database):
        name = find_run(database, name)
        fold(database, name)
        run = read_run(database, name)
        if run.record.status == "complete":
            raise StoreError(f"run {name} is complete. See it with: weighbridge report {name}")
        payloads = list(map(payload_of, run.payloads))
        settings = settings_of(run.record)
        participants = assemble({cell.participant for cell in run.cells}, payloads, settings)
        _check_same_codecs(run, participants)
        with interruption.of_run(name), References(participants.everyone) as lent:
            references = prepare_references(payloads, participants, lent, progress, settings.purpose)
            originals = [cell for cell in run.cells if cell.role != "twin" and cell.is_verified]
            verified = verify_cells(originals, participants, references, progress)
            _check_same_results(run, originals, verified.cells)
            run = run.model_copy(update={"record": run.record.model_copy(update={"status": "running"})})
            save_progress(database, run.record)
            lent.rest()
            measuring_on = Measuring(run, participants, references, verified, database, progress)
            awaited = run.record.environment.get("awaited", ())
            with ExitStack() as others, await_others(awaited, payloads, settings) as arrivals:
                settings = settings.open_ended(run.cells) if awaited else settings
                _Campaign(payloads, settings, database, progress, others, arrivals, measuring_on).run()
    return name


_CHECK_S = 0.01
_CHECK_S_PER_BYTE = 2e-7
"""What it takes to check a cell, as measured over all runners; text is quicker."""
_LONG_S = 60.0
"""So long nobody waits without being told why."""


def _prospect(cells: Sequence[CellRecord], references: Mapping[str, Reference], settings: Settings) -> str:
    """Say what the campaign will do, and how long that will take."""
    rows = [cell for cell in cells if cell.role == "codec"]
    timed = [cell for cell in rows if cell.counter is None]
    then = f"at most {round(settings.budget_for(cells), 1):g} s to measure" if timed else ""
    if len(timed) < len(rows):
        then += f"{', and ' if then else ''}as long as it takes to count each in two boots"
    runners = len({cell.participant for cell in rows})
    checking_s: dict[str, float] = {
        payload: count * (_CHECK_S + _CHECK_S_PER_BYTE * references[payload].timed.json_bytes)
        for payload, count in Counter(cell.payload for cell in cells).items()
    }
    why = ""
    for payload, longest_s in Counter(checking_s).most_common(1):
        if longest_s > _LONG_S:
            why = (
                f" Most of that is for {payload}, of which {references[payload].timed.json_bytes / 1e6:.0f} MB are "
                "weighed: a smaller --sample is quicker; where it is one long text, weigh another document."
            )
    return (
        f"{len(rows)} rows in {runners} {'runner' if runners == 1 else 'runners'}: up to "
        f"{max(sum(checking_s.values()), 1):.0f} s to verify them, then {then}.{why}"
    )


def payload_of(record: PayloadRecord) -> Payload:
    """Return the payload of a run that is kept."""
    documents = tuple(map(from_text, record.documents))
    return Payload(record.payload, documents, record.source, "", family=record.family, picked_share=record.picked_share)


def _check_same_codecs(run: Run, participants: Participants) -> None:
    present = {
        (participant.name, codec.full_name): codec.version
        for participant in participants.runners.values()
        for codec in participant.description.codecs
    }
    for cell in run.cells:
        if cell.role == "codec" and cell.is_verified:
            now = present.get((cell.participant, cell.name))
            if now != cell.library_version:
                raise StoreError(
                    f"run {run.record.run} cannot go on: it measured {cell.participant} {cell.name} "
                    f"{cell.library_version}, and here is {now or 'none'}. Start a new run instead."
                )


def _check_same_results(run: Run, then: Sequence[CellRecord], now: Sequence[CellRecord]) -> None:
    for before, after in zip(then, now, strict=True):
        if after.fidelity != before.fidelity:
            raise StoreError(
                f"run {run.record.run} cannot go on: {before.name} no longer gives the result it gave ({after.detail})"
            )
