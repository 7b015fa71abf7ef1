"""Files, folders, globs and standard input become payloads, and each thing that is wrong with them is told."""

import io
import json
import os
import struct
from pathlib import Path

import needs
import pytest

from weighbridge.formats import find_format
from weighbridge.payloads import PayloadError, resolve

DOCUMENT = {"a": [1, 2.5, "é"], "b": None}


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def save(name: str, data: bytes) -> str:
    file = Path(name)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)
    return name


@pytest.mark.parametrize("name", ["json", "msgpack", "cbor", "bson", "ubjson", "ion", "flexbuffers"])
def test_a_file_of_each_format(name: str) -> None:
    (payload,) = resolve([save(f"orders.{name}", find_format(name).encode(DOCUMENT))])
    assert (payload.name, payload.documents, payload.source) == ("orders", (DOCUMENT,), f"orders.{name}")
    assert find_format(name).title in payload.description


@pytest.mark.parametrize("ending", ["ndjson", "jsonl"])
def test_lines_are_a_stream_or_an_array(ending: str) -> None:
    file = save(f"log.{ending}", b'{"a":1}\n{"a":2}\n\n')
    assert resolve([file])[0].documents == ({"a": 1}, {"a": 2})
    assert resolve([file], as_array=True)[0].documents == ([{"a": 1}, {"a": 2}],)


def test_binary_sequences_are_streams() -> None:
    file = save("log.msgpack", b"".join(map(find_format("msgpack").encode, [{"a": 1}, {"a": 2}])))
    assert resolve([file])[0].documents == ({"a": 1}, {"a": 2})
    assert resolve([file], as_array=True)[0].documents == ([{"a": 1}, {"a": 2}],)


def test_an_array_of_one_document_stays_what_it_is() -> None:
    assert resolve([save("one.json", b"[1]")], as_array=True)[0].documents == ([1],)
    assert resolve([save("one.ndjson", b"[1]\n")], as_array=True)[0].documents == ([[1]],)


def test_standard_input() -> None:
    (payload,) = resolve(["-"], stdin=io.BytesIO(b'{"a":1}'))
    assert (payload.name, payload.documents, payload.source) == ("stdin", ({"a": 1},), "standard input")
    (payload,) = resolve(["-"], stdin=io.BytesIO(b"\x81\xa1a\x01"), stdin_kind="msgpack")
    assert payload.documents == ({"a": 1},)
    (payload,) = resolve(["-"], stdin=io.BytesIO(b"1\n2"), stdin_kind="ndjson")
    assert payload.documents == (1, 2)


def test_built_in_payloads_and_order() -> None:
    save("z.json", b"1")
    assert [payload.name for payload in resolve(["compact", "z.json", "websocket", "compact"])] == [
        "compact", "z", "websocket",
    ]  # fmt: skip


def test_folders_and_globs() -> None:
    save("data/b.json", b"1")
    save("data/deep/a.cbor", b"\x01")
    save("data/notes.txt", b"no payload")
    save("data/c.jsonl", b"1\n")
    assert [payload.source for payload in resolve(["data"])] == ["data/b.json", "data/c.jsonl", "data/deep/a.cbor"]
    assert [payload.source for payload in resolve(["data/*"])] == ["data/b.json", "data/c.jsonl"]
    assert [payload.source for payload in resolve(["data/**/*.cbor", "data/b.json"])] == [
        "data/deep/a.cbor", "data/b.json",
    ]  # fmt: skip


def test_names_are_unique() -> None:
    files = [
        save(name, b"1") for name in ("a/x.json", "b/x.json", "b/x.ndjson", "y.json", "compact.json", "c/b/x.json")
    ]
    names = [payload.name for payload in resolve([*files, "compact", "a/x.json"])]
    here = Path.cwd().name
    assert names == ["a/x", "b/x.json", "b/x.ndjson", "y", f"{here}/compact", "c/b/x.json", "compact"]


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("x.json", b"", ["x.json: is empty"]),
        ("x.json", b'{"a": 1,\n "b" 2}', ["x.json: line 2, column 6: not JSON", "correct it there"]),
        ("x.json", b'{"a": [NaN]}', ["line 1, column 8: NaN is not JSON", "write null"]),
        ("x.json", b'{"a": -Infinity}', ["line 1, column 7: -Infinity is not JSON"]),
        ("x.json", b"[1e999]", ["line 1, column 2: the number 1e999 overflows a double"]),
        ("x.json", b'{"a":1,\n"a":2}', ['line 2, column 1: the key "a" is there twice', "remove one"]),
        ("x.json", b"[" * 10_000 + b"]" * 10_000, ["line 1, column 513: more than 512 levels", "flatten"]),
        ("x.json", b"[" + b"9" * 400 + b"]", ["line 1, column 2: an integer of 400 digits", "as a string"]),
        ("x.json", b'["\n\xfe"]', ["line 2, byte 3: not UTF-8", "save it as UTF-8"]),
        ("x.json", b"\xef\xbb\xbf1", ["byte-order mark", "without one"]),
        ("x.json", b'["\\udc00"]', ["line 1, column 2:", "surrogate"]),
        ("x.json", b'{"a":{"\\u0000float":1}}', ["line 1, column 7:", "reserved; rename the key"]),
        ("x.json", b"{} {}", ["line 1, column 4: something follows", ".ndjson"]),
        ("x.json", bytes(range(256)), ["not UTF-8", "save it as UTF-8"]),
        ("x.jsonl", b"{}\n{\n{}", ["line 2, column 2: not JSON"]),
        ("x.msgpack", b"", ["is empty"]),
        ("x.msgpack", b"\x92\x01", ["byte 0: not MessagePack", "saved whole"]),
        ("x.msgpack", b"\x81\xa1a\xd4\x05\x01", ["/a: payloads cannot hold the type ExtType", "replace it"]),
        ("x.msgpack", b"\x80\x01", ["not MessagePack: something follows"]),
        ("x.cbor", b"\xff\xff", ["not CBOR"]),
        ("x.cbor", b"\x81\xc1\x00", ["/0: payloads cannot hold the type CBORTag"]),
        ("x.cbor", b"\x81" * 10_000, ["more than 512 levels of nesting"]),
        ("x.bson", b"\x05\x00\x00\x00", ["not BSON"]),
        ("x.bson", struct.pack("<iB", 23, 7) + b"_id\0" + bytes(13) + b"\0", ["not BSON"]),
        ("x.ubjson", b"[i\x01", ["byte 3: not UBJSON"]),
        ("x.ion", b"{a:1}", ["not binary Ion"]),
        ("x.flexbuffers", b"\x00\x01", ["not FlexBuffers"]),
        ("x.pickle", b"\x80\x04N.", ["pickle files are not read"]),
        ("x.marshal", b"N", ["marshal files are not read"]),
        ("x.txt", b"1", ["its ending means no format", ".json"]),
    ],
    ids=lambda item: repr(item)[:30],
)
def test_a_bad_file_tells_what_and_where_and_what_to_do(name: str, data: bytes, words: list[str]) -> None:
    with pytest.raises(PayloadError) as caught:
        resolve([save(name, data)])
    message = str(caught.value)
    assert message.startswith(f"{name}: ")
    for word in words:
        assert word in message
    assert len(message) < 400


def test_a_name_that_means_nothing() -> None:
    save("orders.json", b"1")
    with pytest.raises(PayloadError, match=r"^websockt: there is no such .*; did you mean websocket\?"):
        resolve(["websockt"])
    with pytest.raises(PayloadError, match=r"did you mean orders\.json or orders\?"):
        resolve(["order.json"])
    with pytest.raises(PayloadError, match="built in are websocket, "):
        resolve(["qqqqqq"])
    with pytest.raises(PayloadError, match="no such file"):
        resolve(["no/such/folder/x.json"])
    with pytest.raises(PayloadError, match=r"cannot be read|no such file"):
        resolve(["nul\0.json"])
    with pytest.raises(PayloadError, match=r"cannot be read|no such file"):
        resolve(["x" * 5000])


def test_folders_and_globs_without_payloads() -> None:
    save("notes/readme.txt", b"1")
    with pytest.raises(PayloadError, match=r"^notes: this folder holds no payload; files that can be weighed end in"):
        resolve(["notes"])
    with pytest.raises(PayloadError, match=r"^\*\.json: nothing matches"):
        resolve(["*.json"])
    with pytest.raises(PayloadError, match="none of the 1 that match"):
        resolve(["notes/*"])


def test_a_file_over_the_limit_is_not_read() -> None:
    with Path("huge.json").open("wb") as file:
        file.truncate(200 * 2**20)  # Sparse: takes no space, and would take long to read.
    with pytest.raises(PayloadError, match=r"^huge\.json holds 209,715,200 bytes, more than the limit of 67,108,864"):
        resolve(["huge.json"])
    with pytest.raises(PayloadError, match="standard input holds more than the limit of 10"):
        resolve(["-"], stdin=io.BytesIO(b" " * 11), max_bytes=10)
    assert resolve([save("ten.json", b"1" * 10)], max_bytes=10)[0].documents == (1111111111,)


@needs.elsewhere(os.geteuid() != 0, "tests are not root's")
def test_a_file_that_may_not_be_read() -> None:
    Path(save("x.json", b"1")).chmod(0)
    with pytest.raises(PayloadError, match="cannot be read: permission denied"):
        resolve(["x.json"])


def test_an_error_of_the_system_while_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("weighbridge.payloads.read.open_stream", fail)
    with pytest.raises(PayloadError, match=r"^x\.json: cannot be read: permission denied; check"):
        resolve([save("x.json", b"1")])


def test_what_is_no_file() -> None:
    os.mkfifo("pipe.json")
    Path("dangling.json").symlink_to("nowhere")
    for name in ("pipe.json", "dangling.json"):
        with pytest.raises(PayloadError, match="not a file"):
            resolve([name])


def test_an_array_that_would_nest_too_deep() -> None:
    deep = b"[" * 512 + b"]" * 512
    assert len(resolve([save("deep.ndjson", deep)])[0].documents) == 1
    with pytest.raises(PayloadError, match=r"as an array, .*512 levels"):
        resolve(["deep.ndjson"], as_array=True)


def test_standard_input_that_is_bad() -> None:
    with pytest.raises(PayloadError, match=r"^standard input: line 1, column 2: not JSON"):
        resolve(["-"], stdin=io.BytesIO(b"{"))
    with pytest.raises(PayloadError, match=r"^standard input: is empty"):
        resolve(["-"])
    with pytest.raises(PayloadError, match="unknown format"):
        resolve(["-"], stdin=io.BytesIO(b"1"), stdin_kind="yaml")


def test_large_documents_are_read() -> None:
    rows = [{"number": number, "text": "x" * 60} for number in range(30_000)]
    assert resolve([save("large.json", json.dumps(rows).encode())])[0].documents == (rows,)


def test_a_file_may_be_called_as_a_built_in_payload_that_is_not_weighed() -> None:
    file = save("parts/orders.json", b"1")
    assert [payload.name for payload in resolve([file])] == ["orders"]
    assert [payload.name for payload in resolve([file, "orders"])] == ["parts/orders", "orders"]
