from __future__ import annotations

import threading
from pathlib import Path

import pytest
from runner_folders import write_runner, write_unbuildable

from weighbridge.runners.build import BuildError, Built, Halt, build
from weighbridge.runners.manifest import Manifest, read_manifests

COUNT = ["{python}", "-c", "open('count.txt', 'a').write('x'); print('counted', flush=True)"]


def manifest_of(tmp_path: Path, *commands: list[str], extra: str = "") -> Manifest:
    return read_manifests(write_runner(tmp_path, "built", build=commands, extra=extra))[0]


def with_inputs(manifest: Manifest, *patterns: str) -> Manifest:
    return manifest.model_copy(update={"build": manifest.build.model_copy(update={"inputs": patterns})})


def test_it_builds_once(tmp_path: Path) -> None:
    manifest = with_inputs(manifest_of(tmp_path, COUNT), "*.c")
    heard: list[str] = []
    first = build(manifest, progress=heard.append)
    assert not first.fresh
    assert heard == ["counted"]
    assert "counted" in first.log.read_text()
    assert build(manifest).fresh
    assert (manifest.folder / "count.txt").read_text() == "x"


def test_it_builds_again_when_an_input_changes(tmp_path: Path) -> None:
    manifest = with_inputs(manifest_of(tmp_path, COUNT), "**/*.c")
    build(manifest)
    (manifest.folder / "build" / "generated.c").write_text("made by the build")
    assert build(manifest).fresh
    (manifest.folder / "new.c").write_text("int x;")
    assert not build(manifest).fresh
    (manifest.folder / "new.c").write_text("int y;")
    assert not build(manifest).fresh
    assert build(manifest).fresh


def test_it_builds_again_when_a_variable_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    manifest = manifest_of(tmp_path, COUNT)
    settings = manifest.build.model_copy(update={"variables": ("*_ROOT",), "inputs": ("*.c",)})
    manifest = manifest.model_copy(update={"build": settings})
    build(manifest)
    monkeypatch.setenv("OTHER", "1")
    assert build(manifest).fresh
    monkeypatch.setenv("GUEST_ROOT", "/somewhere")
    assert not build(manifest).fresh
    assert build(manifest).fresh
    monkeypatch.delenv("GUEST_ROOT")
    assert not build(manifest).fresh


@pytest.mark.parametrize("pattern", ["harness/**", "harness", "harness/*.c"])
def test_a_folder_stands_for_all_that_is_in_it(tmp_path: Path, pattern: str) -> None:
    manifest = with_inputs(manifest_of(tmp_path, COUNT), pattern)
    (manifest.folder / "harness").mkdir()
    source = manifest.folder / "harness" / "main.c"
    source.write_text("int x;")
    build(manifest)
    assert build(manifest).fresh
    source.write_text("int y;")
    assert not build(manifest).fresh


def test_it_builds_again_when_the_program_is_gone(tmp_path: Path) -> None:
    manifest = with_inputs(manifest_of(tmp_path, ["{python}", "-c", "open('program', 'w')"]), "*.c")
    start = manifest.start.model_copy(update={"command": ("./program",)})
    manifest = manifest.model_copy(update={"start": start})
    build(manifest)
    assert build(manifest).fresh
    (manifest.folder / "program").unlink()
    assert not build(manifest).fresh


def test_a_failure_tells_the_last_words_and_the_log(tmp_path: Path) -> None:
    manifest = read_manifests(write_unbuildable(tmp_path))[0]
    with pytest.raises(BuildError) as caught:
        build(manifest)
    error = caught.value
    assert error.log.read_text().splitlines()[-1] == "main.c:7: error: expected a semicolon"
    assert "ended with exit status 2" in str(error)
    assert "  main.c:7: error: expected a semicolon" in str(error)
    assert str(error.log) in str(error)
    with pytest.raises(BuildError):
        build(manifest)


def test_a_program_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="no-such-compiler could not be started"):
        build(manifest_of(tmp_path, ["no-such-compiler", "main.c"]))


def test_a_build_that_takes_too_long_is_stopped(tmp_path: Path) -> None:
    manifest = manifest_of(tmp_path, ["{python}", "-c", "print('begun', flush=True); import time; time.sleep(600)"])
    impatient = manifest.build.model_copy(update={"timeout_s": 0.5})
    with pytest.raises(BuildError, match=r"was not done after 0.5 s"):
        build(manifest.model_copy(update={"build": impatient}))


def test_another_thread_can_end_a_build(tmp_path: Path) -> None:
    silent = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import time; time.sleep(60)'])"
    manifest = manifest_of(tmp_path, ["{python}", "-c", "print('begun')"], ["{python}", "-c", silent])
    halt = Halt()

    def begun(_: str) -> None:
        threading.Timer(0.2, halt.call).start()

    with pytest.raises(BuildError, match="was stopped"):
        build(manifest, progress=begun, halt=halt)
    with pytest.raises(BuildError, match="was stopped"):
        build(manifest, halt=halt)


def test_two_builds_of_one_runner_wait_for_each_other(tmp_path: Path) -> None:
    slow = ["{python}", "-c", "open('count.txt', 'a').write('x'); import time; time.sleep(0.3)"]
    manifest = with_inputs(manifest_of(tmp_path, slow), "*.c")
    results: list[Built] = []
    threads = [threading.Thread(target=lambda: results.append(build(manifest))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(result.fresh for result in results) == [False, True, True]
    assert (manifest.folder / "count.txt").read_text() == "x"


def test_nothing_to_build(tmp_path: Path) -> None:
    manifest = manifest_of(tmp_path)
    assert build(manifest).fresh
    assert not (manifest.folder / "build").exists()
