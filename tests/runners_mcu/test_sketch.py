"""The runner as a sketch: compiled for this machine it talks like any board, and boards' compilers take it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import needs
import pytest
from noisy_line import Noise, NoisyLine

from weighbridge.runners.serial_line import SerialLine
from weighbridge_kit.values import hash_text

ROOT = Path(__file__).parents[2]
MCU = ROOT / "runners" / "mcu"
CORE = Path(__file__).with_name("arduino")
SOURCES = ROOT / "runners" / "c" / "third_party"
CODECS = "cmp,mpack"
TAKEN = ("-fsyntax-only",)
"""Programs for boards are not made here: that the compiler takes the sources is what is asked."""
needs_sources = pytest.mark.skipif(
    not all((SOURCES / name).is_dir() for name in CODECS.split(",")) or not shutil.which("cmake"),
    reason="needs CMake, and the libraries that weighbridge setup c fetches",
)


def write_sketch(folder: Path, codecs: str = CODECS) -> Path:
    subprocess.run(
        ["cmake", "-S", MCU / "sketch", "-B", folder.with_name("build"), f"-DFOLDER={folder}"],
        env={**os.environ, "WEIGHBRIDGE_CODECS": codecs},
        check=True,
        capture_output=True,
    )
    return folder


def compile_sketch(sketch: Path, prefix: str, options: Sequence[str]) -> list[Path]:
    """Compile what Arduino's tools would, as they do: every source below src by its language, and the sketch as C++."""
    objects: list[Path] = []
    common: list[str | Path] = [
        "-Os",
        "-w",
        "-ffunction-sections",
        "-fdata-sections",
        "-DARDUINO=10819",
        *options,
        "-I",
        CORE,
    ]
    for number, source in enumerate(sorted([*sketch.glob("src/**/*.c*"), *sketch.glob("*.ino")])):
        objects.append(sketch.with_name(f"{prefix}{number}.o"))
        language = ["-std=gnu11"] if source.suffix == ".c" else ["-std=gnu++17", "-x", "c++", "-include", "Arduino.h"]
        program = f"{prefix}gcc" if source.suffix == ".c" else f"{prefix}g++"
        subprocess.run([program, *common, *language, "-c", str(source), "-o", str(objects[-1])], check=True)
    return objects


@pytest.fixture(scope="module")
def sketch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_sketch(tmp_path_factory.mktemp("sketch") / "bench")


def ask(board: SerialLine, **request: object) -> dict[str, object]:
    answer = json.loads(board.exchange(json.dumps(request).encode() + b"\n"))
    assert isinstance(answer, dict)
    return answer


def conversation(board: SerialLine) -> list[dict[str, object]]:
    """Everything that a core asks of a board, but for times, which differ."""
    value = '{"a":[1,2.5,null],"b":"Größe"}'
    document = {"value": value, "encoded": {"msgpack": "gqFhkwHLQAQAAAAAAADAoWKnR3LDtsOfZQ=="}}
    asked = {"codec": "mpack", "payload": "p"}
    answers = [
        ask(board, request="describe"),
        ask(board, request="load", payload="p", documents=[document]),
        ask(board, request="check", operation="encode", **asked),
        ask(board, request="check", operation="decode", values=True, **asked),
    ]
    timed = ask(board, request="time", operation="decode", iterations=1000, **asked)
    assert timed["answer"] == "ok"
    assert isinstance(timed["wall_ns"], int)
    assert timed["wall_ns"] > 0
    answers += [
        ask(board, request="drop", payload="p"),
        ask(board, request="drop", payload="p"),
    ]
    return answers


@needs_sources
def test_the_sketch_talks_over_a_noisy_line(sketch: Path) -> None:
    program = sketch.with_name("host")
    core: list[str | Path] = [f"-I{CORE}", str(CORE / "main.cpp")]
    objects = map(str, compile_sketch(sketch, "", ()))
    subprocess.run(["g++", *core, *objects, "-Wl,--gc-sections", "-o", str(program)], check=True)
    with NoisyLine([str(program)]) as line, SerialLine(line.port) as board:
        undisturbed = conversation(board)
    described, loaded, encoded, decoded, dropped, again = undisturbed
    names = {codec["codec"] for codec in described["codecs"]}  # type: ignore[attr-defined]
    assert names == set(CODECS.split(","))
    assert loaded == dropped == {"answer": "ok"}
    assert encoded["bytes"] == ["gqFhkwHLQAQAAAAAAADAoWKnR3LDtsOfZQ=="]
    assert decoded["hashes"] == [hash_text({"a": [1, 2.5, None], "b": "Größe"})]
    assert again["answer"] == "bad-request"
    for seed in range(4):
        noise = Noise(flipped=5e-4, lost=5e-4, added=5e-4, cut=0.01)
        with NoisyLine([str(program)], noise, seed) as line, SerialLine(line.port) as board:
            assert conversation(board) == undisturbed


@needs_sources
@pytest.mark.parametrize(
    ("prefix", "options"),
    [
        ("arm-none-eabi-", ["-mcpu=cortex-m0plus", "-mthumb"]),
        ("riscv64-unknown-elf-", ["-march=rv32imac", "-mabi=ilp32", "--specs=picolibc.specs"]),
    ],
    ids=["cortex-m0plus", "rv32imac"],
)
def test_compilers_of_boards_take_the_sketch(sketch: Path, prefix: str, options: list[str]) -> None:
    needs.require_programs(f"{prefix}g++")
    compile_sketch(sketch, prefix, [*options, *TAKEN])


@needs_sources
@needs.programs("avr-g++")
def test_an_arduino_mega_takes_the_sketch(tmp_path: Path) -> None:
    # MPack refuses a processor whose double has 32 bits.
    compile_sketch(write_sketch(tmp_path / "mega", "cmp"), "avr-", ["-mmcu=atmega2560", *TAKEN])


@needs_sources
@needs.programs("arduino-cli")  # with the core arduino:mbed_nano
def test_arduino_compiles_the_sketch(sketch: Path) -> None:
    subprocess.run(["arduino-cli", "compile", "--fqbn", "arduino:mbed_nano:nano33ble", sketch], check=True)


@needs_sources
@needs.programs("pio")
def test_platformio_compiles_the_sketch(sketch: Path) -> None:
    subprocess.run(["pio", "run", "--project-dir", sketch, "--environment", "pico"], check=True)


def test_a_codec_that_no_board_has(tmp_path: Path) -> None:
    with pytest.raises(subprocess.CalledProcessError) as caught:
        write_sketch(tmp_path / "bench", "simdjson")
    assert "Boards have no codec simdjson" in caught.value.stderr.decode()
