"""The commands about this machine: setup and doctor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import typer

from weighbridge import extras, options
from weighbridge.campaign import fork
from weighbridge.campaign.arrivals import assemble
from weighbridge.campaign.enlisting import Enlisting, look_at, stale
from weighbridge.campaign.environment import describe_machine
from weighbridge.campaign.participants import Participant
from weighbridge.campaign.progress import Progress, Silence
from weighbridge.campaign.quiet import recall
from weighbridge.campaign.selection import Selection, check_names
from weighbridge.commands.measurement import remember
from weighbridge.commands.outcome import DONE, TROUBLE
from weighbridge.commands.output import is_conversation
from weighbridge.measure.pitch import QUIET_REACH
from weighbridge.report import document as documents
from weighbridge.runners import confinement, debian, prebuilt, shipped
from weighbridge.runners.build_record import standing, steps
from weighbridge.runners.launch import runners_root
from weighbridge.runners.manifest import Manifest
from weighbridge.runners.serial_target import canonical_name, find_targets
from weighbridge.runners.setup import SetupPlan, missing_programs, plan_setup

_FOR_USERS = {"runners", "java", "node", "python"}
"""Extras that bring what a checkout builds for itself."""


def _named_manifests(names: Sequence[str]) -> list[Manifest]:
    names = [canonical_name(name) for name in names]
    every = find_targets(runners_root(), names)
    check_names("runner", names, {name for manifest in every for name in manifest.own_names})
    return [m for m in every if (not set(names).isdisjoint(m.of_all) if names else not m.only_if_named)]


def setup(names: Sequence[str], watcher: Progress, *, force: bool = False) -> int:
    """Install what runners need and build them; return the exit status.

    Args:
        names: of runners; all that need not be named if empty.
        watcher: told what happens.
        force: whether to fetch libraries' sources anew, which may be newer by now, and to build what is up to date.
    """
    prepare = Enlisting(installs=True, thorough=True, anew=force)
    manifests = _named_manifests(names)
    if names:  # to build them here is what was asked for, even where they came built
        for manifest in manifests:
            prebuilt.set_aside(manifest)
    participants = assemble(manifests, watcher, prepare)
    remember(participants)
    for absence in participants.absent:
        watcher.note(str(absence))
    for failure in participants.failures:
        watcher.note(failure.message)
    for participant in participants.runners.values():
        missing = ", ".join(codec.full_name for codec in participant.description.missing)
        without = f"; not installed: {missing}" if missing else ""
        watcher.note(f"{participant.manifest.title}: {len(participant.description.codecs)} codecs{without}")
    for manifest in manifests:
        if manifest.participant not in participants.runners and prebuilt.restore(manifest):
            watcher.note(f"{manifest.title}: what came built takes part")
    return TROUBLE if participants.failures else DONE


def may_install_for(chosen: Selection) -> bool:
    """Ask, where somebody can be asked, whether to install what the runners need that were named and are not ready."""
    if not (chosen.languages or chosen.runners) or not debian.may_install() or not is_conversation():
        return False
    packages: dict[str, None] = {}
    for manifest in options.manifests(chosen):
        if missing_programs(manifest):
            packages |= dict.fromkeys(plan_setup([manifest]).packages)
    if not packages:
        return False
    return typer.confirm(f"This needs Debian packages: {', '.join(packages)}. Install them?", err=True)


def doctor(names: Sequence[str]) -> tuple[int, documents.DoctorDocument]:
    """Look into every runner that is built; return the exit status and what was found.

    A language that this machine lacks, or that is not built, is no trouble: nobody has all of them.
    """
    stillness = _stillness()  # before runners are started, which is not quiet
    reports = []
    troubled = False
    for manifest in _named_manifests(names):
        plan = plan_setup([manifest])
        participants = assemble([manifest], Silence(), look_at)
        participant = participants.runners.get(manifest.participant)
        troubled = troubled or bool(participants.failures)
        reports.append(
            documents.RunnerHealth(
                runner=manifest.name,
                target=manifest.target,
                title=manifest.title,
                language=manifest.language,
                ready=participant is not None,
                codecs=len(participant.description.codecs) if participant else 0,
                runtime=participant.description.runtime if participant else None,
                compiler=participant.description.compiler if participant else None,
                built=_built(manifest),
                raised_priority=participant.raised_priority if participant else None,
                missing=tuple(f"{c.full_name}: {c.reason}" for c in participant.description.missing)
                if participant
                else (),
                problems=(
                    *(absence.reason for absence in participants.absent),
                    *(failure.message for failure in participants.failures),
                ),
                advice=tuple(
                    dict.fromkeys(
                        (
                            *_worth_saying(manifest, plan, participant),
                            *(absence.advice for absence in participants.absent),
                            *(stale(one.manifest) for one in participants.runners.values() if one.stale),
                        )
                    )
                ),
            )
        )
    return TROUBLE if troubled else DONE, documents.DoctorDocument(
        machine=describe_machine(),
        stillness=stillness,
        unconfined=confinement.warning(),
        missing_extras=_missing_extras(),
        runners=tuple(reports),
    )


def _worth_saying(manifest: Manifest, plan: SetupPlan, participant: Participant | None) -> tuple[str, ...]:
    """Return what to install; of a runner that is ready only what adds to it, and of one that came built nothing."""
    if participant is None:
        return plan.advice
    adds = bool(plan.packages or participant.description.missing) and not prebuilt.words(manifest)
    return plan.advice if adds else ()


def _built(manifest: Manifest) -> Literal["here", "elsewhere"] | None:
    if not steps(manifest) or standing(manifest) not in {"current", "stale"}:
        return None
    return "elsewhere" if prebuilt.words(manifest) else "here"


def _missing_extras() -> dict[str, str]:
    """Return what could be installed; in a checkout what stands in the place of built runners is built."""
    missing = extras.missing_extras()
    return missing if shipped.is_installed() else {name: missing[name] for name in missing.keys() - _FOR_USERS}


def _stillness() -> documents.Stillness:
    quiet_ns = recall()
    now_ns = fork.lowest_pitch()
    return documents.Stillness(
        quiet_ns=quiet_ns,
        now_ns=now_ns,
        is_quiet=now_ns < quiet_ns * (1 + QUIET_REACH) if quiet_ns is not None and now_ns is not None else None,
    )
