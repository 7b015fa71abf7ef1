"""Runners have no network, leave no images of their memory behind, and go first where memory runs out."""

from __future__ import annotations

import resource
import socket
from pathlib import Path

import pytest
from runner_folders import write_runner

from weighbridge.runners import confinement, errors
from weighbridge.runners.launch import start
from weighbridge.runners.manifest import read_manifests

needs_cutter = pytest.mark.skipif(not confinement._cutter(), reason="this system cuts no program off from the network")


@needs_cutter
@pytest.mark.parametrize(("network", "words"), [(False, "nobody listens"), (True, "somebody listens")])
def test_only_a_runner_that_says_so_has_a_network(tmp_path: Path, network: bool, words: str) -> None:
    manifest = read_manifests(write_runner(tmp_path, "caller", "phones-home", "--on", "drop"))[0]
    manifest = manifest.model_copy(update={"start": manifest.start.model_copy(update={"network": network})})
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = str(listener.getsockname()[1])
        with (
            start(manifest, environment={"LISTENER": port}, log=tmp_path / "log") as client,
            pytest.raises(errors.Failed, match=words),
        ):
            client.drop("p")


def test_a_program_that_is_not_there_is_missed_under_its_own_name(tmp_path: Path) -> None:
    manifest = read_manifests(write_runner(tmp_path, "gone"))[0]
    for command in ("no-such-program", "./no-such-program"):
        there = manifest.model_copy(update={"start": manifest.start.model_copy(update={"command": (command,)})})
        with pytest.raises(errors.CannotStart, match="no-such-program"):
            start(there, log=tmp_path / "log")


def test_the_limits_of_a_runner(tmp_path: Path) -> None:
    manifest = read_manifests(write_runner(tmp_path, "steady"))[0]
    with start(manifest, log=tmp_path / "log") as client:
        client.describe()
        assert client.process is not None
        assert resource.prlimit(client.process, resource.RLIMIT_CORE) == (0, 0)
        assert resource.prlimit(client.process, resource.RLIMIT_DATA)[0] != resource.RLIM_INFINITY
        assert Path(f"/proc/{client.process}/oom_score_adj").read_text().strip() == "500"


def test_a_runner_that_is_known_to_start_soon_is_not_waited_for_as_long_as_others(tmp_path: Path) -> None:
    manifest = read_manifests(write_runner(tmp_path, "sleepy", "slow-start", "--seconds", "60"))[0]
    with (
        start(manifest, log=tmp_path / "log", patience_s=0.3) as client,
        pytest.raises(errors.Hung, match=r"did not answer within 0\.3 s"),
    ):
        client.describe()
