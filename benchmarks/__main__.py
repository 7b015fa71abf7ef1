"""Proves the method on this machine: ``python -m benchmarks``."""

from __future__ import annotations

import datetime
import sys
import time
from collections.abc import Collection, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from benchmarks.campaign import LongCampaign, Tell, prepare
from benchmarks.coverage import coverage
from benchmarks.harness_cost import harness_cost
from benchmarks.load import loaded
from benchmarks.orchestration import every_language, orchestration
from benchmarks.page import render
from benchmarks.power import power
from benchmarks.repeatability import repeatability
from benchmarks.results import CONDITIONS, LOADED, Found, Results
from benchmarks.scale import FULL, QUICK, RUNNERS, Scale
from benchmarks.self_difference import self_difference
from benchmarks.whole_runs import BUDGET_S, whole_runs
from weighbridge.campaign.arrivals import assemble
from weighbridge.campaign.environment import describe_machine
from weighbridge.campaign.participants import Participants
from weighbridge.campaign.progress import Silence
from weighbridge.runners.launch import runners_root
from weighbridge.runners.manifest import find_manifests

QUESTIONS = {
    "a": "self-difference",
    "b": "repeatability",
    "c": "coverage",
    "p": "power",
    "d": "harness cost",
    "e": "cost",
    "s": "speed of a run in every language",
    "w": "whole runs: sharpness, agreement, where the time goes",
}
_LISTED = ", ".join(f"{letter} ({name})" for letter, name in QUESTIONS.items())
OF_LONG_CAMPAIGN = frozenset("abcp")
INTERRUPTED = 130


def main(
    quick: Annotated[bool, typer.Option("--quick", help="A taste of it, in some two minutes.")] = False,
    only: Annotated[str, typer.Option(help=f"Questions, with commas: {_LISTED}.")] = ",".join(QUESTIONS),
    conditions: Annotated[str, typer.Option(help="Conditions, with commas.")] = ",".join(CONDITIONS),
    out: Annotated[Path, typer.Option(help="The page.")] = Path("build/bench.md"),
    json: Annotated[Path | None, typer.Option(help="A file for all results as JSON.")] = None,
    seed: Annotated[int, typer.Option(help="Of every random choice.")] = 1,
) -> None:
    """Prove the method on this machine, with and without load. What was found is written after every step."""
    asked, under = _chosen(only, QUESTIONS), _chosen(conditions, CONDITIONS)
    scale = QUICK if quick else FULL
    began = time.monotonic()

    def tell(text: str) -> None:
        sys.stderr.write(f"{time.monotonic() - began:6.0f} s  {text}\n")

    participants = assemble([one for one in find_manifests(runners_root()) if one.participant in RUNNERS], Silence())
    for failure in participants.failures:
        tell(failure.message)
    results = Results(
        began=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        machine=describe_machine(),
        runners={
            name: f"{one.description.runtime}, {one.description.compiler} {one.description.flags}"
            + (", at raised priority" if one.raised_priority else "")
            for name, one in participants.runners.items()
        },
        seed=seed,
        scale=scale,
    )

    def save() -> None:
        results.seconds = time.monotonic() - began
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(render(results), encoding="utf-8")
        if json is not None:
            results.save(json)

    try:
        for number, condition in enumerate(under):
            tell(f"== {condition}")
            with loaded(seed) if condition == LOADED else nullcontext():
                for _ in _answers(asked, results, condition, participants, seed + 1000 * number, tell):
                    save()
        results.complete = True
    except KeyboardInterrupt:
        tell("interrupted: what was found is kept")
    save()
    tell(f"written: {out}")
    if not results.complete:
        raise typer.Exit(INTERRUPTED)


def _chosen(names: str, known: Collection[str]) -> list[str]:
    chosen = names.split(",")
    for name in chosen:
        if name not in known:
            raise typer.BadParameter(f"there is no {name!r}; there are {', '.join(known)}")
    return [name for name in known if name in chosen]


def _answers(
    asked: Collection[str], results: Results, condition: str, participants: Participants, seed: int, tell: Tell
) -> Iterator[None]:
    """Answer the questions under one condition, and stop after each."""
    scale, found = results.scale, results.found[condition]
    if "d" in asked:
        found.harness_cost = harness_cost(scale, participants, seed, Silence(), tell)
        yield
    if OF_LONG_CAMPAIGN.intersection(asked):
        campaign = LongCampaign(prepare(scale, participants, Silence()))
        try:
            campaign.measure(scale, seed, tell)
        finally:
            _evaluate(asked, campaign, scale, found, tell)
        yield
    if "e" in asked:
        counts = scale.loaded_cell_counts if condition == LOADED else scale.cell_counts
        for cost in orchestration(counts, participants, seed, tell):
            found.orchestration.append(cost)
            yield
    if "w" in asked:
        tell(f"two runs of {BUDGET_S:.0f} s")
        found.whole_runs = whole_runs(participants, seed)
        yield
    if "s" in asked:
        everyone = assemble(find_manifests(runners_root()), Silence())
        found.every_language.append(every_language(everyone, seed, tell))
        yield


def _evaluate(asked: Collection[str], campaign: LongCampaign, scale: Scale, found: Found, tell: Tell) -> None:
    """Answer what the long campaign is for, from what is complete of it."""
    runs = campaign.runs
    if not runs:
        return
    tell("evaluating")
    found.short_runs, found.slots = len(runs), len(campaign.slots)
    found.short_run_s = sum(run.measured_s for run in runs) / len(runs)
    found.processes = sum(run.processes for run in runs) / len(runs)
    found.failures = [text for run in runs for text in run.failures]
    preempted = [cell.preempted for cell in campaign.analyse(runs).cells.values() if cell.preempted is not None]
    found.preempted = sum(preempted) / len(preempted) if preempted else None
    if "a" in asked:
        found.self_difference = self_difference(campaign)
    if "b" in asked:
        found.repeatability = repeatability(campaign, scale.apart)
    if "c" in asked:
        found.coverage = coverage(campaign)
    if "p" in asked:
        found.power = power(campaign)


if __name__ == "__main__":
    typer.run(main)
