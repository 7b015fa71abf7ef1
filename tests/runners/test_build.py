from __future__ import annotations

import contextlib
import os
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from runner_folders import write_runner, write_unbuildable

from weighbridge.runners import in_use
from weighbridge.runners.build import BuildError, Built, build, is_being_built, is_built
from weighbridge.runners.halt import Halt
from weighbridge.runners.manifest import Manifest, Setup, read_manifests

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
    assert error.log is not None
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


@pytest.fixture
def two_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Two folders with a program ``cc`` each; the first is on PATH."""
    folders = tmp_path / "first", tmp_path / "second"
    for folder in folders:
        folder.mkdir()
        (folder / "cc").write_text(f"#!/bin/sh\n# of {folder.name}\n")
        (folder / "cc").chmod(0o755)
    monkeypatch.setenv("PATH", str(folders[0]))
    return folders


def made_with_cc(tmp_path: Path, *starts_with: str) -> Manifest:
    manifest = with_inputs(manifest_of(tmp_path, COUNT), "*.c")
    start = manifest.start.model_copy(update={"command": starts_with}) if starts_with else manifest.start
    return manifest.model_copy(update={"made_with": Setup(commands=("cc",)), "start": start})


def test_another_path_makes_nothing_stale(
    tmp_path: Path, two_folders: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    manifest = made_with_cc(tmp_path)
    build(manifest)
    for path in (str(two_folders[1]), "/nonexistent"):
        monkeypatch.setenv("PATH", path)
        assert build(manifest).fresh
    (two_folders[0] / "cc").write_text("#!/bin/sh\n# a newer one in the same place\n")
    monkeypatch.setenv("PATH", str(two_folders[0]))
    assert not build(manifest).fresh


def test_a_tool_that_is_gone_is_replaced_by_the_one_on_path(
    tmp_path: Path, two_folders: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    manifest = made_with_cc(tmp_path)
    build(manifest)
    (two_folders[0] / "cc").unlink()
    assert not is_built(manifest)
    monkeypatch.setenv("PATH", str(two_folders[1]))
    assert not build(manifest).fresh
    assert build(manifest).fresh


def test_nothing_is_begun_without_its_tools(
    tmp_path: Path, two_folders: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    manifest = made_with_cc(tmp_path)
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(BuildError, match="not on PATH: cc"):
        build(manifest)
    assert not (manifest.folder / "build").exists()
    monkeypatch.setenv("PATH", str(two_folders[1]))
    assert not build(manifest).fresh


def test_what_is_built_fits_the_program_that_starts_it(
    tmp_path: Path, two_folders: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    manifest = made_with_cc(tmp_path, "cc", "runner.js")
    build(manifest)
    monkeypatch.setenv("PATH", "/nonexistent")
    assert build(manifest).fresh
    monkeypatch.setenv("PATH", str(two_folders[1]))
    assert not build(manifest).fresh


LITTER = """
import pathlib, sys
found = pathlib.Path('build/cache').exists()
pathlib.Path('seen.txt').open('a').write('again ' if found else 'anew ')
pathlib.Path('build/cache').touch()
print('begun', flush=True)
sys.exit(pathlib.Path('broken.c').exists())
"""


def littering(tmp_path: Path) -> Manifest:
    """A runner whose build leaves a file, and tells in ``seen.txt`` whether it found it; ``broken.c`` makes it fail."""
    manifest = with_inputs(manifest_of(tmp_path, ["{python}", "-c", LITTER]), "*.c")
    return manifest.model_copy(update={"build": manifest.build.model_copy(update={"leftovers": ("build/cache*",)})})


def seen(manifest: Manifest) -> str:
    return (manifest.folder / "seen.txt").read_text().split()[-1]


def test_a_build_goes_on_with_what_another_left_where_that_can_do_no_harm(tmp_path: Path) -> None:
    manifest = littering(tmp_path)
    build(manifest)
    (manifest.folder / "new.c").touch()
    build(manifest)
    assert seen(manifest) == "again"
    (manifest.folder / "broken.c").touch()
    with pytest.raises(BuildError):
        build(manifest)
    assert seen(manifest) == "again"
    (manifest.folder / "broken.c").unlink()  # whoever works on a codec does not compile everything for each mistake
    build(manifest)
    assert seen(manifest) == "again"


def test_nothing_is_left_of_a_configuration_that_failed(tmp_path: Path) -> None:
    manifest = littering(tmp_path)
    commands = (*manifest.build.commands, ("{python}", "-c", ""))
    manifest = manifest.model_copy(update={"build": manifest.build.model_copy(update={"commands": commands})})
    (manifest.folder / "broken.c").touch()
    with pytest.raises(BuildError):
        build(manifest)
    assert not (manifest.folder / "build" / "cache").exists()
    (manifest.folder / "broken.c").unlink()
    build(manifest)
    assert seen(manifest) == "anew"


def test_a_failure_that_nothing_explains_is_tried_again_from_the_beginning_once(tmp_path: Path) -> None:
    manifest = littering(tmp_path)
    (manifest.folder / "broken.c").touch()
    for expected in ("anew", "anew", "again", "anew"):
        with pytest.raises(BuildError):
            build(manifest)
        assert seen(manifest) == expected


def test_a_build_with_other_tools_begins_anew(tmp_path: Path, two_folders: tuple[Path, Path]) -> None:
    manifest = littering(tmp_path).model_copy(update={"made_with": Setup(commands=("cc",))})
    (manifest.folder / "broken.c").touch()
    with pytest.raises(BuildError):
        build(manifest)
    (two_folders[0] / "cc").write_text("#!/bin/sh\n# newer\n")
    (manifest.folder / "broken.c").unlink()
    build(manifest)
    assert seen(manifest) == "anew"


def test_a_build_after_one_that_was_ended_begins_anew(tmp_path: Path) -> None:
    manifest = littering(tmp_path)
    halt = Halt()
    with pytest.raises(BuildError, match="was stopped"):
        build(manifest, progress=lambda _: halt.call(), halt=halt)
    (manifest.folder / "new.c").touch()
    build(manifest)
    assert seen(manifest) == "anew"


@contextlib.contextmanager
def somebody_else(folder: Path) -> Iterator[None]:
    """Be a user who may read all that is in a folder, and write nothing."""
    if os.geteuid():
        places = [folder, *folder.rglob("*")]
        modes = {place: stat.S_IMODE(place.stat().st_mode) for place in places}
        for place, mode in modes.items():
            place.chmod(mode & ~0o222)
        try:
            yield
        finally:
            for place, mode in modes.items():
                place.chmod(mode)
    else:
        os.seteuid(65534)
        try:
            yield
        finally:
            os.seteuid(0)


@pytest.fixture
def shared_folder() -> Iterator[Path]:
    """A folder that every user may enter, as those of tests are not."""
    with tempfile.TemporaryDirectory(prefix="weighbridge-test-") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def test_another_user_uses_what_is_built_and_is_told_whose_it_is_where_it_is_not(shared_folder: Path) -> None:
    manifest = with_inputs(manifest_of(shared_folder, COUNT), "*.c")
    build(manifest)
    with somebody_else(manifest.folder), in_use.held():
        assert build(manifest).fresh
    (manifest.folder / "new.c").touch()
    with somebody_else(manifest.folder), pytest.raises(BuildError) as caught:
        build(manifest)
    assert "may not write there" in str(caught.value)
    assert "weighbridge setup built" in str(caught.value)
    assert not build(manifest).fresh, "what it could not build it has not spoilt"


class Elsewhere:
    """Another process that does something with a runner, until it is ended."""

    def __init__(self, manifest: Manifest, action: str) -> None:
        program = f"""
import sys
from pathlib import Path
from weighbridge.runners import in_use
from weighbridge.runners.build import build
from weighbridge.runners.manifest import read_manifests
(manifest,) = read_manifests(Path({str(manifest.folder / "runner.toml")!r}))
with in_use.held():
    {action}
    print("done", flush=True)
    sys.stdin.read()
"""
        self.process = subprocess.Popen(
            [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def awaited(self) -> None:
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "done\n"

    def ended(self) -> None:
        self.process.communicate(timeout=60)


def in_background(manifest: Manifest, results: list[Built], *, force: bool = False) -> tuple[threading.Thread, str]:
    """Build in a thread; return it, once it waits, and what for."""
    words: list[str] = []
    waits = threading.Event()

    def notice(text: str) -> None:
        words.append(text)
        waits.set()

    thread = threading.Thread(target=lambda: results.append(build(manifest, notice=notice, force=force)))
    thread.start()
    assert waits.wait(60)
    return thread, words[0]


def test_what_somebody_uses_is_not_built_before_they_are_done(tmp_path: Path) -> None:
    manifest = manifest_of(tmp_path, COUNT)
    user = Elsewhere(manifest, "build(manifest)")
    user.awaited()
    results: list[Built] = []
    thread, words = in_background(manifest, results, force=True)
    assert "Misbehaving: waiting for another command that uses it" in words
    assert (manifest.folder / "count.txt").read_text() == "x"
    user.ended()
    thread.join(60)
    assert not results[0].fresh
    assert (manifest.folder / "count.txt").read_text() == "xx"


def test_waiting_for_somebody_else_can_be_ended(tmp_path: Path) -> None:
    manifest = with_inputs(manifest_of(tmp_path, COUNT), "*.c")
    user = Elsewhere(manifest, "build(manifest)")
    user.awaited()
    halt = Halt()
    with pytest.raises(BuildError, match="stopped while it waited"):
        build(manifest, notice=lambda _: halt.call(), halt=halt, force=True)
    user.ended()


def test_a_compiler_that_outlives_a_killed_build_is_waited_for(tmp_path: Path) -> None:
    go_on = tmp_path / "go-on"
    patient = f"import os, time; print('begun', flush=True)\nwhile not os.path.exists({str(go_on)!r}): time.sleep(0.05)"
    manifest = manifest_of(tmp_path, ["{python}", "-c", patient], COUNT)
    killed = Elsewhere(manifest, "build(manifest, progress=lambda line: print('done', flush=True))")
    killed.awaited()
    assert is_being_built(manifest)
    killed.process.kill()
    killed.process.communicate(timeout=60)
    assert is_being_built(manifest)
    results: list[Built] = []
    thread, words = in_background(manifest, results)
    assert "waiting for another command that builds it" in words
    go_on.touch()
    thread.join(60)
    assert not results[0].fresh
    assert (manifest.folder / "count.txt").read_text() == "x"


def test_a_build_that_is_killed_at_any_moment_is_made_good_by_the_next(tmp_path: Path) -> None:
    """Each leaves half a file, which the next would take for a whole one."""
    steps = """
import pathlib, time
out = pathlib.Path('build/whole')
whole = out.exists() and out.read_text()
out.write_text(whole or 'ha')
print('begun', flush=True)
time.sleep(0.05)
out.write_text(whole or 'half and half')
"""
    manifest = with_inputs(manifest_of(tmp_path, ["{python}", "-c", steps]), "*.c")
    manifest = manifest.model_copy(update={"build": manifest.build.model_copy(update={"leftovers": ("build/whole",)})})
    toml = manifest.folder / "runner.toml"
    toml.write_text(toml.read_text().replace("[start]", 'inputs = ["*.c"]\nleftovers = ["build/whole"]\n[start]'))
    for pause_s in (0, 0.01, 0.02, 0.04, 0.06, 0.08):
        (manifest.folder / "new.c").write_text(str(pause_s))
        killed = Elsewhere(manifest, "build(manifest, progress=lambda line: print('done', flush=True))")
        killed.awaited()
        time.sleep(pause_s)
        os.kill(killed.process.pid, signal.SIGKILL)
        killed.process.communicate(timeout=60)
    build(manifest)
    assert (manifest.folder / "build" / "whole").read_text() == "half and half"


def test_threads_of_one_process_that_use_one_build_do_not_wait_for_each_other_for_ever(tmp_path: Path) -> None:
    """Two targets share what is built: the first that has it shares the lock while the second still wants it alone."""
    manifest = manifest_of(tmp_path, ["sleep", "0.3"])
    halt = Halt()
    found: list[Built] = []
    with in_use.held():
        builders = [
            threading.Thread(target=lambda: found.append(build(manifest, halt=halt)), daemon=True) for _ in range(3)
        ]
        for builder in builders:
            builder.start()
        for builder in builders:
            builder.join(60)
        halt.call()
    assert sorted(built.fresh for built in found) == [False, True, True]
