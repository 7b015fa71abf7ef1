"""How long a stranger waits for a verdict, and for all: after `make run` in a new clone, or `uvx weighbridge run`.

    python -m benchmarks.first_answer                  # a new clone, then the same once more, built
    python -m benchmarks.first_answer --wheels DIR     # installed from a folder of wheels, without network: by uvx,
                                                       # pip, and pipx where it is on PATH

Home and caches are new, in a scratch folder; packages of the system that are installed stay so, and it says how many.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated

import typer

from weighbridge.payloads import built_in_payload

CHECKOUT = Path(__file__).resolve().parents[1]
_VERDICT = re.compile(r"^(\S.*?) {2,}(?:websocket|orders)\S* {2,}(\S.*)$")
"""A line of what is told of runners that have just joined: their title, a payload, the verdict."""
_SETTINGS = (
    ".cargo/config", ".cargo/config.toml", ".config/go/env", ".config/pip", ".config/uv", ".m2/settings.xml", ".npmrc",
    ".pip", ".pypirc",
)  # fmt: skip
"""What a user has configured of package managers: a new home has it too, or nothing could be reached."""

_SYSTEM = ("sh", "dirname", "realpath")
"""What every system has, and uv's scripts need."""
_WEIGH = ("weighbridge", "run", "orders.json", "--languages", "python")
_BY_TOOL = {"uvx": ("uvx", "--no-index", *_WEIGH), "pipx": ("pipx", "run", "--spec", "weighbridge", *_WEIGH)}
_BY_PIP = ("sh", "-c", f"python3 -m venv env && env/bin/pip install --quiet weighbridge && env/bin/{' '.join(_WEIGH)}")


@dataclass(frozen=True)
class Waited:
    """How long was waited, in seconds from the start.

    Attributes:
        way: what was typed.
        first_verdict: whose was first.
        first_verdict_s: when it was there.
        verdicts_s: when each language's was.
        all_s: when the command ended.
        silence_s: the longest time without a line.
        status: the exit status.
        installed_mb: what the packages take, in megabytes, without bytecode, but with the pip of an environment; None
            for a checkout.
        written_mb: all that is in the home afterwards: bytecode, caches and results too.
        system_packages: Debian packages that it installed.
    """

    way: str
    first_verdict: str
    first_verdict_s: float
    verdicts_s: Mapping[str, float]
    all_s: float
    silence_s: float
    status: int
    installed_mb: float | None = None
    written_mb: float | None = None
    system_packages: int = 0


def main(
    wheels: Annotated[Path | None, typer.Option(help="A folder of wheels to install from.")] = None,
    folder: Annotated[Path | None, typer.Option(help="Scratch folder, which is kept; else a temporary one.")] = None,
    out: Annotated[Path, typer.Option("--json", help="A file for the results.")] = Path("build/first-answer.json"),
) -> None:
    """Measure how long a stranger waits for an answer."""
    with _scratch(folder) as scratch:
        found = list(_installed(scratch, wheels)) if wheels else list(_checked_out(scratch))
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps([asdict(one) for one in found], indent=2) + "\n")
    for one in found:
        size = (
            "" if one.installed_mb is None else f"; {one.installed_mb:.0f} MB installed, {one.written_mb:.0f} written"
        )
        typer.echo(
            f"{one.way}: first verdict ({one.first_verdict}) after {one.first_verdict_s:.0f} s, all after "
            f"{one.all_s:.0f} s, longest silence {one.silence_s:.0f} s, {one.system_packages} system packages "
            f"installed, exit status {one.status}{size}"
        )
        for title, seconds in one.verdicts_s.items():
            typer.echo(f"  {seconds:6.0f} s  {title}")
    raise typer.Exit(max(one.status for one in found))


def _checked_out(scratch: Path) -> Iterator[Waited]:
    """Run `make run` in a new clone, and once more when all is built."""
    clone = scratch / "clone"
    subprocess.run(["git", "clone", "--quiet", CHECKOUT.as_uri(), str(clone)], check=True)  # noqa: S603, S607
    environment = _new_home(scratch / "home")
    for way in ("make run, new", "make run, built"):
        yield _timed(way, ["make", "run"], clone, environment)


def _installed(scratch: Path, wheels: Path) -> Iterator[Waited]:
    """Install from a folder of wheels in each way, with nothing on PATH but Python, the installer and a shell."""
    uv = Path(shutil.which("uv") or Path(sys.executable).with_name("uv"))
    programs = scratch / "bin"
    programs.mkdir()
    (programs / "python3").symlink_to(Path(sys.executable).resolve())
    for name, place in (
        ("uv", uv),
        ("uvx", uv.with_name("uvx")),
        *((name, shutil.which(name)) for name in ("pipx", *_SYSTEM)),
    ):
        if place:
            (programs / name).symlink_to(place)
    ways = {"pip": _BY_PIP, **{tool: command for tool, command in _BY_TOOL.items() if (programs / tool).exists()}}
    for tool, command in ways.items():
        home = scratch / tool
        home.mkdir()
        documents = built_in_payload("orders").documents
        (home / "orders.json").write_text(json.dumps(documents), encoding="utf-8")
        found = str(wheels.resolve())
        environment = {
            "HOME": str(home),
            "PATH": str(programs),
            "UV_OFFLINE": "1",
            "UV_FIND_LINKS": found,
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": found,
        }
        waited = _timed(f"{tool} …, weighbridge run orders.json", command, home, environment)
        yield replace(waited, installed_mb=_packages_mb(home), written_mb=_megabytes(home.rglob("*")))


def _packages_mb(home: Path) -> float:
    """Return the size of installed packages, which uv keeps in its cache and links from there."""
    places = [*home.rglob("site-packages"), *home.glob(".cache/uv/archive-v0")]
    return _megabytes(file for place in places for file in place.rglob("*") if file.suffix != ".pyc")


def _megabytes(files: Iterable[Path]) -> float:
    """Return the size of files, each counted once whatever names it has."""
    found = (file.lstat() for file in files if file.is_file() and not file.is_symlink())
    return sum({(status.st_dev, status.st_ino): status.st_size for status in found}.values()) / 1e6


def _timed(way: str, command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> Waited:
    """Run a command, and note when what was on its outputs."""
    before = _system_packages()
    typer.echo(f"{way} …")
    began = last = time.monotonic()
    verdicts: dict[str, float] = {}
    silence_s = 0.0
    log = folder.parent / f"{re.sub(r'[^a-z]+', '-', way.lower())}.log"
    with (
        log.open("w", encoding="utf-8", buffering=1) as kept,
        subprocess.Popen(  # noqa: S603
            command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as process,
    ):
        assert process.stdout is not None
        for line in process.stdout:
            now = time.monotonic()
            silence_s, last = max(silence_s, now - last), now
            kept.write(f"{now - began:7.1f} {line}")
            if match := _VERDICT.match(line.rstrip()):
                verdicts.setdefault(match[1], now - began)
    all_s = time.monotonic() - began
    first = min(verdicts, key=verdicts.__getitem__, default="nobody's")
    return Waited(
        way,
        first,
        verdicts.get(first, all_s),
        verdicts,
        all_s,
        max(silence_s, time.monotonic() - last),
        process.returncode,
        system_packages=_system_packages() - before,
    )


def _new_home(home: Path) -> dict[str, str]:
    """Return this environment with a new home, and so with new caches; toolchains are where they were."""
    home.mkdir()
    for name in _SETTINGS:
        source, target = Path.home() / name, home / name
        if source.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            (shutil.copytree if source.is_dir() else shutil.copy)(source, target)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "MAKE", "MFLAGS"))}
    rustup = os.environ.get("RUSTUP_HOME", str(Path.home() / ".rustup"))
    for variable in ("GOPATH", "GOCACHE", "GOMODCACHE", "CARGO_HOME", "UV_CACHE_DIR", "PIP_CACHE_DIR", "VIRTUAL_ENV"):
        kept.pop(variable, None)
    return {**kept, "HOME": str(home), "RUSTUP_HOME": rustup}


def _system_packages() -> int:
    if shutil.which("dpkg-query") is None:
        return 0
    listed = subprocess.run(["dpkg-query", "--show"], capture_output=True, check=True)  # noqa: S607
    return listed.stdout.count(b"\n")


@contextmanager
def _scratch(folder: Path | None) -> Iterator[Path]:
    if folder is not None:
        folder.mkdir(parents=True)
        yield folder.resolve()
        return
    with tempfile.TemporaryDirectory(prefix="weighbridge-first-answer-") as temporary:
        yield Path(temporary)


if __name__ == "__main__":
    typer.run(main)
