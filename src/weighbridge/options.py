"""What the text of options means: durations, shares, clocks, sizes, lists of names, selections."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
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

_NUMBER = r"([0-9]+(?:\.[0-9]+)?)"


def whole(least: int, most: int) -> Callable[[str | int], int]:
    """Return what reads a whole number between two limits, which may be it."""

    def number(text: str | int) -> int:
        written = str(text).strip()
        if re.fullmatch(r"[0-9]{1,30}", written) is None or not least <= int(written) <= most:
            raise typer.BadParameter(f"{_shown(written)} is not a whole number from {least:,} to {most:,}")
        return int(written)

    return number


def number(least: float, most: float) -> Callable[[str | float], float]:
    """Return what reads a number between two limits, which may be it."""

    def read(text: str | float) -> float:
        match = re.fullmatch(_NUMBER, str(text).strip())
        if match is None or not least <= float(match[1]) <= most:
            raise typer.BadParameter(f"{_shown(str(text))} is not a number from {least:g} to {most:g}")
        return float(match[1])

    return read


_UNITS = {"": 1.0, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0, "ms": 1e-3}
_LEAST_S = 1e-3
_MOST_S = 31 * 86400.0


def seconds(text: str | float) -> float:
    """Read a duration: ``60s``, ``2m``, ``1.5h``, ``90``."""
    match = re.fullmatch(_NUMBER + r"\s*([a-z]*)", str(text).strip())
    if match is None or match[2] not in _UNITS:
        raise typer.BadParameter(f"{_shown(str(text))} is not a duration; write 90s, 2m or 1h")
    found = float(match[1]) * _UNITS[match[2]]
    if not _LEAST_S <= found <= _MOST_S:
        raise typer.BadParameter(f"{_shown(str(text))} is not between a millisecond and 31 days; write 90s, 2m or 1h")
    return found


_LEAST_SHARE = 1e-5


def share(text: str | float) -> float:
    """Read a share: ``1%`` or ``0.01``."""
    match = re.fullmatch(r"([0-9]*\.?[0-9]+)\s*(%?)", str(text).strip())
    value = float(match[1]) / (100 if match[2] else 1) if match else 0.0
    if not _LEAST_SHARE <= value < 1:
        raise typer.BadParameter(f"{_shown(str(text))} is not a share from 0.001% to less than 100%; write 1% or 0.01")
    return value


_HERTZ = {"": 1.0, "hz": 1.0, "khz": 1e3, "mhz": 1e6, "ghz": 1e9}
_MOST_HZ = 1e12


def frequency(text: str) -> float:
    """Read the frequency of a clock, in hertz: ``133MHz``, ``16 MHz``, ``1.2GHz``."""
    match = re.fullmatch(_NUMBER + r"\s*([a-z]*)", text.strip().lower())
    if match is None or match[2] not in _HERTZ or not 1 <= float(match[1]) * _HERTZ[match[2]] <= _MOST_HZ:
        raise typer.BadParameter(f"{_shown(text)} is not the frequency of a clock; write 133MHz, 16MHz or 32768Hz")
    return float(match[1]) * _HERTZ[match[2]]


_BYTES = {
    "": 1, "b": 1, "kb": 10**3, "mb": 10**6, "gb": 10**9, "kib": 2**10, "mib": 2**20, "gib": 2**30,
}  # fmt: skip
_MOST_OF_A_SAMPLE = 2**40


def sample(text: str | Limit) -> Limit:
    """Read how much of a payload is weighed at most: ``all``, ``50`` documents, ``1MB``, or ``200,256KB``."""
    if isinstance(text, Limit):
        return text
    limits: dict[str, float] = {}
    for part in [] if text.strip().lower() == "all" else text.lower().split(","):
        match = re.fullmatch(_NUMBER + r"\s*([a-z]*)", part.strip())
        what = "bytes" if match and match[2] else "documents"
        most = float(match[1]) * _BYTES.get(match[2], 0) if match else 0.0
        if not 1 <= most <= _MOST_OF_A_SAMPLE or what in limits or (what == "documents" and most % 1):
            raise typer.BadParameter(
                f"{_shown(text)} is not a size of a sample; write a number of documents such as 50, a size such as "
                "256KB or 1MiB, both as 50,1MB, or all"
            )
        limits[what] = most
    return Limit(**limits)


_SHOWN = 60


def _shown(text: str) -> str:
    """Quote what somebody wrote, or the beginning of it."""
    return repr(text) if len(text) <= _SHOWN else f"{text[:_SHOWN]!r}…"


def picks(values: Iterable[str]) -> tuple[tuple[str, ...], tuple[float, ...]]:
    """Read what is picked: paths, and shares of all scalars, such as ``25%``."""
    paths, shares = [], []
    for text in names(values):
        match = re.fullmatch(_NUMBER + r"\s*%", text)
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


def named(values: list[str]) -> list[str]:
    """Check that each value of an option names something: ``--codecs "$UNSET"`` shall not mean all of them."""
    if not all(map(names, [[value] for value in values])):
        raise typer.BadParameter("it names nothing: write a name, or leave the option out")
    return values


def name(text: str | None) -> str | None:
    """Check that a name is not empty."""
    if text is not None and not text.strip():
        raise typer.BadParameter("it is empty: write a name")
    return text


def file_to_write(file: Path | None) -> Path | None:
    """Check that what is to be written has a name."""
    if file is not None and not file.name:
        raise typer.BadParameter("it names no file")
    return file


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
