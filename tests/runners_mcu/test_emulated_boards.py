"""Emulated boards: they keep the protocol, count to the digit, and live on where memory does not suffice."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from firmware import TARGETS, among, booted, built

from weighbridge_kit.values import hash_text

SOURCE = Path(__file__).resolve().parents[2] / "src"
DOCUMENT = {"id": 4711, "name": "Weighbridge", "ratio": 2.5, "tags": ["gross", "tare", "net"], "on": True}
AS_JSON = json.dumps(DOCUMENT).encode()


@pytest.mark.parametrize("target", TARGETS)
def test_it_keeps_the_protocol(target: str) -> None:
    manifest = built(target)
    command = [sys.executable, "-m", "weighbridge_kit", "--quick", "--timeout", "60", "--codec", "cmp"]
    # RP2040's emulator is too slow for all documents, which the same program checks on Cortex-M0.
    checks = "[!c]*" if target == "rp2040" else "*"
    ended = subprocess.run(
        [*command, "--check", checks, "--", *manifest.start.command],
        cwd=manifest.folder,
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr


@pytest.mark.parametrize("target", TARGETS)
def test_a_count_depends_on_nothing_but_the_operation(target: str) -> None:
    with booted(target) as board:
        board.load(DOCUMENT, json=AS_JSON)
        counts = [board.count("cjson", "decode", iterations) for iterations in (1, 2, 12)]
    assert counts[0] > 1000
    assert counts[2] - counts[0] == 11 * (counts[1] - counts[0])
    with booted(target) as board:
        board.load({"another": [1] * 20}, json=json.dumps({"another": [1] * 20}).encode())
        board.count("jsmn", "scan", 3)
        board.load(DOCUMENT, json=AS_JSON)
        board.count("cjson", "encode", 7)
        assert [board.count("cjson", "decode", iterations) for iterations in (1, 2, 12)] == counts


@pytest.mark.parametrize("target", among("atmega2560", "cortex-m0", "cortex-m4", "rp2040", "rv32imac"))
def test_a_payload_that_does_not_fit_is_too_large_and_the_one_before_stays(target: str) -> None:
    with booted(target) as board:
        limit = board.ask("describe")["memory"]["payload_bytes"]
        board.load(DOCUMENT, json=AS_JSON)
        answer = board.load({"text": "x" * (limit + 1)})
        assert (answer["answer"], answer["limit"]) == ("too-large", limit)
        assert answer["bytes"] > limit
        assert board.ask("check", codec="cjson", operation="decode", payload="p")["answer"] == "ok"


@pytest.mark.parametrize("target", among("cortex-m0", "cortex-m4", "cortex-m33", "rv32imac"))
def test_a_heap_or_a_stack_that_does_not_suffice_ends_the_operation_only(target: str) -> None:
    with booted(target) as board:
        memory = board.ask("describe")["memory"]
        board.load(DOCUMENT, json=AS_JSON)
        before = board.count("cjson", "decode")

        board.load(None, json=b"[" + b"1," * (memory["heap_bytes"] // 32) + b"1]")
        answer = board.ask("time", codec="cjson", operation="decode", payload="p", iterations=1)
        assert (answer["answer"], answer["limit"]) == ("too-large", memory["heap_bytes"])
        assert "heap" in answer["message"]

        board.load(None, msgpack=b"\x91" * (memory["stack_bytes"] // 8) + b"\xc0")
        answer = board.ask("time", codec="mpack", operation="scan", payload="p", iterations=1)
        assert (answer["answer"], answer["limit"]) == ("too-large", memory["stack_bytes"])
        assert "stack" in answer["message"]

        board.load(DOCUMENT, json=AS_JSON)
        assert board.count("cjson", "decode") == before


@pytest.mark.parametrize("target", among("cortex-m0", "cortex-m33", "cortex-m4", "rp2040"))
def test_a_codec_in_cpp_gives_what_it_reads_and_its_exceptions_end_the_operation_only(target: str) -> None:
    with booted(target) as board:
        if "nlohmann-json" not in {codec["codec"] for codec in board.ask("describe")["codecs"]}:
            pytest.skip("needs nlohmann/json, and a compiler with C++'s library")
        asked = {"codec": "nlohmann-json", "payload": "p"}
        board.load(DOCUMENT, json=AS_JSON)
        encoded = board.ask("check", operation="encode", **asked)
        assert json.loads(_bytes(encoded)) == DOCUMENT
        for operation in ("decode", "scan"):
            assert board.ask("check", operation=operation, **asked)["hashes"] == [hash_text(DOCUMENT)]
        before = board.count("nlohmann-json", "decode")

        board.load(None, json=b'{"a": nonsense}')
        refused = board.ask("time", operation="decode", iterations=1, **asked)
        assert refused["answer"] == "failed"
        assert "parse error" in refused["message"]

        memory = board.ask("describe")["memory"]
        board.load(None, json=b"[" + b"1," * (memory["heap_bytes"] // 32) + b"1]")
        assert board.ask("time", operation="decode", iterations=1, **asked)["answer"] == "too-large"

        board.load(DOCUMENT, json=AS_JSON)
        assert board.count("nlohmann-json", "decode") == before


def test_several_payloads_stay_apart_as_others_are_dropped() -> None:
    documents = [{"number": number, "text": ["x" * number]} for number in range(5)]
    with booted("cortex-m4") as board:
        for number, document in enumerate(documents):
            encoded = {"json": json.dumps(document).encode()}
            board.ask("load", payload=f"p{number}", documents=[_document(document, encoded)])
        board.ask("drop", payload="p1")
        board.ask("load", payload="p3", documents=[_document(documents[3], {"json": b"null"})])
        for number in (0, 2, 3, 4):
            answer = board.ask("check", codec="jsmn", operation="decode", payload=f"p{number}", values=True)
            expected = None if number == 3 else documents[number]
            assert json.loads(answer["values"][0]) == expected
            answer = board.ask("check", codec="cjson", operation="encode", payload=f"p{number}")
            assert json.loads(_bytes(answer)) == documents[number]


@pytest.mark.parametrize("target", among("cortex-m0", "cortex-m4", "cortex-m7", "rv32imac"))
def test_a_footprint_holds_what_comes_with_the_codec(target: str) -> None:
    with booted(target) as board:
        codecs = {
            (codec["codec"], codec["variant"]): codec["footprint"]["flash_bytes"]
            for codec in board.ask("describe")["codecs"]
        }
    assert codecs["cjson", None] > codecs["cjson", "prebuilt"] > 10_000, "a parser besides; printf at least"
    assert min(codecs["jsmn", None], codecs["mpack", None]) > 2_000
    if ("rapidjson", None) in codecs:
        assert codecs["rapidjson", None] > codecs["rapidjson", "default-precision"] > 5_000, "writes besides"
        assert codecs["rapidjson", None] > codecs["rapidjson", "prebuilt"] > 5_000, "reads besides"


def _document(document: object, encoded: dict[str, bytes]) -> dict[str, object]:
    forms = {name: base64.b64encode(data).decode() for name, data in encoded.items()}
    return {"value": json.dumps(document), "encoded": forms}


def _bytes(answer: dict[str, list[str]]) -> bytes:
    return base64.b64decode(answer["bytes"][0])
