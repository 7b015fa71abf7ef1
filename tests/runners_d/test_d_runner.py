"""The D runner, spoken to as the core speaks to it: in a process of its own."""

from __future__ import annotations

import json

from conversation import Conversation, runner_of

from weighbridge_kit.values import hash_text

runner = runner_of("d")


def test_the_tares_keep_every_kind_of_value(runner: Conversation) -> None:
    document = {"z": b"\xff", "a": [2**64 - 1, -(2**63), 1.0, 5e-324], "text": 'ü\0"\\', "": [{}, [], None, True]}
    runner.load(document)
    for tare in ("tare:call", "tare:visit", "floor:walk"):
        assert runner.check(tare, "encode")["hashes"] == [hash_text(document)]


def test_requests_are_read_as_json_has_them(runner: Conversation) -> None:
    for text in ('"\\ud83c\\udf09 \\u00fc\\u20ac\\/"', "[1, -0.5e+3 ,[], { } , true]", '{"a" : {"b":null}}'):
        loaded = runner.ask("load", payload="p", documents=[{"value": text, "encoded": {}}])
        assert loaded == {"answer": "ok"}
    for text in ("[1,]", "1.", '"\\ud83c"', '"\\x"', "[1 2]", '{"a"}', "nul", "[1]]", "", "-", "{1:2}", str(2**64)):
        refused = runner.ask("load", payload="p", documents=[{"value": text, "encoded": {}}])
        assert refused["answer"] == "bad-request", text


def test_floats_of_many_digits_are_read_to_the_last_bit(runner: Conversation) -> None:
    document = [0.1, 1 / 3, 5e-324, 2.2250738585072011e-308, 1.7976931348623157e308, 9007199254740993.0]
    runner.load(document, json=json.dumps(document).encode())
    assert runner.check("tare:call", "encode")["hashes"] == [hash_text(document)]
    assert json.loads(runner.decoded("std-json")) == document


def test_only_the_plain_row_of_std_json_escapes_slashes(runner: Conversation) -> None:
    runner.load(["a/b"])
    assert runner.encoded("std-json") == rb'["a\/b"]'
    assert runner.encoded("std-json[unescaped]") == b'["a/b"]'


def test_what_a_codec_cannot_take_is_no_end_of_it(runner: Conversation) -> None:
    runner.load(b"bytes")
    assert runner.check("std-json", "encode")["answer"] == "unsupported"
    runner.load({"a": 1}, json=b'{"a":')
    assert runner.check("std-json", "decode")["answer"] == "failed"
    assert runner.ask("time", codec="std-json", operation="encode", payload="p", iterations=1)["answer"] == "ok"
