"""Both ends of a serial line, with noise between them: no line is lost, none comes twice, and nothing hangs."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import needs
import pytest
from noisy_line import Noise, NoisyLine, compile_board

from weighbridge.runners import errors, serial_line
from weighbridge.runners.client import RunnerClient
from weighbridge.runners.serial_line import BadPort, LineGone, Packet, Reset, SerialLine, TooNoisy, parse_port
from weighbridge.runners.transport import CannotStart, StdioTransport

HEAVY = Noise(flipped=2e-3, lost=2e-3, added=2e-3, cut=0.02)
needs_compiler = needs.programs("gcc")


@pytest.fixture(scope="session")
def board(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The firmware's end of the line, compiled for this machine, with a harness that counts what it answers."""
    return compile_board(tmp_path_factory.mktemp("board"))


def answer_to(line: bytes, served: int) -> bytes:
    total = 0
    for byte in line:
        total = (total * 31 + byte) % 2**32
    return b"%d %d %d " % (served, len(line), total) + b"x" * len(line) + b"\n"


def lines(seed: int, count: int = 12) -> Iterator[bytes]:
    dice = random.Random(seed)
    for _ in range(count):
        yield bytes(dice.choice(b'{}":,abcdefgh \xc3\xa4\0\1\xff') for _ in range(dice.choice((0, 1, 60, 63, 64, 900))))


@needs_compiler
@pytest.mark.parametrize(
    "noise",
    [
        Noise(),
        Noise(flipped=3e-3),
        Noise(lost=3e-3),
        Noise(added=3e-3),
        Noise(cut=0.03),
        HEAVY,
        Noise(flipped=1e-3, bytes_per_s=11520.0),
    ],
    ids=["none", "flipped", "lost", "added", "half", "heavy", "slow"],
)
def test_noise_costs_time_and_nothing_else(board: str, noise: Noise) -> None:
    with NoisyLine([board], noise, seed=5) as line, SerialLine(line.port) as conversation:
        for served, text in enumerate(lines(5), 1):
            assert conversation.exchange(text + b"\n") == answer_to(text, served)


@needs_compiler
def test_more_packets_than_there_are_numbers(board: str) -> None:
    text = b"y" * 64 * 300
    with NoisyLine([board], Noise(flipped=2e-4), seed=1) as line, SerialLine(line.port) as conversation:
        assert conversation.exchange(text + b"\n") == answer_to(text, 1)


@needs_compiler
def test_an_answer_that_takes_long_is_awaited(board: str) -> None:
    with NoisyLine([board], HEAVY, seed=2) as line, SerialLine(line.port) as conversation:
        assert conversation.exchange(b"work 3000\n") == answer_to(b"work 3000", 1)
        assert conversation.exchange(b"next\n") == answer_to(b"next", 2)


@needs_compiler
def test_a_board_forgets_what_was_before_a_greeting(board: str) -> None:
    with NoisyLine([board], HEAVY, seed=3) as line:
        for _ in range(3):
            with SerialLine(line.port) as conversation:
                for served in (1, 2):
                    assert conversation.exchange(b"again\n") == answer_to(b"again", served)


def exchange_many(conversation: SerialLine) -> None:
    for _ in range(20):
        conversation.exchange(b"z" * 200 + b"\n")


@needs_compiler
@pytest.mark.parametrize("after", [1, 40, 150, 400])
def test_a_reset_is_recognised_wherever_it_strikes(board: str, after: int) -> None:
    with NoisyLine([board], Noise(flipped=1e-3), seed=after) as line, SerialLine(line.port) as conversation:
        conversation.exchange(b"first\n")
        line.reset(after)
        begin = time.monotonic()
        with pytest.raises(Reset):
            exchange_many(conversation)
        assert time.monotonic() - begin < 10
        conversation.close()
        with SerialLine(line.port) as again:
            assert again.exchange(b"fresh\n") == answer_to(b"fresh", 1)


@needs_compiler
def test_a_reset_while_the_board_works(board: str) -> None:
    with NoisyLine([board]) as line, SerialLine(line.port) as conversation:
        line.reset(after=50)
        with pytest.raises(Reset):
            conversation.exchange(b"work 500" + b" " * 100 + b"\n")


@needs_compiler
def test_a_pulled_cable(board: str) -> None:
    with NoisyLine([board]) as line, SerialLine(line.port) as conversation:
        conversation.exchange(b"first\n")
        line.pull()
        with pytest.raises(LineGone, match="is gone"):
            conversation.exchange(b"second\n")


@needs_compiler
def test_a_line_that_nothing_comes_through(board: str) -> None:
    with NoisyLine([board]) as line, SerialLine(line.port) as conversation:
        line.noise = Noise(flipped=0.5)
        with pytest.raises((TooNoisy, serial_line.Silent)):
            conversation.exchange(b"a" * 300 + b"\n")


@needs_compiler
def test_a_person_can_type_a_line(board: str) -> None:
    typed = subprocess.run([board], input=b"plain\nagain\n", capture_output=True, check=True, timeout=120)
    assert typed.stdout == answer_to(b"plain", 1) + answer_to(b"again", 2)


def test_nobody_answers() -> None:
    with NoisyLine(["sleep", "60"]) as line, pytest.raises(CannotStart, match=r"did not answer .* firmware build"):
        SerialLine(line.port, patience_s=1.0)


def test_something_else_answers() -> None:
    chatter = [sys.executable, "-uc", "import itertools; [print('boot', n) for n in itertools.count()]"]
    with NoisyLine(chatter) as line, pytest.raises(CannotStart, match=r"was not understood .* 115200"):
        SerialLine(line.port, patience_s=1.0)


def test_no_such_port() -> None:
    with pytest.raises(CannotStart, match=r"could not be reached: .*nowhere"):
        SerialLine("/dev/nowhere")


@needs_compiler
def test_a_board_is_a_program(board: str, tmp_path: Path) -> None:
    with NoisyLine([board], HEAVY, seed=8) as line:
        bridge = [sys.executable, "-m", "weighbridge.runners.serial_bridge", f"{line.port}@9600"]
        with StdioTransport(bridge) as program:
            for served, text in enumerate((b"one", b"two"), 1):
                assert program.exchange(text + b"\n", 30) + b"\n" == answer_to(text, served)
        with StdioTransport(bridge) as program:
            assert program.exchange(b'{"request":"quit"}\n', 30)
            assert program.wait(10) == 0


@needs_compiler
def test_the_core_sees_a_reset_as_the_end_of_a_runner(board: str) -> None:
    with NoisyLine([board]) as line:
        transport = StdioTransport([sys.executable, "-m", "weighbridge.runners.serial_bridge", line.port])
        transport.exchange(b"first\n", 30)
        line.reset()
        with RunnerClient("board", transport) as client, pytest.raises(errors.Died, match="The board was reset"):
            client.describe()


def test_packets() -> None:
    # The examples of docs/protocol.md.
    assert Packet(b"G", 7).encode() == bytes.fromhex("00 07 47 07 9e 5e 85 60 00")
    assert Packet(b"H", 7, b"\xc0").encode() == bytes.fromhex("00 08 48 07 c0 1d 51 ed 55 00")
    for number in range(256):
        packet = Packet(b"D", number, bytes([number, 0, 255 - number]))
        raw = packet.encode().strip(b"\0")
        assert Packet.decode(raw) == packet
        assert Packet.decode(raw[:-1]) is None
        assert Packet.decode(raw + b"x") is None


@pytest.mark.parametrize("text", ["@9600", "/dev/ttyUSB0@fast", "/dev/ttyUSB0@0"])
def test_ports_that_are_none(text: str) -> None:
    with pytest.raises(BadPort, match="is not a port; write /dev/ttyUSB0"):
        parse_port(text)


def test_ports() -> None:
    assert parse_port("/dev/ttyUSB0") == ("/dev/ttyUSB0", 115200)
    assert parse_port("COM3@9600") == ("COM3", 9600)
