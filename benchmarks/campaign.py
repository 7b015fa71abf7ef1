"""The long campaign: short runs one after the other, each as a user's run would be but without the stop rule.

Every codec is registered twice. Between the short runs the one-by-one protocol measures the same cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from benchmarks.one_by_one import Slot, take_slot
from benchmarks.scale import Scale
from weighbridge.campaign import quiet
from weighbridge.campaign.ledger import Ledger
from weighbridge.campaign.lending import References
from weighbridge.campaign.participants import Participants
from weighbridge.campaign.plan import pair_cells, plan_cells
from weighbridge.campaign.progress import Progress
from weighbridge.campaign.reference import Reference, prepare_references
from weighbridge.campaign.sampling import Sampling
from weighbridge.campaign.selection import Selection
from weighbridge.campaign.stopwatch import Stopwatch
from weighbridge.campaign.verification import Proof, verify_cells
from weighbridge.campaign.visit import Campaign
from weighbridge.measure.analysis import Analysis, analyse
from weighbridge.measure.calibration import TARGET_NS
from weighbridge.measure.cells import CellSpec
from weighbridge.measure.samples import Sample, Samples
from weighbridge.measure.schedule import Known
from weighbridge.measure.stop import PLANNED_LOOKS, look_due
from weighbridge.payloads.corpus import built_in_payload
from weighbridge.store.records import CellRecord
from weighbridge.store.specs import cell_specs

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Ground:
    """What every run of the long campaign starts from.

    Attributes:
        participants: the runners.
        references: the payload.
        cells: every verified cell by id: codecs, their twins, and the tares.
        specs: the same, as the measurement sees them.
        proofs: per cell id, what its check gave.
        check_ns: per cell id, how long its check took.
    """

    participants: Participants
    references: Mapping[str, Reference]
    cells: Mapping[int, CellRecord]
    specs: Sequence[CellSpec]
    proofs: Mapping[int, Proof]
    check_ns: Mapping[int, float]

    @property
    def codecs(self) -> list[CellRecord]:
        """The cells that are ranked."""
        return [cell for cell in self.cells.values() if cell.role == "codec"]

    @property
    def twins(self) -> list[tuple[int, int]]:
        """Each twin's id with its codec's."""
        return [(cell.cell, cell.twin_of) for cell in self.cells.values() if cell.twin_of is not None]

    @property
    def groups(self) -> list[list[int]]:
        """The ids of the codecs that are ranked together."""
        groups: dict[str, list[int]] = {}
        for cell in self.codecs:
            groups.setdefault(cell.operation, []).append(cell.cell)
        return list(groups.values())


def prepare(scale: Scale, participants: Participants, progress: Progress) -> Ground:
    """Verify the long campaign's cells, and give each codec a twin."""
    with References(participants.everyone) as known:
        references = prepare_references([built_in_payload(scale.payload)], participants, known, progress)
    selection = Selection(codecs=scale.codecs, operations=scale.operations)
    # A name selects its variants too, which are not wanted here.
    baselines = {
        f"{participant.manifest.language}/{participant.manifest.baseline}"
        for participant in participants.runners.values()
    }
    planned = [
        cell
        for cell in plan_cells(participants, [reference.payload for reference in references.values()], selection)
        if cell.role == "tare" or f"{cell.language}/{cell.name}" in baselines.union(scale.codecs)
    ]
    verified = verify_cells(planned, participants, references, progress)
    paired = pair_cells(verified.cells, participants, baseline=None, seed=0)
    own = [cell for cell in paired if cell.role != "twin" and cell.is_timed]
    first = max(cell.cell for cell in paired) + 1
    twins = [
        cell.model_copy(update={"cell": number, "role": "twin", "twin_of": cell.cell, "baseline": None})
        for number, cell in enumerate((cell for cell in own if cell.role == "codec"), first)
    ]
    cells = {cell.cell: cell for cell in (*own, *twins)}
    verified = verified.with_twins(list(cells.values()))
    return Ground(
        participants=participants,
        references=references,
        cells=cells,
        specs=cell_specs(cells.values()),
        proofs=verified.proofs,
        check_ns={cell: seconds * 1e9 for cell, seconds in verified.seconds.items()},
    )


@dataclass(frozen=True)
class ShortRun:
    """One short run.

    Attributes:
        specs: its cells.
        rows: its samples.
        processes: how many it had.
        measured_s: how long it took.
        failures: what broke on the way, in words.
    """

    specs: Sequence[CellSpec]
    rows: Sequence[Sample]
    processes: int
    measured_s: float
    failures: tuple[str, ...]

    @cached_property
    def analysis(self) -> Analysis:
        """What the run reports at its end, all planned looks taken."""
        return analyse(self.specs, Samples.from_rows(self.rows), looks=PLANNED_LOOKS, quiet_ns=quiet.recall())


def weigh(ground: Ground, budget_s: float, seed: int, first_process: int) -> ShortRun:
    """Measure for so many seconds, as a campaign does that decides nothing before its end."""
    guesses = {cell: max(check, TARGET_NS) for cell, check in ground.check_ns.items()}
    ledger = Ledger(batch_ns=guesses, setup_ns={cell: 4 * guess for cell, guess in guesses.items()})
    rows: list[Sample] = []
    watch = Stopwatch(budget_s)
    sampling = Sampling(
        ground.specs,
        Campaign(
            ground.cells,
            ground.participants,
            ground.references,
            ground.proofs,
            ledger,
            rows.append,
            watch,
        ),
        seed=seed,
        first_process=first_process,
        quiet_ns=quiet.recall(),
        patience_s=0.0,
        processes={},
    )
    looks: list[float] = []
    known = Known()
    try:
        while sampling.visit(None, known):
            share = watch.share
            if look_due(looks, share):
                looks.append(share)
                analysis = analyse(ground.specs, Samples.from_rows(rows), looks=looks, quiet_ns=quiet.recall())
                known = Known(noise_ratios=analysis.noise_ratios, spreads=analysis.spreads)
    finally:
        sampling.close()
    processes = len({row.wave for row in rows})
    failures = (*(str(failure) for failure in ledger.failures), *(words for _, words in ledger.invalid))
    return ShortRun(ground.specs, rows, processes, watch.seconds, failures)


@dataclass
class LongCampaign:
    """What the long campaign has measured so far.

    Attributes:
        ground: its cells.
        runs: the short runs, in the order in which they were taken.
        slots: what the one-by-one protocol gave in between.
    """

    ground: Ground
    runs: list[ShortRun] = field(default_factory=list)
    slots: list[Slot] = field(default_factory=list)

    def measure(self, scale: Scale, seed: int, tell: Tell) -> None:
        """Take every short run and slot. What is complete is kept, whatever interrupts it."""
        cells = len(self.ground.codecs) + len(self.ground.twins)
        budget_s = scale.cell_s * cells
        for number in range(scale.runs):
            tell(f"short run {number + 1} of {scale.runs}, {budget_s:.0f} s")
            # Numbers leave room for those that were begun and not timed.
            first_process = 1 + max((row.wave for run in self.runs for row in run.rows), default=-1)
            self.runs.append(weigh(self.ground, budget_s, seed + number, first_process))
            if len(self.slots) * scale.runs < (number + 1) * scale.slots - scale.runs / 2:
                tell(f"the one-by-one protocol, {budget_s:.0f} s")
                self.slots.append(
                    take_slot(self.ground.cells, self.ground.participants, self.ground.references, budget_s)
                )

    def analyse(self, runs: Iterable[ShortRun]) -> Analysis:
        """Analyse some short runs as one long run."""
        rows = (row for run in runs for row in run.rows)
        return analyse(self.ground.specs, Samples.from_rows(rows), quiet_ns=quiet.recall())
