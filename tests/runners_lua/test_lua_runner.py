"""The Lua runner on both of its targets, spoken to as the core speaks to it: in a process of its own."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import needs
import pytest
from conversation import Conversation

from weighbridge.runners.manifest import Manifest, read_manifests
from weighbridge_kit.values import hash_text

FOLDER = Path(__file__).resolve().parents[2] / "runners" / "lua"
TARGETS = {manifest.target: manifest for manifest in read_manifests(FOLDER / "runner.toml")}


def start(manifest: Manifest, folder: Path = FOLDER) -> Conversation:
    needs.require_tools_of(manifest)
    return Conversation(manifest.start.command, folder)


@pytest.fixture(params=list(TARGETS.values()), ids=list(TARGETS))
def runner(request: pytest.FixtureRequest) -> Iterator[Conversation]:
    conversation = start(request.param)
    yield conversation
    conversation.end()


def test_the_tare_knows_what_luas_own_types_do_not_tell(runner: Conversation) -> None:
    document = {"bytes": b"text", "integers": [2**64 - 1, 2**63 - 1, -(2**63), 2**53 + 1], "float": 1.0, "": [{}, []]}
    runner.load(document)
    assert runner.check("tare:call", "encode")["hashes"] == [hash_text(document)]


def test_requests_are_read_as_json_has_them(runner: Conversation) -> None:
    for text in ('"\\ud83c\\udf09 \\u00fc\\u20ac\\/"', "[1, -0.5e+3 ,[], { } , true]", '{"a" : {"b":null}}'):
        loaded = runner.ask("load", payload="p", documents=[{"value": text, "encoded": {}}])
        assert loaded == {"answer": "ok"}
    runner.load("\x7f🌉\t")
    assert runner.check("tare:call", "encode")["values"] == ['"\\u007f🌉\\u0009"']
    for text in ("[1,]", "01", "1.", '"\n"', '"\\ud83c"', '"\\x"', "[1 2]", '{"a"}', "nil", "[1]]", "", "-", "{1:2}"):
        refused = runner.ask("load", payload="p", documents=[{"value": text, "encoded": {}}])
        assert refused["answer"] == "bad-request", text


def test_luajit_has_doubles_only_and_lua_has_integers() -> None:
    read = {}
    for target, manifest in TARGETS.items():
        conversation = start(manifest)
        conversation.load([1.0, 2**53 + 1], json=b"[1.0,9007199254740993]")
        read[target] = conversation.decoded("dkjson")
        conversation.end()
    assert read == {"host": "[1.0,9007199254740993]", "luajit": "[1,9007199254740992]"}


def test_an_empty_table_is_an_array_unless_the_library_marks_it(runner: Conversation) -> None:
    runner.load({"map": {}, "array": []}, json=b'{"map":{},"array":[]}')
    assert b'"map":{}' in runner.encoded("dkjson")
    assert b'"array":[]' in runner.encoded("dkjson")
    assert b'"array":{}' in runner.encoded("cjson")
    assert '"map":{}' in runner.decoded("dkjson")
    assert '"map":[]' in runner.decoded("cjson")


def test_null_is_what_the_library_has_for_it(runner: Conversation) -> None:
    runner.load([None, 1, None], json=b"[null,1,null]")
    for codec in ("cjson", "dkjson"):
        assert runner.encoded(codec) == b"[null,1,null]"
    runner.load(None)
    assert runner.encoded("messagepack") == b"\xc0"


def test_what_a_library_refuses_is_unsupported_or_has_failed(runner: Conversation) -> None:
    runner.load([float("nan")])
    assert runner.check("cjson", "encode")["answer"] == "unsupported"
    runner.load({"b": 1}, json=b'{"b":', msgpack=b"\x81")
    for codec in ("cjson", "dkjson", "dkjson[lpeg]", "messagepack"):
        answer = runner.check(codec, "decode")
        assert (answer["answer"], bool(answer["message"])) == ("failed", True)


def test_a_codec_is_added_with_one_file_and_a_missing_library_disables_it_alone(tmp_path: Path) -> None:
    folder = tmp_path / "lua"
    shutil.copytree(FOLDER, folder)
    text = (folder / "codecs" / "cjson.lua").read_text(encoding="utf-8").replace('name = "cjson"', 'name = "added"')
    (folder / "codecs" / "added.lua").write_text(text, encoding="utf-8")
    (folder / "codecs" / "absent.lua").write_text(
        text.replace('"added"', '"absent"').replace('require("cjson")', 'require("nothing")'), encoding="utf-8"
    )
    conversation = start(TARGETS["host"], folder)
    described = conversation.ask("describe")
    conversation.load([1.5])
    assert conversation.encoded("added") == conversation.encoded("cjson")
    assert conversation.check("absent", "encode")["answer"] == "bad-request"
    conversation.end()
    assert "codecs/added.lua" in {codec["source"] for codec in described["codecs"]}
    [absent] = [codec for codec in described["missing"] if codec["codec"] == "absent"]
    assert "module 'nothing' not found; use luarocks install lua-cjson" in absent["reason"]
