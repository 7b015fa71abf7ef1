"""The firmware at an emulated board's UART, over a line with noise: every number is that of a line without."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from firmware import booted, built
from noisy_line import Noise, NoisyLine

from weighbridge.runners.serial_line import Reset, SerialLine

pytestmark = pytest.mark.slow
TARGET = "cortex-m4"
DOCUMENT = {"id": 4711, "name": "Weighbridge", "ratio": 2.5, "tags": ["gross", "tare", "net"], "on": True}
AS_JSON = json.dumps(DOCUMENT).encode()
NOISE = {
    "flipped": Noise(flipped=1e-3),
    "lost": Noise(lost=1e-3),
    "added": Noise(added=1e-3),
    "half packets": Noise(cut=0.02),
    "everything, slowly": Noise(flipped=3e-4, lost=3e-4, added=3e-4, cut=0.005, bytes_per_s=20000),
}
LOAD = {
    "request": "load",
    "payload": "p",
    "documents": [{"value": json.dumps(DOCUMENT), "encoded": {"json": base64.b64encode(AS_JSON).decode()}}],
}
WORK: list[dict[str, Any]] = [
    {"request": "check", "codec": "cjson", "operation": "decode", "payload": "p", "values": True},
    {"request": "check", "codec": "mpack", "operation": "encode", "payload": "p"},
    {"request": "time", "codec": "cjson", "operation": "decode", "payload": "p", "iterations": 3},
    {"request": "time", "codec": "mpack", "operation": "encode", "payload": "p", "iterations": 1},
]


def at_its_uart() -> list[str]:
    """The command that starts the board so that its UART is standard input and output."""
    manifest = built(TARGET)
    return ["env", f"--chdir={manifest.folder}", "LINE=uart", *manifest.start.command]


def ask(board: SerialLine, request: dict[str, Any]) -> dict[str, Any]:
    answer = json.loads(board.exchange(json.dumps(request).encode() + b"\n"))
    assert isinstance(answer, dict)
    return answer


@pytest.fixture(scope="module")
def undisturbed() -> list[dict[str, Any]]:
    """What the board answers where no line is."""
    with booted(TARGET) as board:
        answers = [board.ask(**request) for request in (LOAD, *WORK)]
    assert all(answer["answer"] == "ok" for answer in answers)
    assert answers[-1]["count"] > 100
    return answers


@pytest.mark.parametrize("name", NOISE)
def test_every_number_is_that_of_the_undisturbed_line(name: str, undisturbed: list[dict[str, Any]]) -> None:
    with NoisyLine(at_its_uart(), NOISE[name], seed=7) as line, SerialLine(line.port) as board:
        assert [ask(board, request) for request in (LOAD, *WORK)] == undisturbed


def test_a_reset_is_noticed_and_the_next_conversation_goes_well(undisturbed: list[dict[str, Any]]) -> None:
    with NoisyLine(at_its_uart()) as line:
        with SerialLine(line.port) as board:
            assert ask(board, LOAD) == undisturbed[0]
            line.reset(after=30)
            with pytest.raises(Reset):
                ask(board, WORK[0])
        with SerialLine(line.port) as board:
            assert [ask(board, request) for request in (LOAD, *WORK)] == undisturbed
