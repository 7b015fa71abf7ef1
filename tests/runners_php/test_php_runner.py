"""The PHP runner, spoken to as the core speaks to it: in a process of its own."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import needs
import pytest
from conversation import Conversation

from weighbridge.runners.manifest import read_manifests
from weighbridge_kit.values import canonical_hash, hash_text

FOLDER = Path(__file__).resolve().parents[2] / "runners" / "php"
HOST, JIT = read_manifests(FOLDER / "runner.toml")

pytestmark = needs.tools_of(HOST)


@pytest.fixture
def start() -> Iterator[Callable[..., Conversation]]:
    started: list[Conversation] = []

    def start(command: tuple[str, ...] = HOST.start.command, folder: Path = FOLDER) -> Conversation:
        started.append(Conversation(command, folder))
        return started[-1]

    yield start
    for conversation in started:
        conversation.end()


@pytest.fixture
def runner(start: Callable[..., Conversation]) -> Conversation:
    return start()


def test_each_target_tells_what_opcache_really_does(start: Callable[..., Conversation]) -> None:
    plain, compiled = (start(manifest.start.command).ask("describe") for manifest in (HOST, JIT))
    assert plain["runner"] == compiled["runner"] == "php"
    if plain["flags"] != "no opcache":
        assert plain["flags"] == "opcache, no JIT"
        assert compiled["flags"].startswith("opcache, tracing JIT")


def test_integers_are_exact_where_php_has_only_floats(runner: Conversation) -> None:
    document = [2**63 - 1, -(2**63), 2**63, 2**63 + 1, 2**64 - 10, 2**64 - 1]
    runner.load(document)
    assert runner.check("tare:call", "encode")["hashes"] == [hash_text(document)]
    too_large = [{"value": str(2**64), "encoded": {}}]
    assert runner.ask("load", payload="p", documents=too_large)["answer"] == "bad-request"


def test_values_that_overflow_on_the_way_are_hashed_as_python_does(runner: Conversation) -> None:
    document = {f"key {number}": [number * 0.37, "x" * number, -number, {"empty": {}}] for number in range(200)}
    runner.load(document, json=json.dumps(document).encode())
    assert runner.check("json[object]", "decode")["hashes"] == [f"{canonical_hash(document):016x}"]


def test_arrays_lose_what_objects_keep(runner: Conversation) -> None:
    runner.load({"map": {}, "0": {"0": 1, "1": 2}}, json=b'{"map":{},"0":{"0":1,"1":2}}')
    assert runner.encoded("json[assoc]") == b'{"map":[],"0":[1,2]}'
    assert runner.encoded("json[object]") == b'{"map":{},"0":{"0":1,"1":2}}'
    assert runner.check("json[assoc]", "decode")["values"] == ['{"map":[],"0":[1,2]}']
    assert runner.check("json[object]", "decode")["values"] == ['{"map":{},"0":{"0":1,"1":2}}']


def test_json_is_written_as_php_writes_it_and_as_other_languages_do(runner: Conversation) -> None:
    runner.load({"float": 1.0, "path": "a/b", "text": "grüße"})
    assert runner.encoded("json[assoc]").decode() == r'{"float":1,"path":"a\/b","text":"gr\u00fc\u00dfe"}'
    assert runner.encoded("json[unescaped]").decode() == '{"float":1.0,"path":"a/b","text":"grüße"}'


def test_nested_lists_are_no_references(runner: Conversation) -> None:
    # A tree that was built by reference is written otherwise by serialize and msgpack.
    runner.load([[[1], [2]], {"a": [3]}])
    assert runner.encoded("serialize") == (
        b'a:2:{i:0;a:2:{i:0;a:1:{i:0;i:1;}i:1;a:1:{i:0;i:2;}}i:1;a:1:{s:1:"a";a:1:{i:0;i:3;}}}'
    )


def test_what_json_cannot_hold_is_unsupported_and_what_is_broken_has_failed(runner: Conversation) -> None:
    runner.load({"b": b"\xff"})
    assert runner.check("json[assoc]", "encode")["answer"] == "unsupported"
    runner.load({"b": 1}, json=b'{"b":', **{"php-serialize": b"x"})
    for codec in ("json[assoc]", "serialize"):
        answer = runner.check(codec, "decode")
        assert answer["answer"] == "failed"
        assert answer["message"]
    assert runner.ask("time", codec="serialize", operation="decode", payload="p", iterations=1)["answer"] == "failed"
    assert runner.check("json[assoc]", "encode")["answer"] == "ok"


def test_an_object_outside_the_value_model_has_failed(runner: Conversation) -> None:
    runner.load([1], **{"php-serialize": b'a:1:{i:0;O:11:"ArrayObject":4:{i:0;i:0;i:1;a:0:{}i:2;a:0:{}i:3;N;}}'})
    answer = runner.check("serialize", "decode")
    assert answer["answer"] == "failed"
    assert "ArrayObject" in answer["message"]


def test_a_codec_is_added_with_one_file_and_a_missing_extension_disables_it_alone(
    tmp_path: Path, start: Callable[..., Conversation]
) -> None:
    folder = tmp_path / "php"
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("build"))
    text = (folder / "codecs" / "serialize.php").read_text(encoding="utf-8").replace("'serialize',", "'added',", 1)
    (folder / "codecs" / "added.php").write_text(text, encoding="utf-8")
    (folder / "codecs" / "absent.php").write_text(
        text.replace("'added'", "'absent'").replace("'standard'", "'nothing'").replace("'serialize'", "'nothing_do'"),
        encoding="utf-8",
    )
    runner = start(HOST.start.command, folder)
    described = runner.ask("describe")
    [added] = [codec for codec in described["codecs"] if codec["codec"] == "added"]
    assert added["source"] == "codecs/added.php"
    [absent] = [codec for codec in described["missing"] if codec["codec"] == "absent"]
    assert absent["reason"].startswith("the extension nothing is not loaded")
    runner.load({"a": [1.5]})
    assert runner.encoded("added") == runner.encoded("serialize")
    assert runner.check("absent", "encode")["answer"] == "bad-request"


def test_a_peak_of_memory_is_told(runner: Conversation) -> None:
    runner.load(["x" * 1000] * 100)
    answer = runner.ask("time", codec="serialize", operation="encode", payload="p", iterations=2)
    assert 100_000 < answer["peak_bytes"] < 1_000_000
    tare = runner.ask("time", codec="tare:call", operation="encode", payload="p", iterations=2)
    assert tare["peak_bytes"] == 0
