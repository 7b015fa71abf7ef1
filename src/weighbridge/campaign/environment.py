"""The machine that a run is measured on, as far as it tells."""

from __future__ import annotations

import os
import platform
import re
from pathlib import Path
from typing import Any


def _read(file: str) -> str:
    try:
        return Path(file).read_text(encoding="utf-8").strip()
    except OSError:
        return ""


def _cpu_model() -> str:
    match = re.search(r"^(?:model name|Model|Hardware)\s*:\s*(.+)$", _read("/proc/cpuinfo"), re.MULTILINE)
    return match.group(1) if match else platform.processor() or platform.machine()


def _usable_cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def describe_machine() -> dict[str, Any]:
    """Describe this machine: processor, memory (bytes), system, and what disturbs measurements on it.

    A value that the system does not tell is ``None``.
    """
    release = platform.freedesktop_os_release() if Path("/etc/os-release").exists() else {}
    return {
        "cpu": _cpu_model(),
        "cores": _usable_cores(),
        "architecture": platform.machine(),
        "memory_bytes": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
        "system": release.get("PRETTY_NAME", platform.system()),
        "kernel": platform.release(),
        "governor": _read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor") or None,
        "virtual": " hypervisor" in _read("/proc/cpuinfo"),
        "load": round(os.getloadavg()[0], 2),
        "python": platform.python_version(),
    }
