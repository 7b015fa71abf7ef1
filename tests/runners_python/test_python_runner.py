"""The Python runner, spoken to as the core speaks to it: in a process of its own."""

from __future__ import annotations

import base64
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from weighbridge.runners.manifest import read_manifests
from weighbridge_kit.values import hash_text, to_text

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "runners" / "python"
BUILT = FOLDER / ".venv" / "bin" / "python"
DOCUMENT = {
    "id": 7,
    "big": [2**53 + 1, 2**63 - 1, -(2**31) - 1],
    "float": [1.5, -0.0, 0.1],
    "text": "grüße \U0001f600 \0 end",
    "nested": {"empty": [{}, [], ""], "flags": [True, False, None]},
    "long": "x" * 300,
}

needs_libraries = pytest.mark.skipif(not BUILT.exists(), reason="the Python runner is not built")


class Conversation:
    def __init__(self, folder: Path) -> None:
        start = read_manifests(FOLDER / "runner.toml")[0].start
        self.process = subprocess.Popen(
            [str(BUILT) if BUILT.exists() else sys.executable, *start.command[1:]],
            cwd=folder,
            env={**os.environ, **start.environment, "PYTHONPATH": str(ROOT / "src")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def line(self, line: bytes) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(line)
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def ask(self, request: str, **participants: Any) -> Any:
        return self.line(json.dumps({"request": request, **participants}).encode() + b"\n")

    def load(self, *documents: Any, **encoded: list[bytes]) -> None:
        answer = self.ask(
            "load",
            payload="p",
            documents=[
                {
                    "value": to_text(document),
                    "encoded": {key: base64.b64encode(data[index]).decode() for key, data in encoded.items()},
                }
                for index, document in enumerate(documents)
            ],
        )
        assert answer == {"answer": "ok"}

    def check(self, codec: str, operation: str, **participants: Any) -> Any:
        return self.ask("check", codec=codec, operation=operation, payload="p", **participants)

    def end(self) -> tuple[int, bytes, bytes]:
        """Close the runner's input; return its status and what was left to read."""
        output, errors = self.process.communicate(timeout=120)
        return self.process.returncode, output, errors


@pytest.fixture
def start() -> Iterator[Callable[[Path], Conversation]]:
    started: list[Conversation] = []

    def start(folder: Path) -> Conversation:
        started.append(Conversation(folder))
        return started[-1]

    yield start
    for conversation in started:
        conversation.process.kill()
        conversation.process.communicate()


@pytest.fixture
def runner(start: Callable[[Path], Conversation]) -> Conversation:
    return start(FOLDER)


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The runner's folder, to which a test may add codecs."""
    folder = tmp_path / "python"
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns(".venv", "__pycache__"))
    return folder


def selector(codec: dict[str, Any]) -> str:
    return f"{codec['codec']}[{codec['variant']}]" if codec["variant"] else str(codec["codec"])


def write_codec(folder: Path, name: str, **participants: str) -> None:
    fields = {
        "name": name,
        "format": "json",
        "library": name,
        "setup": "import json, os, sys",
        "version": "'1'",
        "api": "none",
        "homepage": "https://example.org/",
        "documentation": "",
        "licence": "Apache-2.0",
        **participants,
    }
    arguments = ", ".join(f"{key}={value!r}" for key, value in fields.items())
    text = f"from codec import Codec\n\nADDED = Codec({arguments})\n"
    (folder / "codecs" / f"{name}.py").write_text(text, encoding="utf-8")


def test_every_codec_file_is_described_whether_its_library_is_there_or_not(runner: Conversation) -> None:
    described = runner.ask("describe")
    everything = described["codecs"] + described["missing"]
    names = [selector(codec) for codec in everything]
    assert len(set(names)) == len(names)
    assert {codec["source"] for codec in described["codecs"]} <= {
        f"codecs/{file.name}" for file in (FOLDER / "codecs").glob("*.py")
    }
    assert read_manifests(FOLDER / "runner.toml")[0].baseline in names
    for codec in described["codecs"]:
        assert codec["version"]
        assert codec["licence"]
        assert codec["documentation"].startswith("https://")
        assert set(codec["tare"]) == set(codec["operations"]) != set()


@needs_libraries
def test_a_built_runner_misses_nothing_and_has_one_thread(runner: Conversation) -> None:
    assert runner.ask("describe")["missing"] == []
    # A second thread, even an idle one, makes every allocation of every library take a lock.
    tasks = Path(f"/proc/{runner.process.pid}/task")
    if tasks.exists():
        assert len(list(tasks.iterdir())) == 1


def test_what_any_codec_encodes_all_codecs_of_its_format_read(runner: Conversation) -> None:
    codecs = runner.ask("describe")["codecs"]
    verified = 0
    for writer in codecs:
        if "encode" not in writer["operations"]:
            continue
        runner.load(DOCUMENT, {"second": 2})
        encoded = [base64.b64decode(data) for data in runner.check(selector(writer), "encode")["bytes"]]
        runner.load(DOCUMENT, {"second": 2}, **{writer["format"]: encoded})
        for reader in codecs:
            for operation in {"decode", "scan"}.intersection(reader["operations"]):
                if reader["format"] == writer["format"]:
                    answer = runner.check(selector(reader), operation)
                    assert answer.get("hashes") == [hash_text(DOCUMENT), hash_text({"second": 2})], (reader, answer)
                    verified += 1
    assert verified >= len(codecs)


def test_values_come_in_the_order_of_the_bytes(runner: Conversation) -> None:
    runner.load({"a": 1, "b": 2}, json=[b'{"b":2,"a":1}'])
    answer = runner.check("json", "decode", values=True)
    assert answer["values"] == ['{"b":2,"a":1}']
    assert answer["hashes"] == [hash_text({"a": 1, "b": 2})]


def test_more_iterations_take_longer_and_both_clocks_tell(runner: Conversation) -> None:
    runner.load(DOCUMENT, [1], json=[json.dumps(DOCUMENT).encode(), b"[1]"])
    for codec, operation in (
        ("json", "encode"),
        ("json", "decode"),
        ("tare:call", "encode"),
        ("tare:visit", "scan"),
        ("tare:visit", "encode"),
    ):
        few, many = (runner.ask("time", codec=codec, operation=operation, payload="p", iterations=n) for n in (1, 5000))
        assert 0 < few["wall_ns"] < many["wall_ns"]
        assert 0 < few["cpu_ns"] < many["cpu_ns"]


def test_tares_hand_over_the_whole_document(runner: Conversation) -> None:
    runner.load(DOCUMENT, [[], {"a": {}}])
    for tare in ("tare:call", "tare:visit"):
        assert runner.check(tare, "scan") == {
            "answer": "ok",
            "hashes": [hash_text(DOCUMENT), hash_text([[], {"a": {}}])],
        }


def test_what_the_format_cannot_hold_is_unsupported_and_what_the_library_refuses_has_failed(
    runner: Conversation,
) -> None:
    runner.load({"b": b"\0\xff"})
    answer = runner.check("json", "encode")
    assert answer["answer"] == "unsupported"
    assert answer["message"].startswith("TypeError: ")
    assert runner.check("json", "decode")["answer"] == "unsupported"
    runner.load({"b": 1}, json=[b'{"b":'])
    answer = runner.check("json", "decode")
    assert answer["answer"] == "failed"
    assert answer["message"].startswith("JSONDecodeError: ")
    assert runner.ask("time", codec="json", operation="decode", payload="p", iterations=1)["answer"] == "failed"
    assert runner.check("json", "scan")["answer"] == "unsupported"
    assert runner.check("json", "encode")["answer"] == "ok"


@pytest.mark.parametrize(
    "line",
    [
        b"\n",
        b"[]\n",
        b'{"request":1}\n',
        b'{"request":"weigh"}\n',
        b'{"request":"describe"\n',
        b"\xff\xfe\n",
        b"[" * 100_000 + b"\n",
        b'{"request":"load","payload":"q","documents":[]}\n',
        b'{"request":"load","payload":"q","documents":[{"value":"nul","encoded":{}}]}\n',
        b'{"request":"load","payload":"q","documents":[{"value":"1","encoded":{"json":"?"}}]}\n',
        b'{"request":"load","payload":"q","documents":[{"value":"' + b"[" * 10_000 + b'","encoded":{}}]}\n',
        b'{"request":"check","codec":"nothing","operation":"encode","payload":"p"}\n',
        b'{"request":"check","codec":"tare:nothing","operation":"encode","payload":"p"}\n',
        b'{"request":"check","codec":"json","operation":"weigh","payload":"p"}\n',
        b'{"request":"check","codec":"json","operation":"encode","payload":"q"}\n',
        b'{"request":"time","codec":"json","operation":"encode","payload":"p","iterations":0}\n',
        b'{"request":"time","codec":"json","operation":"encode","payload":"p","iterations":true}\n',
        b'{"request":"time","codec":"json","operation":"encode","payload":"p"}\n',
        b'{"request":"drop","payload":"q"}\n',
    ],
    ids=lambda line: line[:80].decode(errors="replace").strip(),
)
def test_a_bad_request_is_answered_and_the_next_one_works(runner: Conversation, line: bytes) -> None:
    runner.load([1])
    answer = runner.line(line)
    assert answer["answer"] == "bad-request"
    assert answer["message"]
    assert runner.check("json", "encode")["bytes"] == [base64.b64encode(b"[1]").decode()]


def test_a_payload_is_replaced_and_dropped(runner: Conversation) -> None:
    runner.load([1])
    runner.load([2])
    assert runner.check("json", "encode")["bytes"] == [base64.b64encode(b"[2]").decode()]
    assert runner.ask("drop", payload="p") == {"answer": "ok"}
    assert runner.check("json", "encode")["answer"] == "bad-request"


def test_the_deepest_value_is_hashed(runner: Conversation) -> None:
    value: Any = 1
    for _ in range(512):
        value = [value]
    text = "[" * 512 + "1" + "]" * 512
    document = {"value": text, "encoded": {"json": base64.b64encode(text.encode()).decode()}}
    assert runner.ask("load", payload="p", documents=[document]) == {"answer": "ok"}
    answer = runner.check("json", "decode", values=True)
    assert answer["hashes"] == [hash_text(value)]
    assert answer["values"] == [text]
    assert runner.check("tare:visit", "scan")["hashes"] == [hash_text(value)]


def test_it_ends_when_told_and_when_its_input_does(start: Callable[[Path], Conversation]) -> None:
    told = start(FOLDER)
    assert told.ask("quit") == {"answer": "ok"}
    assert told.process.wait(timeout=120) == 0
    assert start(FOLDER).end() == (0, b"", b"")


def test_a_codec_is_added_with_one_file(copied: Path, start: Callable[[Path], Conversation]) -> None:
    write_codec(copied, "added", encode="json.dumps(value).encode()", decode="json.loads(data)")
    runner = start(copied)
    [codec] = [codec for codec in runner.ask("describe")["codecs"] if codec["codec"] == "added"]
    assert codec["operations"] == ["encode", "decode", "pick"]
    assert codec["source"] == "codecs/added.py"
    runner.load({"a": [1]}, json=[b'{"a":[1]}'])
    assert runner.check("added", "decode")["hashes"] == [hash_text({"a": [1]})]


def test_a_missing_library_disables_its_codec_and_says_how_to_get_it(
    copied: Path, start: Callable[[Path], Conversation]
) -> None:
    write_codec(copied, "absent", setup="import no_such_library", decode="no_such_library.loads(data)")
    write_codec(copied, "broken", setup="raise OSError('no such symbol')", decode="None")
    runner = start(copied)
    missing = {codec["codec"]: codec for codec in runner.ask("describe")["missing"]}
    assert missing["absent"]["operations"] == ["decode", "pick"]
    assert "No module named 'no_such_library'" in missing["absent"]["reason"]
    assert "pip install absent" in missing["absent"]["reason"]
    assert "no such symbol" in missing["broken"]["reason"]
    runner.load([1], json=[b"[1]"])
    assert runner.check("absent", "decode")["answer"] == "bad-request"
    assert runner.check("json", "decode")["answer"] == "ok"


def test_what_an_encoder_starts_from_decides_its_tare(copied: Path, start: Callable[[Path], Conversation]) -> None:
    write_codec(copied, "whole", encode="json.dumps(value).encode()")
    write_codec(copied, "driven", encode="b''.join(map(repr, value))", starts_from="events", decode="json.loads(data)")
    write_codec(copied, "decoder", decode="json.loads(data)")
    described = {codec["codec"]: codec for codec in start(copied).ask("describe")["codecs"]}
    found = {name: (described[name]["policies"]["starts_from"], described[name]["tare"]) for name in described}
    assert found["whole"] == ("native", {"encode": "call"})
    assert found["driven"] == ("events", {"encode": "visit", "decode": "call", "pick": "call"})
    assert found["decoder"] == (None, {"decode": "call", "pick": "call"})


def test_whatever_a_library_does_the_conversation_goes_on(copied: Path, start: Callable[[Path], Conversation]) -> None:
    write_codec(copied, "noisy", encode="print('noise') or os.write(1, b'noise') and b'1'")
    write_codec(copied, "leaving", encode="sys.exit('bye')")
    write_codec(copied, "looping", setup="def loop(value):\n    return loop(value)", encode="loop(value)")
    write_codec(copied, "stringy", encode="json.dumps(value)")
    write_codec(copied, "decimal", setup="from decimal import Decimal", decode="[Decimal(1)]")
    runner = start(copied)
    runner.load([1], json=[b"[1]"])
    assert runner.check("noisy", "encode") == {"answer": "ok", "bytes": ["MQ=="]}
    assert runner.check("leaving", "encode") == {"answer": "failed", "message": "SystemExit: bye"}
    assert runner.check("looping", "encode")["message"].startswith("RecursionError: ")
    assert "not bytes" in runner.check("stringy", "encode")["message"]
    assert "Decimal is outside the value model" in runner.check("decimal", "decode")["message"]
    status, output, errors = runner.end()
    assert (status, output) == (0, b"")
    assert errors.count(b"noise") == 2


@needs_libraries
def test_pure_rows_are_python_and_their_plain_rows_are_not() -> None:
    script = """
import json, types
from codec import find_adapters

def is_pure(adapter, operation):
    _, scope = adapter.set_up()
    function = eval(getattr(adapter.codec, operation).partition("(")[0], scope)
    return isinstance(function, (types.FunctionType, type)) and function.__module__ in PURE

PURE = {"msgpack.fallback", "cbor.cbor", "ubjson.encoder", "ubjson.decoder"}
adapters = find_adapters()
print(json.dumps({
    name: [is_pure(adapters[name], operation) for operation in ("encode", "decode")]
    for plain in ("msgpack", "cbor", "ubjson") for name in (plain, plain + "[pure]")
}))
import msgpack, bson
assert msgpack.Packer.__module__ == "msgpack._cmsgpack"
assert bson.has_c()
"""
    done = subprocess.run([BUILT, "-c", script], cwd=FOLDER, capture_output=True, check=True)
    for name, pure in json.loads(done.stdout).items():
        assert pure == [name.endswith("[pure]")] * 2, name


LOCK = FOLDER / "requirements.lock"


@pytest.fixture
def installer() -> ModuleType:
    spec = importlib.util.spec_from_file_location("python_runner_install", FOLDER / "install.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_library_that_fails_to_install_does_not_stop_the_others(
    installer: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone: list[str] = []

    def run(*command: str | Path) -> str:
        if "-r" not in command:
            return ""
        requirements = Path(command[-1])
        if requirements == LOCK:
            return "error: all at once"
        text = requirements.read_text(encoding="utf-8")
        assert "--no-deps" in command
        assert "--require-hashes" in command
        assert "--hash=sha256:" in text
        alone.append(text.partition("==")[0])
        return "error: no compiler" if alone[-1] == "cbor" else ""

    monkeypatch.setattr(installer, "run", run)
    assert installer.install(LOCK) == {"cbor": "error: no compiler"}
    lines = (FOLDER / "requirements.in").read_text(encoding="utf-8").splitlines()
    wanted = [line.partition(" ;")[0].replace(".", "-") for line in lines]
    assert set(wanted) <= set(alone)


def test_libraries_may_be_those_of_a_folder(installer: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    (tmp_path / "packages").mkdir()
    (tmp_path / "packages" / "nowhere_else.py").write_text("")
    monkeypatch.chdir(tmp_path)
    installer.main(sys.executable, str(LOCK), str(tmp_path / "packages"))
    subprocess.run([tmp_path / ".venv/bin/python", "-c", "import nowhere_else"], check=True)
    lacks = "from importlib.util import find_spec; import sys; sys.exit(find_spec('orjson') is not None)"
    subprocess.run([tmp_path / ".venv/bin/python", "-c", lacks], check=True)
