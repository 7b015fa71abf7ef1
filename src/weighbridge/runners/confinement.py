"""What runners may not do: they hold users' documents, and run libraries that nobody here has read."""

from __future__ import annotations

import contextlib
import functools
import os
import resource
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

_CUT_OFF = ("unshare", "--net", "--")
_CUT_OFF_BY_ANYBODY = ("unshare", "--user", "--map-current-user", "--net", "--")
"""Linux's own way to start a program without a network; only root needs no namespace of users for it."""
_FIRST_TO_GO = "500"
"""Where memory runs out, the kernel ends a program with a higher score first: a runner, and not the one that asks."""


def without_network(command: Sequence[str], folder: Path) -> list[str]:
    """Return a command that runs the same program, in the same process, without a network where the system can.

    A program that is not there is left to be missed under its own name.
    """
    there = shutil.which(command[0] if "/" not in command[0] else folder / command[0])
    return [*(_cutter() if there else ()), *command]


@functools.cache
def _cutter() -> tuple[str, ...]:
    """Return what cuts a program off from the network here; nothing where the system does not let us."""
    for cutter in (_CUT_OFF, _CUT_OFF_BY_ANYBODY):
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            subprocess.run([*cutter, "true"], check=True, capture_output=True, timeout=10)  # noqa: S603 (constants)
            return cutter
    return ()


def limit(process: int) -> None:
    """Limit what a process and those that it starts may take, as far as the system lets us.

    A crash leaves no image of the memory behind, which holds documents; no process takes more memory than the machine
    has; and where it runs out, they are ended before this one.
    """
    with contextlib.suppress(OSError, ValueError, AttributeError):  # AttributeError: no Linux
        resource.prlimit(process, resource.RLIMIT_CORE, (0, 0))
        memory = os.sysconf("SC_PHYS_PAGES") * resource.getpagesize()
        _, most = resource.prlimit(process, resource.RLIMIT_DATA)
        if most == resource.RLIM_INFINITY or most > memory:
            resource.prlimit(process, resource.RLIMIT_DATA, (memory, memory))
    with contextlib.suppress(OSError):
        Path(f"/proc/{process}/oom_score_adj").write_text(_FIRST_TO_GO)


def limit_growth(process: int, more: int) -> None:
    """Let a process take so many bytes more than it has, as far as the system lets us."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        has = _status(process, "VmData")
        if has is not None:
            resource.prlimit(process, resource.RLIMIT_DATA, (has + more, has + more))


def peak_memory(process: int) -> int | None:
    """Return the most memory that a process ever held, in bytes; None where the system does not tell."""
    return _status(process, "VmHWM")


def _status(process: int, member: str) -> int | None:
    with contextlib.suppress(OSError, ValueError):
        for line in Path(f"/proc/{process}/status").read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith(f"{member}:"):
                return int(line.split()[1]) * 1024
    return None
