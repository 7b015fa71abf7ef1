"""What the text of options means: durations, shares, clocks, sizes, lists of names, selections."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import typer

from weighbridge.campaign.selection import Selection, check_names
from weighbridge.formats.registry import all_formats
from weighbridge.payloads import Limit, PayloadError
from weighbridge.runners.launch import runners_root
from weighbridge.runners.manifest import Manifest
from weighbridge.runners.serial_target import canonical_name, find_targets
from weighbridge.schema import SchemaSource
from weighbridge_kit.operations import OPERATIONS

_UNITS = {"": 1.0, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0, "ms": 1e-3}


def seconds(text: str) -> float:
    """Read a duration: ``60s``, ``2m``, ``1.5h``, ``90``."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([a-z]*)", text.strip())
    if match is None or match[2] not in _UNITS or float(match[1]) == 0:
        raise typer.BadParameter(f"{text!r} is not a duration; write 90s, 2m or 1h")
    return float(match[1]) * _UNITS[match[2]]


def share(text: str) -> float:
    """Read a share: ``1%`` or ``0.01``."""
    match = re.fullmatch(r"(\d*\.?\d+)\s*(%?)", text.strip())
    value = float(match[1]) / (100 if match[2] else 1) if match else 0.0
    if not 0 < value < 1:
        raise typer.BadParameter(f"{text!r} is not a share between 0 and 100%; write 1% or 0.01")
    return value


_HERTZ = {"": 1.0, "hz": 1.0, "khz": 1e3, "mhz": 1e6, "ghz": 1e9}


def frequency(text: str) -> float:
    """Read the frequency of a clock, in hertz: ``133MHz``, ``16 MHz``, ``1.2GHz``."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([a-z]*)", text.strip().lower())
    if match is None or match[2] not in _HERTZ or float(match[1]) == 0:
        raise typer.BadParameter(f"{text!r} is not the frequency of a clock; write 133MHz, 16MHz or 32768Hz")
    return float(match[1]) * _HERTZ[match[2]]


_BYTES = {
    "": 1, "b": 1, "kb": 10**3, "mb": 10**6, "gb": 10**9, "kib": 2**10, "mib": 2**20, "gib": 2**30,
}  # fmt: skip


def sample(text: str) -> Limit:
    """Read how much of a payload is weighed at most: ``all``, ``50`` documents, ``1MB``, or ``200,256KB``."""
    limits: dict[str, float] = {}
    for part in [] if text.strip().lower() == "all" else text.lower().split(","):
        match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([a-z]*)", part.strip())
        what = "bytes" if match and match[2] else "documents"
        most = float(match[1]) * _BYTES.get(match[2], 0) if match else 0.0
        if most < 1 or what in limits or (what == "documents" and most % 1):
            raise typer.BadParameter(
                f"{text!r} is not a size of a sample; write a number of documents such as 50, a size such as 256KB or "
                "1MiB, both as 50,1MB, or all"
            )
        limits[what] = most
    return Limit(**limits)


def picks(values: Iterable[str]) -> tuple[tuple[str, ...], tuple[float, ...]]:
    """Read what is picked: paths, and shares of all scalars, such as ``25%``."""
    paths, shares = [], []
    for text in names(values):
        match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*%", text)
        if match is None:
            paths.append(text)
        elif float(match[1]) > 100:
            raise typer.BadParameter(f"{text!r}: no more than 100% of the fields can be picked")
        else:
            shares.append(float(match[1]) / 100)
    return tuple(paths), tuple(shares)


def schema_source(
    maps: Sequence[str], records: Sequence[str], as_json: Sequence[str], file: Path | None
) -> SchemaSource:
    """Gather what is said of the schemas of documents.

    Raises:
        SchemaError: it does not go together, or the file is no schema.
        PayloadError: the file cannot be read.
    """
    try:
        return SchemaSource.read(maps=maps, records=records, as_json=as_json, file=file)
    except OSError as error:
        raise PayloadError(f"{file}: {error.strerror}") from error


def names(values: Iterable[str]) -> tuple[str, ...]:
    """Split lists at commas, so that ``-x a,b`` and ``-x a -x b`` mean the same."""
    return tuple(part.strip() for value in values for part in value.split(",") if part.strip())


def unchecked(
    languages: Iterable[str] = (),
    runners: Iterable[str] = (),
    formats: Iterable[str] = (),
    codecs: Iterable[str] = (),
    operations: Iterable[str] = (),
    *,
    typed: bool = False,
    picks: bool = False,
    every_variant: bool = False,
    every_runner: bool = False,
) -> Selection:
    """Gather what is selected. Of a run that is kept, see `weighbridge.commands.narrowing`, which checks the names."""
    return Selection(
        names(languages),
        tuple(map(canonical_name, names(runners))),
        names(formats),
        names(codecs),
        names(operations),
        typed=typed,
        picks=picks,
        every_variant=every_variant,
        every_runner=every_runner,
    )


def selection(
    languages: Iterable[str] = (),
    runners: Iterable[str] = (),
    formats: Iterable[str] = (),
    codecs: Iterable[str] = (),
    operations: Iterable[str] = (),
    *,
    typed: bool = False,
    picks: bool = False,
    every_variant: bool = False,
    every_runner: bool = False,
) -> Selection:
    """Gather what is selected of what there is here, having checked the names; patterns of codecs are checked later.

    Raises:
        SelectionError: a name is unknown.
    """
    chosen = unchecked(
        languages,
        runners,
        formats,
        codecs,
        operations,
        typed=typed,
        picks=picks,
        every_variant=every_variant,
        every_runner=every_runner,
    )
    every = find_targets(runners_root(), chosen.named_runners)
    check_names("language", chosen.languages, {manifest.language for manifest in every})
    check_names("runner", chosen.runners, {name for manifest in every for name in manifest.own_names})
    check_names("format", chosen.formats, {form.name for form in all_formats()})
    check_names("operation", chosen.operations, set(OPERATIONS))
    return chosen


def manifests(chosen: Selection, baseline: str | None = None) -> list[Manifest]:
    """Return the selected runners, and the baseline's."""
    of_baseline = baseline.split("/", 1)[0] if baseline and "/" in baseline else None
    return [
        manifest
        for manifest in find_targets(runners_root(), (*chosen.named_runners, of_baseline or ""))
        if chosen.has_runner(manifest)
        or of_baseline in manifest.means
        or (of_baseline == manifest.language and manifest.by_default)
    ]
