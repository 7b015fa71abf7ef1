"""What runners may not do, and what builds may not that work on what was made of documents.

They have no network, open no files of the user's, leave no images of their memory behind, and go first where memory
runs out.
"""

from __future__ import annotations

import os
import resource
import socket
import subprocess
import sys
from pathlib import Path

import needs
import pytest
from misbehaving_runner import reached
from runner_folders import CHECKOUT, write_runner

from weighbridge import landlock
from weighbridge.runners import confinement, errors
from weighbridge.runners.build import BuildError, build
from weighbridge.runners.launch import start
from weighbridge.runners.manifest import Manifest, read_manifests

needs_cutter = needs.elsewhere(bool(confinement._cutter()), "programs can be cut off from the network")


needs_landlock = needs.elsewhere(landlock.why_not() is None, "the kernel has Landlock")


def _what_it_reaches(manifest: Manifest, log: Path, *places: Path) -> dict[str, str]:
    """Return what a runner can do, by the name of the place."""
    environment = {"PLACES": ":".join(map(str, places))}
    with start(manifest, environment=environment, log=log) as client, pytest.raises(errors.Failed) as told:
        client.drop("p")
    return dict(word.split("=") for word in str(told.value).split() if "=" in word)


@needs_landlock
def test_a_runner_opens_no_files_of_the_users(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, scratch, shared = (tmp_path / name for name in ("home", "scratch", "shared"))
    for folder in (home, scratch, shared):
        folder.mkdir()
    secret = home / "secret"
    secret.write_text("the user's own")
    manifest = read_manifests(write_runner(tmp_path / "runners", "curious", "reaches-out", "--on", "drop"))[0]
    places = (home, secret, scratch, shared, manifest.folder, Path("/etc/passwd"), Path("/dev/null"))
    manifest = manifest.model_copy(
        update={
            "start": manifest.start.model_copy(
                update={"writes": (str(scratch),), "reads": (*manifest.start.reads, str(shared))}
            )
        }
    )
    assert _what_it_reaches(manifest, tmp_path / "log", *places) == {
        "home": "nothing",
        "secret": "nothing",
        "scratch": "read+write",
        "shared": "read",
        "curious": "read",
        "passwd": "read",
        "null": "read+write",
    }
    assert secret.read_text() == "the user's own"
    assert not (home / "written").exists()
    # The fault would have been seen, were there no walls.
    monkeypatch.setenv(landlock.SWITCH, "off")
    assert _what_it_reaches(manifest, tmp_path / "log", home, secret) == {"home": "read+write", "secret": "read+write"}


@needs_landlock
def test_a_runner_has_a_place_for_temporary_files(tmp_path: Path) -> None:
    manifest = read_manifests(write_runner(tmp_path, "curious", "reaches-out", "--on", "drop"))[0]
    folder = confinement.scratch()
    assert confinement.temporary_files() == {"TMPDIR": str(folder)}
    assert _what_it_reaches(manifest, tmp_path / "log", folder) == {folder.name: "read+write"}
    asked = "import tempfile, weighbridge.runners.confinement as c; print(c.scratch(), end='')"
    made = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout
    assert "weighbridge-" in made
    assert not Path(made).exists()  # it goes with its process


@needs_landlock
def test_what_starts_runners_is_as_free_as_before(tmp_path: Path) -> None:
    manifest = read_manifests(write_runner(tmp_path, "curious"))[0]
    with start(manifest, log=tmp_path / "log") as client:
        client.describe()
    assert reached(str(tmp_path)) == f"{tmp_path.name}=read+write"
    assert subprocess.run(["sh", "-c", f"echo > {tmp_path}/made"], check=False).returncode == 0


def _typed_build(tmp_path: Path, *words: str) -> Manifest:
    """Return a runner whose confined command writes to places, of which `types` is its own."""
    manifest = read_manifests(write_runner(tmp_path / "runners", "compiled", build=[["true"]]))[0]
    (manifest.folder / "types").mkdir()
    source = "import sys\nfor name in sys.argv[1:]: open(name, 'w').write('marker')"
    command = ("{python}", "-c", source, *words)
    return manifest.model_copy(
        update={"build": manifest.build.model_copy(update={"confined": (command,), "writes": ("types",)})}
    )


@needs_landlock
def test_what_compiles_documents_types_writes_nowhere_else(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    manifest = _typed_build(tmp_path, "types/made", str(elsewhere))
    with pytest.raises(BuildError, match=r"PermissionError.*elsewhere"):
        build(manifest)
    assert (manifest.folder / "types" / "made").read_text() == "marker"
    assert not elsewhere.exists()


def test_what_compiles_documents_types_is_free_where_it_is_let(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(landlock.SWITCH, "off")
    elsewhere = tmp_path / "elsewhere"
    build(_typed_build(tmp_path, str(elsewhere)))
    assert elsewhere.read_text() == "marker"
    assert landlock.why_not() == "WEIGHBRIDGE_CONFINE is off"


def test_a_tool_chain_in_a_home_is_reached_and_what_lies_beside_it_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    tools = {"go/bin/go": "go", ".cargo/bin/cargo": ".cargo/bin", ".pyenv/shims/python": ".pyenv", "bin/own": "bin"}
    for name in tools:
        program = tmp_path / name
        program.parent.mkdir(parents=True)
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", os.pathsep.join(str((tmp_path / name).parent) for name in tools))
    for name, folder in tools.items():
        assert set(confinement.tool_chain([Path(name).name], tmp_path)) == {tmp_path / folder}
    assert list(confinement.tool_chain(["no-such-program"], tmp_path)) == []


@needs_landlock
@needs.elsewhere(os.geteuid() == 0, "tests are root's")
@needs.programs("setpriv")
def test_anybody_is_confined_without_privileges(tmp_path: Path) -> None:
    source = """if True:
        import subprocess, sys
        from pathlib import Path
        from weighbridge.runners import confinement
        words = f"cat /etc/passwd >/dev/null && echo read; ls {sys.argv[1]}"
        command = confinement.without_network(["sh", "-c", words], Path("/"))
        confinement.within(confinement.Reach(), lambda: subprocess.run(command))
    """
    for folder in (tmp_path, tmp_path.parent, tmp_path.parent.parent):
        folder.chmod(folder.stat().st_mode | 0o055)
    python: str = sys._base_executable  # type: ignore[attr-defined]
    packages = os.pathsep.join((str(CHECKOUT / "src"), *sys.path))
    ended = subprocess.run(
        ["setpriv", "--reuid", "65534", "--clear-groups", python, "-c", source, str(tmp_path)],
        env={"PYTHONPATH": packages, "PATH": os.environ["PATH"], "HOME": "/nonexistent"},
        capture_output=True,
        text=True,
        check=False,
    )
    if f"{python}: Permission denied" in ended.stderr:
        pytest.skip(f"{needs.ELSEWHERE}others may enter this Python's folder")
    assert ended.stdout == "read\n", ended.stderr
    assert "ermission denied" in ended.stderr


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
