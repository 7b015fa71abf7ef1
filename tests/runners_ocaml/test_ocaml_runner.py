"""The OCaml runner, spoken to as the core speaks to it: in a process of its own."""

from __future__ import annotations

import re

from conversation import Conversation, runner_of

from weighbridge_kit.values import hash_text

runner = runner_of("ocaml")


def test_every_library_has_a_version(runner: Conversation) -> None:
    for codec in runner.ask("describe")["codecs"]:
        assert re.fullmatch(r"\d+(\.\d+)+", codec["version"]), codec


def test_integers_are_exact_beyond_ocamls_own(runner: Conversation) -> None:
    document = [2**62 - 1, 2**62, -(2**62) - 1, 2**63 - 1, -(2**63), 2**63, 2**64 - 1]
    runner.load(document, json=str(document).encode())
    assert runner.check("tare:call", "encode")["hashes"] == [hash_text(document)]
    assert runner.check("yojson", "decode")["hashes"] == [hash_text(document)]
    assert runner.check("yojson[basic]", "encode")["answer"] == "unsupported"
    refused = runner.ask("load", payload="p", documents=[{"value": str(2**64), "encoded": {}}])
    assert refused["answer"] == "bad-request"


def test_marshal_keeps_bytes_and_text_apart(runner: Conversation) -> None:
    document = {"bytes": b"\xff\0", "text": "ü\0", "floats": [-0.0, 5e-324]}
    runner.load(document)
    for encoded in (runner.encoded("marshal"), runner.encoded("marshal[no-sharing]")):
        runner.load(document, **{"ocaml-marshal": encoded})
        assert runner.check("marshal", "decode")["hashes"] == [hash_text(document)]


def test_text_that_is_no_utf_8_leaves_answers_readable(runner: Conversation) -> None:
    runner.load("x", json=b'"a\xffb"')
    assert runner.decoded("yojson") == '"a\ufffdb"'
    assert runner.check("jsonm", "decode")["answer"] == "failed"


def test_what_a_codec_cannot_take_is_no_end_of_it(runner: Conversation) -> None:
    runner.load(b"bytes")
    for codec in ("yojson", "yojson[basic]", "jsonm"):
        assert runner.check(codec, "encode")["answer"] == "unsupported"
    runner.load({"a": 1}, json=b'{"a":')
    for codec in ("yojson", "yojson[basic]", "jsonm"):
        answer = runner.check(codec, "decode")
        assert (answer["answer"], bool(answer["message"])) == ("failed", True)
    assert runner.ask("time", codec="jsonm", operation="encode", payload="p", iterations=1)["answer"] == "ok"
