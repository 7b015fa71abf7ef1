"""Commands about boards: those on a serial line, and their firmware."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import jsonschema
import needs
import pytest
from noisy_line import Noise, NoisyLine, compile_board
from runner_folders import MISBEHAVING
from workbench import ONCE, Workbench

from weighbridge.commands.schemas import schemas

SERIAL = '[serial]\ntitle = "A board"\n'
FIRMWARE = """
[targets.board]
title = "Some board"
firmware = { image = "build/firmware.elf" }
start = { command = ["emulator", "build/firmware.elf"] }
[targets.board.build]
commands = [["sh", "-c", "echo codecs: $WEIGHBRIDGE_CODECS > build/firmware.elf"]]
variables = ["WEIGHBRIDGE_CODECS"]
"""
SKETCH = """
[sketch]
commands = [["sh", "-c", "mkdir -p '{folder}' && echo $WEIGHBRIDGE_CODECS > '{folder}'/$(basename '{folder}').ino"]]
"""


@pytest.fixture(autouse=True)
def _all_codecs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEIGHBRIDGE_CODECS", "")  # what a command sets is gone after the test


@pytest.fixture
def board(tmp_path: Path) -> Iterator[NoisyLine]:
    """A board at the other end of a line with noise: the runner that behaves."""
    needs.require_programs("gcc")
    noise = Noise(flipped=1e-4, lost=1e-4, added=1e-4)
    with NoisyLine([compile_board(tmp_path), sys.executable, str(MISBEHAVING)], noise, seed=1) as line:
        yield line


@pytest.mark.slow
def test_a_board_on_a_serial_line_is_weighed(empty_workbench: Workbench, board: NoisyLine) -> None:
    empty_workbench.add_runner("firmware", extra=SERIAL)
    port = board.port.removeprefix("/dev/").replace("/", "!")
    name = f"firmware:serial:{port}"
    document = empty_workbench.json("run", "glossary", "--targets", f"serial:{board.port}", *ONCE)
    assert {f"{cell['runner']}:{cell['target']}" for cell in document["cells"]} == {name}
    assert {cell["fidelity"] for cell in document["cells"]} == {"exact"}
    assert not document["failures"]
    rows = empty_workbench.json("list", "codecs", "--targets", f"firmware:serial:{board.port}@9600")
    assert {row["target"] for row in rows} == {f"serial:{port}@9600"}


def test_a_board_that_is_not_there(empty_workbench: Workbench) -> None:
    empty_workbench.add_runner("firmware", extra=SERIAL)
    ended = empty_workbench("verify", "--targets", "serial:/dev/ttyNONE")
    assert ended.returncode == 2
    assert "could not be reached" in ended.stderr
    assert "/dev/ttyNONE" in ended.stderr


def test_a_port_that_is_none(empty_workbench: Workbench) -> None:
    empty_workbench.add_runner("firmware", extra=SERIAL)
    ended = empty_workbench("verify", "--targets", "serial:/dev/ttyUSB0@fast")
    assert ended.returncode == 2
    assert "write /dev/ttyUSB0" in ended.stderr


def test_a_line_that_no_runner_speaks_over(workbench: Workbench) -> None:
    ended = workbench("verify", "--targets", "serial:/dev/ttyUSB0")
    assert ended.returncode == 2
    assert "unknown runner 'serial:ttyUSB0'" in ended.stderr


def test_firmware_is_listed_and_built(workbench: Workbench) -> None:
    assert "No runner here has firmware" in workbench("firmware", "list").stdout
    workbench.add_runner("firmware", extra=FIRMWARE)
    rows = workbench.json("firmware", "list")
    jsonschema.validate(rows, schemas()["firmware-list"])
    assert [(row["target"], row["title"], row["built"]) for row in rows] == [("board", "Some board", False)]
    image = workbench.documents / "new" / "all.elf"
    assert workbench("firmware", "build", "board", "-o", image).returncode == 0
    assert image.read_text() == "codecs:\n"
    assert workbench.json("firmware", "list")[0]["built"]
    assert workbench("firmware", "build", "board", "--codecs", "cmp,jsmn", "-o", image).returncode == 0
    assert image.read_text() == "codecs: cmp,jsmn\n"


def test_a_real_board_has_a_build_of_its_own(workbench: Workbench) -> None:
    real = '{ image = "build/real.elf", build = { commands = [["sh", "-c", "echo real > build/real.elf"]] } }'
    workbench.add_runner("firmware", extra=FIRMWARE.replace('{ image = "build/firmware.elf" }', real))
    image = workbench.documents / "real.elf"
    assert workbench("firmware", "build", "board", "-o", image).returncode == 0
    assert image.read_text() == "real\n"


def test_a_board_without_firmware(workbench: Workbench) -> None:
    workbench.add_runner("firmware", extra=FIRMWARE)
    ended = workbench("firmware", "build", "bord", "-o", "x.elf")
    assert ended.returncode == 2
    assert "unknown board 'bord'" in ended.stderr
    assert "board" in ended.stderr.split("'bord'")[1]


def test_firmware_that_cannot_be_built(workbench: Workbench) -> None:
    workbench.add_runner("firmware", extra=FIRMWARE.replace("echo codecs", "echo no such codec; exit 1; echo"))
    ended = workbench("firmware", "build", "board", "-o", "x.elf")
    assert ended.returncode == 3
    assert "no such codec" in ended.stderr
    assert not (workbench.documents / "x.elf").exists()


def test_a_sketch_is_written_and_renewed(workbench: Workbench) -> None:
    workbench.add_runner("firmware", extra=SKETCH)
    for codecs in ("cmp", "cmp,jsmn"):
        assert workbench("firmware", "sketch", "bench", "--codecs", codecs).returncode == 0
        assert (workbench.documents / "bench" / "bench.ino").read_text() == f"{codecs}\n"


@pytest.mark.parametrize(("folder", "complaint"), [("a b", "Arduino's IDE takes"), ("taken", "something else")])
def test_where_no_sketch_can_be(workbench: Workbench, folder: str, complaint: str) -> None:
    workbench.add_runner("firmware", extra=SKETCH)
    (workbench.documents / "taken").mkdir()
    (workbench.documents / "taken" / "thesis.txt").write_text("mine")
    ended = workbench("firmware", "sketch", folder)
    assert ended.returncode == 2
    assert complaint in ended.stderr
