#!/usr/bin/env python3
"""Stands for apt and dpkg in tests: behaves as the world in ``world.json`` beside it says, and logs its calls."""

from __future__ import annotations

import json
import sys
import tarfile
from io import BytesIO
from pathlib import Path
from typing import Any

HERE = Path(sys.argv[0]).parent
WORLD: dict[str, Any] = json.loads((HERE / "world.json").read_text())
NAME, WORDS = Path(sys.argv[0]).name, [word for word in sys.argv[1:] if "::" not in word and word != "-o"]


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
    for version in WORLD["sources"].get(WORDS[-1], {}) if WORDS[0] == "showsrc" else ():
        say(f"Package: {WORDS[-1]}\nVersion: {version}")
    return 0


def apt_get() -> int:
    if WORDS[0] == "indextargets":
        say("Debian\tDebian\tprotocol://archive.example/debian/")
        say("Debian\tDebian-Security\tprotocol://archive.example/debian-security/")
        say("Other\tOther\tprotocol://other.example/")
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
    if WORDS[0] == "source":
        package, version = WORDS[-1].split("=")
        with tarfile.open(f"{package}_{version}.orig.tar.gz", "w:gz") as archive:
            for name, text in WORLD["sources"][package][version].items():
                member = tarfile.TarInfo(f"{package}-{version}/{name}")
                member.size = len(text)
                archive.addfile(member, BytesIO(text.encode()))
    return 0


with (HERE / "calls.txt").open("a") as calls:
    calls.write(f"{NAME} {' '.join(WORDS)}\n")
PROGRAMS = {"dpkg-query": dpkg_query, "apt-cache": apt_cache, "apt-get": apt_get}
sys.exit(PROGRAMS[NAME]() if NAME in PROGRAMS else 1)
