"""What the shell's Tab key offers; it waits for no runner, so the names of codecs are remembered between commands."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path

import platformdirs
import typer
from serial.tools.list_ports import comports

from weighbridge.advise.scenario import REQUIREMENTS
from weighbridge.formats.registry import all_formats
from weighbridge.payloads import built_in_descriptions, built_in_groups
from weighbridge.runners.launch import runners_root
from weighbridge.runners.manifest import Manifest, ManifestError, find_manifests
from weighbridge.schema.emit import TARGETS
from weighbridge.store.database import StoreError, database_file, default_path
from weighbridge.store.runs import list_payloads, list_runs
from weighbridge_kit.operations import OPERATIONS


def payloads(incomplete: str) -> list[str]:
    """Offer built-in payloads and files."""
    files = [str(path) for path in Path().glob(f"{incomplete}*")] if "*" not in incomplete else []
    own = (*built_in_descriptions(), *built_in_groups())
    return [name for name in own if name.startswith(incomplete)] + files


def languages(incomplete: str) -> list[str]:
    """Offer languages."""
    return _offer(incomplete, {manifest.language for manifest in _manifests()})


def runners(incomplete: str) -> list[str]:
    """Offer runners and targets, and the ports at which a board may be."""
    manifests = _manifests()
    ports = (f"serial:{port.device}" for port in comports()) if any(one.serial for one in manifests) else ()
    return _offer(incomplete, {*(name for manifest in manifests for name in manifest.own_names), *ports})


def boards(incomplete: str) -> list[str]:
    """Offer boards that there is firmware for."""
    return _offer(incomplete, {manifest.target for manifest in _manifests() if manifest.firmware})


def formats(incomplete: str) -> list[str]:
    """Offer formats."""
    return _offer(incomplete, (form.name for form in all_formats()))


def operations(incomplete: str) -> list[str]:
    """Offer operations."""
    return _offer(incomplete, OPERATIONS)


def requirements(incomplete: str) -> list[str]:
    """Offer what advice may require of a codec."""
    return _offer(incomplete, REQUIREMENTS)


def schema_languages(incomplete: str) -> list[str]:
    """Offer what schemas can be written in."""
    return _offer(incomplete, TARGETS)


def codecs(context: typer.Context, incomplete: str) -> list[str]:
    """Offer the codecs of the languages and runners named so far; ``c/…`` those of C, named so."""
    wanted = {
        part
        for option in ("languages", "runners")
        for value in context.params.get(option) or ()
        for part in value.split(",")
    }
    known = _recall()
    of_whom = {manifest.participant: manifest.names for manifest in _manifests() if manifest.participant in known}
    chosen = {
        participant: names for participant, names in of_whom.items() if not wanted or not wanted.isdisjoint(names)
    }
    if "/" in incomplete.rsplit(",", 1)[-1]:
        return _offer(
            incomplete,
            {
                f"{name}/{codec}"
                for participant, names in chosen.items()
                for name in names
                for codec in known[participant]
            },
        )
    return _offer(incomplete, {codec for participant in chosen for codec in known[participant]})


def runs(incomplete: str) -> list[str]:
    """Offer the runs of the user's database."""
    try:
        return _offer(incomplete, ("last", *(record.run for record in list_runs(_database()))), keep_order=True)
    except StoreError:
        return []


def payloads_of_last_run(incomplete: str) -> list[str]:
    """Offer the payloads of the newest run."""
    try:
        newest = list_runs(_database())[:1]
        return _offer(incomplete, list_payloads(_database()).get(newest[0].run, ())) if newest else []
    except StoreError:
        return []


def remember_codecs(offered: Mapping[str, Iterable[str]]) -> None:
    """Keep the names of the codecs that runners offer, by the name of the runner on its target.

    A file that cannot be written is no reason to complain.
    """
    known = _recall() | {participant: sorted(names) for participant, names in offered.items()}
    try:
        _memory().parent.mkdir(parents=True, exist_ok=True)
        _memory().write_text(json.dumps(known), encoding="utf-8")
    except OSError:
        return


def _offer(incomplete: str, names: Iterable[str], *, keep_order: bool = False) -> list[str]:
    """Return the names that go on from what is typed: from its last part, where it is a list with commas."""
    listed, comma, begun = incomplete.rpartition(",")
    found = [name for name in names if name.startswith(begun) and name not in listed.split(",")]
    return [f"{listed}{comma}{name}" for name in (found if keep_order else sorted(found))]


def _manifests() -> list[Manifest]:
    try:
        return find_manifests(runners_root())
    except ManifestError:
        return []


def _database() -> Path:
    return database_file(os.environ.get("WEIGHBRIDGE_DB") or default_path())


def _memory() -> Path:
    return platformdirs.user_state_path("weighbridge") / "codecs.json"


def _recall() -> dict[str, list[str]]:
    try:
        found = json.loads(_memory().read_text(encoding="utf-8"))
        return {str(participant): [str(name) for name in names] for participant, names in found.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}
