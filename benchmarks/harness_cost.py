"""Harness cost: a library's call as `time` reports it, against the same call in a bare loop of the same language.

Batches of both take turns, in several pairs of fresh processes.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from types import TracebackType
from typing import Self

import numpy as np

from benchmarks.campaign import Tell
from benchmarks.scale import Scale
from weighbridge.campaign.lending import References
from weighbridge.campaign.participants import Participants
from weighbridge.campaign.progress import Progress
from weighbridge.campaign.reference import Reference, prepare_references
from weighbridge.measure.calibration import TARGET_NS, Probe, choose_iterations, next_probe
from weighbridge.measure.estimators import over_processes
from weighbridge.payloads.corpus import built_in_payload
from weighbridge.runners.client import RunnerClient
from weighbridge.runners.launch import start
from weighbridge.runners.manifest import Manifest

FOLDER = Path(__file__).resolve().parent / "bare"
BUILD = Path(__file__).resolve().parents[1] / "build" / "bare"
WARMUP_BATCHES = 10
ALIKE = (0.95, 1.05)


@dataclass(frozen=True, slots=True)
class Call:
    """A library's call that both sides make.

    Attributes:
        runner: the runner.
        codec: the codec there; ``[prebuilt]`` where the loop starts from the library's own tree.
        program: the bare program.
        format: of the document.
        operation: what it does.
    """

    runner: str
    codec: str
    program: str
    format: str
    operation: str


CALLS = (
    *(Call("python", name, name, form, operation)
      for name, form in (("json", "json"), ("orjson", "json"), ("msgpack", "msgpack"))
      for operation in ("encode", "decode")),
    Call("c", "yyjson[prebuilt]", "yyjson", "json", "encode"),
    Call("c", "yyjson", "yyjson", "json", "decode"),
    Call("c", "cjson[prebuilt]", "cjson", "json", "encode"),
    Call("c", "cjson", "cjson", "json", "decode"),
    Call("c", "mpack", "mpack", "msgpack", "decode"),
    Call("cpp", "nlohmann-json[prebuilt]", "nlohmann-json", "json", "encode"),
    Call("cpp", "nlohmann-json", "nlohmann-json", "json", "decode"),
    Call("cpp", "rapidjson[prebuilt]", "rapidjson", "json", "encode"),
    Call("cpp", "rapidjson", "rapidjson", "json", "decode"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class HarnessCost:
    """One call, both ways.

    Attributes:
        runner, codec, operation: which.
        bare_ns: the bare loop's time per call.
        ratio: time reported by the runner ÷ time in the bare loop.
        low, high: its 95 % interval over pairs of processes; None with one pair.
        processes: pairs of processes.
    """

    runner: str
    codec: str
    operation: str
    bare_ns: float
    ratio: float
    low: float | None
    high: float | None
    processes: int

    @property
    def is_alike(self) -> bool:
        """Whether the harness costs less than 5 %, and gives less."""
        return ALIKE[0] <= self.ratio <= ALIKE[1]


def harness_cost(
    scale: Scale, participants: Participants, seed: int, progress: Progress, tell: Tell
) -> list[HarnessCost]:
    """Compare every call of a runner that is there with its bare loop."""
    payload = built_in_payload(scale.payload)
    with References(participants.everyone) as known:
        reference = prepare_references([payload], participants, known, progress)[payload.name]
    commands = bare_commands({name: participant.manifest for name, participant in participants.runners.items()}, tell)
    found = []
    for number, call in enumerate(CALLS):
        command = commands.get((call.runner, call.program))
        if command is None:
            tell(f"{call.runner} {call.codec}: there is no bare program")
            continue
        tell(f"bare loop of {call.runner} {call.codec} {call.operation}")
        found.append(
            _compare(call, command, participants.runners[call.runner].manifest, reference, scale, seed + number)
        )
    return found


def bare_commands(manifests: Mapping[str, Manifest], tell: Tell) -> dict[tuple[str, str], list[str]]:
    """Build the bare programs; return how to start each, by runner and program."""
    commands: dict[tuple[str, str], list[str]] = {}
    if "python" in manifests:
        manifest = manifests["python"]
        python = str(manifest.folder / manifest.start.command[0])
        for call in CALLS:
            if call.runner == "python":
                commands["python", call.program] = [python, str(FOLDER / "bare.py"), call.program]
    compiled = {"c", "cpp"}.intersection(manifests)
    if compiled:
        builds = [
            f"-DRUNNER_{name.upper()}={(manifests[name].folder / manifests[name].start.command[0]).parent}"
            for name in sorted(compiled)
        ]
        configure = ["cmake", "-G", "Ninja", "-S", str(FOLDER), "-B", str(BUILD), *builds]
        for step in (configure, ["cmake", "--build", str(BUILD)]):
            done = subprocess.run(step, capture_output=True, text=True, check=False)  # noqa: S603 (constants)
            if done.returncode:
                tell(f"the bare programs could not be built:\n{done.stdout}{done.stderr}")
                return commands
        for call in CALLS:
            if call.runner in compiled and (BUILD / call.program).exists():
                commands[call.runner, call.program] = [str(BUILD / call.program)]
    return commands


class BareLoop:
    """A bare program. A context manager: leaving it ends the process."""

    def __init__(self, command: Sequence[str], operation: str, document: Path) -> None:
        """Start it, at raised priority where the system grants it, as runners are."""
        self._process = subprocess.Popen(  # noqa: S603 (a program of this folder)
            [*command, operation, str(document)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, self._process.pid, -20)

    def time(self, iterations: int) -> float:
        """Run so many iterations; return the CPU time they took, in nanoseconds."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{iterations}\n")
        return float(self._process.stdout.readline())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.communicate()


def _compare(
    call: Call, command: Sequence[str], manifest: Manifest, reference: Reference, scale: Scale, seed: int
) -> HarnessCost:
    generator = np.random.default_rng(seed)
    document = BUILD / f"{reference.payload.name}.{call.format}"
    document.parent.mkdir(parents=True, exist_ok=True)
    document.write_bytes(reference.encoded[call.format][0])
    logs, bare_times = [], []
    for _ in range(scale.bare_processes):
        with start(manifest) as client, BareLoop(command, call.operation, document) as bare:
            client.describe()
            client.load(reference.load_for([call.format]))
            ratios, times = _one_pair(call, client, bare, reference.payload.name, scale.bare_rounds, generator)
            logs.append(median(np.log(ratios)))
            bare_times.append(median(times))
    estimate = over_processes(np.array([logs]))
    centre, reach = float(estimate.centre[0]), float(estimate.contrast.reach()[0])
    return HarnessCost(
        runner=call.runner,
        codec=call.codec,
        operation=call.operation,
        bare_ns=median(bare_times),
        ratio=float(np.exp(centre)),
        low=float(np.exp(centre - reach)) if np.isfinite(reach) else None,
        high=float(np.exp(centre + reach)) if np.isfinite(reach) else None,
        processes=len(logs),
    )


def _one_pair(
    call: Call, client: RunnerClient, bare: BareLoop, payload: str, rounds: int, generator: np.random.Generator
) -> tuple[list[float], list[float]]:
    """Return the ratios of the rounds, and the bare loop's times per call."""

    def of_runner(iterations: int) -> float:
        timing = client.time(call.codec, call.operation, payload, iterations)
        return float(timing.wall_ns if timing.cpu_ns is None else timing.cpu_ns)

    sides = (of_runner, bare.time)
    probes: list[Probe] = []
    while (size := next_probe(probes, target_ns=TARGET_NS)) is not None:
        probes.append(Probe(size, bare.time(size)))
    iterations = choose_iterations(probes, target_ns=TARGET_NS)
    for _ in range(WARMUP_BATCHES):
        for side in sides:
            side(max(iterations // 4, 1))
    ratios, times = [], []
    for _ in range(rounds):
        elapsed = {int(number): sides[number](iterations) for number in generator.permutation(2)}
        ratios.append(elapsed[0] / elapsed[1])
        times.append(elapsed[1] / iterations)
    return ratios, times
