"""The C runner on emulated Raspberry Pis: what it gives is right, and what it counts repeats."""

from __future__ import annotations

import base64
import subprocess
from collections.abc import Iterator

import pytest
from firmware import PIS, Board, booted, built

from weighbridge.formats.registry import find_format
from weighbridge_kit.values import hash_text

DOCUMENT = {"id": 4711, "name": "Wäghaus", "ratio": 2.5, "tags": ["gross", "tare", "net"], "on": True, "none": None}
FORMATS = {"cjson": "json", "mpack": "msgpack", "json-c": "json", "jansson": "json"}
"""Codecs, and their formats: the last two seed their hash functions by chance."""


@pytest.fixture(params=PIS)
def pi(request: pytest.FixtureRequest) -> Iterator[Board]:
    with booted(request.param) as board:
        yield board


def loaded(board: Board) -> Board:
    board.load(DOCUMENT, **{name: find_format(name).encode(DOCUMENT) for name in ("json", "msgpack")})
    return board


@pytest.mark.parametrize("codec", FORMATS)
def test_it_encodes_and_decodes_as_everywhere(pi: Board, codec: str) -> None:
    loaded(pi)
    (encoded,) = pi.ask("check", codec=codec, operation="encode", payload="p")["bytes"]
    assert find_format(FORMATS[codec]).decode(base64.b64decode(encoded)) == DOCUMENT
    assert pi.ask("check", codec=codec, operation="decode", payload="p")["hashes"] == [hash_text(DOCUMENT)]


@pytest.mark.parametrize("target", PIS)
@pytest.mark.parametrize("codec", FORMATS)
def test_a_count_repeats_to_the_digit_in_any_environment(
    target: str, codec: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = []
    for length in (0, 1, 50):
        monkeypatch.setenv("FILLER", "x" * length)
        with booted(target) as board:
            counts.append([loaded(board).count(codec, operation) for operation in ("encode", "decode")])
    assert counts[0] == counts[1] == counts[2]
    assert min(counts[0]) > 100


def test_it_tells_no_time_and_what_its_operations_add_to_a_program(pi: Board) -> None:
    description = pi.ask("describe")
    assert (description["clocks"]["wall"], description["clocks"]["cpu"]) == (None, None)
    (cjson,) = (one for one in description["codecs"] if (one["codec"], one["variant"]) == ("cjson", None))
    assert 1000 < cjson["footprint"]["operations"]["decode"]["flash_bytes"] < cjson["footprint"]["flash_bytes"]
    answer = loaded(pi).ask("time", codec="cjson", operation="decode", payload="p", iterations=1)
    assert {"answer", "count"} == set(answer)


@pytest.mark.parametrize("target", PIS)
def test_it_counts_nothing_without_the_emulator_s_plugin(target: str) -> None:
    manifest = built(target)
    command = list(manifest.start.command)
    plugin = command.index("-plugin")
    ended = subprocess.run(
        command[:plugin] + command[plugin + 2 :], cwd=manifest.folder, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 1
    assert "start it by QEMU with -plugin" in ended.stderr
