#!/usr/bin/env python3
"""Stands for apt and dpkg in tests: behaves as the world in ``world.json`` beside it says, and logs its calls."""

from __future__ import annotations

import gzip
import json
import sys
import tarfile
from io import BytesIO
from pathlib import Path
from typing import Any

HERE = Path(sys.argv[0]).parent
LISTS = next((Path(word.partition("=")[2]) for word in sys.argv if word.startswith("Dir::Etc::SourceList=")), None)
WORLD: dict[str, Any] = json.loads((HERE / "world.json").read_text())
NAME, WORDS = Path(sys.argv[0]).name, [word for word in sys.argv[1:] if "::" not in word and word != "-o"]


def offered_sources(package: str) -> dict[str, dict[str, str]]:
    """A package's versions with their files, in the suite that the list of sources names."""
    suite = LISTS.read_text().split()[-2] if LISTS else ""
    found: dict[str, dict[str, str]] = WORLD["sources"].get(suite, {}).get(package, {})
    return found


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")


def save() -> None:
    (HERE / "world.json").write_text(json.dumps(WORLD))


def dpkg_query() -> int:
    for name in WORDS:
        if name in WORLD["installed"]:
            say(f"{name}\t{WORLD['installed'][name]}\tinstalled")
    return 1


def apt_cache() -> int:
    if WORDS[0] == "policy":
        for name in WORDS[1:]:
            if name in WORLD["offered"]:
                say(f"{name}:\n  Installed: (none)\n  Candidate: {WORLD['offered'][name]}")
    for version in offered_sources(WORDS[-1]) if WORDS[0] in {"showsrc", "show"} else ():
        say(f"Package: {WORDS[-1]}\nVersion: {version}")
    return 0


def apt_get() -> int:
    if WORDS[0] == "indextargets":
        say("Debian\tDebian\tprotocol://archive.example/debian/")
        say("Debian\tDebian-Security\tprotocol://archive.example/debian-security/")
        say("Other\tOther\tprotocol://other.example/")
    if WORDS[0] == "update" and WORLD["locked"]:
        WORLD["locked"] -= 1
        save()
        say("E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)")
        return 100
    if WORDS[0] == "update":
        WORLD["offered"].update(WORLD["after_update"])
        save()
    if WORDS[0] == "install":
        if "--target-release" in WORDS:
            WORDS.remove(WORDS[WORDS.index("--target-release") + 1])
        names = [word for word in WORDS[1:] if not word.startswith("-")]
        broken = [name for name in names if name in WORLD["broken"]]
        if broken:
            say(f"E: Unable to correct problems, {broken[0]} is broken")
            return 100
        WORLD["installed"].update({name: WORLD["offered"][name] for name in names})
        save()
    if WORDS[0] in {"source", "download"}:
        package, version = WORDS[-1].split("=")
        if f"{package}={version}" in WORLD["broken"]:
            say(f"E: Failed to fetch {package}_{version}.orig.tar.gz")
            return 100
        name = f"{package}_{version}.orig.tar.gz" if WORDS[0] == "source" else f"{package}_{version}_all.deb"
        with tarfile.open(name, "w:gz") as archive:
            for path, text in offered_sources(package)[version].items():
                content = gzip.compress(text.encode()) if path.endswith(".gz") else text.encode()
                entry = tarfile.TarInfo(f"{package}-{version}/{path}" if WORDS[0] == "source" else path)
                entry.size = len(content)
                entry.mtime = 1_700_000_000  # on 2023-11-14
                archive.addfile(entry, BytesIO(content))
    return 0


def dpkg() -> int:
    """Compare versions, of whole numbers and dots."""
    one, other = ([int(part) for part in word.split("-")[0].split(".")] for word in (WORDS[1], WORDS[3]))
    return 0 if (one > other if WORDS[2] == "gt" else one >= other) else 1


def dpkg_deb() -> int:
    with tarfile.open(WORDS[1]) as archive:
        archive.extractall(WORDS[2])
    return 0


with (HERE / "calls.txt").open("a") as calls:
    calls.write(f"{NAME} {' '.join(WORDS)}\n")
PROGRAMS = {"dpkg-query": dpkg_query, "apt-cache": apt_cache, "apt-get": apt_get, "dpkg": dpkg, "dpkg-deb": dpkg_deb}
sys.exit(PROGRAMS[NAME]() if NAME in PROGRAMS else 1)
