"""What a run keeps of itself while it is measured: every sample at once, and now and then how far it has come."""

from __future__ import annotations

import time
from pathlib import Path

from weighbridge.campaign import quiet
from weighbridge.campaign.ledger import Ledger
from weighbridge.campaign.stopwatch import Stopwatch
from weighbridge.measure.pitch import quiet_pitch
from weighbridge.measure.samples import Sample, Samples
from weighbridge.store.journal import Journal, read_samples
from weighbridge.store.records import RunRecord, Status
from weighbridge.store.runs import save_progress

_SAVE_EVERY_S = 10.0


class Recording:
    """Keeps what is measured. Samples go to a journal, which is folded into the database now and then.

    Attributes:
        record: the run, as it was when this sitting began.
        earlier: its samples then.
        looks: the shares of the budget at which the results were looked at, those of earlier sittings included.
        taken: how many samples the run has.
        status: what the run will be when this sitting ends.
    """

    def __init__(self, record: RunRecord, database: Path, ledger: Ledger, watch: Stopwatch) -> None:
        """Go on with the journal of a run.

        Args:
            record: the run.
            database: where it is stored.
            ledger: what broke, and where the time went: it is stored with the run.
            watch: the time spent measuring: likewise.
        """
        self.record = record
        self.looks = list(record.looks)
        self._database = database
        self._ledger = ledger
        self._watch = watch
        self.earlier = self.samples()
        self.taken = len(self.earlier)
        self.status: Status = "interrupted"
        self._journal = Journal(database, record.run)
        self._saved = time.monotonic()

    def keep(self, sample: Sample) -> None:
        """Keep a sample for good."""
        self._journal.append(sample)
        self.taken += 1

    def samples(self) -> Samples:
        """Return every sample of the run so far."""
        return read_samples(self._database, self.record.run)

    def save(self) -> None:
        """Write how far the run has come, and fold its journal into the database."""
        self._journal.close()  # its file goes when it is folded
        save_progress(self._database, self._progress("running"))
        self._journal = Journal(self._database, self.record.run)
        self._saved = time.monotonic()

    def save_now_and_then(self) -> None:
        """Save, if the last time is a while ago."""
        if time.monotonic() - self._saved > _SAVE_EVERY_S:
            self.save()

    def end(self) -> RunRecord:
        """Save all, and return the run as it is now; once no more of it comes, remember how quiet the machine was."""
        self._journal.close()
        if self.status != "running":
            pitch_ns = quiet_pitch(self.samples().pitch_ns)
            if pitch_ns is not None:
                quiet.remember(pitch_ns)
        record = self._progress(self.status)
        save_progress(self._database, record, failures=self._ledger.failures, invalid=self._ledger.invalid)
        self._ledger.failures.clear()
        self._ledger.invalid.clear()
        return record

    def _progress(self, status: Status) -> RunRecord:
        progress = {
            "status": status,
            "measured_s": self._watch.seconds,
            "looks": tuple(self.looks),
            # A runner that is prepared aside may book meanwhile.
            "spent": {runner: dict(account) for runner, account in list(self._ledger.spent.items())},
        }
        return self.record.model_copy(update=progress)
