"""The MicroPython runner, spoken to as the core speaks to it: in a process of its own."""

from __future__ import annotations

import shutil
import struct
from collections.abc import Iterator
from pathlib import Path

import needs
import pytest
from conversation import Conversation

from weighbridge.runners.build import build
from weighbridge.runners.manifest import read_manifests
from weighbridge_kit.values import from_text, hash_text

FOLDER = Path(__file__).resolve().parents[2] / "runners" / "micropython"
(MANIFEST,) = read_manifests(FOLDER / "runner.toml")

pytestmark = needs.tools_of(MANIFEST)


def start(folder: Path = FOLDER) -> Conversation:
    build(MANIFEST)
    return Conversation((str(FOLDER / "build" / "micropython"), *MANIFEST.start.command[1:]), folder)


@pytest.fixture
def runner() -> Iterator[Conversation]:
    conversation = start()
    yield conversation
    conversation.end()


def test_the_tare_has_every_value_to_the_bit(runner: Conversation) -> None:
    floats = [0.1 + 0.2, 5e-324, 2.2250738585072011e-308, 1.7976931348623157e308, 9007199254740993.0, -0.0, 1e22, 1e23]
    floats += [struct.unpack("<d", struct.pack("<Q", 0x3FF0_0000_0000_0001 + 7 * 3**n))[0] for n in range(30)]
    document = {
        "integers": [2**64 - 1, 2**63, -(2**63), 2**62, 2**53 + 1],
        "floats": floats,
        "bytes": b"\xff\0",
        "": {},
    }
    runner.load(document)
    answer = runner.check("tare:call", "encode")
    assert answer["hashes"] == [hash_text(document)]


def test_requests_are_read_as_json_has_them(runner: Conversation) -> None:
    for text in ('"\\ud83c\\udf09 \\u00fc\\u20ac\\/"', "[1, -0.5e+3 ,[], { } , true]", '{"a" : {"b":null}} ', "-0"):
        loaded = runner.ask("load", payload="p", documents=[{"value": text, "encoded": {}}])
        assert loaded == {"answer": "ok"}, text
        assert runner.ask("check", codec="tare:call", operation="decode", payload="p")["hashes"] == [
            hash_text(from_text(text))
        ]
    for text in (
        *("[1,]", "01", "1.", "+1", '"\n"', '"\\ud83c"', '"\\ud83c\\u0041"', '"\\x"', '"\\u12g4"', "[1 2]", '{"a"}'),
        *("nul", "nil", "[1]]", "[1}", "", "-", "{1:2}", '{"a":1,}', "1 1", '"a', "["),
    ):
        refused = runner.ask("load", payload="p", documents=[{"value": text, "encoded": {}}])
        assert (refused["answer"], bool(refused["message"])) == ("bad-request", True), text


def test_base64_is_read_strictly(runner: Conversation) -> None:
    for text in ("!!!!", "AA==AA==", "AA= =", "AB==", "A", "YQ"):
        refused = runner.ask("load", payload="p", documents=[{"value": "1", "encoded": {"json": text}}])
        assert refused["answer"] == "bad-request", text


def test_its_json_takes_brackets_for_each_other_and_surrogates_for_letters(runner: Conversation) -> None:
    runner.load([1], json=b"[1 2}")
    assert runner.decoded("json") == "[1,2]"
    runner.load("\U0001f309", json=b'"\\ud83c\\udf09"')
    assert runner.check("json", "decode")["answer"] == "failed"
    assert runner.encoded("json") == '"\U0001f309"'.encode()


def test_documents_that_nest_deeply_and_outgrow_the_heap(runner: Conversation) -> None:
    document: object = []
    for _ in range(511):
        document = [document]
    runner.load(document, json=b"[" * 512 + b"]" * 512)
    assert runner.check("json", "decode")["hashes"] == [hash_text(document)]
    many = [f"text number {number}" for number in range(40_000)]
    runner.load(many)
    assert runner.check("tare:call", "encode")["hashes"] == [hash_text(many)]


def test_msgpack_for_small_boards_refuses_what_is_not_for_them(runner: Conversation) -> None:
    runner.load([0.5, 2**32 - 1, "ä"], msgpack=b"\x93\xca\x3f\x00\x00\x00\xce\xff\xff\xff\xff\xa2\xc3\xa4")
    assert runner.encoded("chumicro-msgpack") == b"\x93\xca\x3f\x00\x00\x00\xce\xff\xff\xff\xff\xa2\xc3\xa4"
    assert runner.decoded("chumicro-msgpack") == '[0.5,4294967295,"ä"]'
    runner.load(2**32, msgpack=b"\xcf\0\0\0\1\0\0\0\0")
    for operation in ("encode", "decode"):
        assert runner.check("chumicro-msgpack", operation)["answer"] == "failed"


def test_keys_that_are_no_text_are_outside_the_value_model(runner: Conversation) -> None:
    runner.load({"1": 2}, msgpack=b"\x81\x01\x02")
    answer = runner.check("chumicro-msgpack", "decode")
    assert answer == {"answer": "failed", "message": "its result is outside the value model: a key of type int"}


def test_what_is_allocated_grows_with_the_iterations_alone(runner: Conversation) -> None:
    runner.load({"a": [1, 2, 3]}, json=b'{"a":[1,2,3]}')
    spent = {
        (codec, iterations): runner.ask(
            "time", codec=codec, operation="decode", payload="p", iterations=iterations, untimed=1
        )["allocated_bytes"]
        for codec in ("tare:call", "json")
        for iterations in (1, 100)
    }
    assert spent["tare:call", 1] == spent["tare:call", 100] == 0
    assert spent["json", 100] == 100 * spent["json", 1] > 0


def test_a_codec_is_added_with_one_file_and_a_missing_library_disables_it_alone(tmp_path: Path) -> None:
    folder = tmp_path / "micropython"
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("build", "micropython"))
    text = (folder / "codecs" / "chumicro_msgpack.py").read_text(encoding="utf-8")
    (folder / "codecs" / "added.py").write_text(text.replace('name="chumicro-', 'name="added-'), encoding="utf-8")
    absent = text.replace('name="chumicro-', 'name="absent-').replace("import chumicro_msgpack", "import nothing")
    (folder / "codecs" / "absent.py").write_text(absent, encoding="utf-8")
    conversation = start(folder)
    described = conversation.ask("describe")
    conversation.load([1.5])
    assert conversation.encoded("added-msgpack") == conversation.encoded("chumicro-msgpack")
    assert conversation.check("absent-msgpack", "encode")["answer"] == "bad-request"
    conversation.end()
    assert "codecs/added.py" in {codec["source"] for codec in described["codecs"]}
    [missing] = described["missing"]
    assert missing["codec"] == "absent-msgpack"
    assert "no module named 'nothing'; try: weighbridge setup micropython" in missing["reason"]
