"""However large a file is: a bounded part of it is held, evenly drawn, and the same wherever it comes from."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import zstandard

from weighbridge.files import bounded
from weighbridge.formats import json_stream
from weighbridge.payloads import Limit, Payload, PayloadError, draw_sample, drawing, resolve
from weighbridge.payloads.drawing import Drawing, Room
from weighbridge_kit.values import Value

SAMPLE = Limit(documents=20, bytes=500)


@pytest.fixture(autouse=True)
def _little_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(drawing, "ROOM", 3000)
    monkeypatch.setattr(json_stream, "WINDOW", 200)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many bytes the documents have that are held, after every one that is taken."""
    sizes = []
    take = Drawing._hold

    def hold(self: Drawing, document: Value, size: int) -> None:
        take(self, document, size)
        sizes.append(sum(len(json.dumps(one)) for one in self.documents))

    monkeypatch.setattr(Drawing, "_hold", hold)
    return sizes


def rows(count: int) -> list[dict[str, Any]]:
    return [{"id": number, "name": f"user {number}"} for number in range(count)]


def lines(count: int) -> bytes:
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows(count))


def read(name: str, data: bytes, sample: Limit = SAMPLE, **more: Any) -> Payload:
    Path(name).write_bytes(data)
    (payload,) = resolve([name], sample=sample, **more)
    return payload


def minified(documents: list[Any]) -> int:
    return sum(len(json.dumps(one, separators=(",", ":"))) for one in documents)


def test_of_a_long_stream_an_even_part_is_held_and_everything_counted(held: list[int]) -> None:
    data = lines(20_000)
    payload = read("long.ndjson", data)
    assert max(held) <= 3000
    assert (payload.whole_documents, payload.whole_bytes) == (20_000, minified(rows(20_000)))
    assert payload.description == f"{len(data):,} bytes of NDJSON, 20,000 documents"
    assert len({after["id"] - before["id"] for before, after in pairwise(payload.documents)}) == 1
    sample = draw_sample(payload, SAMPLE)
    assert (sample.whole_documents, sample.whole_bytes) == (payload.whole_documents, payload.whole_bytes)
    numbers = [document["id"] for document in sample.documents]
    distances = [after - before for before, after in pairwise(numbers)]
    assert len(numbers) >= 10
    assert max(distances) <= 2 * min(distances)
    assert numbers[0] < max(distances)
    assert 20_000 - numbers[-1] < 2 * max(distances)
    assert minified(list(sample.documents)) <= 500


def test_of_a_long_array_too(held: list[int]) -> None:
    payload = read("long.json", json.dumps(rows(20_000), indent=1).encode())
    assert max(held) <= 3000
    whole = len(json.dumps(rows(20_000), separators=(",", ":")))
    assert (payload.whole_documents, payload.whole_bytes) == (1, whole)
    (elements,) = draw_sample(payload, SAMPLE).documents
    assert len(elements) >= 10
    assert all(element in rows(20_000) for element in elements)


def test_the_sample_is_the_same_from_a_file_a_pipe_and_what_is_compressed() -> None:
    data = lines(5000)
    piped = resolve(["-"], stdin=io.BytesIO(data), stdin_kind="ndjson", sample=SAMPLE)[0]
    plain = read("a.ndjson", data)
    for other in (piped, read("b.ndjson.gz", gzip.compress(data)), read("c.jsonl.ZST", zstandard.compress(data))):
        assert other.documents == plain.documents
        assert (other.whole_documents, other.whole_bytes) == (plain.whole_documents, plain.whole_bytes)
    assert [one.name for one in resolve(["b.ndjson.gz", "c.jsonl.ZST"], sample=SAMPLE)] == ["b", "c"]
    assert [one.name for one in resolve(["."], sample=SAMPLE)] == ["a", "b", "c"]


def test_what_fits_is_held_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    for count in (0, 1, 7, 40, 41):
        for name, data in (("x.json", json.dumps(rows(count)).encode()), ("x.ndjson", lines(count) or b"1")):
            streamed = read(name, data)
            with monkeypatch.context() as context:
                context.setattr(drawing, "ROOM", 10**6)
                assert streamed == read(name, data)
                assert streamed.whole_documents is None


@pytest.mark.parametrize("count", [2, 3, 5])
def test_large_documents_are_thinned_before_they_are_held(held: list[int], count: int) -> None:
    large = json.dumps(rows(300)).encode()
    assert len(large) > 3000
    payload = read("large.ndjson", b"\n".join([large] * count))
    assert max(held) <= 3000
    assert payload.whole_documents == count
    assert payload.whole_bytes == count * len(json.dumps(rows(300), separators=(",", ":")))
    assert all(row in rows(300) for document in payload.documents for row in document)


def test_as_an_array_a_stream_is_one_document(held: list[int]) -> None:
    payload = read("long.ndjson", lines(5000), as_array=True)
    assert max(held) <= 3000
    whole = len(json.dumps(rows(5000), separators=(",", ":")))
    assert (len(payload.documents), payload.whole_documents, payload.whole_bytes) == (1, 1, whole)


def test_a_number_of_documents_is_a_sample_of_lines_and_not_of_elements(held: list[int]) -> None:
    payload = read("long.ndjson", lines(5000), Limit(documents=200))
    assert 200 <= len(payload.documents) < 1000
    with pytest.raises(PayloadError, match=r"^long\.json holds [0-9,]+ bytes, more than the limit of 10,000 bytes"):
        read("long.json", json.dumps(rows(5000)).encode(), Limit(documents=200), max_bytes=10_000)


def test_a_fault_anywhere_is_told_with_its_place() -> None:
    with pytest.raises(PayloadError, match=r'^x\.ndjson: line 4001, column 9: the key "a" is there twice'):
        read("x.ndjson", lines(4000) + b'{"a": 1,"a": 2}\n' + lines(10))
    text = json.dumps(rows(2000), indent=1)
    place = text.index('"user 1500"')
    line = text.count("\n", 0, place) + 1
    with pytest.raises(PayloadError, match=rf"^x\.json: line {line}, column 11: NaN is not JSON; write null"):
        read("x.json", (text[:place] + "NaN" + text[place + 11 :]).encode())
    with pytest.raises(PayloadError, match=r"^x\.json: line .*Expecting ',' delimiter"):
        read("x.json", text[:-1].encode())
    with pytest.raises(PayloadError, match="byte-order mark"):
        read("x.json", b"\xef\xbb\xbf" + text.encode())
    with pytest.raises(PayloadError, match="is empty"):
        read("x.ndjson", b"\n" * 5000)


def test_everything_is_bounded_by_what_may_be_held() -> None:
    for name, data in (("x.ndjson", lines(1000)), ("x.json", json.dumps(rows(1000)).encode())):
        with pytest.raises(PayloadError, match=r"more than the limit of 10,000 bytes; raise it with --max-bytes"):
            read(name, data, Limit(), max_bytes=10_000)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("x.json", b'{"a":"' + b"x" * 20_000 + b'"}'),
        ("x.json", b'"' + b"x" * 20_000 + b'"'),
        ("x.json", b'["' + b"x" * 20_000 + b'"]'),
        ("x.ndjson", b"1\n" * 3000 + b'{"a":"' + b"x" * 20_000 + b'"}'),
        ("x.msgpack", b"\xc0" * 20_000),
    ],
)
def test_what_cannot_be_drawn_from_is_refused_with_the_way_on(name: str, data: bytes) -> None:
    with pytest.raises(PayloadError, match=r"more than the limit of 10,000 bytes; raise it with --max-bytes"):
        read(name, data, max_bytes=10_000)


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress])
def test_what_unpacks_without_end_is_refused(
    pack: Callable[[bytes], bytes], monkeypatch: pytest.MonkeyPatch, held: list[int]
) -> None:
    monkeypatch.setattr(bounded, "MAX_READ", 100_000)
    ending = "gz" if pack is gzip.compress else "zst"
    with pytest.raises(PayloadError, match=r"holds more than the limit of 100,000 bytes; raise it with --max-bytes"):
        read(f"bomb.ndjson.{ending}", pack(b"1\n" * 200_000), max_bytes=10_000)
    assert max(held) <= 3000
    for damaged in (pack(lines(5000))[:-5], b"plain", pack(lines(5000)) + b"more"):
        with pytest.raises(PayloadError, match=r"compressed .*; check that it was saved whole"):
            read(f"damaged.ndjson.{ending}", damaged)


def test_a_pipe_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded, "MAX_READ", 100_000)

    class Endless(io.RawIOBase):
        given = 0

        def read(self, size: int = -1) -> bytes:
            self.given += size
            return b"1\n" * (size // 2 + 1)

    pipe = Endless()
    with pytest.raises(PayloadError, match=r"^standard input holds more than the limit of 100,000 bytes"):
        resolve(["-"], stdin=pipe, stdin_kind="ndjson", sample=SAMPLE, max_bytes=10_000)  # type: ignore[arg-type]
    assert pipe.given < 200_000


def test_who_waits_is_told_how_far_reading_has_come() -> None:
    told: list[tuple[str, int, int | None]] = []
    data = lines(2000)
    read("x.ndjson", data, heard=lambda *words: told.append(words))
    assert told[-1] == ("x.ndjson", len(data), len(data))
    assert [done for _, done, _ in told] == sorted(done for _, done, _ in told)


def test_what_is_held_keeps_its_distances_while_it_is_given_up() -> None:
    for batch in (1, 3, 100, 5000):
        drawn = Drawing(Limit(), Room(bytes=10 * 65, documents=0, most=10**6))
        for start in range(0, 5000, batch):
            numbers: list[Value] = list(range(start, min(start + batch, 5000)))
            drawn.take(numbers, [1] * len(numbers))
        assert drawn.documents == [0, 512, 1024, 1536, 2048, 2560, 3072, 3584, 4096, 4608]
        assert (drawn.count, drawn.bytes) == (5000, sum(len(str(number)) for number in range(5000)))


def test_sizes_that_only_python_can_tell() -> None:
    deep: Value = []
    for _ in range(500):
        deep = [deep]
    drawn = Drawing(Limit(), Room(bytes=100, documents=0, most=10**6))
    drawn.take([deep, deep], [1002, 1002])
    assert drawn.bytes == 2 * 1002
