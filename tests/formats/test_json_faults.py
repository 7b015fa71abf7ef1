"""Every fault in a JSON text is reported with its line and column."""

import pytest

from weighbridge.formats import Malformed, find_format
from weighbridge.formats.sequences import read_documents


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ('{\n  "a": 1,\n  "b": tru\n}', 3, 8, "not JSON: Expecting value; correct it there"),
        ('{"a": 1} x', 1, 10, "something follows after the end"),
        ('{"a": 1}\n{"a": 2}\n', 2, 1, "one document a line is .ndjson"),
        ('{"a": 1,\n "b": 2,\n "a": 3}', 3, 2, 'the key "a" is there twice'),
        ('[{"a": {"b": 1}, "c": [{"b": 2, "\\u0062": 3}]}]', 1, 33, 'the key "b" is there twice'),
        ('["NaN", "\\"NaN", NaN]', 1, 18, "NaN is not JSON; write null"),
        ('{"a":\n-Infinity}', 2, 1, "-Infinity is not JSON"),
        ('[1.5, 1e400, "1e400"]', 1, 7, "1e400 overflows a double"),
        ("[0, -1e999]", 1, 5, "-1e999 overflows a double"),
        ("[1,\n " + "7" * 400 + "]", 2, 2, "an integer of 400 digits"),
        ("[1,\n " + "7" * 9000 + "]", 2, 2, "an integer of 9000 digits"),
        ("[18446744073709551615, 18446744073709551616]", 1, 24, "an integer of 20 digits needs more than 64 bits"),
        ("[-9223372036854775808, -9223372036854775809]", 1, 24, "an integer of 19 digits needs more than 64 bits"),
        ('["ok \\ud83d\\ude00", "\\ud83d"]', 1, 21, "half of a surrogate pair"),
        ('{"a": {"\\u0000bytes": "eA=="}}', 1, 8, "reserved; rename the key"),
        ("[" * 10_000 + "]" * 10_000, 1, 513, "more than 512 levels of nesting"),
        ("[" * 600 + "]" * 600, 1, 513, "more than 512 levels of nesting"),
        ('{"a":' * 10_000 + "1" + "}" * 10_000, 1, 512 * 5 + 1, "more than 512 levels of nesting"),
        ('["tab\there"]', 1, 6, "control character"),
    ],
    ids=lambda item: str(item)[:30],
)
def test_the_position_of_a_fault(text: str, line: int, column: int, words: str) -> None:
    with pytest.raises(Malformed, match=words.replace(".", r"\.")) as caught:
        find_format("json").decode(text.encode())
    assert (caught.value.line, caught.value.column) == (line, column)
    assert str(caught.value).startswith(f"line {line}, column {column}: ")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b" \n\t", "is empty"),
        (b'{"a":\n"\xff"}', "line 2, byte 7: not UTF-8"),
        (b"\xef\xbb\xbf{}", "byte-order mark of UTF-8; save it as UTF-8 without one"),
        (b"\xff\xfe{\0}\0", "byte-order mark of UTF-16"),
    ],
)
def test_bytes_that_are_no_text(data: bytes, words: str) -> None:
    with pytest.raises(Malformed, match=words):
        find_format("json").decode(data)


def test_a_fault_in_a_stream_is_reported_with_its_line() -> None:
    with pytest.raises(Malformed, match=r"^line 4, column 7: not JSON") as caught:
        read_documents(b'{"a":1}\n\n{"a":2}\n{"a": x}\n', "ndjson")
    assert caught.value.line == 4
    with pytest.raises(Malformed, match=r"^line 2, column 8: the key"):
        read_documents(b'{"a":1}\n{"a":1,"a":2}\n', "ndjson")


def test_what_only_looks_like_a_fault_is_read() -> None:
    text = '{"a":"{\\"a\\":1,\\"a\\":NaN}","b":{"a":1},"c":[{"a":1},{"a":1}],"\\u0000bytes":1,"d":"1e999"}'
    assert find_format("json").decode(text.encode())["d"] == "1e999"
