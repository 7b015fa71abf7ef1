"""Boards on a serial line as targets: ``serial:/dev/ttyUSB0``, which no manifest can list."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from weighbridge.runners.manifest import Build, Manifest, Setup, Start, find_manifests
from weighbridge.runners.serial_line import parse_port

_PREFIX = "serial:"
_PACKAGES = Path(__file__).resolve().parents[2]
"""Where the program that speaks to a board is imported from."""
_BITS_PER_BYTE = 10
_LINE_SHARE = 4
"""How many times longer a payload takes than its bytes alone do: every packet is awaited."""


def canonical_name(name: str) -> str:
    """Return the name of a target without slashes, which part a runner from its codec: ``serial:ttyUSB0``.

    A slash is written as the kernel writes it in the names of devices: ``serial:pts!5`` is ``/dev/pts/5``. Names of
    other targets stay as they are.
    """
    runner, prefix, port = name.partition(_PREFIX)
    return runner + prefix + port.removeprefix("/dev/").replace("/", "!") if prefix else name


def port_of(target: str) -> str:
    """Return the port, with its speed, that a target is reached through."""
    port = target.removeprefix(_PREFIX).replace("!", "/")
    is_whole = port.startswith("/") or "://" in port or port.upper().startswith("COM")
    return port if is_whole else f"/dev/{port}"


def find_targets(root: Path, named: Iterable[str]) -> list[Manifest]:
    """Read every manifest under a folder of runners, and add the boards on serial lines among some names.

    Args:
        root: the folder.
        named: names of runners or targets; those that mean no serial line are of no interest here.

    Raises:
        ManifestError: a manifest cannot be used.
        BadPort: a line has no speed.
    """
    found = find_manifests(root)
    able = {manifest.name: manifest for manifest in found if manifest.serial is not None}
    boards = [
        _board(manifest, prefix + port)
        for runner, prefix, port in (name.partition(_PREFIX) for name in dict.fromkeys(map(canonical_name, named)))
        if prefix and port
        for manifest in able.values()
        if runner in ("", f"{manifest.name}:")
    ]
    return [*found, *{board.participant: board for board in boards}.values()]


def _board(manifest: Manifest, target: str) -> Manifest:
    assert manifest.serial is not None
    port = port_of(target)
    device, baud = parse_port(port)
    return manifest.model_copy(
        update={
            "title": f"{manifest.serial.title} at {port}",
            "target": target,
            "by_default": False,
            "with_runner": False,
            "only_if_named": True,
            "alone": True,
            "setup": Setup(),
            "made_with": Setup(),
            "build": Build(),
            "start": Start(
                command=("{python}", "-m", "weighbridge.runners.serial_bridge", port),
                bytes_per_s=baud / _BITS_PER_BYTE / _LINE_SHARE,
                network="://" in port,
                reads=(str(_PACKAGES),),
                writes=() if "://" in device else (device,),
            ),
        }
    )
