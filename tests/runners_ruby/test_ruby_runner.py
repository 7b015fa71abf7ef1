"""The Ruby runner, spoken to as the core speaks to it: in a process of its own."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import needs
import pytest
from conversation import Conversation

from weighbridge.runners.manifest import read_manifests
from weighbridge_kit.values import hash_text

FOLDER = Path(__file__).resolve().parents[2] / "runners" / "ruby"
HOST, YJIT = read_manifests(FOLDER / "runner.toml")

pytestmark = needs.tools_of(HOST)


@pytest.fixture
def runner() -> Iterator[Conversation]:
    conversation = Conversation(HOST.start.command, FOLDER)
    yield conversation
    conversation.end()


def test_each_target_tells_whether_its_jit_is_on() -> None:
    told = {}
    for manifest in (HOST, YJIT):
        conversation = Conversation(manifest.start.command, FOLDER)
        told[manifest.target] = conversation.ask("describe")["flags"]
        conversation.end()
    assert told == {"host": "no JIT", "ruby-yjit": "YJIT"}


def test_values_of_every_kind_come_back_exactly(runner: Conversation) -> None:
    document = {"unsigned": 2**64 - 1, "bytes": b"text", "text": "größer", "float": -0.0, "none": [None, True, {}]}
    runner.load(document)
    packed = runner.encoded("msgpack")
    runner.load(document, msgpack=packed)
    assert runner.check("msgpack", "decode")["hashes"] == [hash_text(document)]


def test_bytes_and_a_list_at_the_root_are_what_an_application_has_for_bson(runner: Conversation) -> None:
    runner.load([b"\xff", "text"])
    written = runner.encoded("bson")
    assert written[4:] == b"\x050\x00\x01\x00\x00\x00\x00\xff\x021\x00\x05\x00\x00\x00text\x00\x00"
    runner.load([b"\xff", "text"], bson=written)
    assert runner.decoded("bson") == '{"0":{"\\u0000bytes":"/w=="},"1":"text"}'


def test_what_a_library_makes_of_its_own_types_has_failed(runner: Conversation) -> None:
    runner.load({"float": 0.12562298774719238}, json=b'{"float":0.12562298774719238}')
    answer = runner.check("oj[object]", "decode")
    assert (answer["answer"], "BigDecimal" in answer["message"]) == ("failed", True)
    assert runner.decoded("oj[compat]") == '{"float":0.12562298774719238}'


def test_what_json_cannot_hold_is_unsupported_and_what_is_broken_has_failed(runner: Conversation) -> None:
    runner.load({"b": b"\xff"})
    assert runner.check("json", "encode")["answer"] == "unsupported"
    runner.load({"b": 1}, json=b'{"b":')
    assert runner.check("json", "decode")["answer"] == "failed"
    assert runner.ask("time", codec="json", operation="decode", payload="p", iterations=1)["answer"] == "failed"


def test_objects_are_counted(runner: Conversation) -> None:
    runner.load(["x" * 100] * 50, json=b'["' + b'x", "'.join([b"x"] * 50) + b'"]')
    answer = runner.ask("time", codec="json", operation="decode", payload="p", iterations=10)
    assert 500 <= answer["allocated_objects"] < 2_000


def test_a_codec_is_added_with_one_file_and_a_missing_library_disables_it_alone(tmp_path: Path) -> None:
    folder = tmp_path / "ruby"
    shutil.copytree(FOLDER, folder)
    text = (folder / "codecs" / "msgpack.rb").read_text(encoding="utf-8").replace("name: 'msgpack'", "name: 'added'")
    (folder / "codecs" / "added.rb").write_text(text, encoding="utf-8")
    (folder / "codecs" / "absent.rb").write_text(
        text.replace("'added'", "'absent'").replace("require 'msgpack'", "require 'nothing'"), encoding="utf-8"
    )
    conversation = Conversation(HOST.start.command, folder)
    described = conversation.ask("describe")
    conversation.load({"a": [1.5]})
    assert conversation.encoded("added") == conversation.encoded("msgpack")
    assert conversation.check("absent", "encode")["answer"] == "bad-request"
    conversation.end()
    assert "codecs/added.rb" in {codec["source"] for codec in described["codecs"]}
    [absent] = described["missing"]
    assert (
        absent["reason"]
        == "cannot load such file -- nothing; install the package ruby-absent, or use gem install msgpack"
    )
