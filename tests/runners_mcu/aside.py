"""Runners' sources in a folder of their own, where tests build what they need and leave people's builds alone."""

from __future__ import annotations

import shutil
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2] / "runners"
BUILT = ("build", "node_modules")
"""What builds write."""


def put_aside(root: Path, *names: str, beside: tuple[str, ...] = ()) -> None:
    """Copy runners without what is built of them; what is built of the copies stays.

    Args:
        root: where a folder for each goes.
        names: those to copy.
        beside: others, whose sources these are built from: they are linked.
    """
    for name in names:
        for old in (root / name).glob("*") if (root / name).exists() else ():
            if old.name not in BUILT:
                _remove(old)
        skipped = shutil.ignore_patterns(*BUILT)
        shutil.copytree(CHECKOUT / name, root / name, ignore=skipped, dirs_exist_ok=True)
    for name in beside:
        (root / name).mkdir(parents=True, exist_ok=True)
        for old in (root / name).iterdir():
            if old.is_symlink():
                old.unlink()
        for source in (CHECKOUT / name).iterdir():
            if source.name not in BUILT:
                (root / name / source.name).symlink_to(source)


def _remove(place: Path) -> None:
    if place.is_dir() and not place.is_symlink():
        for part in place.iterdir():
            if part.name not in BUILT:
                _remove(part)
        if not any(place.iterdir()):
            place.rmdir()
    else:
        place.unlink()
