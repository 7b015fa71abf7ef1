"""Campaigns of scripted runners, as far as the point where measuring begins."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from weighbridge.campaign.arrivals import assemble
from weighbridge.campaign.ledger import Ledger
from weighbridge.campaign.lending import References
from weighbridge.campaign.participants import Participant, Participants
from weighbridge.campaign.plan import pair_cells, plan_cells
from weighbridge.campaign.progress import Silence
from weighbridge.campaign.reference import prepare_references
from weighbridge.campaign.selection import Selection
from weighbridge.campaign.stopwatch import Stopwatch
from weighbridge.campaign.verification import verify_cells
from weighbridge.campaign.visit import Campaign
from weighbridge.measure.cells import CellSpec
from weighbridge.measure.samples import Phase, Sample
from weighbridge.measure.schedule import Block, Lot, Sitting
from weighbridge.payloads.payload import Payload
from weighbridge.runners.manifest import read_manifests
from weighbridge.store.records import CellRecord
from weighbridge.store.specs import cell_specs

RUNNER = Path(__file__).with_name("scripted_runner.py")
PAYLOAD = Payload("small", ({"id": 1, "name": "text"},), "", "")


@dataclass
class Script:
    """A runner: its codecs with their nanoseconds an iteration, what goes wrong, and its manifest's warm-up."""

    name: str
    codecs: dict[str, int]
    faults: list[dict[str, Any]] = field(default_factory=list)
    least_ms: float = 0.0
    limit_ms: float = 10_000.0

    def write(self, root: Path) -> Path:
        """Write its folder, and return its ``runner.toml``."""
        folder = root / self.name
        folder.mkdir(parents=True, exist_ok=True)
        script = {"codecs": self.codecs, "faults": self.faults, "log": str(folder / "log")}
        command = json.dumps(["{python}", str(RUNNER), json.dumps(script)])
        (folder / "runner.toml").write_text(
            f'title = "{self.name}"\nlanguage = "{self.name}"\nbaseline = "{next(iter(self.codecs))}"\n'
            f'[start]\ncommand = {command}\nreads = ["{RUNNER.resolve().parents[2]}"]\nwrites = ["."]\n'
            f"[warmup]\nleast_ms = {self.least_ms}\nlimit_ms = {self.limit_ms}\n"
        )
        return folder / "runner.toml"


def fault(does: str, request: str, codec: str, *, after: int = 0) -> dict[str, Any]:
    return {"does": does, "request": request, "codec": codec, "after": after}


class Scene:
    """What measuring begins with. Faults that scripts name come only now: verification went well."""

    def __init__(self, folder: Path, *scripts: Script, operations: Sequence[str] = ("encode",)) -> None:
        self.folder = folder
        sound = [Script(s.name, s.codecs, [], s.least_ms, s.limit_ms).write(folder) for s in scripts]
        participants = assemble([manifest for file in sound for manifest in read_manifests(file)], Silence())
        assert participants.failures == ()
        with References(participants.everyone) as lent:
            references = prepare_references([PAYLOAD], participants, lent, Silence())
        planned = plan_cells(participants, [PAYLOAD], Selection(operations=tuple(operations)), None)
        verified = verify_cells(planned, participants, references, Silence())
        self.cells: tuple[CellRecord, ...] = tuple(pair_cells(verified.cells, participants, baseline=None, seed=1))
        for script in scripts:
            script.write(folder)
            (folder / script.name / "log").unlink()
        participants = Participants(
            {
                manifest.participant: Participant(
                    manifest, participants.runners[manifest.participant].description, raised_priority=False
                )
                for script in scripts
                for manifest in read_manifests(folder / script.name / "runner.toml")
            }
        )
        self.samples: list[Sample] = []
        self.ledger = Ledger()
        self.specs: list[CellSpec] = cell_specs(self.cells)
        self.campaign = Campaign(
            {cell.cell: cell for cell in self.cells},
            participants,
            references,
            verified.with_twins(self.cells).proofs,
            self.ledger,
            self.samples.append,
            Stopwatch(100.0),
        )

    def cell(self, name: str, *, runner: str | None = None, operation: str = "encode", role: str = "codec") -> int:
        (found,) = (
            cell.cell
            for cell in self.cells
            if (cell.name, cell.operation, cell.role) == (name, operation, role) and runner in {None, cell.runner}
        )
        return found

    def twin(self) -> CellRecord:
        return next(cell for cell in self.cells if cell.role == "twin")

    def asked(self, runner: str, request: str | None = None) -> list[dict[str, Any]]:
        """Return what a runner was asked, all its processes together."""
        file = self.folder / runner / "log"
        lines = map(json.loads, file.read_text().splitlines()) if file.exists() else ()
        return [line for line in lines if request in {None, line["request"]}]

    def processes(self, *runners: str) -> set[int]:
        return {line["process"] for runner in runners for line in self.asked(runner)}

    def of(self, phase: Phase, cell: int | None = None) -> list[Sample]:
        return [sample for sample in self.samples if sample.phase is phase and cell in {None, sample.cell}]


def sitting(scene: Scene, cells: Iterable[int], *blocks: tuple[int, ...], process: int = 0) -> Sitting:
    """Plan a process of the first runner."""
    numbered = tuple(Block(number, block) for number, block in enumerate(blocks))
    return Sitting(process, Lot(scene.cells[0].participant, 0), tuple(cells), numbered)


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
