"""Commands that run at the same time and need the same runners."""

from __future__ import annotations

import subprocess

from workbench import Workbench

BUILD = [["sh", "-c", "echo built >> built.txt"]]


def add_built(workbench: Workbench, name: str) -> None:
    """Add a runner that is built, of ``*.c``."""
    workbench.add_runner(name, build=BUILD)
    manifest = workbench.runners / name / "runner.toml"
    manifest.write_text(manifest.read_text().replace("[build]", '[build]\ninputs = ["*.c"]'))


def awaited(process: subprocess.Popen[bytes], words: bytes) -> None:
    """Wait until a command has said something."""
    assert process.stderr is not None
    assert any(words in line for line in process.stderr), words


def test_a_runner_is_not_built_again_before_the_run_that_uses_it_has_ended(empty_workbench: Workbench) -> None:
    add_built(empty_workbench, "one")
    run = empty_workbench.start("run", "compact", "--budget", "8s", "--operations", "decode")
    awaited(run, b" in 1 runner: ")
    (empty_workbench.runners / "one" / "changed.c").touch()
    setup = empty_workbench.start("setup", "one")
    awaited(setup, b"waiting for another command")
    built = empty_workbench.runners / "one" / "built.txt"
    assert built.read_text() == "built\n"
    said, errors = run.communicate(timeout=120)
    assert run.returncode == 0, said + errors
    setup.communicate(timeout=120)
    assert setup.returncode == 0
    assert built.read_text() == "built\nbuilt\n"


def test_of_two_set_ups_the_second_finds_done_what_the_first_did(empty_workbench: Workbench) -> None:
    go_on = empty_workbench.folder / "go-on"
    patient = f"echo begun; until [ -e {go_on} ]; do sleep 0.1; done; echo built >> built.txt"
    empty_workbench.add_runner("one", build=[["sh", "-c", patient]])
    manifest = empty_workbench.runners / "one" / "runner.toml"
    manifest.write_text(manifest.read_text().replace("[build]", '[build]\ninputs = ["*.c"]'))
    log = empty_workbench.runners / "one" / "build" / "log.txt"
    first = empty_workbench.start("setup", "one")
    while not log.exists():
        assert first.poll() is None
    second = empty_workbench.start("setup", "one")
    awaited(second, b"waiting for another command that builds it")
    go_on.touch()
    for process in (first, second):
        process.communicate(timeout=120)
        assert process.returncode == 0
    assert (empty_workbench.runners / "one" / "built.txt").read_text() == "built\n"
