from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from runner_folders import write_runner

from weighbridge.runners.client import RunnerClient, Timeouts
from weighbridge.runners.launch import start
from weighbridge.runners.manifest import read_manifests

Start = Callable[..., RunnerClient]


@pytest.fixture
def start_runner(tmp_path: Path) -> Iterator[Start]:
    """Starts the misbehaving runner with a fault; whatever happens, none of them outlives the test."""
    clients: list[RunnerClient] = []

    def start_one(*fault: str, timeouts: Timeouts | None = None) -> RunnerClient:
        name = f"runner{len(clients)}"
        manifest = read_manifests(write_runner(tmp_path, name, *fault))[0]
        clients.append(start(manifest, log=tmp_path / f"{name}.log", timeouts=timeouts))
        return clients[-1]

    yield start_one
    for client in clients:
        client.close()
