"""The Perl runner, spoken to as the core speaks to it: in a process of its own."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import needs
import pytest
from conversation import Conversation

from weighbridge.runners.launch import fill_in
from weighbridge.runners.manifest import read_manifests
from weighbridge_kit.values import hash_text

FOLDER = Path(__file__).resolve().parents[2] / "runners" / "perl"
[HOST] = read_manifests(FOLDER / "runner.toml")

pytestmark = needs.tools_of(HOST)


@pytest.fixture
def runner() -> Iterator[Conversation]:
    conversation = Conversation(fill_in(HOST.start.command), FOLDER)
    yield conversation
    conversation.end()


def test_the_tare_knows_what_perls_own_types_do_not_tell(runner: Conversation) -> None:
    document = {"bytes": b"text", "unsigned": 2**64 - 1, "float": 1.0, "digits": "12", "true": True, "text": "größer"}
    runner.load(document)
    assert runner.check("tare:call", "encode")["hashes"] == [hash_text(document)]


def test_numbers_strings_and_booleans_stay_what_they_are(runner: Conversation) -> None:
    document = {"integer": 12, "digits": "12", "float": 1.5, "no": [False, None], "unsigned": 2**64 - 1}
    runner.load(document)
    for codec, form in (("sereal", "sereal"), ("msgpack[utf8]", "msgpack"), ("cbor-xs[text]", "cbor")):
        runner.load(document, **{form: runner.encoded(codec)})
        assert runner.check(codec, "decode")["hashes"] == [hash_text(document)]


def test_encoding_twice_writes_the_same(runner: Conversation) -> None:
    # A number that was written as text once may be text from then on.
    runner.load([1, 1.5, "1"])
    for codec in ("json-pp", "json-xs", "cpanel-json-xs", "sereal", "msgpack[utf8]"):
        first = runner.encoded(codec)
        runner.ask("time", codec=codec, operation="encode", payload="p", iterations=3)
        assert runner.encoded(codec) == first


def test_bytes_are_text_where_nothing_tells_them_apart(runner: Conversation) -> None:
    runner.load([b"text", b"\xff"])
    runner.load([b"text", b"\xff"], sereal=runner.encoded("sereal"))
    assert runner.decoded("sereal") == '["text",{"\\u0000bytes":"/w=="}]'


def test_a_list_at_the_root_is_what_an_application_has_for_bson(runner: Conversation) -> None:
    runner.load([b"\xff"])
    assert runner.encoded("bson") == b"\x0e\x00\x00\x00\x050\x00\x01\x00\x00\x00\x00\xff\x00"


def test_what_a_format_cannot_hold_is_unsupported_and_what_is_broken_has_failed(runner: Conversation) -> None:
    runner.load(7)
    assert runner.check("storable", "encode")["answer"] == "unsupported"
    runner.load({"b": 1}, json=b'{"b":', sereal=b"=\xf3rl")
    for codec in ("json-pp", "cpanel-json-xs", "sereal"):
        assert runner.check(codec, "decode")["answer"] == "failed"
    assert runner.ask("time", codec="sereal", operation="decode", payload="p", iterations=1)["answer"] == "failed"


def test_a_codec_is_added_with_one_file_and_a_missing_module_disables_it_alone(tmp_path: Path) -> None:
    folder = tmp_path / "perl"
    shutil.copytree(FOLDER, folder)
    text = (folder / "codecs" / "storable.pl").read_text(encoding="utf-8").replace("'storable'", "'added'", 1)
    (folder / "codecs" / "added.pl").write_text(text, encoding="utf-8")
    (folder / "codecs" / "absent.pl").write_text(
        text.replace("'added'", "'absent'").replace("require Storable", "require Nothing"), encoding="utf-8"
    )
    conversation = Conversation(fill_in(HOST.start.command), folder)
    described = conversation.ask("describe")
    conversation.load({"a": [1.5]})
    assert conversation.encoded("added") == conversation.encoded("storable")
    assert conversation.check("absent", "encode")["answer"] == "bad-request"
    conversation.end()
    assert "codecs/added.pl" in {codec["source"] for codec in described["codecs"]}
    [absent] = [codec for codec in described["missing"] if codec["codec"] == "absent"]
    assert absent["reason"].startswith("Can't locate Nothing.pm")
