"""Debian's packages on this machine: what is installed, and installing more."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal

import platformdirs

Progress = Callable[[str], None]

_PATIENCE_S = 300
_PAUSE_S = 1.0
_LOCK_WAIT = ("-o", f"DPkg::Lock::Timeout={_PATIENCE_S}")
_INSTALL = ("apt-get", "install", "--yes", "--no-install-recommends", "--quiet", *_LOCK_WAIT)


_KEYRINGS = (
    Path("/usr/share/keyrings/debian-archive-keyring.gpg"),
    Path("/usr/share/keyrings/debian-archive-keyring.pgp"),
)


class NoRepository(Exception):
    """apt cannot be asked for what the machine is not configured for; the message says why."""


def has_apt() -> bool:
    """Whether this is a Debian-like system."""
    return shutil.which("apt-get") is not None and shutil.which("dpkg-query") is not None


def may_install() -> bool:
    """Whether packages can be installed: a Debian-like system, as root."""
    return has_apt() and os.geteuid() == 0


def installed_versions(packages: Sequence[str]) -> dict[str, str]:
    """Return the versions of those of some packages that are installed."""
    if not packages or not has_apt():
        return {}
    form = "${Package}\t${Version}\t${db:Status-Status}\n"
    result = run(["dpkg-query", "--show", f"--showformat={form}", *packages])
    rows = (line.split("\t") for line in result.stdout.splitlines() if line.count("\t") == 2)
    return {name: version for name, version, status in rows if status == "installed"}


def install_command(packages: Sequence[str]) -> str:
    """Return the command that a person types to install packages."""
    return f"apt-get install --no-install-recommends {' '.join(packages)}"


def install(packages: Sequence[str], tell: Progress) -> list[str]:
    """Install what exists of some packages; return what went wrong, a sentence each.

    The package lists are brought up to date only if they lack one of the packages or name what is no longer there.
    """
    if not packages:
        return []
    updated = False
    wanted = _available(packages)
    if len(wanted) < len(packages):
        tell("bringing apt's package lists up to date")
        updated = True
        refresh = update((), tell)
        wanted = _available(packages)
        if refresh.returncode and not wanted:
            return [f"apt-get update failed: {last_line(refresh)}"]
    problems = [f"there is no Debian package {name} for this release" for name in packages if name not in wanted]
    if not wanted:
        return problems
    tell(f"installing {len(wanted)} Debian packages")
    result = follow([*_INSTALL, *wanted], tell)
    if result.returncode and not updated:
        update((), tell)
        result = follow([*_INSTALL, *wanted], tell)
    if result.returncode:
        for name in wanted:
            result = follow([*_INSTALL, name], tell)
            if result.returncode:
                problems.append(f"the Debian package {name} could not be installed: {last_line(result)}")
    return problems


def update(options: Sequence[str], tell: Progress) -> subprocess.CompletedProcess[str]:
    """Bring package lists up to date, once nobody else does: apt itself waits for dpkg's lock, but not for theirs."""
    until = time.monotonic() + _PATIENCE_S
    while True:
        result = follow(["apt-get", "update", "--quiet", *options], tell)
        if not result.returncode or "Could not get lock" not in result.stdout or time.monotonic() > until:
            return result
        tell("waiting for another program that brings apt's package lists up to date")
        time.sleep(_PAUSE_S)


def install_from(suite: str, packages: Sequence[str], tell: Progress) -> list[str]:
    """Install packages from a Debian suite that the machine is not configured for; return what went wrong.

    That suite is seen through lists of our own, beside those of the machine's release, so that apt's configuration
    stays as it is.
    """
    release = platform.freedesktop_os_release().get("VERSION_CODENAME", "stable")
    folder = platformdirs.user_cache_path("weighbridge") / "apt" / suite
    try:
        options = lists_of_our_own(folder, dict.fromkeys([release, f"{release}-updates", suite]), "deb")
    except NoRepository as error:
        return [str(error)]
    tell(f"bringing the list of {suite}'s packages up to date")
    refresh = update(options, tell)
    result = follow([*_INSTALL, *options, "--target-release", suite, *packages], tell)
    if result.returncode == 0:
        return []
    reason = last_line(refresh if refresh.returncode else result)
    return [f"the Debian packages {', '.join(packages)} could not be installed from {suite}: {reason}"]


def lists_of_our_own(folder: Path, suites: Iterable[str], kind: Literal["deb", "deb-src"]) -> list[str]:
    """Write lists for some suites of the Debian repositories that this machine is configured with.

    Args:
        folder: where apt shall keep what belongs to them.
        suites: the names of the suites.
        kind: whether binary or source packages are wanted.

    Returns:
        The options by which apt uses them instead of the machine's.

    Raises:
        NoRepository: no Debian repository is configured, or Debian's keys are not here.
    """
    repositories = debian_repositories()
    if not repositories:
        raise NoRepository("no Debian repository is configured on this machine")
    keyring = next((file for file in _KEYRINGS if file.exists()), None)
    if keyring is None:
        raise NoRepository("Debian's archive keys are not here: apt-get install debian-archive-keyring")
    for name in ("lists/partial", "archives/partial"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    listing = folder / "sources.list"
    listing.write_text(
        "".join(
            f"{kind} [signed-by={keyring}] {address} {suite} main\n" for suite in suites for address in repositories
        )
    )
    settings = {
        "Dir::Etc::SourceList": listing,
        "Dir::Etc::SourceParts": "/dev/null",
        "Dir::State::Lists": folder / "lists",
        "Dir::Cache": folder,
        "Dir::Cache::Archives": "archives",
        # apt's unprivileged downloader cannot enter a user's own cache folder.
        "APT::Sandbox::User": "",
    }
    return [part for name, value in settings.items() for part in ("-o", f"{name}={value}")]


def debian_repositories() -> list[str]:
    """Return the addresses of the Debian repositories that this machine is configured with."""
    form = "$(ORIGIN)\t$(LABEL)\t$(REPO_URI)"
    result = run(["apt-get", "indextargets", "--format", form, "Created-By: Packages"])
    rows = (line.split("\t") for line in result.stdout.splitlines() if line.count("\t") == 2)
    return sorted({address for origin, label, address in rows if origin == label == "Debian"})


def run(
    command: Sequence[str], folder: Path | None = None, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, in the C locale, and return what it printed."""
    return subprocess.run(  # noqa: S603  (commands of apt's and dpkg's, made here)
        command,
        cwd=folder,
        env={**os.environ, "LC_ALL": "C", **(environment or {})},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )


def follow(command: Sequence[str], tell: Progress) -> subprocess.CompletedProcess[str]:
    """Run a command as `run` does, telling each line that it prints as it comes."""
    lines = []
    with subprocess.Popen(  # noqa: S603  (commands of apt's and dpkg's, made here)
        command,
        env={**os.environ, "LC_ALL": "C", "DEBIAN_FRONTEND": "noninteractive"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line)
            if line.strip():
                tell(line.rstrip())
    return subprocess.CompletedProcess(command, process.returncode, "".join(lines), "")


def last_line(result: subprocess.CompletedProcess[str]) -> str:
    """Return what apt gave as its reason, or else the last line that a command printed."""
    lines = [line for line in (result.stdout + result.stderr).splitlines() if line.strip()]
    reasons = [line for line in lines if line.startswith("E:")]
    return (reasons or lines or [f"exit status {result.returncode}"])[-1]


def _available(packages: Sequence[str]) -> list[str]:
    """Those of some packages that apt's lists offer for installation."""
    result = run(["apt-cache", "policy", *packages])
    offered = set()
    name = ""
    for line in result.stdout.splitlines():
        if not line.startswith(" "):
            name = line.rstrip(":")
        elif line.strip().startswith("Candidate:") and not line.endswith("(none)"):
            offered.add(name)
    return [name for name in packages if name in offered]
